import { loadBrand } from '@butaca/brand/load';
import {
  getBillboard,
  getOfficeOrder,
  getSelectedProducts,
  getSelection,
  getShow,
  handOverProducts,
  hasShop,
  listProducts,
  listProductsOfPerformance,
  postSelectedProducts,
  previewRefund,
} from '@butaca/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aProduct } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { contents } from '../factories/contents.ts';
import { aCounter } from '../factories/counter.ts';
import { customersApp } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { aMailbox } from '../factories/mailbox.ts';
import { anOrganiser } from '../factories/office.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const database = await freshDatabase();
const { db, owner, close } = database;
const shop = await aCheckout(db, undefined, [
  {
    rows: 40,
    products: [
      aProduct({
        variants: [
          { key: 's', name: 'S' },
          { key: 'm', name: 'M', stock: 1 },
          { key: 'l', name: 'L', stock: 0 },
        ],
        mostPerPurchase: 4,
      }),
      aProduct({ key: 'programa', name: 'Programa', mostPerTicket: 1, variants: [{ price: 100_000, taxClass: 'exempt', stock: 500 }] }),
      aProduct({ key: 'taza', name: 'Taza', mostPerPerson: 2, mostPerPurchase: 2, variants: [{ price: 300_000, stock: 500 }] }),
      aProduct({ key: 'lamina', name: 'Lámina', handover: 'with_order', variants: [{ price: 200_000, stock: 500 }] }),
      aProduct({ key: 'lejos', name: 'De otra sala', venue: 'teatro-1' }),
      aProduct({ key: 'ajeno', name: 'De otro espectáculo' }),
      aProduct({ key: 'otra-fecha', name: 'De otra fecha', performances: [{ startsAt: '2039-01-01T20:00:00Z' }] }),
    ],
  },
  { rows: 4 },
]);
const { app, sale, card, gateway, stranger } = shop;
const twin = await customersApp(db, { payments: [card] });
const { brand } = await loadBrand('butaca');
const closed = await customersApp(db, { payments: [card], brand: { ...brand, flags: { ...brand.flags, products: false } } });
const mailbox = await aMailbox(database);
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await twin.close();
  await closed.close();
  await shop.close();
  await close();
});

await db`
  insert into show (seo, show_type_id, venue_id, name) select 'otelo', show_type_id, venue_id, 'Otelo' from show where seo = 'hamlet'`;
await db`update product set show_id = (select id from show where seo = 'otelo') where key = 'ajeno'`;
const variants = await db<{ product: string; variant: string; id: number }[]>`
  select product.key as product, product_variant.key as variant, product_variant.id from product_variant join product on product.id = product_id`;
const idOf = (product: string, variant = 'v0') => variants.find((each) => each.product === product && each.variant === variant)?.id ?? 0;
const [SMALL, LAST, NONE] = [idOf('remera', 's'), idOf('remera', 'm'), idOf('remera', 'l')];
const [PROGRAMME, CUP, PRINT, FAR] = [idOf('programa'), idOf('taza'), idOf('lamina'), idOf('lejos')];

type Buyer = Awaited<ReturnType<typeof stranger>>;
/** Customers of the factories have one document. */
async function person(document = String(20_000_000 + people++)): Promise<Buyer> {
  const buyer = await stranger();
  await db`update customer set document_number = ${document} where id = ${buyer.customerId}`;
  return buyer;
}
let people = 0;
let next = 0;
const seats = (count: number) => Array.from({ length: count }, () => next++);
const started = async (buyer: Buyer, count = 1) => answerOf(await buyer.take(sale, seats(count))).purchase;
const some = (variantId: number, quantity = 1) => [{ variantId, quantity }];
const choose = (buyer: Pick<Buyer, 'selectProducts'>, id: string, ...products: readonly { variantId: number; quantity: number }[]) =>
  buyer.selectProducts(id, sale, products);
const bodyOf = (variantId: number) => ({ performanceId: sale.performanceId, variantId });
const refused = (reason: string, most = 0) => ({ failure: 'product_refused', data: { reason, most } });
const takenOf = async (variantId: number) =>
  db<
    { id: string; quantity: number }[]
  >`select purchase_id as id, quantity from purchase_product where variant_id = ${variantId} order by taken_at`;
async function paid(buyer: Buyer, id: string, deliveryTypeId: number | null = 1) {
  if (deliveryTypeId !== null) answerOf(await buyer.selectDelivery(id, deliveryTypeId));
  const { totals } = answerOf(await buyer.purchase(id));
  return answerOf(await buyer.pay({ id, total: totals?.total ?? 0 }));
}

