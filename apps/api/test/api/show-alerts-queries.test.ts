import { Refusal } from '@butaca/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { alertMailOf, askForAlert, askForOwnAlert, confirmAlert, leaveAlert, showNewsOf } from '../../src/customers/alerts/alerts.ts';
import {
  countOtherAlerts,
  findDatesToTell,
  findWatchedShows,
  putAlert,
  readNews,
  resumeAlert,
  takeAlertsOf,
  takeAlertsToTell,
  watchShow,
} from '../../src/customers/alerts/queries-alerts.ts';
import { watchShows } from '../../src/customers/alerts/watch-shows.ts';
import { freshDatabase } from '../database.ts';
import { aMap, aPerformance, aShow, aVenue, haveCatalogue } from '../factories/catalogue.ts';
import { haveBuyers, SECRET } from '../factories/customers.ts';
import { whileLocked } from '../factories/locks.ts';
import { letAlertsAge, letTriesAge } from '../factories/time.ts';

// Who waits for which show, and what is new of it: shows, addresses and nights of every kind side by side.

const { db, close } = await freshDatabase();
afterAll(close);
const world = { db, secret: SECRET };

await haveCatalogue(db, {
  venues: [aVenue(), aVenue({ seo: 'sala', name: 'Sala', timeZone: 'Europe/Madrid' })],
  maps: [aMap({ hash: '1'.repeat(32) }), aMap({ venue: 'sala', hash: '2'.repeat(32) })],
  shows: [
    aShow({ seo: 'hamlet', name: 'Hamlet', performances: [] }),
    aShow({ seo: 'otelo', name: 'Otelo', venue: 'sala', performances: [] }),
    aShow({ seo: 'secreta', name: 'Secreta', listed: false, performances: [] }),
  ],
});
const showId = async (seo: string) => (await db<{ id: number }[]>`select id from show where seo = ${seo}`)[0]?.id ?? 0;
const [hamlet, otelo, secret] = [await showId('hamlet'), await showId('otelo'), await showId('secreta')];
beforeEach(async () => {
  await db`delete from show_alert`;
  await db`delete from watched_show`;
  await db`delete from login_throttle`;
});

const opaque = (name: string) => name.padEnd(22, '_');
const at = (hours: number) => Temporal.Now.instant().subtract({ minutes: Math.round(hours * 60) });
interface Given {
  readonly show?: number;
  readonly email?: string;
  readonly isConfirmed?: boolean;
  /** In hours since. */
  readonly told?: number | null;
}
const have = (id: string, { show = hamlet, email = `${id}@correo.example`, isConfirmed = true, told = null }: Given = {}) => db`
  insert into show_alert (id, show_id, email, language, confirmed_at, told_at)
  values (${opaque(id)}, ${show}, ${email}, 'en', case when ${isConfirmed} then now() end, ${told === null ? null : at(told)})`;
const idsOf = (rows: readonly (string | { readonly id: string })[]) =>
  rows.map((row) => (typeof row === 'string' ? row : row.id).replace(/_+$/, ''));
const failure = (doing: Promise<unknown>) =>
  doing.then(
    () => 'ok',
    (error) => (error instanceof Refusal ? error.failure : String(error)),
  );

