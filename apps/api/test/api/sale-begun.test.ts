import { loadBrand } from '@butaca/brand/load';
import {
  changePlaces,
  changeSector,
  getAvailability,
  getCounterSale,
  getPerformance,
  listCounterPerformances,
  listOtherPlaces,
  listProductsOfPerformance,
  type SaleObstacle,
  voidSale,
} from '@butaca/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { readSale } from '../../src/catalogue/index.ts';
import { settleBrand } from '../../src/db/settle-brand.ts';
import { freshDatabase, ownerOf } from '../database.ts';
import { aProduct } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { placesOf, type Sale, stageOf } from '../factories/purchase.ts';
import { letMinutesPass, letPerformanceAge } from '../factories/time.ts';

/**
 * What each channel sells of a performance that begins: the shop until its start, a counter until its end, and what was held before for as
 * long as it is held.
 */

// Intervals are measured by a clock that goes on when a test says so.
vi.useFakeTimers({ toFake: ['performance'] });
const { db, close } = await freshDatabase();
/** Until the start of every evening, and from then to its end. */
const [BEFORE, LASTS] = [60, 90];
const startsAt = Temporal.Now.instant().add({ minutes: BEFORE });
const evening = { rows: 4, startsAt };
const checkout = await aCheckout(
  db,
  undefined,
  [evening, { ...evening, products: [aProduct({ venue: 'teatro-1' })] }, evening, evening, evening, evening, evening, evening, evening],
  { answersFreshMs: 0 },
);
const { app, buyer, gateway } = checkout;
const [first, paid, late, moved, edge, refused, neighbour, strict, reviewed] = checkout.sales;
const clerk = await aCounter(db, app);
const owner = ownerOf(db);
await owner`update show set duration_minutes = ${LASTS}`;
const hashes = new Map(answerOf(await clerk.call(listCounterPerformances, {})).items.map(({ id, hash }) => [id, hash]));
afterAll(async () => {
  vi.useRealTimers();
  await checkout.close();
  await close();
});

const FACE = 1_000_000;
const TICKET = 1_150_000;
const SNACK = 500_000;
/** Longer than a process keeps what it read of a performance. */
const forget = () => vi.advanceTimersByTime(2100);

/** Lets time pass for a performance and these purchases. */
async function pass({ performanceId }: Sale, minutes: number, ...purchaseIds: readonly string[]) {
  await letPerformanceAge(db, performanceId, minutes);
  for (const id of purchaseIds) await letMinutesPass(db, id, minutes);
  forget();
}

/** What a claim is answered: `ok`, or why it is refused; what it got is given back. */
async function asked(by: Pick<typeof buyer, 'takeBest' | 'cancel'>, sale: Sale): Promise<SaleObstacle | 'ok' | undefined> {
  const answer = await by.takeBest(sale, 1);
  if (answer.status !== 'ok') return 'failure' in answer && answer.failure === 'not_on_sale' ? answer.data.reason : undefined;
  await by.cancel(answer.data.purchase.id);
  return 'ok';
}

/** How both channels see it: whether places are left, what a claim is answered, and whether its page opens. */
async function seen(sale: Sale) {
  const { performanceId } = sale;
  const hasFree = async (query: { type?: 'box' }) =>
    answerOf(await buyer.call(getAvailability, { params: { performanceId }, query })).free > 0;
  const opens = async (by: Pick<typeof buyer, 'call'>) =>
    (await by.call(getPerformance, { params: { performanceId }, query: { hash: hashes.get(performanceId) } })).status === 'ok';
  const { items } = answerOf(await clerk.call(listCounterPerformances, {}));
  return {
    shop: { claim: await asked(buyer, sale), hasFree: await hasFree({}), opens: await opens(buyer) },
    counter: { claim: await asked(clerk, sale), hasFree: await hasFree({ type: 'box' }), opens: await opens(clerk) },
    isListed: items.some(({ id }) => id === performanceId),
  };
}

const open = { claim: 'ok', hasFree: true, opens: true };
const closed = { hasFree: false, opens: false };
const sold = { shop: open, counter: open, isListed: true };
const begun = { shop: { claim: 'started', ...closed }, counter: open, isListed: true };