describe('the shop', () => {
  test('shows everybody what venues sell for performances to come, of all or of one, and what is sold out (CA-007, R-026, ER-022)', async () => {
    const visitor = clientOf(app);
    const { items } = await visitor.ok(listProducts, { query: { venueId: undefined } });
    // What no performance to come is sold with is not in it.
    expect(items.map(({ name }) => name).sort()).toEqual(['De otra sala', 'Lámina', 'Programa', 'Remera', 'Taza']);
    const shirt = items.find(({ name }) => name === 'Remera');
    expect(shirt?.variants.map(({ name, soldOut, final }) => [name, soldOut, final])).toEqual([
      ['S', false, 500_000],
      ['M', false, 500_000],
      ['L', true, 500_000],
    ]);
    expect(shirt?.performances.map(({ id }) => id)).toEqual([sale.performanceId]);
    const far = items.find(({ name }) => name === 'De otra sala');
    const { items: ofOne } = await visitor.ok(listProducts, { query: { venueId: far?.venueId } });
    expect(ofOne.map(({ name }) => name)).toEqual(['De otra sala']);
  });

  test('says for a performance whether it sells products, and which the purchase may have (CA-056, CA-057)', async () => {
    const buyer = await person();
    const of = (purchaseId: string, { performanceId } = sale) => ({ params: { purchaseId, performanceId } });
    expect(answerOf(await buyer.call(hasShop, of('0')))).toEqual({ active: true });
    const { id } = await started(buyer, 2);
    answerOf(await choose(buyer, id, ...some(SMALL, 3)));
    const { items } = answerOf(await buyer.call(listProductsOfPerformance, of(id)));
    const state = items.flatMap(({ variants: all }) => all).map(({ id: variant, most, quantity }) => [variant, most, quantity]);
    expect(state).toEqual(
      expect.arrayContaining([
        [SMALL, 4, 3],
        [LAST, 1, 0],
        [NONE, 0, 0],
        [PROGRAMME, 2, 0],
        [CUP, 2, 0],
      ]),
    );
    expect(items.some(({ name }) => name === 'De otra sala')).toBe(false);
    expect(await (await person()).call(listProductsOfPerformance, of(id))).toMatchObject({ failure: 'not_found' });
    const counter = await aCounter(db, app);
    const atCounter = clientOf(app, { token: counter.token });
    const refusal = await buyerAt(app, { token: counter.token }).selectProducts('0', sale, some(SMALL));
    expect(refusal).toMatchObject({ failure: 'not_for_you' });
    expect(answerOf(await atCounter.call(hasShop, of('0')))).toEqual({ active: false });
  });
});

