import { getBillboard, getPerformance, getPublicPerformance, getShow, listShows, listShowTypes, listVenues } from '@butaca/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { linkHash } from '../../src/catalogue/link-hash.ts';
import { msToNextMoment } from '../../src/catalogue/queries.ts';
import { freshDatabase } from '../database.ts';
import { aCharge, aLevel, aMap, anImage, aPerformance, aPromotion, aShow, aVenue, haveCatalogue, inDays } from '../factories/catalogue.ts';
import { clientOf } from '../factories/client.ts';
import { customersApp, loggedIn, SECRET } from '../factories/customers.ts';

const { db, owner, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0 });
const visitor = clientOf(app);
const customer = clientOf(app, await loggedIn(app));
afterAll(async () => {
  await app.close();
  await close();
});
beforeEach(() => owner`truncate show, venue, venue_map, show_type, image restart identity cascade`);

const billboard = async () => (await visitor.ok(getBillboard, {})).items;
const found = <Found>(item: Found | undefined): Found => {
  if (item === undefined) throw new Error('it is not listed');
  return item;
};
const listed = async (seo: string) => found((await visitor.ok(listShows, {})).items.find((show) => show.seo === seo));
const showRequest = (showId: number, hash?: string) => ({ params: { showId }, query: hash === undefined ? {} : { hash } });
const showOf = async (seo: string) => {
  const { id, hash } = await listed(seo);
  return visitor.ok(getShow, showRequest(id, hash));
};
const firstPerformance = async (seo: string) => found((await showOf(seo)).performances[0]);
const performanceRequest = ({ id, hash }: { id: number; hash: string }) => ({ params: { performanceId: id }, query: { hash } });
const performance = async (linked: { id: number; hash: string }) => customer.ok(getPerformance, performanceRequest(linked));

