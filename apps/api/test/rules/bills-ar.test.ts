import { loadBrand } from '@butaca/brand/load';
import { receiverProblems } from '@butaca/contract/rules/bill-receiver';
import { expect, test } from 'vitest';
import { type ArIssuer, draftArBill, draftArCreditNote } from '../../src/bills/ar/ar-document.ts';
import { arPack, qrOf } from '../../src/bills/ar/ar-pack.ts';
import { type BilledOrder, type BillLine, CannotBill } from '../../src/bills/fiscal-pack.ts';
import { fiscalPackOf } from '../../src/bills/packs.ts';
import type { Db } from '../../src/db/connect.ts';

const issuer: ArIssuer = { taxId: '30710000006', condition: 'registered', pointOfSale: 5, namedFrom: 1_000_000_000 };
const line = (amount: number, taxRate: number, account: BillLine['account'] = 'tickets'): BillLine => ({
  ...{ account, performanceId: 1, text: 'Entrada', detail: null, quantity: 1, taxRate, amount },
});
const order = (given: Partial<BilledOrder> & { lines?: readonly BillLine[] } = {}): BilledOrder => {
  const lines = given.lines ?? [line(1_000_000, 2100)];
  return {
    ...{ lines, amount: lines.reduce((sum, { amount }) => sum + amount, 0) },
    ...{ receiver: null, buyer: null, service: { from: '2026-12-04', to: '2026-12-05' }, hasGoods: false },
    ...given,
  };
};
const company = { condition: 'registered', documentType: 'cuit', documentNumber: '33693450239', name: 'Teatro SA' } as const;
const problemsOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof CannotBill) return error.problems;
    throw error;
  }
  return [];
};

test('a brand bills with the pack and the issuer that it names, and with neither it makes no bills', async () => {
  const { brand } = await loadBrand('butaca');
  const given = brand.fiscal.issuer;
  const packOf = (fiscal: Partial<typeof brand.fiscal>) =>
    fiscalPackOf({} as Db, { ...brand, fiscal: { ...brand.fiscal, pack: 'ar', issuer: given, namedFrom: 1000, ...fiscal } }, { ar: null });
  expect(packOf({})?.namedFrom).toBe(100_000);
  expect(packOf({ pack: 'none' })).toBeNull();
  expect(packOf({ issuer: undefined })).toBeNull();
  expect(() => packOf({ issuer: given && { ...given, taxId: '30710000007' } })).toThrow('fiscal.issuer.taxId: its check digit is wrong');
});

test('the letter follows from who bills and who receives; each has a series of its own', () => {
  const letterOf = (condition: ArIssuer['condition'], receiver: BilledOrder['receiver']) => {
    const { letter, typeCode } = draftArBill({ ...issuer, condition }, order({ receiver }));
    return `${letter} ${typeCode}`;
  };
  const person = (condition: 'monotributo' | 'exempt' | 'final_consumer') => ({ ...company, condition, documentNumber: '20267565393' });
  expect(letterOf('registered', company)).toBe('A 1');
  expect(letterOf('registered', person('monotributo'))).toBe('A 1');
  expect(letterOf('registered', person('exempt'))).toBe('B 6');
  expect(letterOf('registered', person('final_consumer'))).toBe('B 6');
  expect(letterOf('registered', null)).toBe('B 6');
  expect(letterOf('monotributo', company)).toBe('C 11');
  expect(letterOf('exempt', null)).toBe('C 11');
});

test('net, exempt and tax are of each tax class together, to the cent, and come to the total', () => {
  const lines = [
    line(1_000_000, 2100),
    line(33_333, 2100, 'service_charge'),
    line(50_000, 1050, 'products'),
    line(70_000, 0, 'delivery'),
    line(-100_000, 2100, 'discounts'),
  ];
  const { content, amount } = draftArBill(issuer, order({ lines }));
  expect(content.taxes).toEqual([
    { code: 5, rate: 2100, base: 771_350, amount: 161_983 },
    { code: 4, rate: 1050, base: 45_249, amount: 4751 },
  ]);
  expect(content.exempt).toBe(70_000);
  expect(content.net + content.exempt + content.taxes.reduce((sum, tax) => sum + tax.amount, 0)).toBe(amount);
  // A bill C has no taxes of its own.
  const c = draftArBill({ ...issuer, condition: 'monotributo' }, order({ lines })).content;
  expect([c.net, c.exempt, c.taxes]).toEqual([amount, 0, []]);
  expect(problemsOf(() => draftArBill(issuer, order({ lines: [line(1000, 1234)] })))).toMatchObject([
    { message: 'La alícuota 12.34 % no es de IVA' },
  ]);
});

test('tickets are services, products goods, and both together both', () => {
  const conceptOf = (given: Parameters<typeof order>[0]) => draftArBill(issuer, order(given)).content.concept;
  expect(conceptOf({})).toBe(2);
  expect(conceptOf({ hasGoods: true })).toBe(3);
  expect(conceptOf({ hasGoods: true, service: null })).toBe(1);
});

