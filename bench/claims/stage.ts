import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newSessionToken } from '../../apps/api/src/customers/session.ts';
import { connect, type Db } from '../../apps/api/src/db/connect.ts';
import { randomId } from '../../apps/api/src/db/random-id.ts';
import { freePort } from '../../scripts/ports.ts';
import { startPostgres } from '../../scripts/postgres/start.ts';
import { startProduct, startSandbox } from '../product.ts';

interface Buyer {
  readonly customerId: string;
  readonly token: string;
}

export interface Stage {
  readonly origin: string;
  /** The numbers of its server. */
  readonly metrics: string;
  /** The sandbox's card gateway. */
  readonly gateway: string;
  /** What the sandbox's tax office is told by. */
  readonly taxOffice: string;
  readonly db: Db;
  readonly databaseUrl: string;
  /** Performances of one stadium, the same size each. */
  readonly performances: readonly number[];
  readonly placeCount: number;
  readonly buyers: readonly Buyer[];
  /** A second instance of the product on the same database, with other settings. */
  readonly open: (environment: NodeJS.ProcessEnv) => Promise<{ readonly origin: string; readonly stop: () => Promise<void> }>;
  /** Every place free again, and the api knows it. */
  readonly reset: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export const SECRET = 'the secret of the benchmarks, long enough for anybody';
const SETTINGS = { shared_buffers: '256MB', max_connections: '100', max_wal_size: '2GB' };
const BUYERS = 20_000;
const PERFORMANCES = 4;

/** The product on a durable database of its own, with a stadium on sale and many people logged in. */
export async function setStage(): Promise<Stage> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'butaca-claims-'));
  const postgres = await startPostgres({ dataDirectory, settings: SETTINGS });
  const admin = connect(postgres.urlOf('postgres'), { connections: 1 });
  await admin`create database butaca`;
  await admin.end();
  const databaseUrl = postgres.urlOf('butaca');
  const sandbox = await startSandbox();
  const gateway = `${sandbox.origin}/gateway/api/v2`;
  const open = (environment: NodeJS.ProcessEnv) =>
    startProduct({
      DATABASE_URL: postgres.apiUrlOf('butaca'),
      DATABASE_OWNER_URL: databaseUrl,
      SECRET,
      GATEWAY_URL: gateway,
      ARCA_WSAA_URL: `${sandbox.origin}/arca/ws/services/LoginCms`,
      ARCA_WSFE_URL: `${sandbox.origin}/arca/wsfev1/service.asmx`,
      CAPTCHA: 'off',
      ...environment,
    });
  const metricsPort = await freePort();
  const stopWorld = async () => {
    sandbox.stop();
    await postgres.stop();
    await rm(dataDirectory, { recursive: true, force: true });
    await rm(postgres.home, { recursive: true, force: true });
  };
  const product = await open({ METRICS_PORT: String(metricsPort) }).catch(async (error: unknown) => {
    await stopWorld();
    throw error;
  });
  const db = connect(databaseUrl, { connections: 16, applicationName: 'butaca-bench' });
  await unsell(db);
  const { performances, placeCount } = await stadium(db);
  const buyers = await logInMany(db);
  const reset = async () => {
    // Claims whose clients have disconnected are still being answered.
    await sleep(1000);
    await db`delete from hold`;
    await db`delete from bought_places`;
    await db`delete from purchase`;
    await db`delete from place where performance_id = any (${[...performances]}::integer[])`;
    for (const id of performances) {
      await db`insert into place (performance_id, place_id) select ${id}, generate_series(0, ${placeCount - 1}) on conflict do nothing`;
      await db`select pg_notify('places', ${JSON.stringify(['bench', 0, id, null])})`;
    }
    await db`vacuum (analyze) place, hold, purchase, claim_key`;
    // What making the stage wrote must not be on its way to the disk while claims are timed.
    await db`checkpoint`;
  };
  return {
    origin: product.origin,
    metrics: `http://127.0.0.1:${metricsPort}/metrics`,
    gateway,
    taxOffice: `${sandbox.origin}/arca/control`,
    db,
    databaseUrl,
    performances,
    placeCount,
    buyers,
    open,
    reset,
    stop: async () => {
      await db.end({ timeout: 5 });
      await product.stop();
      await stopWorld();
    },
  };
}