describe('the billboard', () => {
  test('lists shows by their next performance, with everything a card shows (CA-006, EN-016)', async () => {
    await haveCatalogue(db, {
      shows: [
        aShow({ seo: 'otelo', name: 'Otelo', performances: [aPerformance({ startsAt: inDays(20) })] }),
        aShow({ charges: [aCharge({ percent: 1000 })], images: [anImage({ kind: 'featured' })] }),
      ],
    });
    const shows = await billboard();
    expect(shows.map(({ seo }) => seo)).toEqual(['hamlet', 'otelo']);
    expect(shows[0]).toMatchObject({
      id: expect.any(Number),
      hash: linkHash(SECRET, 'show', shows[0]?.id ?? 0),
      name: 'Hamlet',
      typeId: 1,
      typeName: 'Teatro',
      venueName: 'Teatro',
      venueCity: 'Buenos Aires',
      firstDate: { hour: 20, minute: 30, year: expect.any(Number) },
      performanceCount: 1,
      lowestPrice: 1_100_000,
      soldOut: false,
      images: [{ kind: 'featured', alt: 'Afiche' }],
    });
  });

  test('a show without places left is sold out, and is listed after all that can be bought', async () => {
    const gone = aPerformance({ startsAt: inDays(3, '18:00'), state: 'sold_out' });
    await haveCatalogue(db, {
      shows: [
        aShow({ seo: 'agotado', performances: [gone] }),
        aShow({ seo: 'queda-el-jueves', performances: [gone, aPerformance({ startsAt: inDays(5) })] }),
        aShow({ seo: 'mas-tarde', performances: [aPerformance({ startsAt: inDays(3, '22:00') })] }),
      ],
    });
    const shows = await billboard();
    expect(shows.map(({ seo, soldOut }) => [seo, soldOut])).toEqual([
      ['mas-tarde', false],
      ['queda-el-jueves', false],
      ['agotado', true],
    ]);
    expect(shows[1]).toMatchObject({ firstStartsAt: inDays(5).epochMilliseconds, performanceCount: 2 });
  });

  test('a show of which nothing is on sale yet says when it will be, and each show when the clock will change it', async () => {
    const [soon, later, start] = [inDays(1, '10:00'), inDays(2, '10:00'), inDays(30)];
    const announced = { state: 'announced', startsAt: start } as const;
    const second = { ...announced, startsAt: inDays(31) };
    await haveCatalogue(db, {
      maps: [aMap()],
      shows: [
        aShow({
          seo: 'se-anuncia',
          performances: [aPerformance({ ...announced, onSaleAt: later }), aPerformance({ ...second, onSaleAt: soon })],
        }),
        aShow({ seo: 'sin-fecha-de-venta', performances: [aPerformance(announced)] }),
        aShow({ seo: 'una-se-vende', performances: [aPerformance({ startsAt: start }), aPerformance({ ...second, onSaleAt: soon })] }),
        aShow({
          seo: 'una-se-agoto',
          performances: [aPerformance({ startsAt: start, state: 'sold_out' }), aPerformance({ ...second, onSaleAt: soon })],
        }),
        aShow({ seo: 'se-agoto', performances: [aPerformance({ startsAt: start, state: 'sold_out' })] }),
      ],
    });
    const facts = (await billboard()).map(({ seo, announced: isAnnounced, onSaleAt, changesAt }) => [
      seo,
      isAnnounced,
      onSaleAt,
      changesAt,
    ]);
    const [soonMs, startMs] = [soon.epochMilliseconds, start.epochMilliseconds];
    expect(Object.fromEntries(facts.map(([seo, ...rest]) => [seo, rest]))).toEqual({
      'se-anuncia': [true, soonMs, soonMs],
      'sin-fecha-de-venta': [true, undefined, startMs],
      'una-se-vende': [undefined, undefined, soonMs],
      'una-se-agoto': [true, soonMs, soonMs],
      'se-agoto': [undefined, undefined, startMs],
    });
  });

  test('a show lists the days with a performance to come, in its venue’s time zone, each once', async () => {
    const late = inDays(3, '23:30');
    const dayOf = (instant: Temporal.Instant) => instant.toZonedDateTimeISO('America/Argentina/Buenos_Aires').toPlainDate().toString();
    await haveCatalogue(db, {
      shows: [
        aShow({
          performances: [
            aPerformance({ startsAt: inDays(9) }),
            aPerformance({ startsAt: late }),
            aPerformance({ startsAt: inDays(3, '17:00'), state: 'sold_out' }),
            aPerformance({ startsAt: inDays(6), state: 'cancelled' }),
            aPerformance({ startsAt: inDays(-1) }),
          ],
        }),
      ],
    });
    expect((await billboard())[0]).toMatchObject({ days: [dayOf(late), dayOf(inDays(9))] });
  });

  test('unlisted shows and those whose performances are all past or cancelled are not on the billboard', async () => {
    await haveCatalogue(db, {
      shows: [
        aShow({ seo: 'oculto', listed: false }),
        aShow({ seo: 'pasado', performances: [aPerformance({ startsAt: inDays(-2) })] }),
        aShow({ seo: 'cancelado', performances: [aPerformance({ state: 'cancelled' })] }),
        aShow({ seo: 'sin-fechas', performances: [] }),
      ],
    });
    expect(await billboard()).toEqual([]);
  });

  test('the lowest price is the lowest final price of the performances that can still be bought', async () => {
    await haveCatalogue(db, {
      shows: [
        aShow({
          charges: [aCharge({ percent: 1000 })],
          performances: [
            aPerformance({ startsAt: inDays(1), state: 'sold_out', levels: [aLevel({ faceValue: 100_000 })] }),
            aPerformance({
              startsAt: inDays(2),
              levels: [aLevel({ faceValue: 900_000 }), aLevel({ category: 'pullman', faceValue: 500_050 })],
            }),
          ],
        }),
      ],
    });
    expect((await billboard())[0]).toMatchObject({ lowestPrice: 550_100 });
  });

  test('a show’s page says when the next price of the shop begins or ends, and a performance’s when its sale opens', async () => {
    const [opening, start] = [inDays(3, '10:00'), inDays(30)];
    await haveCatalogue(db, {
      maps: [aMap()],
      shows: [
        aShow({
          performances: [aPerformance({ state: 'announced', onSaleAt: opening, startsAt: start })],
          promotions: [
            aPromotion({ key: 'preventa', soldFrom: String(inDays(-1)), soldUntil: String(inDays(2)) }),
            aPromotion({ key: 'con-codigo', soldFrom: String(inDays(1)), codes: [{ code: 'AMIGOS', mostUses: null }] }),
            aPromotion({ key: 'en-boleteria', soldFrom: String(inDays(1)), channels: ['box_office'] }),
          ],
        }),
      ],
    });
    expect(await showOf('hamlet')).toMatchObject({ changesAt: inDays(2).epochMilliseconds });
    expect(await performance(await firstPerformance('hamlet'))).toMatchObject({ changesAt: opening.epochMilliseconds });
    await owner`update performance set on_sale_at = now() - interval '1 day'`;
    expect(await performance(await firstPerformance('hamlet'))).toMatchObject({ state: 'on_sale', changesAt: start.epochMilliseconds });
  });

  test('when doors open is said nowhere, and nothing waits for it (decision 100)', async () => {
    await haveCatalogue(db, { shows: [aShow({ performances: [aPerformance({ startsAt: inDays(2) })] })] });
    const linked = await firstPerformance('hamlet');
    const answers = async () => [await msToNextMoment(db), await billboard(), await showOf('hamlet'), await performance(linked)];
    const [next, ...withoutDoors] = await answers();
    expect(next).toBeNull();
    for (const opening of ['in an hour', 'an hour ago']) {
      await owner`update performance set doors_at = now() + make_interval(hours => ${opening === 'in an hour' ? 1 : -1})`;
      expect([opening, ...(await answers())]).toEqual([opening, null, ...withoutDoors]);
    }
  });

  test('thirty shows cost as many statements as one', async () => {
    let statements = 0;
    const counting = new Proxy(db, {
      apply: (target, self, args) => {
        statements += 1;
        return Reflect.apply(target as never, self, args);
      },
    });
    const counted = await customersApp(counting, { answersFreshMs: 0 });
    const costOf = async (shows: number) => {
      await haveCatalogue(db, { shows: Array.from({ length: shows }, (_, index) => aShow({ seo: `show-${index}` })) });
      statements = 0;
      expect((await clientOf(counted).ok(getBillboard, {})).items).toHaveLength(shows);
      return statements;
    };
    const one = await costOf(1);
    expect(one).toBeGreaterThan(0);
    expect(await costOf(30)).toBe(one);
    await counted.close();
  });
});