describe('products of a purchase', () => {
  test('are priced beside its tickets, each with its own tax, and shown by both methods; nobody else’s row changes (GE-011, CA-058, CA-059)', async () => {
    const [buyer, other] = [await person(), await person()];
    const [{ id }, theirs] = [await started(buyer, 2), await started(other)];
    const { purchase: before, place, ...rest } = await contents(db);
    const purchase = answerOf(await choose(buyer, id, ...some(SMALL, 2), ...some(PROGRAMME, 2)));
    expect(purchase.totals).toMatchObject({ products: 1_200_000, total: 2 * TICKET_TOTAL + 1_200_000 });
    const net = 2 * Math.round(500_000 / 1.21 / 100) * 100 + 200_000;
    const ofTickets = answerOf(await other.purchase(theirs.id)).totals?.net ?? 0;
    expect(purchase.totals?.net).toBe(2 * ofTickets + net);
    expect(purchase.products).toMatchObject([
      { variantId: SMALL, name: 'Remera', variantName: 'S', quantity: 2, final: 500_000, total: 1_000_000 },
      { variantId: PROGRAMME, name: 'Programa', quantity: 2, total: 200_000 },
    ]);
    expect(purchase.quantity.total).toBe(6);
    const selected = { items: purchase.products, total: 1_200_000 };
    expect(answerOf(await buyer.call(getSelectedProducts, { params: { purchaseId: id } }))).toEqual(selected);
    expect(answerOf(await buyer.call(postSelectedProducts, { params: { purchaseId: id }, body: {} }))).toEqual(selected);
    expect(answerOf(await buyer.call(getSelection, { params: { purchaseId: id } })).products).toEqual(purchase.products);
    const after = await contents(db);
    expect(after.place).toBe(place);
    expect(after.purchase).not.toBe(before);
    const changed = Object.keys(rest).filter((table) => rest[table] !== after[table]);
    expect(changed).toEqual(['purchase_product', 'used_key']);
    expect(answerOf(await other.purchase(theirs.id)).products).toBeUndefined();
    // Chosen again, they are exactly these.
    expect(answerOf(await choose(buyer, id, ...some(PROGRAMME, 1))).totals).toMatchObject({ products: 100_000 });
    expect(answerOf(await choose(buyer, id)).totals).toMatchObject({ products: 0, total: 2 * TICKET_TOTAL });
    expect((await takenOf(SMALL)).filter((row) => row.id === id)).toEqual([]);
  });

  test('that are not sold for the performance, are too many, or are named twice are refused with the reason, and nothing is taken (ER-022)', async () => {
    const [buyer, thief] = [await person(), await person()];
    const { id } = await started(buyer, 1);
    const before = await contents(db);
    expect(await choose(buyer, id, ...some(NONE))).toMatchObject(refused('out_of_stock'));
    expect(await choose(buyer, id, ...some(LAST, 2))).toMatchObject(refused('out_of_stock', 1));
    expect(await choose(buyer, id, ...some(SMALL, 5))).toMatchObject(refused('purchase', 4));
    expect(await choose(buyer, id, ...some(SMALL, 4), ...some(LAST))).toMatchObject({ failure: 'product_refused' });
    expect(await choose(buyer, id, ...some(PROGRAMME, 2))).toMatchObject(refused('tickets', 1));
    expect(await choose(buyer, id, ...some(FAR))).toMatchObject(refused('gone'));
    expect(await choose(buyer, id, ...some(idOf('ajeno')))).toMatchObject(refused('gone'));
    expect(await choose(buyer, id, ...some(idOf('otra-fecha')))).toMatchObject(refused('gone'));
    expect(await choose(buyer, id, ...some(2_000_000_000))).toMatchObject(refused('gone'));
    expect(await buyer.selectProducts(id, { performanceId: 2_000_000_000 }, some(SMALL))).toMatchObject(refused('gone'));
    const field = { failure: 'invalid_input', data: { fields: [{ name: 'listaProducto' }] } };
    expect(await choose(buyer, id, ...some(SMALL), ...some(SMALL))).toMatchObject(field);
    expect(await choose(buyer, '0')).toMatchObject(field);
    expect(await choose(thief, id, ...some(SMALL))).toMatchObject({ failure: 'not_found' });
    expect(await choose(buyer, 'A'.repeat(22), ...some(SMALL))).toMatchObject({ failure: 'not_found' });
    expect(await contents(db)).toEqual(before);
  });

  test('go with the places of their performance when these are given back', async () => {
    const buyer = await person();
    const { id } = await started(buyer);
    answerOf(await choose(buyer, id, ...some(SMALL)));
    expect(answerOf(await buyer.release(id, sale)).products).toBeUndefined();
    expect((await takenOf(SMALL)).filter((row) => row.id === id)).toEqual([]);
  });

  test('of a sort that goes with tickets are not paid once the tickets are fewer, and nothing is charged', async () => {
    const buyer = await person();
    const { id, performances } = await started(buyer, 2);
    answerOf(await choose(buyer, id, ...some(PROGRAMME, 2)));
    const [first] = performances[0]?.places ?? [];
    answerOf(await buyer.setPlaces(id, sale, [first?.placeId ?? 0]));
    answerOf(await buyer.selectDelivery(id));
    const charges = gateway.payments.length;
    expect(await buyer.pay({ id, total: TICKET_TOTAL + 200_000 })).toMatchObject(refused('tickets', 1));
    expect(gateway.payments.length).toBe(charges);
  });

  test('are not kept for days', async () => {
    const buyer = await person();
    const { id } = await started(buyer);
    answerOf(await choose(buyer, id, ...some(SMALL)));
    expect(await buyer.reserve(id)).toMatchObject({ failure: 'cannot_reserve', data: { reason: 'products' } });
  });
});