describe('what is new of a show', () => {
  const kinds = {
    free: { state: 'on_sale', stock: [3, 0] },
    unknown: { state: 'on_sale', stock: null },
    held: { state: 'on_sale', stock: [0, 2] },
    gone: { state: 'on_sale', stock: [0, 0] },
    sold: { state: 'sold_out', stock: [3, 0] },
    announced: { state: 'announced', stock: [3, 0] },
    cancelled: { state: 'cancelled', stock: [3, 0] },
    begun: { state: 'on_sale', stock: [3, 0], hours: 1 },
    'announced and begun': { state: 'announced', stock: [3, 0], hours: 1 },
  } as const;
  type Kind = keyof typeof kinds;
  let shows = 0;
  /** A show with these nights in the order in which they came, and its neighbour with one of each; the ids of the nights. */
  async function aShowOf(nights: readonly Kind[]) {
    shows += 1;
    const seo = `obra-${shows}`;
    const of = (name: string, list: readonly Kind[]) =>
      aShow({
        seo: name,
        name,
        performances: list.map((kind, index) => {
          const night: { state: 'on_sale' | 'sold_out' | 'announced' | 'cancelled'; hours?: number } = kinds[kind];
          const hours = night.hours === undefined ? -(index + 1) * 24 : night.hours + index / 60;
          return aPerformance({ startsAt: at(hours), state: night.state });
        }),
      });
    const others = Object.keys(kinds) as Kind[];
    await haveCatalogue(db, {
      maps: [],
      venues: [],
      showTypes: [],
      shows: [of(`vecina-${seo}`, others), of(seo, nights), of(`otra-${seo}`, others)],
    });
    const stock = async (name: string, list: readonly Kind[]) => {
      const ids = (
        await db<
          { id: number }[]
        >`select performance.id from performance join show on show.id = show_id where seo = ${name} order by performance.id`
      ).map(({ id }) => id);
      for (const [index, kind] of list.entries()) {
        const places = kinds[kind].stock;
        if (places)
          await db`insert into performance_stock (performance_id, places, free, held) values (${ids[index] ?? 0}, 10, ${places[0]}, ${places[1]})`;
      }
      return ids;
    };
    await stock(`vecina-${seo}`, others);
    await stock(`otra-${seo}`, others);
    const ids = await stock(seo, nights);
    return { id: await showId(seo), ids };
  }
  const watched = async (id: number) =>
    (
      await db<{ hasPlaces: boolean; newest: number }[]>`
        select has_places as "hasPlaces", newest_performance_id as newest from watched_show where show_id = ${id}`
    )[0];

  test.each<[readonly Kind[], boolean]>([
    [['free'], true],
    [['unknown'], true],
    [['held'], false],
    [['gone'], false],
    [['sold'], false],
    [['announced'], false],
    [['begun'], false],
    [['announced and begun'], false],
    [['held', 'free'], true],
    [['free', 'cancelled'], true],
    [['sold', 'cancelled', 'gone', 'begun'], false],
    [[], false],
  ])('at first it is as it stands: %j', async (nights, hasPlaces) => {
    const { id, ids } = await aShowOf(nights);
    await db.begin((tx) => watchShow(tx, id));
    expect(await watched(id)).toEqual({ hasPlaces, newest: ids.at(-1) ?? 0 });
    expect(await db.begin((tx) => readNews(tx, id))).toBeNull();
    // Who comes later changes nothing of it.
    await db`update watched_show set has_places = ${!hasPlaces}, newest_performance_id = 7 where show_id = ${id}`;
    await db.begin((tx) => watchShow(tx, id));
    expect(await watched(id)).toEqual({ hasPlaces: !hasPlaces, newest: 7 });
  });

  /** Nights, those known before, whether there were places; what is told, and whether there are places then. */
  test.each<[readonly Kind[], number, boolean, 'date' | 'places' | null, boolean]>([
    [['free'], 1, false, 'places', true],
    [['free'], 1, true, null, true],
    [['unknown'], 1, false, 'places', true],
    [['held'], 1, true, null, true],
    [['held'], 1, false, null, false],
    [['held', 'sold'], 2, true, null, true],
    [['gone'], 1, true, null, false],
    [['sold'], 1, true, null, false],
    [['begun'], 1, true, null, false],
    [['begun'], 1, false, null, false],
    [['announced'], 1, true, null, false],
    [['free', 'announced'], 1, true, 'date', true],
    [['sold', 'free'], 1, false, 'date', true],
    [['sold', 'free', 'announced'], 2, false, 'date', true],
    [['free', 'free'], 2, true, null, true],
    [['free', 'cancelled'], 1, true, null, true],
    [['announced', 'sold'], 1, false, null, false],
    [['sold', 'begun'], 1, false, null, false],
    [['sold', 'announced and begun'], 1, false, null, false],
    [['announced', 'sold', 'cancelled'], 0, false, 'date', false],
    [[], 0, false, null, false],
  ])('%j with %i known before and places %s: %s', async (nights, known, hadPlaces, news, hasPlaces) => {
    const { id, ids } = await aShowOf(nights);
    const neighbour = await showId('hamlet');
    await db`
      insert into watched_show (show_id, has_places, newest_performance_id)
      values (${id}, ${hadPlaces}, ${ids[known - 1] ?? 0}), (${neighbour}, true, 7)`;
    expect(await db.begin((tx) => readNews(tx, id))).toBe(news);
    expect(await watched(id)).toEqual({ hasPlaces, newest: ids.at(-1) ?? 0 });
    expect(await watched(neighbour)).toEqual({ hasPlaces: true, newest: 7 });
    expect(await db.begin((tx) => readNews(tx, id))).toBeNull();
  });

  test('is told by one of two workers', async () => {
    const { id, ids } = await aShowOf(['free']);
    await db`insert into watched_show (show_id, has_places, newest_performance_id) values (${id}, false, ${ids[0] ?? 0})`;
    const told = await whileLocked(
      db,
      (tx) => readNews(tx, id),
      () => db.begin((tx) => readNews(tx, id)),
    );
    expect(told).toBeNull();
    expect(await db.begin((tx) => readNews(tx, 999_999))).toBeNull();
  });

  test('is told of the nights that can be bought, at the time of their venue', async () => {
    const { id, ids } = await aShowOf([
      'announced',
      'sold',
      'free',
      'begun',
      'held',
      'cancelled',
      'gone',
      'announced',
      'announced and begun',
    ]);
    await db`update performance set (venue_id, venue_map_id) = (select venue_id, id from venue_map where hash = ${'2'.repeat(32)}) where id = ${ids[2] ?? 0}`;
    const starts = (await db<{ at: Temporal.Instant }[]>`select starts_at as at from performance where show_id = ${id} order by id`).map(
      (row) => String(row.at),
    );
    const dates = async (most: number) =>
      (await findDatesToTell(db, id, most)).map(({ startsAt, timeZone }) => [starts.indexOf(String(startsAt)), timeZone]);
    const here = 'America/Argentina/Buenos_Aires';
    expect(await dates(9)).toEqual([
      [2, 'Europe/Madrid'],
      [4, here],
      [0, here],
      [7, here],
    ]);
    expect(await dates(3)).toHaveLength(3);
  });

  test('counts from the next look where nobody has looked at the show yet', async () => {
    const { id, ids } = await aShowOf(['sold']);
    await have('a', { show: id });
    await have('b', { show: id, isConfirmed: false });
    expect(await watchShows(db)).toBe(0);
    expect(await watched(id)).toEqual({ hasPlaces: false, newest: ids[0] });
    await db`update performance set state = 'on_sale' where id = ${ids[0] ?? 0}`;
    expect(await watchShows(db)).toBe(1);
  });

  test('counts from when an alert is confirmed, whichever way, and not from the next look', async () => {
    const [{ customerId }] = await haveBuyers(db, 1);
    const [session] = await db<{ id: string }[]>`select id from session where customer_id = ${customerId}`;
    for (const confirm of [
      (show: number) =>
        askForOwnAlert(world, { showId: show, session: { id: session?.id ?? '', customerId }, ip: '203.0.113.7', language: 'es' }),
      async (show: number) => {
        await askForAlert(world, { showId: show, email: 'quien@correo.example', ip: '203.0.113.7', language: 'es' });
        const [alert] = await db<{ id: string }[]>`select id from show_alert where email = 'quien@correo.example' and show_id = ${show}`;
        await confirmAlert(world, (await alertMailOf(world, alert?.id ?? ''))?.confirmLink ?? '');
      },
    ]) {
      const { id, ids } = await aShowOf(['sold']);
      await confirm(id);
      await db`update performance set state = 'on_sale' where id = ${ids[0] ?? 0}`;
      expect(await watchShows(db)).toBe(1);
      expect(await watchShows(db)).toBe(0);
      await db`delete from show_alert`;
    }
  });
});