/**
 * What the demo has sold would be counted with what the benchmarks sell; triggers keep its rows from going. Shows under another
 * name are not the demo's any more, so a second product on this stage does not sell them again.
 */
const unsell = (db: Db) =>
  db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`truncate ticket, bought_places, ledger_entry, ledger_transaction, attempt_event, attempt, hold, purchase, place cascade`;
    await tx`update show set seo = 'bench-' || id`;
  });

/** The demo's largest performance on sale, and as many like it. */
async function stadium(db: Db) {
  const [largest] = await db<{ id: number; placeCount: number }[]>`
    select performance.id, place_count as "placeCount" from performance join venue_map on venue_map.id = performance.venue_map_id
     where state = 'on_sale' and starts_at > now() order by place_count desc, performance.id limit 1`;
  if (!largest) throw new Error('the demo has nothing on sale');
  const copies = await db<{ id: number }[]>`
    insert into performance (show_id, venue_id, venue_map_id, starts_at, state)
    select show_id, venue_id, venue_map_id, starts_at + make_interval(mins => turn), state
      from performance, generate_series(1, ${PERFORMANCES - 1}) as turn where id = ${largest.id} returning id`;
  await db`
    insert into price_level (performance_id, position, name, color, category)
    select copy, position, name, color, category from price_level, unnest(${copies.map(({ id }) => id)}::integer[]) as copy
     where performance_id = ${largest.id}`;
  await db`
    insert into price_type (price_level_id, position, name, face_value, tax_class_id)
    select copy.id, price_type.position, price_type.name, face_value, tax_class_id
      from price_type
      join price_level as level on level.id = price_type.price_level_id and level.performance_id = ${largest.id}
      join price_level as copy on copy.category = level.category and copy.performance_id = any (${copies.map(({ id }) => id)}::integer[])`;
  return { performances: [largest.id, ...copies.map(({ id }) => id)], placeCount: largest.placeCount };
}

async function logInMany(db: Db): Promise<Buyer[]> {
  const buyers = Array.from({ length: BUYERS }, () => ({ customerId: randomId(), ...newSessionToken(SECRET) }));
  const ids = buyers.map(({ customerId }) => customerId);
  await db`
    insert into customer (id, email, first_name, last_name, gender, document_type, document_number, birthday, country, password_hash,
                          email_confirmed_at)
    select id, lower(id) || row_number() over () || '@correo.example', 'Julia', 'Paredes', 'feminine', 'dni', '30123456', '1990-05-17', 'ar',
           '$argon2id$x', now()
      from unnest(${ids}::text[]) as id`;
  await db`
    insert into session (id, customer_id, expires_at)
    select id, customer_id, now() + interval '3 hours'
      from unnest(${buyers.map(({ sessionId }) => sessionId)}::text[], ${ids}::text[]) as t (id, customer_id)`;
  return buyers;
}

/** Of one of the buyers, who have logged in and out since in other parts. */
export async function openSession(db: Db, customerId: string): Promise<string> {
  const { token, sessionId } = newSessionToken(SECRET);
  await db`insert into session (id, customer_id, expires_at) values (${sessionId}, ${customerId}, now() + interval '3 hours')`;
  return token;
}

interface Target {
  readonly performanceId: number;
  readonly places: readonly [number, number];
}

/** The two places of the nth claim. */
export type Aim = (n: number) => Target;

export type Crowd = 'spread' | 'one performance' | 'one hot row';

/** How claims are spread: over several performances, in one, or in one row, where most of them lose. */
export const aims = (performances: readonly number[], placeCount: number): Readonly<Record<Crowd, Aim>> => {
  const pair = (performanceId: number, index: number): Target => ({ performanceId, places: [index * 2, index * 2 + 1] });
  const [first = 0] = performances;
  return {
    spread: (n) => pair(performances[n % performances.length] ?? first, Math.floor(n / performances.length) % Math.floor(placeCount / 2)),
    'one performance': (n) => pair(first, n % Math.floor(placeCount / 2)),
    'one hot row': (n) => pair(first, n % 10),
  };
};
