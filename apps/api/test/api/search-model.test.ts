import { type InputOf, searchShows } from '@butaca/contract';
import { closenessOf } from '@butaca/contract/rules/typing-errors';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quote } from '../../src/catalogue/pricing.ts';
import { freshDatabase } from '../database.ts';
import { aMap, aVenue, haveCatalogue } from '../factories/catalogue.ts';
import { clientOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';

const { db, owner, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0 });
const visitor = clientOf(app);
afterAll(async () => {
  await app.close();
  await close();
});

const SHOWS = 300;
/** Whole pesos. */
const DISPLAY_UNIT = 100;

/** Fewer than the similar words that the search compares with, so that its limit leaves none out. */
const NAMES = 'hamlet camlet gaviota gaviotas rey reina sombra noche noches canon canto ana anabel'.split(' ');
const TYPES = [
  { id: 1, name: 'Drama' },
  { id: 2, name: 'Danza' },
];
/** Their days begin at different instants. */
const VENUES = [
  { seo: 'sala-norte', name: 'Sala Norte', city: 'Salta', timeZone: 'America/Argentina/Buenos_Aires' },
  { seo: 'sala-oriental', name: 'Sala Oriental', city: 'Osaka', timeZone: 'Asia/Tokyo' },
];

/** In an hour and some hours more, so that many begin at the same instant; the first ones are over. */
const start = fc.integer({ min: -4, max: 12 }).map((turn) => turn * 7 + 1);
const performanceDrawn = fc.record({
  startsInHours: start,
  venue: fc.constantFrom(0, 0, 0, 1),
  state: fc.constantFrom('announced', 'announced', 'on_sale', 'cancelled', 'sold_out', 'no_stock'),
  face: fc.option(
    fc.integer({ min: 1, max: 40 }).map((thousands) => thousands * 100_000 + 49),
    { freq: 8 },
  ),
});
const showDrawn = fc.record({
  name: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
  subtitle: fc.option(fc.constantFrom(...NAMES)),
  credits: fc.option(fc.constantFrom(...NAMES)),
  typeId: fc.constantFrom(1, 1, 1, 2),
  venue: fc.constantFrom(0, 0, 1),
  listed: fc.constantFrom(true, true, true, true, false),
  percent: fc.constantFrom(0, 0, 1250),
  performances: fc.uniqueArray(performanceDrawn, { maxLength: 5, selector: ({ startsInHours, venue }) => `${startsInHours} ${venue}` }),
});
type ShowDrawn = typeof showDrawn extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const shows = fc
  .sample(showDrawn, { numRuns: SHOWS, seed: 20_261_126 })
  .map((show, index) => ({ ...show, id: index + 1, name: ['obra', ...show.name], venueId: show.venue + 1 }));
type Show = (typeof shows)[number];
const now = Temporal.Now.instant();
const startOf = ({ startsInHours }: Show['performances'][number]) => now.add({ hours: startsInHours });