describe('a brand without a shop (FL-017)', () => {
  const ofBoth = [clientOf(app), clientOf(closed)];

  test('refuses the shop’s calls, says of no venue that it sells products, and starts no purchase of products alone', async () => {
    const [show] = (await clientOf(app).ok(getBillboard, {})).items;
    const { id: showId = 0, hash } = show ?? {};
    const venues = await Promise.all(ofBoth.map((each) => each.ok(getShow, { params: { showId }, query: { hash } })));
    expect(venues.map(({ venue }) => venue.sellsProducts)).toEqual([true, undefined]);
    const buyer = await person();
    const there = buyerAt(closed, { token: buyer.token });
    const params = { purchaseId: '0', performanceId: sale.performanceId };
    expect(await clientOf(closed).refused(listProducts, { query: { venueId: undefined } })).toMatchObject({ failure: 'not_found' });
    expect(answerOf(await there.call(hasShop, { params }))).toEqual({ active: false });
    expect(await there.call(listProductsOfPerformance, { params })).toMatchObject({ failure: 'not_found' });
    expect(await choose(there, '0', ...some(SMALL))).toMatchObject({ failure: 'not_found' });
    expect(await db`select id from purchase where customer_id = ${buyer.customerId}`).toEqual([]);
  });

  test('adds none to a purchase with places; those of one from before are kept, paid, and may be given back', async () => {
    const buyer = await person();
    const there = buyerAt(closed, { token: buyer.token });
    const { id } = await started(buyer);
    expect(await choose(there, id, ...some(SMALL))).toMatchObject({ failure: 'not_found' });
    const params = { purchaseId: id };
    expect(await there.call(getSelectedProducts, { params })).toMatchObject({ failure: 'not_found' });
    expect(await there.call(postSelectedProducts, { params, body: {} })).toMatchObject({ failure: 'not_found' });
    expect((await takenOf(SMALL)).filter((row) => row.id === id)).toEqual([]);

    answerOf(await choose(buyer, id, ...some(SMALL), ...some(PRINT)));
    expect(answerOf(await there.call(getSelectedProducts, { params })).total).toBe(700_000);
    expect(await choose(there, id, ...some(SMALL, 2))).toMatchObject({ failure: 'not_found' });
    expect((await takenOf(SMALL)).filter((row) => row.id === id)).toEqual([{ id, quantity: 1 }]);
    const other = await person();
    const second = await started(other);
    answerOf(await choose(other, second.id, ...some(SMALL)));
    answerOf(await choose(buyerAt(closed, { token: other.token }), second.id));
    expect((await takenOf(SMALL)).filter((row) => row.id === second.id)).toEqual([]);
    answerOf(await there.selectDelivery(id));
    expect(answerOf(await there.pay({ id, total: TICKET_TOTAL + 700_000 }))).toMatchObject({ outcome: 'approved' });
  });
});

describe('the stock', () => {
  test('sells the last one once, of many buyers at two processes and in two tabs', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => person()));
    const ids: string[] = [];
    for (const buyer of buyers) ids.push((await started(buyer)).id);
    const wants = buyers.flatMap((buyer, index) => [
      choose(buyer, ids[index] ?? '', ...some(LAST)),
      choose(buyerAt(twin, { token: buyer.token }), ids[index] ?? '', ...some(LAST)),
    ]);
    const results = (await Promise.all(wants)).map(resultOf);
    expect(new Set(results)).toEqual(new Set(['ok', 'product_refused']));
    const rows = await takenOf(LAST);
    expect(rows).toMatchObject([{ quantity: 1 }]);
    for (const [index, id] of ids.entries()) {
      const { products } = answerOf(await (buyers[index] as Buyer).purchase(id));
      expect(products?.length ?? 0).toBe(rows[0]?.id === id ? 1 : 0);
    }
    // It is back the moment its purchase has expired, before anybody has swept, and the expired one is not paid.
    const winner = ids.indexOf(rows[0]?.id ?? '');
    const loser = winner === 0 ? 1 : 0;
    answerOf(await (buyers[winner] as Buyer).selectDelivery(ids[winner] ?? ''));
    await letMinutesPass(db, ids[winner] ?? '', 13);
    answerOf(await choose(buyers[loser] as Buyer, ids[loser] ?? '', ...some(LAST)));
    expect(await (buyers[winner] as Buyer).pay({ id: ids[winner] ?? '', total: TICKET_TOTAL + 500_000 })).toMatchObject({
      failure: 'purchase_over',
    });
    await sweepExpired(app.sale);
    // A cancelled one gives it back, too.
    answerOf(await (buyers[loser] as Buyer).cancel(ids[loser] ?? ''));
    const last = await person();
    const { id } = await started(last);
    answerOf(await choose(last, id, ...some(LAST)));
    answerOf(await last.cancel(id));
  });

  test('stays with a purchase under payment and with one that was declined, and is sold with the paid one', async () => {
    const [buyer, other] = [await person(), await person()];
    const [{ id }, theirs] = [await started(buyer), await started(other)];
    answerOf(await choose(buyer, id, ...some(LAST)));
    answerOf(await buyer.selectDelivery(id));
    const total = TICKET_TOTAL + 500_000;
    gateway.state.next = ['decline'];
    expect(answerOf(await buyer.pay({ id, total }))).toMatchObject({ outcome: 'declined' });
    expect(await choose(other, theirs.id, ...some(LAST))).toMatchObject(refused('out_of_stock'));
    gateway.state.next = ['lost'];
    expect(answerOf(await buyer.pay({ id, total }))).toMatchObject({ outcome: 'unknown' });
    await letMinutesPass(db, id, 60);
    expect(await choose(other, theirs.id, ...some(LAST))).toMatchObject(refused('out_of_stock'));
    expect(await choose(buyer, id)).toMatchObject({ failure: 'purchase_paying' });
  });

  test('of a person is counted over all accounts with the document', async () => {
    const [mine, twice] = [await person('29999999'), await person('29999999')];
    const [{ id }, second] = [await started(mine), await started(twice)];
    const races = await Promise.all([choose(mine, id, ...some(CUP, 2)), choose(twice, second.id, ...some(CUP, 2))]);
    expect(races.map(resultOf).sort()).toEqual(['ok', 'product_refused']);
    const [won, lost] = races[0].status === 'ok' ? [0, 1] : [1, 0];
    expect(races[lost as 0]).toMatchObject(refused('person'));
    const winner = won === 0 ? ([mine, id] as const) : ([twice, second.id] as const);
    const loser = won === 0 ? ([twice, second.id] as const) : ([mine, id] as const);
    answerOf(await choose(winner[0], winner[1], ...some(CUP, 1)));
    answerOf(await choose(loser[0], loser[1], ...some(CUP, 1)));
    const somebody = await person();
    answerOf(await choose(somebody, (await started(somebody)).id, ...some(CUP, 2)));
  });
});