test('shows that somebody waits for are looked at, in the order of their numbers, and what nobody waits for is forgotten', async () => {
  const watch = (id: number) => db`insert into watched_show (show_id, has_places, newest_performance_id) values (${id}, false, 0)`;
  for (const id of [hamlet, otelo, secret]) await watch(id);
  await have('a', { show: otelo });
  await have('b', { show: otelo });
  await have('c', { show: hamlet });
  await have('d', { show: secret });
  expect(await findWatchedShows(db)).toEqual([hamlet, otelo]);
  const left = async () => (await db<{ id: number }[]>`select show_id as id from watched_show order by 1`).map(({ id }) => id);
  expect(await left()).toEqual([hamlet, otelo, secret]);
  await db`update show_alert set confirmed_at = null where show_id = ${hamlet}`;
  expect(await findWatchedShows(db)).toEqual([otelo]);
  expect(await left()).toEqual([otelo, secret]);
});

test('those are told who have confirmed, of this show, and of places no sooner than a day after the last mail', async () => {
  const world = async () => {
    await db`delete from show_alert`;
    await have('a');
    await have('b', { told: 23.5 });
    await have('c', { told: 24.5 });
    await have('d', { isConfirmed: false });
    await have('e', { show: otelo });
    await have('f', { isConfirmed: false, told: 30 });
  };
  const take = async (news: 'date' | 'places') => {
    await world();
    const before = new Map(
      (await db<{ id: string; at: string | null }[]>`select id, told_at::text as at from show_alert`).map(({ id, at }) => [id, at]),
    );
    const taken = await db.begin((tx) => takeAlertsToTell(tx, hamlet, { news, quietHours: 24 }));
    const after = await db<{ id: string; at: string | null; isNow: boolean }[]>`
      select id, told_at::text as at, coalesce(clock_timestamp() - told_at < interval '1 minute', false) as "isNow" from show_alert order by id`;
    expect(idsOf(after.filter(({ isNow }) => isNow))).toEqual(idsOf(taken).sort());
    for (const { id, at } of after.filter(({ isNow }) => !isNow)) expect(at).toBe(before.get(id));
    return idsOf(taken).sort();
  };
  expect(await take('places')).toEqual(['a', 'c']);
  expect(await take('date')).toEqual(['a', 'b', 'c']);
});

