import { randomUUID } from 'node:crypto';
import { getShow, listAgenda, listPromotions, listShows, readCode } from '@butaca/contract';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { ImportProblem, ImportQuestions } from '../../src/catalogue/import/index.ts';
import { randomId } from '../../src/db/random-id.ts';
import { claimPlaces } from '../../src/sale/claim/claim-places.ts';
import { inDays } from '../factories/catalogue.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { loggedIn } from '../factories/customers.ts';
import { aMovingShop } from '../factories/moves.ts';
import { havePurchase } from '../factories/purchase.ts';
import { letDaysPass } from '../factories/time.ts';

/** A date that changes: it is the same performance, with everything that is its own. */
const moving = await aMovingShop();
const { db, shop, sale, other, before, after, importing, bought } = moving;
const { app, buyer } = shop;
const door = await (async () => {
  const { token, email } = await loggedIn(app);
  await db`update customer set role = 'door' where email = ${email}`;
  return clientOf(app, { token });
})();
beforeEach(moving.startAgain);
afterAll(moving.close);

const refusedBy = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('it was not refused');
    },
    (error) => error,
  );

const rowOf = async (performanceId: number) =>
  (
    await db<{ key: string; startsAt: Temporal.Instant; revision: number }[]>`
      select key, starts_at as "startsAt", revision from performance where id = ${performanceId}`
  )[0];
const everythingOf = (performanceId: number) => db`
  select to_jsonb(performance) as performance, (select jsonb_agg(to_jsonb(place) order by place_id) from place where performance_id = performance.id) as places
    from performance where id = ${performanceId}`;
const startsOf = async () =>
  (await db<{ at: Temporal.Instant }[]>`select starts_at as at from performance order by starts_at, id`).map(({ at }) => at.toString());
const hamlet = async () => {
  const { items } = await clientOf(app).ok(listShows, {});
  const found = items.find(({ seo }) => seo === 'hamlet');
  return clientOf(app).ok(getShow, { params: { showId: found?.id ?? 0 }, query: { hash: found?.hash ?? '' } });
};

test.each<[string, () => Parameters<typeof importing>[0][number] | Promise<Parameters<typeof importing>[0][number]>]>([
  ['by the start that it had', () => ({ startsAt: after, previousStartsAt: before })],
  ['by its key', async () => ({ startsAt: after, key: (await rowOf(sale.performanceId))?.key ?? '' })],
])(
  'a date that moves, known %s, keeps its tickets, which let in, its promotions and its products, and touches no other night',
  async (_, entry) => {
    const order = await bought();
    const neighbour = await everythingOf(other.performanceId);
    const { notes } = await importing([await entry()]);
    expect(notes).toEqual([
      expect.stringMatching(/^hamlet: \S+ moves from .* to .*; \d+ purchases? \(\d+ places\) (is|are) told by mail$/),
    ]);
    expect(await rowOf(sale.performanceId)).toMatchObject({ startsAt: after });

    const { items } = answerOf(await buyer.call(listPromotions, { params: sale, body: { purchaseId: (await shop.purchase()).id } }));
    expect(items.map(({ name, applied }) => [name, applied])).toEqual([['20 % de descuento', true]]);
    const [product] = await db<{ sold: boolean }[]>`select ${sale.performanceId} = any (performance_ids) as sold from product`;
    expect(product).toEqual({ sold: true });

    const moved = answerOf(await buyer.order(order.id));
    expect(moved.performances).toMatchObject([{ startsAt: after.epochMilliseconds, movedFrom: before.epochMilliseconds }]);
    const [code = ''] = order.tickets.flatMap((ticket) => ticket.code ?? []);
    const reading = { performanceId: sale.performanceId, code, door: undefined };
    expect(answerOf(await door.call(readCode, { body: reading }))).toMatchObject({ result: 'valid' });
    expect(await everythingOf(other.performanceId)).toEqual(neighbour);
  },
);

test('the page of the show says when it was to be, and the agenda has it once, at its new time', async () => {
  await importing([{ startsAt: after, previousStartsAt: before }]);
  const { performances } = await hamlet();
  expect(performances.map(({ id, movedFrom, movedFromDate }) => [id, movedFrom, movedFromDate?.day])).toEqual([
    [other.performanceId, undefined, undefined],
    [sale.performanceId, before.epochMilliseconds, before.toZonedDateTimeISO('America/Argentina/Buenos_Aires').day],
  ]);
  const { items } = await clientOf(app).ok(listAgenda, { query: {} });
  const entry = items.find(({ id }) => id === sale.performanceId);
  expect(entry).toMatchObject({ startsAt: after.epochMilliseconds, revision: expect.any(Number), changedAt: expect.any(Number) });
});