test('below the legal amount a consumer has no name; from it on the buyer has, and without a known document nothing is asked for', () => {
  const buyer = { condition: 'final_consumer', documentType: 'dni', documentNumber: '30.111.222', name: 'Ana Gómez' } as const;
  const at = (amount: number, given: Partial<BilledOrder> = {}) =>
    draftArBill(issuer, order({ lines: [line(amount, 2100)], buyer, ...given })).content;
  expect(at(999_999_999)).toMatchObject({ documentCode: 99, documentNumber: '0', receiver: { name: null, document: null } });
  expect(at(1_000_000_000)).toMatchObject({
    documentCode: 96,
    documentNumber: '30111222',
    receiver: { name: 'Ana Gómez', document: 'DNI 30111222' },
  });
  expect(problemsOf(() => at(1_000_000_000, { buyer: null }))).toMatchObject([{ field: 'cDocumento' }]);
  expect(problemsOf(() => at(1_000_000_000, { buyer: { ...buyer, documentType: 'other' } }))).toMatchObject([
    { field: 'cTipoDeDocumento' },
  ]);
  expect(problemsOf(() => at(1, { receiver: { ...company, documentNumber: '33693450238' } }))).toMatchObject([
    { field: 'cDocumento', message: expect.stringContaining('dígito verificador') },
  ]);
  expect(at(1, { receiver: { ...buyer, documentType: 'passport', documentNumber: 'AAB123456' } })).toMatchObject({
    documentCode: 94,
    documentNumber: '123456',
    receiver: { document: 'Pasaporte AAB123456' },
  });
});

test('a CUIT has a known prefix and its check digit, and only final consumers have other documents', () => {
  const of = (documentNumber: string, documentType = 'cuit', condition = 'registered') =>
    receiverProblems({ condition, documentType, documentNumber } as Parameters<typeof receiverProblems>[0]);
  expect(of('33693450239')).toEqual({});
  expect(of('20-26756539-3')).toEqual({});
  expect(of('20267565394')).toEqual({ documentNumber: 'check_digit' });
  expect(of('99267565393')).toEqual({ documentNumber: 'check_digit' });
  expect(of('2026756539')).toEqual({ documentNumber: 'too_short' });
  expect(of('30111222', 'dni')).toEqual({ documentType: 'needs_cuit' });
  expect(of('30111222', 'dni', 'final_consumer')).toEqual({});
  expect(of('ABCDEF', 'passport', 'final_consumer')).toEqual({ documentNumber: 'no_digits' });
  expect(of('AB12', 'ife', 'final_consumer')).toEqual({ documentType: 'unknown_type' });
});

const authorised = <D extends ReturnType<typeof draftArBill>>(document: D) => ({
  ...document,
  ...{ number: 94, issuedOn: '2026-11-26', sends: 1, authorisation: '70417054367476', authorisationExpires: '2026-12-06' },
});

test('a credit note is of its bill’s letter and receiver, and names the bill', () => {
  const bill = authorised(draftArBill(issuer, order({ receiver: company })));
  const note = draftArCreditNote(issuer, { lines: [line(400_000, 2100)], amount: 400_000 }, bill);
  expect(note).toMatchObject({ kind: 'credit_note', letter: 'A', typeCode: 3, amount: 400_000, receiverText: bill.receiverText });
  expect(note.content).toMatchObject({ documentCode: 80, documentNumber: '33693450239', net: 330_579, conditionCode: 1 });
  expect(note.content.credits).toEqual({ typeCode: 1, pointOfSale: 5, number: 94, issuedOn: '2026-11-26' });
});

test('the QR holds what RG 4892 publishes: an address, and compact JSON in base64 with numbers as numbers', () => {
  const bill = authorised(draftArBill(issuer, order({ receiver: company })));
  const [address, text = ''] = qrOf(issuer, bill).split('?p=');
  expect(address).toBe('https://www.arca.gob.ar/fe/qr/');
  expect(Buffer.from(text, 'base64').toString()).toBe(
    '{"ver":1,"fecha":"2026-11-26","cuit":30710000006,"ptoVta":5,"tipoCmp":1,"nroCmp":94,"importe":10000,"moneda":"PES","ctz":1,"tipoDocRec":80,"nroDocRec":33693450239,"tipoCodAut":"E","codAut":70417054367476}',
  );
  const unnamed = authorised(draftArBill(issuer, order()));
  expect(Buffer.from(qrOf(issuer, unnamed).split('?p=')[1] ?? '', 'base64').toString()).not.toContain('nroDocRec');
});

const pack = arPack(
  {} as Db,
  { ...issuer, legalName: 'B', tradeName: 'B', address: 'B', grossIncomeId: '1', activitySince: '2019-03-01' },
  null,
);

test('a bill’s day is that of Argentina, whatever the server’s: the old year lasts until three in the morning of UTC', () => {
  const dayAt = (instant: string) => pack.today(Temporal.Instant.from(instant));
  expect(dayAt('2027-01-01T02:59:59Z')).toBe('2026-12-31');
  expect(dayAt('2027-01-01T03:00:00Z')).toBe('2027-01-01');
});

test('a printed A lists its taxes apart, whose lines come to its net; a B says what it contains (Ley 27.743)', () => {
  const lines = Array.from({ length: 7 }, (_, index) => ({ ...line(10_001 + index, 2100), text: `Entrada ${index}` }));
  const facts = { orderNumber: '7KM-4PX-9TH', paidBy: [{ by: 'Efectivo', amount: 10_001 }], credits: null };
  const a = pack.print(
    authorised(draftArBill(issuer, order({ lines, receiver: { ...company, condition: 'monotributo', documentNumber: '20267565393' } }))),
    facts,
  );
  expect(a.taxesApart).toBe(true);
  expect(a.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(a.net);
  expect(a.contained).toBeNull();
  expect(a.legends).toHaveLength(1);
  const b = pack.print(authorised(draftArBill(issuer, order({ lines }))), facts);
  expect(b.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(b.total);
  expect(b.contained).toEqual({ vat: b.taxes[0]?.amount, others: 0 });
  expect(b.receiver).toMatchObject({ name: null, condition: 'Consumidor Final' });
});
