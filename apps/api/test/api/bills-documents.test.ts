import { voidSale } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { printableBill } from '../../src/bills/index.ts';
import { findBilledPerformances, findPaidOrder, findRefund, findReturnedBy, findSoldOrder, saveReceiver } from '../../src/bills/queries.ts';
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
  const problem = expect.stringMatching(/11500\b.*11499\.5\b/);
  expect(bill).toMatchObject({ state: 'refused', problems: [{ message: problem }] });
  expect(authority.said.filter(({ purchaseId }) => purchaseId === wrong.id || purchaseId === sound.id)).toEqual([
    { event: 'bill-refused', purchaseId: wrong.id, bill: bill?.id, problem },
  ]);
  expect((await organiser.order(sound.id)).bills).toMatchObject([{ state: 'authorised' }]);
  expect(authority.vouchers()).toHaveLength(asked + 1);
});

test('what is read of an order for its bill is that order’s: who buys it and whom it is made out to, what paid it, and what gave money back', async () => {
  const [other, clerk] = [await shop.stranger(), await aCounter(db, app)];
  const [one, two] = [
    await shop.purchase({ seats: 2 }),
    await shop.purchase({ seats: 1, customerId: other.customerId, deliveryTypeId: 2 }),
  ];
  await db`update customer set first_name = 'Otra', language = 'en' where id = ${other.customerId}`;
  await db`update purchase set language = 'pt' where id = ${one.id}`;
  answerOf(await buyer.pay(one));
  answerOf(await other.pay(two));
  const { id: cash } = answerOf(await clerk.take(late, [30])).purchase;
  answerOf(await clerk.sell({ id: cash, total: 1_000_000 }));
  const open = await shop.purchase();
  const receiver = { condition: 'exempt', documentType: 'dni', documentNumber: '30999888', name: 'Una escuela' } as const;
  await saveReceiver(db, one.id, receiver);
  const rows = await db<{ id: string; number: number; priced: unknown; delivery: string; document: string; kind: string; email: string }[]>`
    select purchase.id, order_number as number, priced, delivery_type.name as delivery, document_number as document, document_type as kind, email
      from purchase join customer on customer.id = customer_id left join delivery_type on delivery_type.id = delivery_type_id`;
  const of = (id: string) => rows.find((row) => row.id === id) as (typeof rows)[number];
  const soldOf = (id: string) => ({ sold: of(id).priced, orderNumber: of(id).number, channel: 'online', delivery: of(id).delivery });
  const buyerOf = (id: string, name: string) => ({ documentType: of(id).kind, documentNumber: of(id).document, name });
  expect(await findSoldOrder(db, one.id)).toEqual({ ...soldOf(one.id), receiver, buyer: buyerOf(one.id, 'Julia Paredes') });
  expect(await findSoldOrder(db, two.id)).toEqual({ ...soldOf(two.id), receiver: null, buyer: buyerOf(two.id, 'Otra Paredes') });
  expect(await findSoldOrder(db, cash)).toEqual({ ...soldOf(cash), channel: 'box_office', delivery: null, receiver: null, buyer: null });
  expect([await findSoldOrder(db, open.id), await findPaidOrder(db, open.id)]).toEqual([undefined, undefined]);

  // The first of two cards, which the table has last, and a try that came to nothing.
  await ownerOf(db).begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update attempt set card_part = 2 where purchase_id = ${one.id}`;
    for (const [part, state, lastFour] of [
      [1, 'approved', '0001'],
      [1, 'declined', '0002'],
    ] as const)
      await tx`
        insert into attempt select (jsonb_populate_record(attempt, ${tx.json({
          ...{
            reference: lastFour.repeat(8),
            idempotency_key: lastFour,
            card_part: part,
            state,
            last_four: lastFour,
            payment_id: lastFour,
            number: 100_000_000_000_000 + Number(lastFour),
          },
        })})).* from attempt where purchase_id = ${one.id} and card_part = 2`;
  });
  const card = { provider: 'payway', brand: 'visa', cash: 0, fromBalance: 0 };
  expect(await findPaidOrder(db, one.id)).toEqual({
    ...{ orderNumber: of(one.id).number, channel: 'online', language: 'pt' },
    buyer: { firstName: 'Julia', lastName: 'Paredes', email: of(one.id).email },
    payments: ['0001', '4905'].map((lastFour) => ({ ...card, lastFour, amount: one.total })),
  });
  expect(await findPaidOrder(db, two.id)).toEqual({
    ...{ orderNumber: of(two.id).number, channel: 'online', language: 'en' },
    buyer: { firstName: 'Otra', lastName: 'Paredes', email: of(two.id).email },
    payments: [{ ...card, lastFour: '4905', amount: two.total }],
  });

  const shown = await findBilledPerformances(db, [late.performanceId, early.performanceId]);
  expect(shown.map(({ id, showName, venueName }) => [id, showName, venueName])).toEqual([
    [early.performanceId, 'Hamlet', 'Teatro'],
    [late.performanceId, 'Hamlet', 'Teatro'],
  ]);
  expect((await findBilledPerformances(db, [late.performanceId])).map(({ id }) => id)).toEqual([late.performanceId]);

  await organiser.refundSome(two.id, { way: 'balance' });
  const tickets = answerOf(await clerk.order(cash)).tickets.map(({ id }) => id);
  answerOf(await clerk.call(voidSale, { params: { orderId: cash }, body: { ticketIds: tickets, amount: 1_000_000, reason: 'No viene' } }));
  const refunds = await db<{ id: string; purchaseId: string; way: string; parts: unknown; tickets: unknown }[]>`
    select id, purchase_id as "purchaseId", way, parts, tickets from refund where purchase_id = any (${[two.id, cash]}::text[]) order by way`;
  expect(refunds.map(({ way }) => way)).toEqual(['balance', 'drawer']);
  const [toBalance, byDrawer] = await Promise.all(refunds.map(({ id, purchaseId }) => findReturnedBy(db, { purchaseId, refundId: id })));
  expect(toBalance).toEqual([{ ...card, provider: 'balance', lastFour: '4905', amount: two.total }]);
  expect(byDrawer).toEqual([{ provider: 'cash', brand: null, lastFour: null, amount: 1_000_000, cash: 0, fromBalance: 0 }]);
  for (const { id, purchaseId, parts, tickets: ofRefund } of refunds)
    expect(await findRefund(db, purchaseId, id)).toEqual({ parts, tickets: ofRefund });
  expect(await findRefund(db, two.id, 'x'.repeat(22))).toBeUndefined();

  await db`update customer set document_type = null, document_number = null where id = ${other.customerId}`;
  expect((await findSoldOrder(db, two.id))?.buyer).toBeNull();
  await ownerOf(db)`
    update customer set erased_at = now(), email = null, email_confirmed_at = null, first_name = null, last_name = null, password_hash = null, gender = null, birthday = null,
                        country = null where id = ${other.customerId}`;
  expect((await findPaidOrder(db, two.id))?.buyer).toBeNull();
});