test('a cancelled date stays in the agenda for a week, as cancelled', async () => {
  await importing([{ startsAt: before, state: 'cancelled' }]);
  const ofSale = async () => (await clientOf(app).ok(listAgenda, { query: {} })).items.filter(({ id }) => id === sale.performanceId);
  expect(await ofSale()).toMatchObject([{ isCancelled: true, revision: expect.any(Number) }]);
  await letDaysPass(db, 6);
  expect(await ofSale()).toHaveLength(1);
  await db`update performance set starts_at = ${inDays(30)} where id = ${sale.performanceId}`;
  await letDaysPass(db, 8);
  expect(await ofSale()).toEqual([]);
});

test('the same day at another hour is asked, nothing is written, and the answer decides', async () => {
  const later = before.add({ minutes: 30 });
  const local = later.toZonedDateTimeISO('America/Argentina/Buenos_Aires').toPlainDateTime().toString({ smallestUnit: 'minute' });
  const question = `hamlet:teatro-0:${local}`;
  const [known] = [(await rowOf(sale.performanceId))?.key];
  const asked = await refusedBy(importing([{ startsAt: later }, { startsAt: before, venue: 'teatro-1' }]));
  expect(asked).toBeInstanceOf(ImportQuestions);
  expect(asked.message).toContain(known ?? '?');
  expect(asked.message).toContain(`--answer '${question}=moved'\n  --answer '${question}=new'`);
  expect(await startsOf()).toEqual([before.toString(), before.toString()]);

  await importing([{ startsAt: later }, { startsAt: before, venue: 'teatro-1' }], { answers: { [question]: 'new' } });
  expect(await startsOf()).toEqual([before.toString(), before.toString(), later.toString()]);
  // The weekly file is not asked about again.
  await importing([{ startsAt: later }, { startsAt: before, venue: 'teatro-1' }]);
  expect(await refusedBy(importing([{ startsAt: later }], { answers: { 'otra:cosa': 'new' } }))).toMatchObject({
    message: 'temporada.json: otra:cosa: nothing is asked under this key',
  });
});

test('two dates change places in one file', async () => {
  await importing([
    { key: 'uno', startsAt: before },
    { key: 'dos', startsAt: after },
  ]);
  const ids = async () =>
    (await db<{ key: string; id: number }[]>`select key, id from performance where key in ('uno', 'dos') order by starts_at`).map(
      ({ key }) => key,
    );
  expect(await ids()).toEqual(['uno', 'dos']);
  await importing([
    { key: 'uno', startsAt: after },
    { key: 'dos', startsAt: before },
  ]);
  expect(await ids()).toEqual(['dos', 'uno']);
});

const toOtherHall = async () => importing([{ startsAt: after, venue: 'teatro-1', key: (await rowOf(sale.performanceId))?.key ?? '' }]);
const hallOf = async (performanceId: number) =>
  (await db<{ seo: string }[]>`select seo from venue where id = (select venue_id from performance where id = ${performanceId})`)[0]?.seo;
const noneTaken = async () => {
  await db`delete from ticket where performance_id = ${sale.performanceId}`;
  await db`delete from hold where performance_id = ${sale.performanceId}`;
  await db`update place set state = 'free', purchase_id = null, held_until = null where performance_id = ${sale.performanceId}`;
};

test.each<[string, () => Promise<unknown>]>([
  ['sold', bought],
  ['held', () => shop.purchase()],
  ['reserved', async () => answerOf(await buyer.reserve((await shop.purchase()).id))],
])('a performance does not move to another venue while places of it are %s', async (_, take) => {
  await noneTaken();
  await take();
  const error = await refusedBy(toOtherHall());
  expect(error).toBeInstanceOf(ImportProblem);
  expect(error.message).toMatch(/cannot move from teatro-0 to teatro-1 while 2 of its places are taken/);
  expect(await rowOf(sale.performanceId)).toMatchObject({ startsAt: before });
  expect(await hallOf(sale.performanceId)).toBe('teatro-0');
});

