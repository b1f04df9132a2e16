import {
  alertPages,
  askForAlert,
  askForOwnAlert,
  confirmAlert,
  eraseAccount,
  getBillboard,
  getShow,
  leaveAlert,
  listShows,
  queryNames,
  sendErasureCode,
} from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { alertTasks, watchShows } from '../../src/customers/alerts/watch-shows.ts';
import { deleteOldTraces } from '../../src/customers/queries.ts';
import { countStocks } from '../../src/sale/live/count-stock.ts';
import { freshDatabase } from '../database.ts';
import { aPerformance, aShow, haveCatalogue, inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { loggedIn } from '../factories/customers.ts';
import { inOrder } from '../factories/in-order.ts';
import { aMailbox } from '../factories/mailbox.ts';
import { anOrganiser } from '../factories/office.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { letAlertsAge, letTriesAge } from '../factories/time.ts';

const database = await freshDatabase();
const { db } = database;
const startsAt = inDays(7);
const checkout = await aCheckout(
  db,
  undefined,
  [
    { rows: 1, startsAt },
    { rows: 1, startsAt: inDays(8), state: 'sold_out' },
  ],
  { answersFreshMs: 0 },
);
const { app, buyer } = checkout;
const otelo = (given: Parameters<typeof aShow>[0] = {}) =>
  aShow({ seo: 'otelo', name: 'Otelo', performances: [aPerformance({ startsAt: inDays(9), state: 'sold_out' })], ...given });
await haveCatalogue(db, { shows: [otelo()] });
const mailbox = await aMailbox(database);
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await checkout.close();
  await mailbox.close();
  await database.close();
});
beforeEach(() => db`delete from login_throttle`);

const visitor = clientOf(app);
const listed = async (seo: string) => {
  const show = answerOf(await visitor.call(listShows, {})).items.find((each) => each.seo === seo);
  if (!show) throw new Error(`${seo} is not listed`);
  return { params: { showId: show.id }, query: { hash: show.hash } };
};
const showOf = async (seo: string) => answerOf(await visitor.call(getShow, await listed(seo)));
const hamlet = await listed('hamlet');
const neighbour = await listed('otelo');

/** Everything that is sold counts at once. */
async function counted() {
  await countStocks(db);
  return (await showOf('hamlet')).performances[0];
}
/** Buys so many of the ten seats. */
async function bought(seats: number) {
  const purchase = await checkout.purchase({ seats });
  answerOf(await buyer.pay(purchase));
  return purchase;
}

let count = 0;
const anAddress = () => `espera${++count}@correo.example`;
const linkIn = (text: string) => new RegExp(`\\?${queryNames.link}=([\\w.-]+)`).exec(text)?.[1] ?? '';
const ask = (email: string, { params } = hamlet, ip?: string) =>
  clientOf(app, ip === undefined ? {} : { ip }).call(askForAlert, { params, body: { email } });
const confirm = (link: string) => visitor.call(confirmAlert, { body: { link } });
const rowsOf = (email: string) => db<{ isConfirmed: boolean }[]>`
  select confirmed_at is not null as "isConfirmed" from show_alert where email = ${email} order by show_id`;
async function waiting(show = hamlet) {
  const email = anAddress();
  answerOf(await ask(email, show));
  const [mail] = await mailbox.mailsTo(email);
  const link = linkIn(mail?.text ?? '');
  answerOf(await confirm(link));
  return { email, link, listUnsubscribe: mail?.listUnsubscribe ?? '' };
}
/** Subjects of the mails about a show that an address got, the newest first. */
const newsTo = async (email: string) =>
  (await mailbox.mailsTo(email)).map(({ subject }) => subject).filter((subject) => /^(Volvió|Hay fechas)/.test(subject));
const minute = async () => {
  await countStocks(db);
  return watchShows(db);
};