describe('lists', () => {
  test('shows come with id, hash and seo name, so that a landing page finds its show (CA-008, EN-023)', async () => {
    await haveCatalogue(db);
    const show = await listed('hamlet');
    expect(show).toMatchObject({
      seo: 'hamlet',
      name: 'Hamlet',
      hash: linkHash(SECRET, 'show', show.id),
    });
  });

  test('venues come by name with zone and capacity (CA-009)', async () => {
    await haveCatalogue(db, { venues: [aVenue(), aVenue({ seo: 'arena', name: 'Arena' })], shows: [] });
    const { items } = await visitor.ok(listVenues, {});
    expect(items.map(({ name }) => name)).toEqual(['Arena', 'Teatro']);
    expect(items[1]).toMatchObject({ seo: 'teatro', timeZone: 'America/Argentina/Buenos_Aires', capacity: 150 });
  });

  test('show types come in order, those without one last (CA-010, EN-015)', async () => {
    const types = [
      { id: 3, name: 'Circo', order: null },
      { id: 2, name: 'Ópera', order: 2 },
      { id: 1, name: 'Teatro', order: 1 },
    ];
    await haveCatalogue(db, { showTypes: types, shows: [] });
    expect((await visitor.ok(listShowTypes, {})).items).toEqual([
      { id: 1, name: 'Teatro', order: 1 },
      { id: 2, name: 'Ópera', order: 2 },
      { id: 3, name: 'Circo' },
    ]);
  });
});