test('an alert that is asked for again is the same, stays confirmed in its language, and is asked for as of now', async () => {
  const row = async (email = 'a@correo.example') =>
    (
      await db`
        select show_id as show, language, confirmed_at is not null as "isConfirmed", clock_timestamp() - asked_at < interval '1 minute' as "isNew"
          from show_alert where email = ${email} order by show_id`
    ).map((each) => ({ ...each }));
  let turn = 0;
  const put = (isConfirmed: boolean, language: 'es' | 'en' | 'pt', show = hamlet, email = 'a@correo.example') => {
    turn += 1;
    return db.begin((tx) => putAlert(tx, { id: opaque(`n${turn}`), showId: show, email, isConfirmed, language }));
  };
  const first = await put(false, 'es');
  await put(false, 'es', otelo);
  await put(false, 'es', hamlet, 'b@correo.example');
  await letAlertsAge(db, 40);
  expect(await row()).toEqual([
    { show: hamlet, language: 'es', isConfirmed: false, isNew: false },
    { show: otelo, language: 'es', isConfirmed: false, isNew: false },
  ]);
  expect(await put(false, 'en')).toEqual(first);
  expect((await row())[0]).toEqual({ show: hamlet, language: 'en', isConfirmed: false, isNew: true });
  expect(await put(true, 'pt')).toEqual(first);
  await letAlertsAge(db, 40);
  expect((await row())[0]).toEqual({ show: hamlet, language: 'pt', isConfirmed: true, isNew: false });
  const confirmed = () => db`select confirmed_at::text as at from show_alert where confirmed_at is not null`;
  const since = await confirmed();
  for (const isConfirmed of [false, true]) expect(await put(isConfirmed, 'es')).toEqual(first);
  expect((await row())[0]).toEqual({ show: hamlet, language: 'pt', isConfirmed: true, isNew: true });
  expect(await confirmed()).toEqual(since);
  expect((await row())[1]).toEqual({ show: otelo, language: 'es', isConfirmed: false, isNew: false });
  expect(await row('b@correo.example')).toEqual([{ show: hamlet, language: 'es', isConfirmed: false, isNew: false }]);
  expect(await put(true, 'es', otelo, 'c@correo.example')).toEqual({ id: opaque(`n${turn}`) });
  expect(await row('c@correo.example')).toMatchObject([{ isConfirmed: true }]);
  expect([await put(true, 'es', secret), await put(true, 'es', 999_999)]).toEqual([undefined, undefined]);
});