test('a performance shows its last places and that none is left as its places are sold, and others stay as they are', async () => {
  /** How often servers were told to make their pages anew: only when nothing is left, and when something is again. */
  let told = 0;
  const { unlisten } = await db.listen('catalogue_changed', () => {
    told += 1;
  });
  expect(await counted()).toMatchObject({ state: 'on_sale' });
  expect(await counted()).not.toHaveProperty('lastPlaces');
  const first = await bought(8);
  expect(await counted()).toMatchObject({ state: 'on_sale', lastPlaces: true });
  const held = await checkout.purchase({ seats: 2 });
  expect(await counted()).toMatchObject({ state: 'on_sale', lastPlaces: true });
  expect(told).toBe(0);
  answerOf(await buyer.pay(held));
  expect(await counted()).toMatchObject({ state: 'sold_out' });
  expect(await counted()).not.toHaveProperty('lastPlaces');
  await expect.poll(() => told).toBe(1);
  const cards = answerOf(await visitor.call(getBillboard, {})).items;
  expect(cards.map(({ seo, soldOut }) => [seo, soldOut])).toEqual(
    expect.arrayContaining([
      ['hamlet', true],
      ['otelo', true],
    ]),
  );
  expect((await showOf('otelo')).performances.map(({ state }) => state)).toEqual(['sold_out']);

  const ana = await waiting();
  const luis = await waiting(neighbour);
  expect(await minute()).toBe(0);
  expect((await organiser.refundSome(first.id, { count: 1 })).outcome.status).toBe('ok');
  expect(await minute()).toBe(1);
  expect(await newsTo(ana.email)).toEqual(['Volvió a haber lugares para Hamlet']);
  expect(await newsTo(luis.email)).toEqual([]);
  expect((await showOf('hamlet')).performances[0]).toMatchObject({ state: 'on_sale', lastPlaces: true });
  // Once for each time: nothing has changed since.
  expect(await minute()).toBe(0);
  await expect.poll(() => told).toBe(2);
  await unlisten();
});

test('a refunded place that is in a cart by then is told of once it is free', async () => {
  const { email } = await waiting();
  const [free] = await db<{ placeId: number }[]>`
    select place_id as "placeId" from place where performance_id = ${checkout.sale.performanceId} and state = 'free'`;
  const placeIds = [free?.placeId ?? -1];
  const [owner, other] = [await checkout.stranger(), await checkout.stranger()];
  const { id } = answerOf(await owner.take(checkout.sale, placeIds)).purchase;
  await owner.selectDelivery(id);
  answerOf(await owner.pay({ id, total: TICKET_TOTAL }));
  expect(await minute()).toBe(0);
  await letAlertsAge(db, 25);
  expect((await organiser.refundSome(id, { count: 1 })).outcome.status).toBe('ok');
  const cart = answerOf(await other.take(checkout.sale, placeIds)).purchase;
  expect(await minute()).toBe(0);
  answerOf(await other.cancel(cart.id));
  await minute();
  expect(await newsTo(email)).toEqual(['Volvió a haber lugares para Hamlet']);
  // The last ones in a cart were not gone.
  await letAlertsAge(db, 25);
  const again = answerOf(await other.take(checkout.sale, placeIds)).purchase;
  expect(await minute()).toBe(0);
  answerOf(await other.cancel(again.id));
  expect(await minute()).toBe(0);
});

test('another date is told to who waits for that show, however short ago they were told of something, and to nobody else', async () => {
  const ana = await waiting();
  const luis = await waiting(neighbour);
  await haveCatalogue(db, { shows: [otelo({ performances: [aPerformance({ startsAt: inDays(30) })] })] });
  expect(await minute()).toBe(2);
  const [mail] = await mailbox.mailsTo(luis.email);
  expect(mail?.subject).toBe('Hay fechas nuevas de Otelo');
  expect(mail?.text).toContain('https://entradas.example/landing/otelo');
  expect(mail?.text).toMatch(/- [a-záé]+ \d{1,2} de [a-z]+, 20:30\n/);
  await haveCatalogue(db, { shows: [otelo({ performances: [aPerformance({ startsAt: inDays(31) })] })] });
  await minute();
  expect(await newsTo(luis.email)).toHaveLength(2);
  expect(await newsTo(ana.email)).toEqual([]);
  // A date that is cancelled as soon as it is known is no news.
  await haveCatalogue(db, { shows: [otelo({ performances: [aPerformance({ startsAt: inDays(32), state: 'cancelled' })] })] });
  expect(await minute()).toBe(0);
});

