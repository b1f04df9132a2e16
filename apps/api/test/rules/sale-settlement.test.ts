import { expect, test } from 'vitest';
import { readSettlement, SettlementProblem } from '../../src/sale/staff/settlement.ts';

const HEADER = 'provider,reference,kind,amount,currency,at';
const at = Temporal.Instant.from('2026-11-23T03:00:00Z');
const row = { provider: 'mercadopago', reference: 'r-1', currency: 'ARS', at, paymentId: null };
const problemOf = (text: string) => {
  try {
    return readSettlement(text);
  } catch (error) {
    expect(error).toBeInstanceOf(SettlementProblem);
    return (error as Error).message;
  }
};

test('a settlement file is read in minor units, whatever its line ends and byte order mark', () => {
  const lines = ['payment,10', 'refund,10.5', 'chargeback,10.05'].map(
    (amount) => `mercadopago,r-1,${amount},ARS,2026-11-23T00:00:00-03:00`,
  );
  expect(readSettlement(`\uFEFF${[HEADER, ...lines, ''].join('\r\n')}`)).toEqual([
    { ...row, kind: 'payment', amount: 1000 },
    { ...row, kind: 'refund', amount: 1050 },
    { ...row, kind: 'chargeback', amount: 1005 },
  ]);
  expect(readSettlement(HEADER)).toEqual([]);
});

test('a settlement file may name payments, each or some', () => {
  const line = 'mercadopago,r-1,payment,10.00,ARS,2026-11-23T03:00:00Z';
  expect(readSettlement([`${HEADER},payment`, `${line},77`, `${line},`].join('\n'))).toEqual([
    { ...row, kind: 'payment', amount: 1000, paymentId: '77' },
    { ...row, kind: 'payment', amount: 1000 },
  ]);
});

test.each([
  ['', `line 1: must be ${HEADER}, or that and ,payment`],
  [`${HEADER},paid`, `line 1: must be ${HEADER}, or that and ,payment`],
  [`${HEADER}\n\nmercadopago,r-1,payment,-1,ARS,2026-11-23T03:00:00Z`, `line 3: is not of the form ${HEADER}`],
  [`${HEADER}\nmercadopago,r-1,payment,1,ARS,2026-11-23T03:00:00Z,77`, `line 2: is not of the form ${HEADER}`],
  [`${HEADER},payment\nmercadopago,r-1,payment,1,ARS`, `line 2: is not of the form ${HEADER},payment`],
  [`${HEADER}\nmercadopago,r-1,payment,1,ARS,yesterday`, 'line 2: at is no moment such as 2026-11-23T03:00:00Z'],
])('a settlement file of another form is refused with its line: %j', (text, problem) => {
  expect(problemOf(text)).toBe(problem);
});

test('a settlement file has at most two hundred thousand lines', () => {
  const lines = (count: number) => problemOf(`${HEADER}${'\n'.repeat(count)}`);
  expect([lines(200_000), lines(200_001)]).toEqual([[], 'more than 200000 lines']);
});