describe('products alone', () => {
  test('are bought without places: no delivery when they are fetched, one click starts one purchase, and the order and the mail have them', async () => {
    const buyer = await person();
    const key = 'uno-solo';
    const clicks = await Promise.all([1, 2].map(async () => answerOf(await buyer.selectProducts('0', sale, some(SMALL, 2), { key }))));
    const [purchase] = clicks;
    const id = purchase?.id ?? '';
    expect(clicks.map((click) => click.id)).toEqual([id, id]);
    expect(await db`select id from purchase where customer_id = ${buyer.customerId}`).toHaveLength(1);
    expect(purchase).toMatchObject({
      stage: 'open',
      performances: [{ id: sale.performanceId, placeCount: 0 }],
      totals: { tickets: 0, delivery: 0, products: 1_000_000, total: 1_000_000 },
    });
    expect(answerOf(await buyer.preValidate(id).then(async () => buyer.selectMethod(id)))).toMatchObject({ id });
    expect(answerOf(await buyer.preValidate(id))).toMatchObject({ id });
    const result = await paid(buyer, id, null);
    expect(result).toMatchObject({ outcome: 'approved' });
    const accounts = Object.fromEntries((await balancesOf(db, id)).map(({ account, balance }) => [account, balance]));
    expect(accounts.products).toBe(-1_000_000);
    const order = answerOf(await buyer.order(id));
    expect(order).toMatchObject({
      state: 'paid',
      tickets: [],
      totals: { products: 1_000_000 },
      performances: [{ id: sale.performanceId }],
    });
    expect(order.purchase.products).toMatchObject([{ name: 'Remera', variantName: 'S', quantity: 2, total: 1_000_000 }]);
    expect(answerOf(await buyer.orders()).items.map((each) => each.id)).toEqual([id]);
    const [customer] = await db<{ email: string }[]>`select email from customer where id = ${buyer.customerId}`;
    const [mail] = await mailbox.mailsTo(customer?.email ?? '');
    expect(mail?.subject).toBe('Tu compra: Remera');
    expect(mail?.text).toContain('2 × Remera, S');
    // After the payment the stock is sold, and another purchase may have the rest.
    expect((await takenOf(SMALL)).filter((row) => row.id === id)).toMatchObject([{ quantity: 2 }]);
  });

  test('that are handed over need a delivery, and no file', async () => {
    const buyer = await person();
    const { id } = answerOf(await choose(buyer, '0', ...some(PRINT)));
    expect(await buyer.pay({ id, total: 200_000 })).toMatchObject({
      failure: 'invalid_input',
      data: { fields: [{ name: 'idEntregaTipo' }] },
    });
    answerOf(await buyer.selectDelivery(id, 1));
    expect(await buyer.pay({ id, total: 200_000 })).toMatchObject({ failure: 'delivery_unavailable' });
    expect(await paid(buyer, id, 2)).toMatchObject({ outcome: 'approved' });
  });

  test('of a sort that goes with tickets are for paid ones that have none yet, however many tabs try at once', async () => {
    const buyer = await person();
    expect(await choose(buyer, '0', ...some(PROGRAMME))).toMatchObject(refused('tickets'));
    const { id } = await started(buyer, 2);
    answerOf(await choose(buyer, id, ...some(PROGRAMME)));
    expect(await paid(buyer, id)).toMatchObject({ outcome: 'approved' });
    const tabs = await Promise.all([1, 2, 3].map(() => choose(buyer, '0', ...some(PROGRAMME))));
    expect(tabs.map(resultOf).sort()).toEqual(['ok', 'product_refused', 'product_refused']);
    const [later] = tabs.flatMap((tab) => (tab.status === 'ok' ? [tab.data.id] : []));
    expect(await paid(buyer, later ?? '', null)).toMatchObject({ outcome: 'approved' });
    expect(await choose(buyer, '0', ...some(PROGRAMME))).toMatchObject(refused('tickets'));
  });

  test('take a slot of the customer like any purchase', async () => {
    const buyer = await person();
    const results: string[] = [];
    for (let turn = 0; turn < app.sale.limits.mostPurchases + 1; turn++) results.push(resultOf(await choose(buyer, '0', ...some(SMALL))));
    expect(results.at(-1)).toBe('too_many_purchases');
    expect(new Set(results.slice(0, -1))).toEqual(new Set(['ok']));
    const rows = await db<{ id: string }[]>`select id from purchase where customer_id = ${buyer.customerId} and stage = 'open'`;
    for (const { id } of rows) answerOf(await buyer.cancel(id));
  });
});