beforeAll(async () => {
  await owner`truncate show, venue, venue_map, show_type, image, search_word restart identity cascade`;
  // One by one, so that their ids are in this order.
  for (const [index, venue] of VENUES.entries()) {
    const maps = [aMap({ venue: venue.seo, hash: String(index).repeat(32) })];
    await haveCatalogue(db, { showTypes: TYPES.map((type) => ({ ...type, order: type.id })), venues: [aVenue(venue)], maps, shows: [] });
  }
  await owner`
    insert into show ${owner(
      shows.map(({ id, name, subtitle, credits, typeId, venueId, listed }) => ({
        ...{ seo: `show-${id}`, name: name.join(' '), subtitle, credits, show_type_id: typeId, venue_id: venueId, listed },
      })),
    )}`;
  await owner`
    insert into charge (show_id, kind, channel, percent, fixed, tax_class_id)
    select show_id, 'service', 'online', percent, 0, (select id from tax_class limit 1)
      from unnest(${shows.map(({ id }) => id)}::integer[], ${shows.map(({ percent }) => percent)}::integer[]) as t (show_id, percent)`;
  const performances = shows.flatMap((show) => show.performances.map((performance) => ({ ...performance, showId: show.id })));
  await owner`
    insert into performance (show_id, venue_id, venue_map_id, starts_at, state)
    select show_id, venue_map.venue_id, venue_map.id, starts_at, state
      from unnest(${performances.map(({ showId }) => showId)}::integer[], ${performances.map(({ venue }) => venue + 1)}::integer[],
                  ${performances.map((performance) => startOf(performance))}::timestamptz[],
                  ${performances.map(({ state }) => (state === 'no_stock' ? 'on_sale' : state))}::text[])
             with ordinality as drawn (show_id, venue_id, starts_at, state, turn)
      join venue_map on venue_map.venue_id = drawn.venue_id
     order by turn`;
  const ids = performances.map((_, index) => index + 1);
  await owner`
    insert into performance_stock (performance_id, places, free, held)
    select id, 100, 0, 0 from unnest(${ids.filter((id) => performances[id - 1]?.state === 'no_stock')}::integer[]) as id`;
  const priced = ids.filter((id) => performances[id - 1]?.face != null);
  await owner`
    insert into price_level (performance_id, position, name, category) select id, 1, 'Platea', 'platea' from unnest(${priced}::integer[]) as id`;
  await owner`
    insert into price_type (price_level_id, position, name, face_value, tax_class_id)
    select price_level.id, 1, 'General', face, (select id from tax_class limit 1)
      from unnest(${priced}::integer[], ${priced.map((id) => performances[id - 1]?.face ?? 0)}::bigint[]) as t (performance_id, face)
      join price_level using (performance_id)`;
});

type Search = Pick<InputOf<typeof searchShows>, 'query' | 'body'>;

/** Every show is compared with the whole search, one after the other. */
function searchNaively({ query, body = {} }: Search): { ids: number[]; total: number } {
  const { text = '', typeIds } = body;
  const typed = [...new Set(text.split(' ').filter((word) => word !== ''))];
  const meant = typed.map(wordsMeantBy);
  const found = shows.flatMap((show) => {
    const scores = meant.map((words) => scoreOf(show, words));
    const starts = show.performances
      .filter((performance) => passes(performance, show, body))
      .map((performance) => startOf(performance).epochMilliseconds);
    if (!show.listed || scores.includes(0) || starts.length === 0 || (typeIds && !typeIds.includes(show.typeId))) return [];
    return [{ id: show.id, score: scores.reduce((sum, score) => sum + score, 0), startsAt: Math.min(...starts) }];
  });
  found.sort((one, other) => other.score - one.score || one.startsAt - other.startsAt || one.id - other.id);
  const { perPage = 15, page = 1 } = query ?? {};
  const ids = found.slice((page - 1) * perPage, page * perPage).map(({ id }) => id);
  return { ids, total: found.length };
}

const weightedWords = (show: ShowDrawn): [string, number][] => {
  const home = VENUES[show.venue];
  const others = new Set(show.performances.map(({ venue }) => venue).filter((venue) => venue !== show.venue));
  const texts: [string | null | undefined, number][] = [
    [show.name.join(' '), 100],
    [show.subtitle, 60],
    [show.credits, 50],
    [home?.name, 40],
    [TYPES.find(({ id }) => id === show.typeId)?.name, 30],
    [home?.city, 30],
    ...[...others].map((venue): [string, number] => [`${VENUES[venue]?.name} ${VENUES[venue]?.city}`, 30]),
  ];
  return texts.flatMap(([content, weight]) =>
    (content ?? '')
      .toLowerCase()
      .split(' ')
      .filter((word) => word !== '')
      .map((word): [string, number] => [word, weight]),
  );
};

const allWords = [...new Set(shows.flatMap((show) => weightedWords(show).map(([word]) => word)))];