describe('a show', () => {
  test('comes with its venue and its performances in order, cancelled ones marked (CA-012)', async () => {
    const saleOpens = inDays(2, '10:00');
    await haveCatalogue(db, {
      shows: [
        aShow({
          description: 'Un príncipe vuelve a casa.',
          performances: [
            aPerformance({ startsAt: inDays(9), state: 'cancelled' }),
            aPerformance({ startsAt: inDays(8), onSaleAt: saleOpens }),
            aPerformance({ startsAt: inDays(7), levels: [aLevel({ taxClass: 'iva-21' })] }),
          ],
        }),
      ],
    });
    const show = await showOf('hamlet');
    expect(show).toMatchObject({
      description: 'Un príncipe vuelve a casa.',
      venue: { seo: 'teatro' },
      performanceCount: 2,
    });
    expect(show.performances.map(({ state }) => state)).toEqual(['on_sale', 'announced', 'cancelled']);
    expect(show.performances[0]).toMatchObject({ lowestPrice: 1_000_000, lowestPriceNet: 826_400 });
    expect(show.performances[1]).toMatchObject({ onSaleAt: saleOpens.epochMilliseconds });
  });

  test('an announced performance goes on sale by itself at its hour', async () => {
    const onSaleAt = inDays(-1);
    await haveCatalogue(db, { shows: [aShow({ performances: [aPerformance({ state: 'announced', onSaleAt })] })] });
    // Since when stays known: search engines ask for it.
    expect(await firstPerformance('hamlet')).toMatchObject({ state: 'on_sale', onSaleAt: onSaleAt.epochMilliseconds });
  });

  test('a performance away from the venue of the show names its own and its address, in its own time', async () => {
    await haveCatalogue(db, {
      venues: [aVenue(), aVenue({ seo: 'sala-madrid', name: 'Sala Madrid', timeZone: 'Europe/Madrid' })],
      maps: [aMap(), aMap({ venue: 'sala-madrid' })],
      shows: [
        aShow({
          performances: [
            aPerformance({ startsAt: inDays(1, '12:00') }),
            aPerformance({ venue: 'sala-madrid', startsAt: Temporal.Instant.from('2040-01-01T20:00:00Z') }),
          ],
        }),
      ],
    });
    const show = await showOf('hamlet');
    expect(show.performances[0]?.venueName ?? show.performances[0]?.venueAddress).toBeUndefined();
    expect(show.performances[1]).toMatchObject({
      venueName: 'Sala Madrid',
      venueAddress: 'Corrientes 1234',
      venueCity: 'Buenos Aires',
      date: { hour: 21, year: 2040 },
    });
  });

  test('is answered without performances, too', async () => {
    await haveCatalogue(db, { shows: [aShow({ performances: [] })] });
    const show = await showOf('hamlet');
    expect(show).toMatchObject({ performances: [], performanceCount: 0, venueName: 'Teatro' });
    expect(show.firstDate).toBeUndefined();
  });

  test('a wrong hash, none, a performance’s, an unknown or an unlisted show are all refused as not available (EN-023)', async () => {
    await haveCatalogue(db, { shows: [aShow(), aShow({ seo: 'oculto', listed: false })] });
    const { id, hash } = await listed('hamlet');
    const [hidden] = await db<{ id: number }[]>`select id from show where seo = 'oculto'`;
    const requests = [
      showRequest(id),
      showRequest(id, ''),
      showRequest(id, 'a'.repeat(13)),
      showRequest(id, linkHash(SECRET, 'performance', id)),
      showRequest(id + 1000, hash),
      showRequest(id + 1000, linkHash(SECRET, 'show', id + 1000)),
      showRequest(hidden?.id ?? 0, linkHash(SECRET, 'show', hidden?.id ?? 0)),
    ];
    for (const request of requests) expect(await visitor.call(getShow, request)).toMatchObject({ failure: 'event_not_available' });
  });

  test('an id that is not a positive integer is refused by the field’s name', async () => {
    for (const id of ['hamlet', '0', '-1', '1.5', '99999999999', '1 or 1=1']) {
      expect(await visitor.callRaw(getShow, { params: { id }, query: { h: 'x' } })).toMatchObject({
        failure: 'invalid_input',
        data: { fields: [{ name: 'id' }] },
      });
    }
  });
});

