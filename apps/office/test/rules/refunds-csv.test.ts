import { expect, test } from 'vitest';
import { type CsvWords, refundsCsv } from '../../app/money/refunds-csv.ts';

const words: CsvWords = {
  columns: ['a', 'b'],
  way: (way) => way,
  state: ({ isDone, isClosed }) => (isClosed ? 'cerrada' : isDone ? 'sí' : 'no'),
};
const aRefund = {
  orderId: 'A'.repeat(22),
  refund: {
    ...{ id: 'B'.repeat(22), way: 'provider' as const, amount: 1_270_450, ticketCount: 2, isDone: true, mayClose: false, tries: 1 },
    ...{ startedAt: Date.UTC(2026, 10, 23), doneAt: Date.UTC(2026, 10, 24), reason: 'Lo pidió' },
  },
};

test('refunds are a row each, with amounts and moments that a spreadsheet reads', () => {
  expect(refundsCsv([aRefund], 'ARS', words)).toBe(
    `\uFEFFa,b\r\n${'A'.repeat(22)},provider,12704.50,ARS,2,sí,2026-11-23T00:00:00.000Z,2026-11-24T00:00:00.000Z,Lo pidió,\r\n`,
  );
});

test('a reason is text, whatever somebody typed: no formula, no further column, no further row', () => {
  const rowOf = (reason: string) => refundsCsv([{ ...aRefund, refund: { ...aRefund.refund, reason } }], 'ARS', words);
  for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)']) expect(rowOf(formula)).toContain(`,'${formula},`);
  for (const number of ['00123456', '123E45', '12345678901234567890', '12/05']) expect(rowOf(number)).toContain(`,'${number},`);
  expect(rowOf('\t=1')).toContain(',"\'\t=1",');
  expect(rowOf('=HYPERLINK("http://x")')).toContain(`,"'=HYPERLINK(""http://x"")",`);
  expect(rowOf('dos, con "comillas"\ny línea')).toContain(',"dos, con ""comillas""\ny línea",');
  expect(refundsCsv([{ ...aRefund, orderId: `-${'A'.repeat(21)}` }], 'ARS', words)).toContain(`\n'-${'A'.repeat(21)},`);
});