test('of the alerts of an address the others that are confirmed count', async () => {
  await have('a');
  await have('b', { email: 'a@correo.example', show: otelo });
  await have('c', { email: 'a@correo.example', show: secret, isConfirmed: false });
  await have('d');
  const count = (id: string, email: string) => db.begin((tx) => countOtherAlerts(tx, { id: opaque(id), email }));
  expect([await count('a', 'a@correo.example'), await count('x', 'a@correo.example'), await count('c', 'a@correo.example')]).toEqual([
    1, 2, 2,
  ]);
  expect([await count('d', 'd@correo.example'), await count('x', 'x@correo.example')]).toEqual([0, 0]);
});

test('alerts go along to another address, as they were, but not over one that is confirmed there', async () => {
  const [own, other] = ['nueva@correo.example', 'otra@correo.example'];
  await have('b', { email: 'vieja@correo.example', show: otelo, told: 5 });
  await have('a', { email: 'vieja@correo.example', show: hamlet, told: 6 });
  await have('c', { email: 'vieja@correo.example', show: secret, isConfirmed: false });
  await have('d', { email: own, show: hamlet });
  await have('e', { email: own, show: otelo, isConfirmed: false });
  await have('f', { email: other, show: otelo });
  await letAlertsAge(db, 50);
  await db`update show_alert set language = 'pt' where email like 'vieja%'`;
  const rows = (email: string) => db`
    select show_id as show, language, asked_at::text as asked, confirmed_at::text as confirmed, told_at::text as told from show_alert where email = ${email} order by show_id`;
  const [oldHamlet, oldOtelo] = await rows('vieja@correo.example');
  const [ownHamlet] = await rows(own);
  const others = await rows(other);
  const moved = await db.begin(async (tx) => {
    const taken = await takeAlertsOf(tx, 'Vieja@Correo.example');
    for (const [index, alert] of taken.entries())
      await resumeAlert(tx, { ...alert, id: opaque(`m${index}`), email: 'Nueva@Correo.example' });
    return taken.map(({ showId }) => showId);
  });
  expect(moved).toEqual([hamlet, otelo]);
  expect(await rows('vieja@correo.example')).toEqual([]);
  expect(await rows(own)).toEqual([ownHamlet, oldOtelo]);
  expect(await rows(other)).toEqual(others);
  // Where the new address has none, all of it comes along.
  await db.begin((tx) =>
    resumeAlert(tx, {
      id: opaque('x'),
      email: 'tercera@correo.example',
      showId: hamlet,
      language: 'pt',
      askedAt: at(50),
      confirmedAt: at(49),
      toldAt: at(48),
    }),
  );
  expect(await rows('tercera@correo.example')).toMatchObject([{ show: hamlet, language: 'pt', told: expect.any(String) }]);
  expect(oldHamlet).toMatchObject({ show: hamlet });
});