test('the shop sells until the start, a counter until the show is over; another evening sells as before', async () => {
  expect(await seen(first)).toEqual(sold);
  await pass(first, BEFORE - 5);
  expect(await seen(first)).toEqual(sold);
  await pass(first, 6);
  expect(await seen(first)).toEqual(begun);
  await pass(first, LASTS - 3);
  expect(await seen(first)).toEqual(begun);
  await pass(first, 3);
  const over = { claim: 'over', ...closed };
  expect(await seen(first)).toEqual({ shop: over, counter: over, isListed: false });
  expect(await seen(neighbour)).toEqual(sold);
});

test('a counter is told until when it sells: as long as the show lasts, or the brand’s minutes where that is not known', async () => {
  const { brand } = await loadBrand('butaca');
  const until = async () =>
    answerOf(await clerk.call(listCounterPerformances, {})).items.find(({ id }) => id === neighbour.performanceId)?.sellsUntil;
  const minutesLater = (minutes: number) => Math.trunc(startsAt.add({ minutes }).epochMilliseconds);
  expect(await until()).toBe(minutesLater(LASTS));
  const { performanceId } = neighbour;
  const page = await clerk.call(getPerformance, { params: { performanceId }, query: { hash: hashes.get(performanceId) } });
  expect(answerOf(page).sellsUntil).toBe(minutesLater(LASTS));
  await owner`update show set duration_minutes = null`;
  expect(await until()).toBe(minutesLater(180));
  await settleBrand(db, 'butaca', { ...brand, boxOffice: { ...brand.boxOffice, minutesAfterStart: 20 } });
  expect(await until()).toBe(minutesLater(20));
  await owner`update show set duration_minutes = ${LASTS}`;
  expect(await until()).toBe(minutesLater(LASTS));
});

test('where counters sell nothing of what has begun the shop still says that it has begun, and not that it is over', async () => {
  const { brand } = await loadBrand('butaca');
  await owner`update show set duration_minutes = null`;
  await settleBrand(db, 'butaca', { ...brand, boxOffice: { ...brand.boxOffice, minutesAfterStart: 0 } });
  await pass(strict, BEFORE + 5);
  expect(await seen(strict)).toMatchObject({ shop: { claim: 'started', ...closed }, counter: { claim: 'over', ...closed } });
  await pass(strict, 176);
  expect(await seen(strict)).toMatchObject({ shop: { claim: 'over' }, counter: { claim: 'over' } });
  await settleBrand(db, 'butaca', brand);
  await owner`update show set duration_minutes = ${LASTS}`;
});

test('what was held before the start is paid within its time, in the shop and at a counter, and takes nothing more', async () => {
  await pass(paid, BEFORE - 2);
  const { purchase } = answerOf(await buyer.take(paid, [0, 1]));
  const { items } = answerOf(
    await buyer.call(listProductsOfPerformance, { params: { purchaseId: purchase.id, performanceId: paid.performanceId } }),
  );
  const variantId = items[0]?.variants[0]?.id ?? 0;
  answerOf(await buyer.selectProducts(purchase.id, paid, [{ variantId, quantity: 1 }]));
  answerOf(await buyer.selectDelivery(purchase.id));
  answerOf(await buyer.selectMethod(purchase.id));
  const counterSale = answerOf(await clerk.take(paid, [10, 11])).purchase;
  await pass(paid, 5, purchase.id, counterSale.id);
  const started = { failure: 'not_on_sale', data: { reason: 'started' } };
  const page = await clerk.call(getPerformance, {
    params: { performanceId: paid.performanceId },
    query: { hash: hashes.get(paid.performanceId) },
  });
  const sectorId = answerOf(page).sectors[0]?.id ?? 0;
  expect(await buyer.takeMore(purchase.id, paid, [2])).toMatchObject(started);
  expect(await buyer.setPlaces(purchase.id, paid, [0, 1, 2])).toMatchObject(started);
  expect(await buyer.setPlaces(purchase.id, paid, [0, 2])).toMatchObject(started);
  expect(
    await buyer.call(changeSector, { params: { purchaseId: purchase.id }, body: { performanceId: paid.performanceId, sectorId } }),
  ).toMatchObject(started);
  expect(await buyer.selectProducts(purchase.id, paid, [{ variantId, quantity: 2 }])).toMatchObject({ failure: 'product_refused' });
  // One of them may be given back, and what is left is paid.
  answerOf(await buyer.setPlaces(purchase.id, paid, [0]));
  answerOf(await buyer.preValidate(purchase.id));
  expect(await buyer.pay({ id: purchase.id, total: TICKET + SNACK })).toMatchObject({ data: { outcome: 'approved' } });
  expect(answerOf(await clerk.sell({ id: counterSale.id, total: 2 * FACE }))).toMatchObject({ outcome: 'approved' });
  expect([await stageOf(db, purchase.id), await stageOf(db, counterSale.id)]).toEqual(['paid', 'paid']);
  expect(await seen(neighbour)).toEqual(sold);
});