describe('a performance', () => {
  test('comes with the show, sectors, levels and final prices for every logged-in customer', async () => {
    await haveCatalogue(db, {
      shows: [
        aShow({
          charges: [aCharge({ percent: 1200 }), aCharge({ kind: 'anti_fraud_qr', percent: 0, fixed: 35_000 })],
          performances: [aPerformance({ levels: [aLevel(), aLevel({ category: 'pullman', name: 'Pullman', faceValue: 400_000 })] })],
        }),
      ],
    });
    const linked = await firstPerformance('hamlet');
    const shown = await performance(linked);
    expect(shown).toMatchObject({
      id: linked.id,
      showSeo: 'hamlet',
      show: { name: 'Hamlet', venueName: 'Teatro', typeId: 1 },
      priceLevels: [
        { name: 'Platea', prices: [{ face: 1_000_000, charges: 155_000, final: 1_155_000, net: 1_128_100 }] },
        { name: 'Pullman' },
      ],
    });
    const [stalls, gallery] = shown.priceLevels.map(({ id }) => id);
    expect(shown.sectors).toMatchObject([
      { name: 'Platea', kind: 'seated', capacity: 100, priceLevelIds: [stalls] },
      { name: 'Pullman', kind: 'standing', capacity: 50, priceLevelIds: [gallery] },
    ]);
  });

  test('the show of a performance has name, venue and type (EN-009, EN-010, EN-011)', async () => {
    await haveCatalogue(db);
    const linked = await firstPerformance('hamlet');
    expect((await performance(linked)).show).toEqual({
      name: 'Hamlet',
      venueName: 'Teatro',
      typeId: 1,
      images: [],
    });
  });

  test('has charges of its own, which replace those of its show', async () => {
    await haveCatalogue(db, {
      shows: [
        aShow({
          charges: [aCharge({ percent: 1000 })],
          performances: [aPerformance({ charges: [aCharge({ percent: 0, fixed: 50_000 })] })],
        }),
      ],
    });
    const linked = await firstPerformance('hamlet');
    expect((await performance(linked)).priceLevels[0]?.prices[0]).toMatchObject({ charges: 50_000 });
  });

  test('has the counter’s charges at a counter', async () => {
    await haveCatalogue(db, {
      shows: [aShow({ charges: [aCharge({ percent: 1000 }), aCharge({ channel: 'box_office', percent: 200 })] })],
    });
    const linked = await firstPerformance('hamlet');
    await db`update customer set role = 'box-office'`;
    const counter = await performance(linked);
    await db`update customer set role = 'customer'`;
    expect(counter.priceLevels[0]?.prices[0]).toMatchObject({ final: 1_020_000 });
  });

  test('is public with the storefront’s prices, and cacheable', async () => {
    await haveCatalogue(db, {
      shows: [aShow({ charges: [aCharge({ percent: 1000 }), aCharge({ channel: 'box_office', percent: 200 })] })],
    });
    const linked = await firstPerformance('hamlet');
    expect(await visitor.ok(getPublicPerformance, performanceRequest(linked))).toEqual(await performance(linked));
    const { headers } = await app.inject({ url: `/v2/Funcion/${linked.id}/Ficha?h=${linked.hash}` });
    expect(headers['cache-control']).toContain('public');
  });

  test('that is cancelled, past, unlisted, unknown or asked for with a wrong hash is not available; without a session it is 401', async () => {
    await haveCatalogue(db, {
      shows: [
        aShow({ performances: [aPerformance({ state: 'cancelled' }), aPerformance({ startsAt: inDays(-1) })] }),
        aShow({ seo: 'oculto', listed: false }),
      ],
    });
    const ids = (await db<{ id: number }[]>`select id from performance`).map(({ id }) => id);
    expect(ids).toHaveLength(3);
    for (const id of [...ids, 12_345]) {
      const request = performanceRequest({ id, hash: linkHash(SECRET, 'performance', id) });
      const wrong = performanceRequest({ id, hash: linkHash(SECRET, 'show', id) });
      expect(await customer.call(getPerformance, request)).toMatchObject({ failure: 'event_not_available' });
      expect(await customer.call(getPerformance, wrong)).toMatchObject({ failure: 'event_not_available' });
      expect(await visitor.call(getPerformance, request)).toMatchObject({ status: 'unauthorised' });
      expect(await visitor.call(getPublicPerformance, request)).toMatchObject({ failure: 'event_not_available' });
    }
    expect(await customer.callRaw(getPerformance, { params: { id: 'uno' }, query: { h: 'x' } })).toMatchObject({
      failure: 'invalid_input',
      data: { fields: [{ name: 'id' }] },
    });
  });

  test('that is not available any more is named to who has its link, with what became of it and the way to its show', async () => {
    const now = Temporal.Now.instant();
    await haveCatalogue(db, {
      shows: [
        aShow({
          durationMinutes: 90,
          performances: [
            aPerformance({ state: 'cancelled' }),
            aPerformance({ startsAt: now.subtract({ minutes: 80 }) }),
            aPerformance({ startsAt: now.subtract({ minutes: 100 }) }),
            aPerformance({ startsAt: inDays(-3), state: 'cancelled' }),
          ],
        }),
        aShow({ seo: 'oculto', name: 'Oculto', listed: false }),
      ],
    });
    const { id, hash } = await listed('hamlet');
    const performances = await db<{ id: number }[]>`select performance.id from performance order by show_id, id`;
    const refusals = await Promise.all(
      performances.map((one) =>
        visitor.call(getPublicPerformance, performanceRequest({ id: one.id, hash: linkHash(SECRET, 'performance', one.id) })),
      ),
    );
    const facts = refusals.map((each) =>
      each.status === 'refusal' && each.failure === 'event_not_available' ? each.data.performance : null,
    );
    expect(facts.map((each) => [each?.showName, each?.reason, each?.show])).toEqual([
      ['Hamlet', 'cancelled', { id, hash, seo: 'hamlet' }],
      ['Hamlet', 'started', { id, hash, seo: 'hamlet' }],
      ['Hamlet', 'over', { id, hash, seo: 'hamlet' }],
      ['Hamlet', 'cancelled', { id, hash, seo: 'hamlet' }],
      ['Oculto', 'unlisted', undefined],
    ]);
    expect(facts[0]).toMatchObject({ venueName: 'Teatro', date: { hour: 20, minute: 30 } });
    const [first] = performances;
    const stranger = await visitor.call(
      getPublicPerformance,
      performanceRequest({ id: first?.id ?? 0, hash: linkHash(SECRET, 'show', 1) }),
    );
    expect(stranger).toMatchObject({ failure: 'event_not_available', data: {} });
    expect(stranger).not.toHaveProperty('data.performance.showName');
  });

  test('whose last place was sold is sold out on its page as on the others; its counter sees what it may still sell', async () => {
    await haveCatalogue(db, { shows: [aShow()] });
    const linked = await firstPerformance('hamlet');
    const states = async () => {
      await db`update customer set role = 'box-office'`;
      const counter = await performance(linked);
      await db`update customer set role = 'customer'`;
      const own = [await visitor.ok(getPublicPerformance, performanceRequest(linked)), await performance(linked)];
      return [...own, await firstPerformance('hamlet'), counter].map(({ state }) => state);
    };
    const count = (free: number, held: number) => owner`
      insert into performance_stock (performance_id, places, free, held) values (${linked.id}, 100, ${free}, ${held})
      on conflict (performance_id) do update set free = excluded.free, held = excluded.held`;
    await count(0, 2);
    expect(await states()).toEqual(['on_sale', 'on_sale', 'on_sale', 'on_sale']);
    await count(0, 0);
    expect(await states()).toEqual(['sold_out', 'sold_out', 'sold_out', 'on_sale']);
    expect((await billboard())[0]).toMatchObject({ soldOut: true });
  });

  test('that is announced says when it goes on sale as the clocks of its venue show it, and so do its show and its card', async () => {
    const onSaleAt = inDays(2, '10:00');
    await haveCatalogue(db, {
      venues: [aVenue({ timeZone: 'America/Asuncion' })],
      shows: [aShow({ performances: [aPerformance({ state: 'announced', onSaleAt, startsAt: inDays(30) })] })],
    });
    const linked = await firstPerformance('hamlet');
    const local = onSaleAt.toZonedDateTimeISO('America/Asuncion');
    const onSaleDate = { day: local.day, month: local.month, year: local.year, hour: local.hour, minute: local.minute };
    const answers = [linked, await performance(linked), (await billboard())[0]];
    for (const answer of answers) expect(answer).toMatchObject({ onSaleAt: onSaleAt.epochMilliseconds, onSaleDate });
    expect(await performance(linked)).toMatchObject({ showId: (await listed('hamlet')).id, showHash: (await listed('hamlet')).hash });
  });
});