test('the mail that asks to confirm goes out while its link is good, and the one about news to who still waits', async () => {
  await have('a', { isConfirmed: false });
  await have('b', { show: otelo });
  await have('c', { show: secret });
  const mail = (id: string) => alertMailOf(world, opaque(id));
  const links = { confirmLink: expect.any(String), leaveLink: expect.any(String), hours: 48 };
  const ofHamlet = { showId: hamlet, showName: 'Hamlet', showSeo: 'hamlet', venueName: 'Teatro' };
  const common = { language: 'en', askedAt: expect.any(Temporal.Instant), toldAt: null };
  expect(await mail('a')).toEqual({ ...links, ...common, ...ofHamlet, id: opaque('a'), email: 'a@correo.example', isConfirmed: false });
  expect(await mail('b')).toEqual({
    ...{ ...links, ...common, id: opaque('b'), email: 'b@correo.example', isConfirmed: true },
    ...{ showId: otelo, showName: 'Otelo', showSeo: 'otelo', venueName: 'Sala' },
  });
  expect([await mail('c'), await mail('x')]).toEqual([undefined, undefined]);
  await letAlertsAge(db, 47);
  expect([(await mail('a'))?.email, (await mail('b'))?.email]).toEqual(['a@correo.example', 'b@correo.example']);
  await letAlertsAge(db, 2);
  expect([(await mail('a'))?.email, (await mail('b'))?.email]).toEqual([undefined, 'b@correo.example']);

  const news = (id: string) => showNewsOf(world, { alertId: opaque(id), news: 'date' });
  // Nothing can be bought.
  expect(await news('b')).toBeUndefined();
  await haveCatalogue(db, {
    maps: [],
    venues: [],
    showTypes: [],
    shows: [aShow({ seo: 'otelo', name: 'Otelo', venue: 'sala', performances: [aPerformance({ venue: 'sala' })] })],
  });
  expect(await news('b')).toMatchObject({
    news: 'date',
    email: 'b@correo.example',
    dates: [{ timeZone: 'Europe/Madrid' }],
    leaveLink: (await mail('b'))?.leaveLink,
  });
  await have('d', { show: otelo, isConfirmed: false });
  expect([await news('d'), await news('x')]).toEqual([undefined, undefined]);
});

test('nobody waits for more than thirty shows, and one that is confirmed twice is confirmed since the first time', async () => {
  const seos = Array.from({ length: 31 }, (_, index) => `cien-${index}`);
  await haveCatalogue(db, { maps: [], venues: [], showTypes: [], shows: seos.map((seo) => aShow({ seo, name: seo, performances: [] })) });
  const ids = (await db<{ id: number }[]>`select id from show where seo like 'cien-%' order by id`).map(({ id }) => id);
  const email = 'fan@correo.example';
  const linkFor = async (show: number, to = email) => {
    await letTriesAge(db, 86_400);
    await askForAlert(world, { showId: show, email: to, ip: '203.0.113.7', language: 'es' });
    const [alert] = await db<{ id: string }[]>`select id from show_alert where email = ${to} and show_id = ${show}`;
    return (await alertMailOf(world, alert?.id ?? ''))?.confirmLink ?? '';
  };
  const confirmed = () => db`select show_id as show, confirmed_at::text as at from show_alert where confirmed_at is not null order by 1`;
  const links: string[] = [];
  for (const id of ids) links.push(await linkFor(id));
  const stranger = await linkFor(ids[0] ?? 0, 'otro@correo.example');
  for (const link of links.slice(0, 30)) await confirmAlert(world, link);
  const before = await confirmed();
  expect(before).toHaveLength(30);
  expect(await failure(confirmAlert(world, links[30] ?? ''))).toBe('too_many_alerts');
  expect(await failure(confirmAlert(world, links[29] ?? ''))).toBe('ok');
  expect(await confirmed()).toEqual(before);
  expect(await failure(confirmAlert(world, stranger))).toBe('ok');
  const [left] = await db<{ id: string }[]>`select id from show_alert where email = ${email} order by show_id limit 1`;
  await leaveAlert(world, (await alertMailOf(world, left?.id ?? ''))?.leaveLink ?? '');
  expect(await failure(confirmAlert(world, links[0] ?? ''))).toBe('link_over');
  expect(await failure(confirmAlert(world, links[30] ?? ''))).toBe('ok');
});

test('an account asks for its own alerts no more often than a stranger could for it', async () => {
  const [{ customerId }] = await haveBuyers(db, 1);
  const [session] = await db<{ id: string }[]>`select id from session where customer_id = ${customerId}`;
  const results: string[] = [];
  for (let network = 0; network < 14; network += 1)
    results.push(
      await failure(
        askForOwnAlert(world, {
          showId: hamlet,
          session: { id: session?.id ?? '', customerId },
          ip: `10.${network}.0.1`,
          language: 'es',
        }),
      ),
    );
  expect(results.filter((result) => result === 'ok')).toHaveLength(10);
});