test('what was held is not paid after its time, and is sold to nobody online then', async () => {
  await pass(late, BEFORE - 2);
  const { purchase } = answerOf(await buyer.take(late, [0, 1]));
  answerOf(await buyer.selectDelivery(purchase.id));
  const charged = gateway.charges.length;
  await pass(late, 14, purchase.id);
  expect(await buyer.pay({ id: purchase.id, total: 2 * TICKET })).toMatchObject({ failure: 'purchase_over' });
  expect(gateway.charges).toHaveLength(charged);
  expect(await buyer.take(late, [0, 1])).toMatchObject({ failure: 'not_on_sale', data: { reason: 'started' } });
  // A counter sells them to whoever stands there.
  const { id } = answerOf(await clerk.take(late, [0, 1])).purchase;
  // Its last minute: what the counter holds is paid after the end, too.
  await pass(late, LASTS - 12 - 1);
  const last = answerOf(await clerk.take(late, [2])).purchase;
  await pass(late, 2, last.id);
  expect(await asked(clerk, late)).toBe('over');
  answerOf(await clerk.sell({ id: last.id, total: FACE }));
  expect(await stageOf(db, id)).toBe('cancelled');
  expect(await placesOf(db, last.id)).toEqual([2]);
});

test('a payment in review is sold after the start while its places are held; approved later, its money goes back, free as they are', async () => {
  await pass(reviewed, BEFORE - 2);
  const inReview = async (by: typeof buyer, places: readonly number[]) => {
    const { purchase } = answerOf(await by.take(reviewed, places));
    answerOf(await by.selectDelivery(purchase.id));
    answerOf(await by.selectMethod(purchase.id));
    answerOf(await by.preValidate(purchase.id));
    gateway.state.next.push('review');
    expect(answerOf(await by.pay({ id: purchase.id, total: places.length * TICKET })).outcome).toBe('pending');
    const payment = gateway.payments.at(-1);
    if (!payment) throw new Error('the gateway has a payment in review');
    return { id: purchase.id, payment, decided: () => by.confirm(purchase.id) };
  };
  const [soon, afterwards] = [await inReview(buyer, [0, 1]), await inReview(await checkout.stranger(), [10, 11])];
  await pass(reviewed, 7, soon.id, afterwards.id);
  soon.payment.status = 'approved';
  expect(answerOf(await soon.decided())).toMatchObject({ outcome: 'approved', purchase: { stage: 'paid' } });
  await pass(reviewed, 15, afterwards.id);
  afterwards.payment.status = 'approved';
  expect(answerOf(await afterwards.decided())).toMatchObject({ outcome: 'refunded', purchase: { stage: 'cancelled' } });
  expect(afterwards.payment.status).toBe('annulled');
  const tickets = await db`select purchase_id as id from ticket where purchase_id = any (${[soon.id, afterwards.id]}::text[])`;
  expect(tickets.map(({ id }) => id)).toEqual([soon.id, soon.id]);
  expect(await seen(neighbour)).toEqual(sold);
});