test('a performance is read with the hash of its own link, and with no other; every customer reads the same (CA-039, C-10)', async () => {
  await haveCatalogue(db, {
    shows: [aShow({ performances: [aPerformance(), aPerformance({ startsAt: inDays(20) })] }), aShow({ seo: 'otelo', name: 'Otelo' })],
  });
  const [first, second] = (await showOf('hamlet')).performances;
  const other = found((await showOf('otelo')).performances[0]);
  const linked = found(first);
  const mine = await performance(linked);
  expect(mine).toMatchObject({ id: linked.id, hash: linked.hash, show: { name: 'Hamlet' } });
  expect(mine.priceLevels[0]?.prices[0]).toMatchObject({ final: 1_000_000 });
  const somebodyElse = clientOf(app, await loggedIn(app));
  expect(await somebodyElse.ok(getPerformance, performanceRequest(linked))).toEqual(mine);

  const wrong = [found(second).hash, other.hash, linkHash('another deployment', 'performance', linked.id), `${linked.hash}x`, ''];
  for (const hash of wrong) {
    const request = performanceRequest({ id: linked.id, hash });
    expect(await customer.call(getPerformance, request), hash).toMatchObject({ failure: 'event_not_available' });
  }
  expect(await customer.call(getPerformance, { params: { performanceId: linked.id }, query: {} })).toMatchObject({
    failure: 'event_not_available',
  });
  expect(await visitor.call(getPerformance, performanceRequest(linked))).toMatchObject({ status: 'unauthorised' });
});

