import { createStore } from '@butaca/browser/create-store.ts';
import type { Client, HeldPlace, Outcome, Purchase } from '@butaca/contract';
import { changeSector, setPlaces, takeMore, takePlaces, takeQuantities } from '@butaca/contract/places';
import { withPlaces } from '@butaca/venue-map/bits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { badgeOf } from '../../../app/purchase/clock/cart.ts';
import type { PurchaseClock } from '../../../app/purchase/clock/create-clock.ts';
import type { PlacesRules } from '../../../app/purchase/limits.ts';
import { createSelection, overlay, type Seller } from '../../../app/purchase/selection/selection.ts';
import { noWishes } from '../../../app/purchase/selection/wishes.ts';
import { minutes, noon, purchase } from '../clock/purchases.ts';
import { browser } from '../clock/tabs.ts';
import { bitsOf, hallStoreOf } from '../seat-map/hall.ts';

const performanceId = 101;
const free = [0, 1, 2, 3, 9];
const rules: PlacesRules = [
  { limit: 'performance', most: 4, has: 0 },
  { limit: 'purchase', most: 6, has: 0 },
];

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

const place = (placeId: number, priceTypeId = 1): HeldPlace => ({
  placeId,
  sectorId: 1,
  sectorName: 'Platea',
  row: 'A',
  seat: String(placeId + 1),
  priceTypeId,
  priceTypeName: 'General',
  final: 1000,
});

const holding = (ids: readonly number[], facts: Partial<Purchase> = {}) =>
  purchase({
    performances: [{ id: performanceId, placeCount: ids.length, places: ids.map((id) => place(id)) }],
    quantity: { total: ids.length },
    ...facts,
  });

type Answer = Outcome<typeof setPlaces | typeof changeSector | typeof takeQuantities> | Error;
const ok = (ids: readonly number[], added: readonly number[] = []): Answer => ({
  status: 'ok',
  code: 200,
  data: { purchase: holding(ids), placeIds: [...added], contiguous: true },
});
const lost = (...placeIds: number[]): Answer => ({ status: 'refusal', code: 470, failure: 'places_taken', data: { placeIds } });