test('a counter changes places and sells refunded ones again until the show is over', async () => {
  const sale = answerOf(await clerk.take(moved, [0, 1])).purchase;
  answerOf(await clerk.sell({ id: sale.id, total: 2 * FACE }));
  await pass(moved, BEFORE + 10);
  const ofSale = { params: { orderId: sale.id } };
  const tickets = async () => answerOf(await clerk.call(getCounterSale, ofSale)).tickets.map(({ ticket }) => ticket);
  const [one, two] = await tickets();
  const move = (ticketId: string | undefined, placeId: number) =>
    clerk.call(changePlaces, { ...ofSale, body: { changes: [{ ticketId: ticketId ?? '', placeId }], reason: 'Se ve mejor' } });
  expect(answerOf(await clerk.call(listOtherPlaces, { ...ofSale, query: { ticketId: one?.id ?? '' } })).rows.length).toBeGreaterThan(0);
  answerOf(await move(one?.id, 20));
  expect(await placesOf(db, sale.id)).toEqual([1, 20]);
  const undone = { ...ofSale, body: { ticketIds: [two?.id ?? ''], amount: FACE, reason: 'No viene' } };
  answerOf(await clerk.call(voidSale, undone));
  // The seats that were left and given back are had again at a counter, and not in the shop.
  expect(await buyer.take(moved, [0])).toMatchObject({ failure: 'not_on_sale' });
  const again = answerOf(await clerk.take(moved, [0, 1])).purchase;
  answerOf(await clerk.sell({ id: again.id, total: 2 * FACE }));
  await pass(moved, LASTS);
  const [kept] = (await tickets()).filter(({ state }) => state === 'valid');
  const over = { failure: 'not_on_sale', data: { reason: 'over' } };
  expect(await move(kept?.id, 21)).toMatchObject(over);
  expect(await clerk.call(listOtherPlaces, { ...ofSale, query: { ticketId: kept?.id ?? '' } })).toMatchObject(over);
  expect(await placesOf(db, sale.id)).toEqual([20]);
});

test('a refusal names what is the matter', async () => {
  const both = async () => [await asked(buyer, refused), await asked(clerk, refused)];
  const becomes = async (state: string) => {
    await owner`update performance set state = ${state} where id = ${refused.performanceId}`;
    forget();
    return both();
  };
  expect(await becomes('cancelled')).toEqual(['cancelled', 'cancelled']);
  expect(await becomes('announced')).toEqual(['not_yet', 'not_yet']);
  expect(await becomes('sold_out')).toEqual(['sold_out', 'sold_out']);
  expect(await becomes('on_sale')).toEqual(['ok', 'ok']);
  await owner`update show set listed = false`;
  forget();
  expect(await both()).toEqual(['unlisted', 'unlisted']);
  await owner`update show set listed = true`;
  forget();
  expect(await both()).toEqual(['ok', 'ok']);
});

test('a process that counts on from what it read says the same as the database', async () => {
  const { performanceId } = edge;
  const ofDatabase = () => db<{ channel: string; obstacle: SaleObstacle | null }[]>`
    select channel, obstacle from sale_now where performance_id = ${performanceId} order by channel`;
  const isSame = async (read: Awaited<ReturnType<typeof readSale>>) => {
    const rows = await ofDatabase();
    expect(rows.map(({ channel, obstacle }) => [channel, obstacle])).toEqual([
      ['box_office', read?.obstacle('box_office')],
      ['online', read?.obstacle('online')],
    ]);
    return rows.map(({ obstacle }) => obstacle);
  };
  const early = await readSale(db, performanceId);
  expect(await isSame(early)).toEqual([null, null]);
  for (const [minutes, expected] of [
    [BEFORE - 1, [null, null]],
    [2, [null, 'started']],
    [LASTS - 2, [null, 'started']],
    [2, ['over', 'over']],
  ] as const) {
    await letPerformanceAge(db, performanceId, minutes);
    vi.advanceTimersByTime(minutes * 60_000);
    expect(await isSame(await readSale(db, performanceId))).toEqual(expected);
    expect([early?.obstacle('box_office') === null, early?.obstacle('online') === null]).toEqual(expected.map((each) => each === null));
  }
  expect(early?.hasEnded()).toBe(true);
});