describe('an image', () => {
  test('of a show is served under an address that never changes its content, and can run nothing (EN-012)', async () => {
    await haveCatalogue(db, { shows: [aShow({ images: [anImage()] })] });
    const image = found((await billboard())[0]?.images[0]);
    const response = await app.inject({ url: image.url, headers: { 'accept-encoding': 'br' } });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    });
    expect((await app.inject({ url: image.url })).body).toMatch(/^<svg/);
  });

  test('that does not exist, or whose address has no hash, is a 404', async () => {
    for (const hash of ['f'.repeat(32), 'x', '..%2f..', '%27or%201']) {
      expect((await app.inject({ url: `/images/${hash}/a.svg` })).statusCode).toBe(404);
    }
  });
});

test('whoever has an answer already is sent none, in any encoding, until it changes', async () => {
  await haveCatalogue(db, { shows: [aShow()] });
  const read = (headers: Record<string, string>) => app.inject({ url: '/v2/Cartelera', headers });
  const etag = String((await read({})).headers.etag);
  for (const encoding of ['identity', 'br', 'gzip']) {
    const again = await read({ 'if-none-match': etag, 'accept-encoding': encoding });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    expect(again.headers['cache-control']).toContain('max-age=2');
    expect(again.headers['content-encoding']).toBeUndefined();
  }
  await owner`update show set name = 'Otelo'`;
  const changed = await read({ 'if-none-match': etag });
  expect(changed.statusCode).toBe(200);
  expect(changed.body).toContain('Otelo');
});