test('what has begun, or is sold out by the time it is known, is no news, and hides none', async () => {
  const medea = (...performances: ReturnType<typeof aPerformance>[]) =>
    haveCatalogue(db, { shows: [aShow({ seo: 'medea', name: 'Medea', performances })] });
  await medea(aPerformance({ startsAt: inDays(9), state: 'sold_out' }));
  const { email } = await waiting(await listed('medea'));
  await minute();
  await medea(aPerformance({ startsAt: inDays(10), state: 'sold_out' }));
  expect(await minute()).toBe(0);
  // Begun, with places that were not sold, which counters still sell.
  await medea(aPerformance({ startsAt: Temporal.Now.instant().subtract({ minutes: 20 }) }));
  expect(await minute()).toBe(0);
  await medea(aPerformance({ startsAt: inDays(9), state: 'on_sale' }));
  expect(await minute()).toBe(1);
  expect(await newsTo(email)).toEqual(['Volvió a haber lugares para Medea']);
});

test('a mail names five dates at most: those that are sold now, then those that are announced, each in their order', async () => {
  const fedra = (...performances: ReturnType<typeof aPerformance>[]) =>
    haveCatalogue(db, { shows: [aShow({ seo: 'fedra', name: 'Fedra', performances })] });
  await fedra(aPerformance({ startsAt: inDays(9), state: 'sold_out' }));
  const { email } = await waiting(await listed('fedra'));
  await minute();
  const begun = Temporal.Now.instant().subtract({ minutes: 20 });
  await fedra(
    ...[22, 20, 21].map((days) => aPerformance({ startsAt: inDays(days), state: 'on_sale' })),
    ...[17, 15, 16].map((days) => aPerformance({ startsAt: inDays(days), state: 'announced' })),
    ...[aPerformance({ startsAt: inDays(14), state: 'sold_out' }), aPerformance({ startsAt: inDays(13), state: 'cancelled' })],
    aPerformance({ startsAt: begun, state: 'on_sale' }),
  );
  // As the worker does each minute.
  await countStocks(db);
  await alertTasks(db)['watch-shows']();
  const [mail] = await mailbox.mailsTo(email);
  const [{ zone = '' } = {}] = await db<{ zone: string }[]>`
    select time_zone as zone from venue join show on venue_id = venue.id where show.seo = 'fedra'`;
  const dates = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'long', timeZone: zone });
  const dayOf = (days: number) => dates.format(inDays(days).epochMilliseconds);
  const named = [...(mail?.text ?? '').matchAll(/^- [a-záé]+ (\d+ de [a-z]+), \d\d:\d\d$/gm)].map(([, day]) => day);
  expect(named).toEqual([20, 21, 22, 15, 16].map(dayOf));
});

test('places that come and go are told of once a day', async () => {
  const { email } = await waiting();
  const comeAndGo = async () => {
    await db`update performance_stock set free = 0 where free > 0`;
    await watchShows(db);
    return minute();
  };
  await letAlertsAge(db, 30);
  await comeAndGo();
  await comeAndGo();
  expect(await newsTo(email)).toHaveLength(1);
  await letAlertsAge(db, 25);
  await comeAndGo();
  expect(await newsTo(email)).toHaveLength(2);
});

test('an address counts once its owner has confirmed it; the link is over after two days and leaves nothing behind', async () => {
  const [mine, late] = [anAddress(), anAddress()];
  answerOf(await ask(mine));
  answerOf(await ask(late));
  const [mail] = await mailbox.mailsTo(mine);
  expect(mail?.subject).toBe('¿Te avisamos cuando haya entradas para Hamlet?');
  const lateLink = linkIn((await mailbox.mailsTo(late))[0]?.text ?? '');
  await haveCatalogue(db, { shows: [aShow({ performances: [aPerformance({ startsAt: inDays(40) })] })] });
  await minute();
  expect(await newsTo(mine)).toEqual([]);
  expect((await Promise.all([1, 2].map(() => confirm(linkIn(mail?.text ?? ''))))).map(resultOf)).toEqual(['ok', 'ok']);
  await letAlertsAge(db, 49);
  expect(resultOf(await confirm(lateLink))).toBe('link_over');
  await letAlertsAge(db, 24);
  await deleteOldTraces(db);
  expect([await rowsOf(mine), await rowsOf(late)]).toEqual([[{ isConfirmed: true }], []]);
  for (const link of ['x', mail?.listUnsubscribe ?? '', linkIn(mail?.listUnsubscribe ?? '')])
    expect(resultOf(await confirm(link))).not.toBe('ok');
});