/** The places page in one tab: selection and map on the tab's clock, and a server that answers when it is told to. */
function page(clock: PurchaseClock, { seller = 'shop' }: { seller?: Seller } = {}) {
  const stock = createStore({ bits: bitsOf(free) });
  const asked: { endpoint: unknown; input: { params?: unknown; body?: unknown } }[] = [];
  const logIns: boolean[] = [];
  const keys: string[] = [];
  const gone: number[] = [];
  let answer: (answer: Answer) => void = () => {};
  const call = (endpoint: unknown, input: object, { idempotencyKey }: { idempotencyKey: string }) => {
    asked.push({ endpoint, input });
    keys.push(idempotencyKey);
    return new Promise<unknown>((resolve, reject) => {
      answer = (given) => (given instanceof Error ? reject(given) : resolve(given));
    });
  };
  const refresh = vi.fn(async () => {});
  const selection = createSelection({
    performanceId,
    seller,
    rules: createStore(rules),
    onLimit: () => {},
    onGone: (placeIds) => void gone.push(...placeIds),
    clock,
    feed: { refresh, correct: (places, isFree) => stock.set({ bits: withPlaces(stock.get().bits, places, isFree) }) },
    client: async () => ({ call: call as unknown as Client['call'] }),
    logIn: (failed) => void logIns.push(failed),
  });
  const map = hallStoreOf({ feed: stock, selection });
  map.subscribe(() => {});
  return {
    selection,
    map,
    asked,
    /** Of the calls, in their order. */
    keys,
    logIns,
    gone,
    refresh,
    /** In the list, and on the map. */
    own: () => ({
      list: selection.get().places.map(({ placeId }) => placeId),
      map: Array.from({ length: 10 }, (_, id) => id).filter((id) => map.stateOf(id) === 'mine'),
      marks: [...map.get().mine],
    }),
    everywhere: (...ids: number[]) => ({ list: ids, map: ids, marks: ids }),
    async answered(given: Answer) {
      answer(given);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

/** Until what was tapped has been sent. */
const sent = () => vi.advanceTimersByTimeAsync(0);

test('a tap marks the place at once, and the answer makes it the buyer’s on the map, in the list and in the cart', async () => {
  const clock = browser().tab(1);
  const { selection, map, own, everywhere, answered, asked, refresh } = page(clock);
  map.tap(2);
  expect([map.stateOf(2), selection.get().busy, selection.get().room]).toEqual(['pending', true, 3]);
  await sent();
  expect(asked).toEqual([{ endpoint: takePlaces, input: { body: { performanceId, type: undefined, placeIds: [2] } } }]);
  await answered(ok([2], [2]));
  expect(own()).toEqual(everywhere(2));
  expect([selection.get().busy, badgeOf(clock.get().purchase)]).toEqual([false, 1]);
  expect(refresh).toHaveBeenCalledTimes(1);

  map.tap(3);
  await sent();
  expect(asked[1]).toMatchObject({ endpoint: takeMore, input: { params: { purchaseId: purchase().id } } });
});

test('“two more” pressed twice is four; after a lost answer it is the same two, unless they are seen to be held meanwhile', async () => {
  const noAnswer: Answer = { status: 'ERROR', code: 555 };
  const buying = async () => {
    const clock = browser().tab(1);
    await clock.started(holding([]));
    const { selection, keys, answered } = page(clock);
    const twoMore = async (end: Answer) => {
      await vi.advanceTimersByTimeAsync(1000);
      selection.take([{ quantity: 2 }]);
      await sent();
      await answered(end);
    };
    return { clock, keys, twoMore };
  };
  const lostOnce = await buying();
  for (const end of [noAnswer, ok([0, 1], [0, 1]), ok([0, 1, 2, 3], [2, 3])]) await lostOnce.twoMore(end);
  const [first, , third] = lostOnce.keys;
  expect(lostOnce.keys).toEqual([first, first, third]);
  expect(third).not.toBe(first);

  const seen = await buying();
  await seen.twoMore(noAnswer);
  await seen.clock.started(holding([0, 1]));
  await seen.twoMore(ok([0, 1, 2, 3], [2, 3]));
  expect(new Set(seen.keys).size).toBe(2);
});

test('an answer of the server replaces the browser’s places, price types and deadline', async () => {
  const clock = browser().tab(1);
  await clock.started(holding([5, 6], { startedAt: noon, deadline: noon + minutes(12), serverNow: noon }));
  const { selection, map, own, everywhere, answered } = page(clock);
  expect(own()).toEqual(everywhere(5, 6));
  map.tap(2);
  await sent();
  const told = { startedAt: noon, deadline: noon + minutes(8), serverNow: noon };
  const performances = [{ id: performanceId, placeCount: 2, places: [place(6, 9), place(2)] }];
  await answered({ status: 'ok', code: 200, data: { purchase: holding([], { ...told, performances }), placeIds: [2], contiguous: true } });
  expect(selection.get().places).toEqual([place(6, 9), place(2)]);
  expect([...map.get().mine]).toEqual([6, 2]);
  expect(map.stateOf(5)).toBe('taken');
  expect(clock.secondsLeft()).toBe(480);
});

test('places of other performances leave less room, and the limit that is reached is announced', async () => {
  const clock = browser().tab(1);
  const performances = (elsewhere: number) => [
    { id: performanceId, placeCount: 1, places: [place(0)] },
    { id: 102, placeCount: elsewhere, places: Array.from({ length: elsewhere }, (_, id) => place(id)) },
  ];
  await clock.started(purchase({ performances: performances(5), quantity: { total: 6 } }));
  const { selection, map } = page(clock);
  expect(selection.get().room).toBe(0);
  map.tap(2);
  expect(selection.announcements.get().latest).toEqual({ kind: 'problem', problem: { kind: 'most', limit: 'purchase', most: 6, has: 6 } });

  await clock.started(purchase({ performances: performances(1), quantity: { total: 2 } }));
  expect(selection.get().room).toBe(3);
  selection.take([{ quantity: 4 }]);
  expect(selection.announcements.get().latest).toEqual({
    kind: 'problem',
    problem: { kind: 'most', limit: 'performance', most: 4, has: 1 },
  });
});

test('a place removed in another tab leaves map and list at once', async () => {
  const { tab } = browser();
  const [here, there] = [tab(1), tab(2)];
  await here.started(holding([5, 6]));
  // From the second answer on the timer's own text stays the same.
  await here.updated(holding([5, 6]));
  const { own, everywhere, selection } = page(here);
  const heard = vi.fn();
  selection.subscribe(heard);
  await there.updated(holding([6]));
  expect(own()).toEqual(everywhere(6));
  expect(heard).toHaveBeenCalled();
});

test('two tabs see the same places, and a page that is loaded again has them back', async () => {
  const { tab } = browser();
  const pages = [page(tab(1)), page(tab(2))];
  pages[0]?.map.tap(1);
  await sent();
  await pages[0]?.answered(ok([1], [1]));
  for (const { own, everywhere } of [...pages, page(tab(3))]) expect(own()).toEqual(everywhere(1));
});

test.each([
  ['cancelled', (clock: PurchaseClock) => clock.cancel('m', 'cart')],
  ['paid', (clock: PurchaseClock) => clock.paid(purchase().id)],
  ['expired', () => vi.advanceTimersByTimeAsync(minutes(13))],
  ['known to the server as over', (clock: PurchaseClock) => clock.updated(holding([5, 6], { stage: 'expired' }))],
])('a purchase that is %s takes its marks with it everywhere', async (_, end: (clock: PurchaseClock) => Promise<unknown>) => {
  const { tab } = browser();
  const [here, there] = [tab(1), tab(2)];
  await here.started(holding([5, 6]));
  const pages = [page(here), page(there)];
  expect(pages.map(({ own }) => own().map)).toEqual([
    [5, 6],
    [5, 6],
  ]);
  await end(here);
  for (const { own, everywhere, selection } of pages) {
    expect(own()).toEqual(everywhere());
    expect(selection.get()).toEqual({ ...overlay(null, noWishes, { performanceId, rules }) });
  }
  expect(badgeOf(here.get().purchase)).toBeNull();
});

test('a new sale at the box office shows no mark of the sale before', async () => {
  const clock = browser().tab(1);
  await clock.started(holding([5], { type: 'box' }));
  const { own, everywhere } = page(clock, { seller: 'counter' });
  expect(own()).toEqual(everywhere(5));
  await clock.resetBox();
  expect(own()).toEqual(everywhere());
});

test('a counter adds nothing to a purchase of the shop', async () => {
  const clock = browser().tab(1);
  await clock.started(holding([5]));
  const { own, everywhere, map, asked } = page(clock, { seller: 'counter' });
  expect(own()).toEqual(everywhere());
  map.tap(2);
  await sent();
  expect(asked).toEqual([{ endpoint: takePlaces, input: { body: { performanceId, type: 'box', placeIds: [2] } } }]);
});

test('a refusal corrects the map, names the place, and affects no other place', async () => {
  const clock = browser().tab(1);
  await clock.started(holding([5]));
  const { selection, map, own, answered } = page(clock);
  map.tap(2);
  map.tap(3);
  await sent();
  await answered(lost(2));
  expect([map.stateOf(2), map.stateOf(3)]).toEqual(['taken', 'pending']);
  expect(map.get().stock[0]?.free).toBe(free.length - 1);
  expect(selection.announcements.get().shown).toEqual([
    { kind: 'problem', problem: { kind: 'taken', placeIds: [2], labels: [{ section: 'Platea', row: 'A', seat: '3' }] } },
  ]);
  await answered(ok([5, 3], [3]));
  expect(own()).toEqual({ list: [5, 3], map: [3, 5], marks: [5, 3] });
});

/** Somebody who lost place 2 and was given place 1 instead. */
async function offered() {
  const given = page(browser().tab(1));
  given.map.tap(2);
  await sent();
  await given.answered(lost(2));
  expect(given.asked.at(-1)).toMatchObject({ endpoint: takePlaces, input: { body: { placeIds: [1] } } });
  await given.answered(ok([1], [1]));
  expect(given.selection.instead.get()).toEqual({ place: place(1), until: Date.now() + 30_000 });
  return given;
}
const backFrom1 = { endpoint: setPlaces, input: { body: { performanceId, placeIds: [] } } };

test('who loses a place holds the nearest equal one for 30 seconds, and then it goes back', async () => {
  const { selection, map, asked, answered } = await offered();
  await vi.advanceTimersByTimeAsync(29_999);
  expect([asked.length, selection.instead.get()?.place.placeId]).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(selection.instead.get()).toBeNull();
  expect(asked.at(-1)).toMatchObject(backFrom1);
  await answered(ok([]));
  expect(map.stateOf(1)).toBe('free');
});

test('an equal place that is declined goes back at once, and is not given back again later', async () => {
  const { selection, map, asked, answered } = await offered();
  selection.declineInstead();
  await sent();
  expect(asked.at(-1)).toMatchObject(backFrom1);
  await answered(ok([]));
  expect([map.stateOf(1), selection.instead.get()]).toEqual(['free', null]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toHaveLength(3);
});

test('an equal place that is kept stays after the 30 seconds', async () => {
  const { selection, own, everywhere, asked } = await offered();
  selection.keepInstead();
  await vi.advanceTimersByTimeAsync(30_000);
  expect([asked.length, selection.instead.get()]).toEqual([2, null]);
  expect(own()).toEqual(everywhere(1));
  expect(selection.announcements.get().latest).toEqual({ kind: 'held', places: [place(1)], apart: false });
});

test('where the equal place is lost too the next one is tried, and after two nothing is held', async () => {
  const next = page(browser().tab(1));
  next.map.tap(2);
  await sent();
  await next.answered(lost(2));
  await next.answered(lost(1));
  expect(next.asked.at(-1)).toMatchObject({ endpoint: takePlaces, input: { body: { placeIds: [3] } } });
  await next.answered(ok([3], [3]));
  expect(next.selection.instead.get()?.place).toEqual(place(3));

  const none = page(browser().tab(1));
  none.map.tap(2);
  await sent();
  for (const placeId of [2, 1, 3]) await none.answered(lost(placeId));
  expect([none.asked.length, none.selection.instead.get()]).toEqual([3, null]);
  expect([1, 2, 3].map(none.map.stateOf)).toEqual(['taken', 'taken', 'taken']);
});

test('a companion’s seat is taken after a wheelchair space of its section, and not alone', async () => {
  const { selection, map, asked } = page(browser().tab(1));
  map.tap(9);
  await sent();
  expect([asked.length, map.stateOf(9)]).toEqual([0, 'free']);
  expect(selection.announcements.get().latest).toEqual({ kind: 'problem', problem: { kind: 'companion' } });
  map.tap(0);
  map.tap(9);
  await sent();
  expect([map.stateOf(0), map.stateOf(9)]).toEqual(['pending', 'pending']);
});

test('a counter sells a companion’s seat alone', async () => {
  const { map } = page(browser().tab(1), { seller: 'counter' });
  map.tap(9);
  await sent();
  expect(map.stateOf(9)).toBe('pending');
});

test('a place that is given back is free on the map before the next availability answer', async () => {
  const clock = browser().tab(1);
  await clock.started(holding([5, 6]));
  const { selection, map, answered, asked } = page(clock);
  selection.give(place(5));
  expect(map.stateOf(5)).toBe('pending');
  await sent();
  expect(asked).toMatchObject([{ endpoint: setPlaces, input: { body: { performanceId, placeIds: [6], priceTypeIds: [1] } } }]);
  await answered(ok([6]));
  expect([map.stateOf(5), map.stateOf(6)]).toEqual(['free', 'mine']);
});

test('a place that was given back is taken again with the price type it had, and is not said to be given back any more', async () => {
  const clock = browser().tab(1);
  const performances = [{ id: performanceId, placeCount: 2, places: [place(5, 9), place(6)] }];
  await clock.started(purchase({ performances, quantity: { total: 2 } }));
  const { selection, answered, asked } = page(clock);
  selection.give(place(5, 9));
  await sent();
  await answered(ok([6]));
  expect(selection.announcements.get().shown).toEqual([{ kind: 'given', place: place(5, 9) }]);
  selection.takeBack(place(5, 9));
  expect(selection.announcements.get().shown).toEqual([]);
  await sent();
  await answered(ok([6, 5], [5]));
  await answered(ok([6, 5]));
  expect(asked.slice(1)).toMatchObject([
    { endpoint: takeMore, input: { params: { purchaseId: purchase().id }, body: { placeIds: [5] } } },
    { endpoint: setPlaces, input: { body: { placeIds: [6, 5], priceTypeIds: [1, 9] } } },
  ]);
});

test('places that move to another sector are the buyer’s where the server says, and their old ones are free on the map', async () => {
  const clock = browser().tab(1);
  await clock.started(holding([5, 6]));
  const { selection, map, own, everywhere, answered, asked } = page(clock);
  selection.moveTo(2);
  await sent();
  expect(asked).toEqual([
    { endpoint: changeSector, input: { params: { purchaseId: purchase().id }, body: { performanceId, sectorId: 2 } } },
  ]);
  expect(own()).toEqual(everywhere(5, 6));
  await answered(ok([1, 2], [1, 2]));
  expect(own()).toEqual(everywhere(1, 2));
  expect([map.stateOf(5), map.stateOf(6)]).toEqual(['free', 'free']);
  expect(selection.announcements.get().latest).toMatchObject({ kind: 'held', places: [{ placeId: 1 }, { placeId: 2 }] });
});

test('where the other sector has too few places the buyer keeps all, and reads what there is', async () => {
  const clock = browser().tab(1);
  await clock.started(holding([5, 6]));
  const { selection, own, everywhere, answered } = page(clock);
  selection.moveTo(2);
  await sent();
  await answered({
    status: 'refusal',
    code: 471,
    failure: 'not_enough_places',
    data: { sectors: [{ sectorId: 2, name: 'Pullman', free: 1 }] },
  });
  expect(own()).toEqual(everywhere(5, 6));
  expect(selection.announcements.get().latest).toMatchObject({ kind: 'problem', problem: { kind: 'short', offers: [{ free: 1 }] } });
});

test('a price type shows as asked for while its call is under way, and as the server has it afterwards', async () => {
  const clock = browser().tab(1);
  await clock.started(holding([5]));
  const { selection, answered, asked } = page(clock);
  const shown = () => selection.get().places.map(({ priceTypeId }) => priceTypeId);
  selection.setPriceType(place(5), 9);
  expect(shown()).toEqual([9]);
  await sent();
  expect(asked).toMatchObject([{ endpoint: setPlaces, input: { body: { placeIds: [5], priceTypeIds: [9] } } }]);
  await answered(ok([5]));
  expect(shown()).toEqual([1]);
});

test('without a session nothing is held, waiting wishes are dropped, and the buyer goes to the log-in', async () => {
  const { map, own, everywhere, answered, logIns, asked } = page(browser().tab(1));
  map.tap(1);
  map.tap(2);
  await sent();
  await answered({ status: 'unauthorised', httpStatus: 401 });
  expect([logIns, asked.length]).toEqual([[false], 1]);
  expect([map.stateOf(1), map.stateOf(2)]).toEqual(['free', 'free']);
  expect(own()).toEqual(everywhere());
});

test('a failed call shows a problem, and no place stays marked', async () => {
  const { map, answered, selection } = page(browser().tab(1));
  map.tap(1);
  await sent();
  await answered(new Error('no script'));
  expect(map.stateOf(1)).toBe('free');
  expect(selection.announcements.get().latest).toEqual({ kind: 'problem', problem: { kind: 'failed' } });
});

test('the button for the best places is answered once, however often it is pressed', async () => {
  const { selection, asked, answered } = page(browser().tab(1));
  const two = [{ quantity: 2 }];
  for (let press = 0; press < 3; press += 1) selection.take(two);
  await sent();
  selection.take(two);
  await answered(ok([0, 1], [0, 1]));
  selection.take(two);
  await sent();
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  selection.take(two);
  await sent();
  expect(asked).toHaveLength(2);
});

test('after a refusal the next press on the button for the best places counts at once', async () => {
  const { selection, asked, answered } = page(browser().tab(1));
  selection.take([{ quantity: 2 }]);
  await sent();
  await answered(lost(2));
  selection.take([{ quantity: 2 }]);
  await sent();
  expect(asked).toHaveLength(2);
});

test('a first claim without an answer that is made again once its purchase is over holds nothing, and the next press starts a purchase', async () => {
  const { selection, own, everywhere, asked, answered, keys } = page(browser().tab(1));
  selection.take([{ sectorId: 1, quantity: 1 }]);
  await sent();
  await answered({ status: 'ERROR', code: 555 });
  await vi.advanceTimersByTimeAsync(minutes(20));
  selection.take([{ sectorId: 1, quantity: 1 }]);
  await sent();
  expect(keys[1]).toBe(keys[0]);
  await answered({ status: 'refusal', code: 471, failure: 'purchase_over', data: { stage: 'expired' } });
  expect(own()).toEqual(everywhere());
  expect(selection.announcements.get().shown).toEqual([{ kind: 'problem', problem: { kind: 'over' } }]);
  selection.take([{ sectorId: 1, quantity: 1 }]);
  await sent();
  expect(new Set(keys).size).toBe(2);
  expect(asked.map(({ endpoint }) => endpoint)).toEqual([takeQuantities, takeQuantities, takeQuantities]);
  await answered(ok([2], [2]));
  expect(own()).toEqual(everywhere(2));
});

test('a key that was used for something else is told by the frame alone, and a page that another site has opened by its own notice', async () => {
  const { selection, own, everywhere, answered } = page(browser().tab(1));
  selection.take([{ quantity: 2 }]);
  await sent();
  await answered({ status: 'refusal', code: 422, failure: 'key_reused', data: {} });
  expect(selection.announcements.get().shown).toEqual([]);
  selection.take([{ quantity: 2 }]);
  await sent();
  await answered({ status: 'refusal', code: 403, failure: 'foreign_page', data: {} });
  expect(selection.announcements.get().shown).toEqual([{ kind: 'problem', problem: { kind: 'foreign' } }]);
  expect(own()).toEqual(everywhere());
});

/** As a tab keeps what its purchase had. */
const had = ({ placeId, sectorId, sectorName, row, seat, priceTypeId }: HeldPlace) => ({
  ...{ placeId, sectorId, sectorName, priceTypeId },
  ...(row !== undefined && { row }),
  ...(seat !== undefined && { seat }),
});
const open = (placeId: number, priceTypeId: number): HeldPlace => {
  const { row: _, seat: __, ...rest } = place(placeId, priceTypeId);
  return { ...rest, sectorId: 2, sectorName: 'Campo' };
};

test('places of an ended purchase are asked for again in one claim, each with its price type; those that are gone are named, and the rest is taken', async () => {
  const { selection, own, everywhere, answered, asked, gone } = page(browser().tab(1));
  selection.takeAgain([place(1), place(2, 7), place(3)].map(had));
  selection.takeAgain([place(1), place(2, 7), place(3)].map(had));
  await sent();
  const body = (placeIds: number[], priceTypeIds: number[]) => ({ body: { performanceId, placeIds, priceTypeIds } });
  expect(asked).toEqual([{ endpoint: takePlaces, input: body([1, 2, 3], [1, 7, 1]) }]);
  await answered(lost(1));
  expect(asked[1]).toEqual({ endpoint: takePlaces, input: body([2, 3], [7, 1]) });
  await answered(ok([2, 3], [2, 3]));
  expect(own()).toEqual(everywhere(2, 3));
  expect(gone).toEqual([1]);
  const [held, problem] = selection.announcements.get().shown;
  expect(held).toMatchObject({ kind: 'held', places: [{ placeId: 2 }, { placeId: 3 }] });
  expect(problem).toMatchObject({ problem: { kind: 'taken', labels: [{ section: 'Platea', row: 'A', seat: '2' }] } });
  expect(asked).toHaveLength(2);
});

test('where all of them are gone nothing more is asked for', async () => {
  const { selection, answered, asked, gone } = page(browser().tab(1));
  selection.takeAgain([place(1), place(2)].map(had));
  await sent();
  await answered(lost(1, 2));
  expect([asked.length, gone, selection.get().places]).toEqual([1, [1, 2], []]);
});

test('of a sector without numbers as many are asked for again as there were, by price type; what is held already is left out', async () => {
  const clock = browser().tab(1);
  await clock.started(holding([1]));
  const { selection, answered, asked } = page(clock);
  selection.takeAgain([place(1), open(20, 7), open(21, 7)].map(had));
  await sent();
  const quantities = [{ sectorId: 2, priceTypeId: 7, quantity: 2 }];
  expect(asked).toMatchObject([{ endpoint: takeMore, input: { body: { performanceId, quantities } } }]);
  await answered(ok([1, 20, 22], [20, 22]));
  expect(asked).toHaveLength(1);
});

test('more than a purchase may have is not asked for again', async () => {
  const { selection, asked } = page(browser().tab(1));
  selection.takeAgain([place(0), place(1), place(2), place(3), place(9)].map(had));
  await sent();
  expect(asked).toEqual([]);
  expect(selection.announcements.get().latest).toMatchObject({ problem: { kind: 'most' } });
});
