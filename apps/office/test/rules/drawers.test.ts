import type { OfficeDrawer } from '@butaca/contract';
import { expect, test } from 'vitest';
import { byClerk, drawersCsv, expectedIn, sumsOf } from '../../app/drawers/sums.ts';

const aDrawer = (over: Partial<OfficeDrawer>): OfficeDrawer => ({
  ...{ id: 'caja-1', staffId: 'ines', staffName: 'Inés Sosa', openedAt: Date.UTC(2026, 10, 23, 13), float: 500_00, sales: 0, saleCount: 0 },
  ...{ paidOut: 0, paidOutCount: 0, onTerminal: 0, onTerminalCount: 0, backOnTerminal: 0, backOnTerminalCount: 0, mixedCount: 0 },
  ...{ cashIn: 0, cashOut: 0, cashMoves: [], lowered: [] },
  ...over,
});
const lowered = { at: 0, ticketCount: 2, amount: 300_00, reason: 'Vista reducida', isComplimentary: false };

test('the cash expected in a drawer is what came less what went; what the terminal took is not in it', () => {
  expect(expectedIn(aDrawer({ sales: 900_00, paidOut: 100_00, cashIn: 50_00, cashOut: 700_00, onTerminal: 5_000_00 }))).toBe(650_00);
});

test('what was given away is not counted with what was sold for less', () => {
  const drawer = aDrawer({ lowered: [lowered, { ...lowered, ticketCount: 3, amount: 3_000_00, isComplimentary: true }] });
  expect(sumsOf([drawer])).toMatchObject({ lowered: 300_00, loweredTickets: 2, complimentaryTickets: 3 });
});

test('two clerks of the same name have a report each, and a clerk’s drawers share one with the sum of their differences', () => {
  const reports = byClerk([
    aDrawer({ id: 'caja-3', sales: 100_00, difference: -30_00 }),
    aDrawer({ id: 'caja-2', staffId: 'otra', difference: 5_00 }),
    aDrawer({ sales: 50_00, difference: 10_00 }),
  ]);
  expect(reports.map(({ staffId, drawers, difference }) => [staffId, sumsOf(drawers).sales, difference])).toEqual([
    ['ines', 150_00, -20_00],
    ['otra', 0, 5_00],
  ]);
});

test('the file has a line per drawer, a negative difference as a number, and no formula in what a clerk typed', () => {
  const columns = ['Caja'];
  const [, line] = drawersCsv([aDrawer({ counted: 400_00, difference: -100_00, note: '=SUM(A1), faltó' })], 'ARS', columns).split('\r\n');
  expect(line).toContain(',500.00,400.00,-100.00,"\'=SUM(A1), faltó",');
  expect(drawersCsv([aDrawer({})], 'ARS', columns)).toContain(',500.00,,,,');
});

test('every language has a name for each column of the file', async () => {
  const [line = ''] = drawersCsv([aDrawer({ note: 'nada' })], 'ARS', [])
    .split('\r\n')
    .slice(1);
  for (const language of ['es', 'en', 'pt']) {
    const texts = (await import(`../../app/i18n/${language}/office.json`, { with: { type: 'json' } })).default;
    expect(texts['drawers.csv.columns'].split(',')).toHaveLength(line.split(',').length);
  }
});