test('a customer with a confirmed address is told without another link; one without gets a link first', async () => {
  const { params } = hamlet;
  expect(answerOf(await clientOf(app, { token: buyer.token }).call(askForOwnAlert, { params }))).toEqual({ isConfirmed: true });
  const { email, token } = await loggedIn(app);
  expect(answerOf(await clientOf(app, { token }).call(askForOwnAlert, { params }))).toEqual({ isConfirmed: false });
  expect(await rowsOf(email)).toEqual([{ isConfirmed: false }]);
  answerOf(await confirm(linkIn((await mailbox.mailsTo(email))[0]?.text ?? '')));
  expect(await rowsOf(email)).toEqual([{ isConfirmed: true }]);
});

test('a session that a proof of the mailbox ends while it asks for an alert asks for none', async () => {
  const { email, token } = await loggedIn(app);
  const prove = () =>
    db.begin(async (tx) => {
      const [customer] = await tx<{ id: string }[]>`update customer set email_confirmed_at = now() where email = ${email} returning id`;
      await tx`update session set revoked_at = now() where customer_id = ${customer?.id ?? ''}`;
    });
  const ask = () => clientOf(app, { token }).call(askForOwnAlert, { params: hamlet.params });
  const [, asked] = await inOrder(db, (tx) => tx`select from customer where email = ${email} for update`, [prove, ask]);
  expect(resultOf(asked)).toBe('busy');
  expect(await rowsOf(email)).toEqual([]);
});

test('one press in the mail program ends it, for this show and address alone', async () => {
  const other = await waiting();
  const { email, listUnsubscribe } = await waiting();
  answerOf(await ask(email, neighbour));
  const [, url = ''] = /^<https:\/\/entradas\.example(\/.*)>$/.exec(listUnsubscribe) ?? [];
  expect(url.startsWith(alertPages.leave)).toBe(true);
  const post = (address: string) =>
    app.inject({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
  expect([(await post(url)).statusCode, (await post(url)).statusCode, (await post(alertPages.leave)).statusCode]).toEqual([200, 200, 404]);
  expect([await rowsOf(email), await rowsOf(other.email)]).toEqual([[{ isConfirmed: false }], [{ isConfirmed: true }]]);
  expect(resultOf(await visitor.call(leaveAlert, { body: { link: linkIn(listUnsubscribe) } }))).toBe('ok');
});

test('an account that is erased is told of nothing any more; others are', async () => {
  const { email, token } = await loggedIn(app);
  const other = await waiting();
  const owner = clientOf(app, { token });
  answerOf(await owner.call(askForOwnAlert, { params: hamlet.params }));
  answerOf(await owner.call(sendErasureCode, {}));
  answerOf(await owner.call(eraseAccount, { body: { code: await mailbox.codeTo(email) } }));
  expect([await rowsOf(email), await rowsOf(other.email)]).toEqual([[], [{ isConfirmed: true }]]);
});

test('nobody fills a mailbox, nor waits for more than thirty shows; a show that is not listed has no alerts', async () => {
  const victim = anAddress();
  const results = [];
  for (let network = 0; network < 14; network += 1) results.push(resultOf(await ask(victim, hamlet, `10.${network}.0.1`)));
  expect(results.filter((result) => result === 'ok')).toHaveLength(10);
  expect(resultOf(await ask(anAddress(), hamlet, '10.0.0.1'))).toBe('ok');
  expect(resultOf(await ask(anAddress(), { ...hamlet, params: { showId: 999_999 } }))).toBe('event_not_available');
  await haveCatalogue(db, { shows: [otelo({ listed: false, seo: 'secreta' })] });
  const [secret] = await db<{ id: number }[]>`select id from show where seo = 'secreta'`;
  expect(resultOf(await ask(anAddress(), { ...hamlet, params: { showId: secret?.id ?? 0 } }))).toBe('event_not_available');

  const many = Array.from({ length: 30 }, (_, index) => aShow({ seo: `obra-${index}`, name: `Obra ${index}`, performances: [] }));
  await haveCatalogue(db, { shows: many });
  const stranger = await checkout.stranger();
  const client = clientOf(app, { token: stranger.token });
  const ids = (await db<{ id: number }[]>`select id from show where seo like 'obra-%'`).map(({ id }) => id);
  for (const showId of ids) {
    await letTriesAge(db, 86_400);
    answerOf(await client.call(askForOwnAlert, { params: { showId } }));
  }
  await letTriesAge(db, 86_400);
  expect(await client.call(askForOwnAlert, { params: hamlet.params })).toMatchObject({ failure: 'too_many_alerts', data: { most: 30 } });
});
