import { voidSale } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { printableBill } from '../../src/bills/index.ts';
import { freshDatabase, ownerOf } from '../database.ts';
import { anAuthority } from '../factories/bills.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { anOrganiser } from '../factories/office.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';

/** What stands in a bill and in its credit notes, of what was sold and how it was paid. */
const { db, close } = await freshDatabase();
const authority = await anAuthority();
const pack = authority.packAt(db);
const [first, second] = [inDays(7), inDays(8)];
const shop = await aCheckout(db, undefined, [{ startsAt: second }, { startsAt: first, rows: 10 }], { billing: pack });
const { app, buyer, sales } = shop;
const [late, early] = sales;
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await shop.close();
  await close();
});

interface Row {
  readonly id: string;
  readonly kind: 'bill' | 'credit_note';
  readonly number: number;
  readonly document: { readonly lines: readonly { readonly text: string; readonly detail: string | null; readonly quantity: number }[] };
}
async function billsOf(purchaseId: string): Promise<Row[]> {
  await authority.issue(db);
  await authority.issue(db);
  return [...(await db<Row[]>`select id, kind, number, document from bill where purchase_id = ${purchaseId} order by requested_at, kind`)];
}
async function sheetOf(purchaseId: string, { id }: Pick<Row, 'id'>) {
  const printed = await printableBill(db, pack, { purchaseId, id });
  if (!printed || printed === 'pending') throw new Error('the bill is not authorised');
  return printed;
}
const dayOf = (instant: Temporal.Instant, timeZone: string) =>
  instant.toZonedDateTimeISO(timeZone).toPlainDate().toString().replaceAll('-', '');

test('a bill of two evenings names each, and its service lasts from the first to the last; a credit note of one names that one', async () => {
  const { id } = answerOf(await buyer.take(late, [0, 1])).purchase;
  answerOf(await buyer.takeMore(id, early, [0]));
  await buyer.selectDelivery(id);
  answerOf(await buyer.pay({ id, total: 3 * TICKET_TOTAL }));
  const [bill] = await billsOf(id);
  const [{ zone = '' } = {}] = await db<{ zone: string }[]>`select time_zone as zone from venue limit 1`;
  expect(authority.vouchers().at(-1)?.detail).toMatchObject({ FchServDesde: dayOf(first, zone), FchServHasta: dayOf(second, zone) });
  const tickets = (row: Row | undefined) =>
    row?.document.lines.flatMap(({ text, detail, quantity }) => (text.startsWith('Entrada') ? [[quantity, detail]] : []));
  const [ofLate, ofEarly] = [second, first].map((at) =>
    at.toZonedDateTimeISO(zone).toLocaleString('es-AR', { day: 'numeric', month: 'long' }).replace(/^0/, ''),
  );
  expect(tickets(bill)).toEqual(
    expect.arrayContaining([
      [2, expect.stringContaining(ofLate ?? '')],
      [1, expect.stringContaining(ofEarly ?? '')],
    ]),
  );
  const { ticketIds } = await refundOf(id, early.performanceId);
  expect(ticketIds).toHaveLength(1);
  const [, note] = await billsOf(id);
  expect(tickets(note)).toEqual([[1, expect.stringContaining(ofEarly ?? '')]]);
  expect((await sheetOf(id, note as Row)).sheet.credits).toMatchObject({ number: bill?.number });
  expect((await sheetOf(id, bill as Row)).sheet.credits).toBeNull();
  expect([(await sheetOf(id, note as Row)).creditsId, (await sheetOf(id, bill as Row)).creditsId]).toEqual([bill?.id, null]);
});

async function refundOf(id: string, performanceId: number) {
  const ticketIds = (await organiser.order(id)).tickets.flatMap(({ ticket }) =>
    ticket.performanceId === performanceId ? [ticket.id] : [],
  );
  const { amount } = answerOf(await organiser.preview(id, ticketIds));
  answerOf(await organiser.refund(id, { ticketIds, amount }));
  return { ticketIds };
}

test('a bill of a counter says what its terminal took and what was cash; a credit note, what went back on the card and out of the drawer', async () => {
  const clerk = await aCounter(db, app);
  const sold = async (placeIds: readonly number[], onTerminal: number) => {
    const { id } = answerOf(await clerk.take(early, placeIds)).purchase;
    const total = placeIds.length * 1_000_000;
    answerOf(await (onTerminal > 0 ? clerk.sellOnTerminal({ id, total }, { onTerminal }) : clerk.sell({ id, total })));
    return id;
  };
  const [mixed, cash] = [await sold([20, 21], 1_500_000), await sold([22], 0)];
  const undo = async (orderId: string, coupon?: string) => {
    const tickets = answerOf(await clerk.order(orderId)).tickets.map(({ id }) => id);
    const body = {
      ticketIds: tickets,
      amount: tickets.length * 1_000_000,
      reason: 'No viene',
      ...(coupon === undefined ? {} : { coupon }),
    };
    answerOf(await clerk.call(voidSale, { params: { orderId }, body }));
  };
  const electronic = { by: 'Medio electrónico', amount: 1_500_000 };
  const paidBy = async (id: string) => Promise.all((await billsOf(id)).map(async (bill) => (await sheetOf(id, bill)).sheet.paidBy));
  expect(await paidBy(mixed)).toEqual([[{ by: 'Efectivo', amount: 500_000 }, electronic]]);
  expect(await paidBy(cash)).toEqual([[{ by: 'Efectivo', amount: 1_000_000 }]]);
  await undo(mixed, '777');
  await undo(cash);
  expect((await paidBy(mixed))[1]).toEqual([{ by: 'Efectivo', amount: 500_000 }, electronic]);
  expect((await paidBy(cash))[1]).toEqual([{ by: 'Efectivo', amount: 1_000_000 }]);
});

test('a bill whose lines are not what was booked is refused before the tax office is asked, with both amounts', async () => {
  const [wrong, sound] = [await shop.purchase({ seats: 1 }), await shop.purchase({ seats: 1 })];
  for (const { id } of [wrong, sound]) answerOf(await buyer.pay({ id, total: TICKET_TOTAL }));
  await ownerOf(db).begin(async (tx) => {
    await tx`alter table bill disable trigger user`;
    await tx`update bill set amount = amount - 50 where purchase_id = ${wrong.id}`;
    await tx`alter table bill enable trigger user`;
  });
  const asked = authority.vouchers().length;
  await authority.issue(db);
  const [bill] = (await organiser.order(wrong.id)).bills;
  expect(bill).toMatchObject({ state: 'refused', problems: [{ message: expect.stringMatching(/11500\b.*11499\.5\b/) }] });
  expect((await organiser.order(sound.id)).bills).toMatchObject([{ state: 'authorised' }]);
  expect(authority.vouchers()).toHaveLength(asked + 1);
});