test('it does not, either, for a claim that comes while the import is under way', async () => {
  await noneTaken();
  const purchaseId = await havePurchase(db, { sale: other, customerId: buyer.customerId, placeIds: [9], startedMinutesAgo: 1 });
  let running: Promise<Error> | undefined;
  await db.begin(async (tx) => {
    await tx`select from place where performance_id = ${sale.performanceId} and place_id in (0, 1) for update`;
    await tx`
      insert into hold (performance_id, purchase_id, place_ids, price_type_ids, held_until)
      values (${sale.performanceId}, ${purchaseId}, '{0,1}', ${[sale.priceTypeId, sale.priceTypeId]}, clock_timestamp() + interval '10 minutes')`;
    running = refusedBy(toOtherHall());
    const isWaiting = async () =>
      (await db`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%lock_places_for_another_map%'`).length > 0;
    await vi.waitUntil(isWaiting, { timeout: limit(5000) });
  });
  expect((await running)?.message).toMatch(/while 2 of its places are taken/);
  expect(await hallOf(sale.performanceId)).toBe('teatro-0');
});

test('a performance that has moved sells places of its new hall, and a claim of a process that knows the old one gets none', async () => {
  await noneTaken();
  const neighbour = await everythingOf(other.performanceId);
  const old = await app.sale.live.get(sale.performanceId);
  await toOtherHall();
  expect(await hallOf(sale.performanceId)).toBe('teatro-1');
  const claim = {
    ...{
      performanceId: sale.performanceId,
      purchaseId: randomId(),
      customerId: (await shop.stranger()).customerId,
      channel: 'online' as const,
    },
    ...{ claimKey: randomUUID(), fresh: true, chosen: false },
    options: [{ placeIds: [3], priceTypeIds: [sale.priceTypeId], contiguous: true }],
  };
  const limits = { ...app.sale.limits, lockTimeoutMs: limit(1000), skipLocked: false };
  expect(await claimPlaces(db, [{ ...claim, mapHash: old.mapHash }], limits)).toMatchObject([{ kind: 'taken', placeIds: [3] }]);
  // Prices and halls are kept for two seconds.
  await vi.waitUntil(async () => (await app.sale.live.get(sale.performanceId)) !== old, { timeout: limit(5000), interval: 200 });
  const { mapHash } = await app.sale.live.get(sale.performanceId);
  expect(await claimPlaces(db, [{ ...claim, mapHash }], limits)).toMatchObject([{ kind: 'won' }]);
  expect(await everythingOf(other.performanceId)).toEqual(neighbour);
  await noneTaken();
});

test('the calendar of a venue that a performance has left has it as cancelled for a week, the one of its new venue as it is', async () => {
  await noneTaken();
  const venues = new Map((await db<{ seo: string; id: number }[]>`select seo, id from venue`).map(({ seo, id }) => [seo, id]));
  const agendaOf = async (seo: string) => {
    const { items } = await clientOf(app).ok(listAgenda, { query: { venueId: venues.get(seo) } });
    return items.filter(({ id }) => id === sale.performanceId).map(({ isCancelled = false }) => isCancelled);
  };
  await toOtherHall();
  expect([await agendaOf('teatro-0'), await agendaOf('teatro-1')]).toEqual([[true], [false]]);
  const all = await clientOf(app).ok(listAgenda, { query: {} });
  expect(all.items.filter(({ id }) => id === sale.performanceId).map(({ isCancelled = false }) => isCancelled)).toEqual([false]);
  await letDaysPass(db, 8);
  expect([await agendaOf('teatro-0'), await agendaOf('teatro-1')]).toEqual([[], [false]]);
});

test('promotions and products name performances by key or start, and one that is not there is refused', async () => {
  await importing([{ key: 'estreno', startsAt: before }]);
  const promotions = (performances: readonly string[]) => ({
    promotions: [{ key: 'estreno', name: 'Estreno', percent: 10, performances }],
  });
  await importing([{ startsAt: after, key: 'estreno' }], { show: promotions(['estreno']) });
  const named = await db<{ ids: number[] }[]>`select performance_ids as ids from promotion where key = 'estreno'`;
  expect(named).toEqual([{ ids: [sale.performanceId] }]);
  const refused = async (name: string) => (await refusedBy(importing([], { show: promotions([name]) }))).message;
  expect(await refused('clausura')).toBe('temporada.json: hamlet promotions estreno performances: the show has no performance clausura');
  expect(await refused('2040-01-01T20:00')).toMatch(/: the show has no performance 2040-01-01T23:00:00Z$/);
});
