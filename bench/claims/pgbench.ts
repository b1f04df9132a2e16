import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Db } from '../../apps/api/src/db/connect.ts';
import { type Rate, rateOf } from '../statistics.ts';

const run = promisify(execFile);
const CLIENTS = 16;
const PLACES = 60_000;
const HOT_PAIRS = 10;

/** A bare hold of two places on narrow rows, one statement per transaction: what PostgreSQL itself does on this machine. */
export interface BareHold {
  /** `pgbench`, or its replacement. */
  readonly tool: string;
  /** Every place free, in a table without dead rows. */
  readonly reset: () => Promise<void>;
  readonly perSecond: (crowd: 'any pair' | 'hot row', seconds: number) => Promise<number>;
  /** With so many connections, each hold timed, which costs a little of the rate. */
  readonly timed: (crowd: 'any pair' | 'hot row', seconds: number, connections: number) => Promise<Rate>;
  /** At a steady rate, whether answers come or not; each timed from the moment it was due. */
  readonly paced: (crowd: 'any pair' | 'hot row', seconds: number, rate: number) => Promise<Rate>;
}

/** The table is a copy of `place` as the design draws it, not of what `place` is today: the baseline stays the same. */
export async function prepareBareHold(db: Db, databaseUrl: string): Promise<BareHold> {
  await db`
    create table if not exists bench_place (
      performance_id integer not null,
      place_id integer not null,
      state text not null default 'free',
      purchase_id text,
      held_until timestamptz,
      primary key (performance_id, place_id)
    ) with (fillfactor = 60)`;
  const reset = async () => {
    await db`truncate bench_place`;
    await db`insert into bench_place (performance_id, place_id) select 1, generate_series(0, ${PLACES - 1})`;
    await db`vacuum (analyze) bench_place`;
  };
  await reset();
  const pgbench = findPgbench();
  const hold: Hold = pgbench === null ? (run) => holdByDriver(db, run) : (run) => holdByPgbench(pgbench, databaseUrl, run);
  return {
    tool: pgbench === null ? 'postgres.js' : 'pgbench',
    reset,
    perSecond: async (crowd, seconds) =>
      (await hold({ pairs: pairsOf(crowd), seconds, connections: CLIENTS, isTimed: false, rate: null })).perSecond,
    timed: (crowd, seconds, connections) => hold({ pairs: pairsOf(crowd), seconds, connections, isTimed: true, rate: null }),
    paced: (crowd, seconds, rate) => hold({ pairs: pairsOf(crowd), seconds, connections: CLIENTS, isTimed: true, rate }),
  };
}

interface Run {
  readonly pairs: number;
  readonly seconds: number;
  readonly connections: number;
  readonly isTimed: boolean;
  /** A second, of all connections together; null is as fast as they are answered. */
  readonly rate: number | null;
}
/** Without latencies unless they are asked for. */
type Hold = (run: Run) => Promise<Rate>;

const pairsOf = (crowd: 'any pair' | 'hot row') => (crowd === 'hot row' ? HOT_PAIRS : PLACES / 2);

async function holdByPgbench(pgbench: string, databaseUrl: string, given: Run, connectingSeconds = CONNECTING_SECONDS): Promise<Rate> {
  const { pairs, seconds, connections, isTimed, rate } = given;
  const folder = await mkdtemp(join(tmpdir(), 'butaca-pgbench-'));
  try {
    const script = join(folder, 'hold.sql');
    await writeFile(
      script,
      [
        `\\set a 2 * random(0, ${pairs - 1})`,
        "update bench_place set state = 'held', purchase_id = 'AAAAAAAAAAAAAAAAAAAAAA',",
        "  held_until = clock_timestamp() + interval '12 minutes'",
        '  where performance_id = 1 and place_id in (:a, :a + 1);',
      ].join('\n'),
    );
    const duration = String(seconds + Math.ceil(connections * connectingSeconds));
    const options = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '1', '-T', duration, '-f', script];
    const timing = isTimed ? ['-l', '--log-prefix', join(folder, LOG)] : [];
    const { stdout } = await run(pgbench, [...options, ...timing, ...(rate === null ? [] : ['-R', String(rate)]), databaseUrl]);
    const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (perSecond === undefined && connectingSeconds >= LONGEST_CONNECTING_SECONDS) throw new Error(`pgbench printed no rate: ${stdout}`);
    // It was still connecting when its time was over.
    if (perSecond === undefined) return await holdByPgbench(pgbench, databaseUrl, given, 2 * connectingSeconds);
    return { ...rateOf(await latenciesIn(folder), seconds * 1000), perSecond: Number(perSecond) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** pgbench connects one after the other within its duration, which its rate then leaves out: 64 on a slow machine took two seconds. */
const CONNECTING_SECONDS = 1 / 32;
const LONGEST_CONNECTING_SECONDS = 1 / 2;
const LOG = 'holds';

/** Of pgbench's logs, a line for each hold; its third field is the latency in microseconds. */
async function latenciesIn(folder: string): Promise<number[]> {
  const logs = (await readdir(folder)).filter((name) => name.startsWith(LOG));
  const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) => text.trimEnd().split('\n')).map((line) => Number(line.split(' ')[2]) / 1000);
}

/** The same statement through our driver, where there is no pgbench; it is slower, and so flatters the ratio. */
async function holdByDriver(db: Db, { pairs, seconds, connections, rate }: Run): Promise<Rate> {
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;
  let turn = 0;
  const latencies: number[] = [];
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < endAt) {
        const askedAt = rate === null ? performance.now() : startedAt + (turn++ * 1000) / rate;
        if (askedAt > performance.now()) await sleep(askedAt - performance.now());
        const place = 2 * Math.floor(Math.random() * pairs);
        await db`
          update bench_place set state = 'held', purchase_id = 'AAAAAAAAAAAAAAAAAAAAAA', held_until = clock_timestamp() + interval '12 minutes'
           where performance_id = 1 and place_id in (${place}, ${place + 1})`;
        latencies.push(performance.now() - askedAt);
      }
    }),
  );
  return rateOf(latencies, seconds * 1000);
}

/** Debian's own, an installed one, or one unpacked from Debian's package: installing that package would start a database. */
function findPgbench(): string | null {
  const installed = () => globSync('/usr/lib/postgresql/*/bin/pgbench').sort().at(-1) ?? null;
  const onPath = () => (works('pgbench') ? 'pgbench' : null);
  return installed() ?? onPath() ?? unpackPgbench();
}

const works = (pgbench: string) => spawnSync(pgbench, ['--version']).status === 0;

function unpackPgbench(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  const folder = join(import.meta.dirname, '../../node_modules/.cache/pgbench');
  const unpacked = () => globSync(join(folder, 'usr/lib/postgresql/*/bin/pgbench')).find(works) ?? null;
  const kept = unpacked();
  if (kept !== null) return kept;
  const steps = `
    set -e
    mkdir -p "$1" && cd "$1"
    apt-get install -y -qq --no-install-recommends libpq5
    apt-get download -qq "$(apt-cache depends --important postgresql | sed -n 's/.*Depends: \\(postgresql-[0-9]*\\)$/\\1/p')"
    dpkg-deb -x postgresql-*.deb .
  `;
  spawnSync('sh', ['-c', steps, 'unpack', folder], { stdio: 'ignore' });
  return unpacked();
}