describe('a refund', () => {
  test('gives products back whole with the last ticket, and to the stock; those of another order stay', async () => {
    const [buyer, other] = [await person(), await person()];
    const theirs = await started(other);
    answerOf(await choose(other, theirs.id, ...some(CUP)));
    await paid(other, theirs.id);
    const { id } = await started(buyer, 2);
    answerOf(await choose(buyer, id, ...some(CUP, 2)));
    await paid(buyer, id);
    const first = await organiser.refundSome(id, { count: 1 });
    expect(first.amount).toBe(TICKET_TOTAL);
    expect(await choose(buyer, '0', ...some(CUP))).toMatchObject(refused('person'));
    const last = await organiser.refundSome(id);
    expect(last.amount).toBe(TICKET_TOTAL + 600_000);
    expect(last.outcome).toMatchObject({ status: 'ok' });
    expect(answerOf(await buyer.order(id))).toMatchObject({ state: 'refunded', paid: 0 });
    const returned = await db<{ id: string }[]>`select purchase_id as id from purchase_product where returned_at is not null`;
    expect(returned).toEqual([{ id }]);
    const again = answerOf(await choose(buyer, '0', ...some(CUP, 2)));
    answerOf(await buyer.cancel(again.id));
    expect(answerOf(await other.order(theirs.id))).toMatchObject({ state: 'paid' });
  });

  test('of products alone is one of no ticket, once', async () => {
    const buyer = await person();
    const { id } = answerOf(await choose(buyer, '0', ...some(SMALL)));
    await paid(buyer, id, null);
    expect(await organiser.order(id)).toMatchObject({
      showNames: ['Hamlet'],
      tickets: [],
      products: [{ name: 'Remera', variantName: 'S', quantity: 1, total: 500_000 }],
    });
    const { amount } = answerOf(await organiser.preview(id, []));
    expect(amount).toBe(500_000);
    answerOf(await organiser.refund(id, { ticketIds: [], amount }));
    expect(answerOf(await buyer.order(id))).toMatchObject({ state: 'refunded', paid: 0 });
    const [customer] = await db<{ email: string }[]>`select email from customer where id = ${buyer.customerId}`;
    expect((await mailbox.mailsTo(customer?.email ?? ''))[0]?.text).toContain('Anulamos tu compra de productos para Hamlet.');
    expect(await organiser.preview(id, [])).toMatchObject({ failure: 'cannot_refund', data: { obstacle: 'products_returned' } });
    const withTickets = await started(buyer);
    await paid(buyer, withTickets.id);
    expect(await organiser.preview(withTickets.id, [])).toMatchObject({ failure: 'invalid_input' });
  });
});