function wordsMeantBy(typed: string): Map<string, number> {
  const containing = allWords.filter((word) => word.includes(typed));
  const candidates = containing.length > 0 ? containing : allWords;
  return new Map(candidates.map((word) => [word, Math.round(closenessOf(typed, word) * 100)]));
}

const scoreOf = (show: ShowDrawn, meant: ReadonlyMap<string, number>) =>
  Math.max(...weightedWords(show).map(([word, weight]) => weight * (meant.get(word) ?? 0)));

const isSoldOut = ({ state }: { state: string }) => state === 'sold_out' || state === 'no_stock';

function passes(performance: Show['performances'][number], show: Show, { from, until, venueId, maxPrice }: NonNullable<Search['body']>) {
  const isToCome = (each: Show['performances'][number]) => each.startsInHours > 0 && each.state !== 'cancelled';
  const day = startOf(performance)
    .toZonedDateTimeISO(VENUES[performance.venue]?.timeZone ?? '')
    .toPlainDate()
    .toString();
  const { face } = performance;
  const charges = [{ kind: 'service', percent: show.percent, fixed: 0, taxRate: 0 }] as const;
  const isAffordable = () =>
    maxPrice === undefined ||
    (face !== null &&
      quote([{ faceValue: face, taxRate: 0, charges, quantity: 1 }], DISPLAY_UNIT).final <= maxPrice &&
      (!isSoldOut(performance) || show.performances.filter(isToCome).every(isSoldOut)));
  return (
    isToCome(performance) &&
    (venueId === undefined || venueId === performance.venue + 1) &&
    (from === undefined || day >= from) &&
    (until === undefined || day <= until) &&
    isAffordable()
  );
}

const mistype = (word: string, at: number, kind: string) => {
  const place = at % word.length;
  if (kind === 'drop') return word.slice(0, place) + word.slice(place + 1);
  if (kind === 'double') return word.slice(0, place) + word.slice(place, place + 1) + word.slice(place);
  return (
    word.slice(0, place) +
    word
      .slice(place, place + 2)
      .split('')
      .reverse()
      .join('') +
    word.slice(place + 2)
  );
};
const word = fc.constantFrom('obra', 'sala', 'drama', 'danza', 'osaka', 'salta', 'norte', ...NAMES);
const typedWord = fc.oneof(
  word,
  fc.constantFrom('o', 'a', 'n', 'ga', 'no', 'zzzz', 'hamlte'),
  fc.tuple(word, fc.nat(6)).map(([whole, length]) => whole.slice(0, length + 1)),
  fc.tuple(word, fc.nat(3)).map(([whole, from]) => whole.slice(from)),
  fc.tuple(word, fc.nat(8), fc.constantFrom('drop', 'double', 'swap')).map(([whole, at, kind]) => mistype(whole, at, kind)),
);
const day = fc.integer({ min: -2, max: 5 }).map((days) => now.toZonedDateTimeISO('UTC').add({ days }).toPlainDate().toString());
const drawnSearch = fc.record({
  query: fc.record({ perPage: fc.constantFrom(1, 3, 15, 100), page: fc.constantFrom(1, 1, 2, 3, 40) }, { requiredKeys: [] }),
  body: fc.record(
    {
      text: fc.array(typedWord, { maxLength: 4 }).map((words) => words.join(' ')),
      typeIds: fc.subarray([1, 2, 77]),
      from: day,
      until: day,
      venueId: fc.constantFrom(1, 2, 77),
      maxPrice: fc.integer({ min: 0, max: 4_500 }).map((hundreds) => hundreds * 1_000),
    },
    { requiredKeys: [] },
  ),
});

test('finds what comparing every show finds, in the same order and number', async () => {
  await fc.assert(
    fc.asyncProperty(drawnSearch, async (search) => {
      const { items, total } = await visitor.ok(searchShows, search);
      expect({ ids: items.map(({ id }) => id), total }).toEqual(searchNaively(search));
    }),
    { numRuns: 300 },
  );
});
