import { searchShows } from '@butaca/contract';
import type { Db } from '../apps/api/src/db/connect.ts';
import { atMost } from './budgets.ts';
import { PlainHttp } from './claims/plain-http.ts';
import type { Stage } from './claims/stage.ts';
import type { Measurement } from './report.ts';
import { medianBy, type Rate, rateOf } from './statistics.ts';

const SHOWS = 10_000;
const PERFORMANCES_EACH = 5;
const SEARCHES = 300;
/** The speed of a shared machine changes by the second; the middle round counts. */
const ROUNDS = 5;
/** Before them: statements are planned, what is compared is read, and the engine has compiled what a server in service runs. */
const WARMING_UP = 300;
/** Of a read by primary key. */
const MOST_P99 = 20;

/** What somebody types: words of a name, the beginning of one, one with a typing error, a word that every show has. */
const texts = (n: number) =>
  [`palabra${n % 3000}`, `palab${n % 900}`, `palbara${n % 3000}`, `nombre${n % 700} palabra${n % 3000}`, 'obra'][n % 5] ?? '';

/** In whole pesos: few, some and all of the shows below have a performance for so little. */
const priceLimits = [6_000, 20_000, 95_000];

/** One search after the other among ten thousand shows, through HTTP; the same ones up to a price beside them. */
export async function measureSearch(stage: Stage): Promise<Measurement[]> {
  const { db, origin, performances } = stage;
  await db`
    insert into show (seo, show_type_id, venue_id, name, subtitle, credits)
    select 'buscado-' || n, show_type_id, venue_id, 'Palabra' || n % 3000 || ' nombre' || n % 700 || ' suelta' || n,
           'Una obra en ' || n % 7 || ' actos', 'De Autor' || n % 2000 || ' Apellido' || n % 1500 || '. Con Actriz' || n % 4000
      from generate_series(1, ${SHOWS}) as n,
           (select show_type_id, show.venue_id from show join performance on performance.show_id = show.id
             where performance.id = ${performances[0] ?? 0}) as one`;
  await db`
    insert into performance (show_id, venue_id, venue_map_id, starts_at, state)
    select show.id, show.venue_id, null, now() + make_interval(days => turn + show.id % 100), 'announced'
      from show, generate_series(1, ${PERFORMANCES_EACH}) as turn where seo like 'buscado-%'`;
  await db`
    insert into price_level (performance_id, position, name, category)
    select performance.id, place, 'Nivel ' || place, 'nivel-' || place
      from performance join show on show.id = show_id, generate_series(1, 3) as place where seo like 'buscado-%'`;
  await db`
    insert into price_type (price_level_id, position, name, face_value, tax_class_id)
    select price_level.id, 1, 'General', (5000 + performance.id * 7919 % 90000 + 1000 * price_level.position) * 100, tax_class.id
      from price_level join performance on performance.id = performance_id join show on show.id = show_id,
           (select id from tax_class limit 1) as tax_class
     where seo like 'buscado-%'`;
  // As the database does by itself some time after an import.
  await db`vacuum analyze show, performance, price_level, price_type, show_word, search_word`;
  const http = new PlainHttp(origin, 1);
  const plain = (n: number) => ({ cBuscar: texts(n) });
  const priced = (n: number) => ({ ...plain(n), fPrecioMaximo: priceLimits[n % priceLimits.length] });
  await timesOf(http, plain, WARMING_UP);
  await timesOf(http, priced, WARMING_UP);
  const ids = (await db<{ id: number }[]>`select id from show where seo like 'buscado-%'`).map(({ id }) => id);
  await readTimes(db, ids, WARMING_UP);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      read: rateOf(await readTimes(db, ids, SEARCHES), 0),
      plain: rateOf(await timesOf(http, plain, SEARCHES), 0),
      priced: rateOf(await timesOf(http, priced, SEARCHES), 0),
    });
  }
  http.close();
  await db`delete from performance using show where show.id = show_id and seo like 'buscado-%'`;
  await db`delete from show where seo like 'buscado-%'`;
  const among = `search among ${SHOWS.toLocaleString('en')} shows`;
  return [
    measured(`${among}, one after the other`, rounds, ({ plain }) => plain),
    measured(`${among} up to a price, likewise`, rounds, ({ priced }) => priced),
  ];
}

interface Round {
  readonly read: Rate;
  readonly plain: Rate;
  readonly priced: Rate;
}

/** The least that anything can cost that asks the database: one show by its id, without HTTP. */
async function readTimes(db: Db, ids: readonly number[], count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now();
    await db`select name from show where id = ${ids[(n * 7919) % ids.length] ?? 0}`;
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function timesOf(http: PlainHttp, bodyOf: (n: number) => object, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const body = JSON.stringify(bodyOf(n));
    const startedAt = performance.now();
    const answer = await http.post(searchShows.path, '', body);
    times.push(performance.now() - startedAt);
    const { nCode } = JSON.parse(answer) as { nCode: number };
    if (nCode !== 200) throw new Error(`a search was answered with ${nCode}`);
  }
  return times;
}

function measured(what: string, rounds: readonly Round[], ofRound: (round: Round) => Rate): Measurement {
  const middle = medianBy(rounds, (round) => ofRound(round).p99Ms / round.read.p99Ms);
  const ours = ofRound(middle);
  return {
    what,
    baseline: `a read by primary key ${latency(middle.read)}`,
    ours: latency(ours),
    budgets: [atMost(ours.p99Ms / middle.read.p99Ms, MOST_P99, 'p99', "the read's")],
  };
}

const latency = ({ p50Ms, p99Ms }: Rate) => `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