test('a counter hands products over once, of two counters at once one; the order says who and when, and nobody else’s change', async () => {
  const [here, there] = [await aCounter(db, app), await aCounter(db, app)];
  const [buyer, other] = [await person(), await person()];
  const ids: string[] = [];
  for (const who of [buyer, other]) {
    const { id } = answerOf(await who.selectProducts('0', sale, some(SMALL, 1)));
    await who.selectMethod(id);
    // Not before it is paid.
    expect(await here.call(handOverProducts, { params: { orderId: id }, body: bodyOf(SMALL) }, { key: `early-${id}` })).toMatchObject({
      failure: 'nothing_to_hand_over',
    });
    expect(await paid(who, id, null)).toMatchObject({ outcome: 'approved' });
    ids.push(id);
  }
  const [orderId = '', untouched = ''] = ids;
  const others = () => db`select * from purchase_product where purchase_id <> ${orderId} order by purchase_id, variant_id`;
  const before = await others();
  const hand = (by: typeof here, key: string) => by.call(handOverProducts, { params: { orderId }, body: bodyOf(SMALL) }, { key });
  const clicks = await Promise.all([hand(here, 'click-here'), hand(there, 'click-there')]);
  expect(clicks.map(resultOf).sort()).toEqual(['handed_over', 'ok']);
  const [first, key] = resultOf(clicks[0]) === 'ok' ? [here, 'click-here'] : [there, 'click-there'];
  // The answer was lost, and the click comes again.
  const again = answerOf(await hand(first, key));
  expect(again.products).toMatchObject([{ variantId: SMALL, quantity: 1, isReturned: false, handedOverBy: expect.any(String) }]);
  expect(Date.now() - (again.products[0]?.handedOverAt ?? 0)).toBeLessThan(60_000);
  expect(await hand(first, 'click-later')).toMatchObject({ failure: 'handed_over' });
  expect(await buyer.call(handOverProducts, { params: { orderId: untouched }, body: bodyOf(SMALL) }, { key: 'click-buyer' })).toMatchObject(
    {
      failure: 'not_for_you',
    },
  );
  expect(await others()).toEqual(before);
  expect(answerOf(await organiser.call(getOfficeOrder, { params: { orderId } })).products).toMatchObject([
    { handedOverAt: again.products[0]?.handedOverAt },
  ]);
});

test('what was given back is not handed over', async () => {
  const [counter, buyer] = [await aCounter(db, app), await person()];
  const { id } = answerOf(await buyer.selectProducts('0', sale, some(SMALL, 1)));
  await buyer.selectMethod(id);
  await paid(buyer, id, null);
  const { amount } = answerOf(await organiser.preview(id, []));
  answerOf(await organiser.refund(id, { ticketIds: [], amount }));
  expect(await counter.call(handOverProducts, { params: { orderId: id }, body: bodyOf(SMALL) }, { key: 'click-returned' })).toMatchObject({
    failure: 'nothing_to_hand_over',
  });
});

describe('a refund of products that were handed over', () => {
  /** A paid order with a cup and a small shirt, of which the cup is handed over. */
  const withCupHandedOver = async (tickets: boolean) => {
    const [counter, buyer] = [await aCounter(db, app), await person()];
    const { id } = tickets ? await started(buyer, 1) : answerOf(await buyer.selectProducts('0', sale, some(CUP)));
    if (!tickets) await buyer.selectMethod(id);
    answerOf(await buyer.selectProducts(id, sale, [...some(CUP), ...(tickets ? some(SMALL) : [])]));
    expect(await paid(buyer, id, tickets ? undefined : null)).toMatchObject({ outcome: 'approved' });
    answerOf(await counter.call(handOverProducts, { params: { orderId: id }, body: bodyOf(CUP) }, { key: `click-${id}` }));
    return { id, buyer, counter, ticketIds: await organiser.validTickets(id) };
  };
  const returned = async (id: string) =>
    (await db<{ id: number }[]>`select variant_id as id from purchase_product where purchase_id = ${id} and returned_at is not null`).map(
      (row) => row.id,
    );
  const bookedProducts = async (id: string) =>
    (
      await db<{ sum: number }[]>`
      select -sum(amount)::int as sum from ledger_entry where purchase_id = ${id} and account = 'products'`
    )[0]?.sum;

  test('says so, keeps their money unless it is asked for, and gives back the others with their stock', async () => {
    const { id, ticketIds } = await withCupHandedOver(true);
    const others = () => db`select * from purchase_product where purchase_id <> ${id} order by purchase_id, variant_id`;
    const before = await others();
    const seen = answerOf(await organiser.preview(id, ticketIds));
    expect(seen).toMatchObject({ amount: TICKET_TOTAL + 500_000, kept: 300_000, handedOver: 300_000 });
    // Whoever says another choice than the one that was looked at is told.
    expect(await organiser.refund(id, { ticketIds, amount: seen.amount, returnsHandedOver: true })).toMatchObject({
      failure: 'refund_changed',
      data: { amount: TICKET_TOTAL + 800_000 },
    });
    answerOf(await organiser.refund(id, { ticketIds, amount: seen.amount }));
    expect([await returned(id), await bookedProducts(id)]).toEqual([[SMALL], 300_000]);
    expect(await others()).toEqual(before);
  });

  test('pays them back by choice, and never puts them into stock', async () => {
    const { id, ticketIds, counter } = await withCupHandedOver(true);
    const amount = TICKET_TOTAL + 800_000;
    expect(
      answerOf(
        await organiser.call(previewRefund, { params: { orderId: id }, body: { ticketIds, way: 'original', returnsHandedOver: true } }),
      ),
    ).toMatchObject({ amount, kept: 0, handedOver: 300_000 });
    const order = answerOf(await organiser.refund(id, { ticketIds, amount, returnsHandedOver: true }));
    expect(order.products.find(({ variantId }) => variantId === CUP)).toMatchObject({
      isReturned: false,
      handedOverAt: expect.any(Number),
    });
    expect([await returned(id), await bookedProducts(id)]).toEqual([[SMALL], 0]);
    expect(await counter.call(handOverProducts, { params: { orderId: id }, body: bodyOf(SMALL) }, { key: 'click-too-late' })).toMatchObject(
      {
        failure: 'nothing_to_hand_over',
      },
    );
  });

  test('of products alone is refused until it is asked for', async () => {
    const { id } = await withCupHandedOver(false);
    expect(await organiser.preview(id, [])).toMatchObject({ failure: 'cannot_refund', data: { obstacle: 'products_handed_over' } });
    answerOf(await organiser.refund(id, { ticketIds: [], amount: 300_000, returnsHandedOver: true }));
    expect([await returned(id), await bookedProducts(id)]).toEqual([[], 0]);
    expect(await organiser.preview(id, [])).toMatchObject({ data: { obstacle: 'products_returned' } });
  });

  test('and a counter that hands them over at the same moment are one after the other', async () => {
    for (let turn = 0; turn < 4; turn++) {
      const [counter, buyer] = [await aCounter(db, app), await person()];
      const { id } = answerOf(await buyer.selectProducts('0', sale, some(SMALL)));
      await buyer.selectMethod(id);
      await paid(buyer, id, null);
      const [refund, hand] = await Promise.all([
        organiser.refund(id, { ticketIds: [], amount: 500_000 }),
        counter.call(handOverProducts, { params: { orderId: id }, body: bodyOf(SMALL) }, { key: `click-of-turn-${turn}` }),
      ]);
      expect([
        ['ok', 'nothing_to_hand_over'],
        ['cannot_refund', 'ok'],
      ]).toContainEqual([resultOf(refund), resultOf(hand)]);
      expect(await returned(id)).toEqual(resultOf(refund) === 'ok' ? [SMALL] : []);
    }
  });
});

test('a price that changes is seen before it is paid, and a product that is withdrawn is not', async () => {
  const buyer = await person();
  const { id } = answerOf(await choose(buyer, '0', ...some(SMALL)));
  const shelved = (price: number) => db`update product_variant set price = ${price} where id = ${SMALL}`;
  await shelved(600_000);
  await expect.poll(async () => answerOf(await buyer.purchase(id)).totals?.total, { timeout: limit(8000) }).toBe(600_000);
  expect(await buyer.pay({ id, total: 500_000 })).toMatchObject({
    failure: 'total_changed',
    data: { purchase: { totals: { total: 600_000 } } },
  });
  await db`update product_variant set withdrawn = true where id = ${SMALL}`;
  expect(await buyer.pay({ id, total: 600_000 })).toMatchObject(refused('gone'));
  await shelved(500_000);
  await db`update product_variant set withdrawn = false where id = ${SMALL}`;
});

test('a purchase without products is taken, shown, paid and kept without a look at the products, and one with some is not', async () => {
  const buyer = await person();
  const [{ role } = { role: '' }] = await db<{ role: string }[]>`select current_user as role`;
  await owner`revoke all on product, product_variant, purchase_product from ${owner(role)}`;
  try {
    const { id } = await started(buyer, 2);
    expect(await paid(buyer, id)).toMatchObject({ outcome: 'approved' });
    expect(answerOf(await buyer.order(id))).toMatchObject({ state: 'paid' });
    expect((await choose(buyer, '0', ...some(SMALL))).status).toBe('fault');
  } finally {
    await owner`grant select, insert, update, delete on product, product_variant, purchase_product to ${owner(role)}`;
  }
});
