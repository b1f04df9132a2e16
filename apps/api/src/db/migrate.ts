import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import earlierForms from '../../migrations/earlier-forms.json' with { type: 'json' };
import { addressesOf } from './addresses.ts';
import { connect, type Db, type Tx } from './connect.ts';
import { DEADLOCK_DETECTED } from './lock-timeout.ts';
import { isTransient } from './outage.ts';

const directory = join(import.meta.dirname, '../../migrations');
/** One migration at a time; any constant that nothing else locks. */
export const MIGRATION_LOCK = 7_283_001;

const silent = new Logger(() => () => {});

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly hash: string;
}

/**
 * Applies the numbered `.sql` files that are not applied yet, each in its own transaction, and the job queue's own tables. A role that
 * may create nothing finds everything applied, or an error.
 */
export async function migrate(databaseUrl: string, log: (line: string) => void = () => {}): Promise<void> {
  const db = connect(databaseUrl, { connections: 1, applicationName: 'butaca-migrate' });
  try {
    await db`select pg_advisory_lock(${MIGRATION_LOCK})`;
    if (!(await mayCreate(db))) return await refusePending(db);
    await migrateQueue(databaseUrl);
    await db`create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())`;
    for (const migration of await pending(db)) {
      await undisturbed(() => db.begin((tx) => apply(tx, migration)));
      log(`migration ${migration.name}`);
    }
  } finally {
    await db.end();
  }
}

/** graphile-worker connects to one server: with several, they are tried until one takes writes. */
async function migrateQueue(databaseUrl: string): Promise<void> {
  const failures: unknown[] = [];
  for (const connectionString of addressesOf(databaseUrl)) {
    try {
      return await runMigrations({ connectionString, logger: silent });
    } catch (error) {
      if (!isTransient(error)) throw error;
      failures.push(error);
    }
  }
  throw failures[0];
}

const MOST_TRIES = 5;

/**
 * Servers of the version before go on meanwhile, and may lock the same tables in another order. A deadlock undoes the whole transaction, so
 * it is run again; whatever else fails is thrown.
 */
export async function undisturbed(transaction: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return void (await transaction());
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK_DETECTED || tries === MOST_TRIES) throw error;
    }
  }
}

async function mayCreate(db: Db): Promise<boolean> {
  const [may] = await db<{ create: boolean }[]>`select has_schema_privilege('public', 'create') as create`;
  return may?.create ?? false;
}

async function refusePending(db: Db) {
  const [first] = await pending(db);
  if (first) throw new Error(`migration ${first.name} is not applied, and this role may not: name the owner in DATABASE_OWNER_URL`);
}

async function pending(db: Db): Promise<Migration[]> {
  const applied = new Map(
    (await db<{ name: string; hash: string }[]>`select name, hash from migration`).map((row) => [row.name, row.hash]),
  );
  const all = await migrations();
  const changed = all.find(({ name, hash }) => applied.has(name) && applied.get(name) !== hash && !isEarlierForm(name, applied.get(name)));
  if (changed) throw new Error(`migration ${changed.name} was changed after it was applied; add a new one instead`);
  return all.filter(({ name }) => !applied.has(name));
}

/** Rewritten before its first release; where that form has run, those that come after it do what is different (migrations/README.md). */
const isEarlierForm = (name: string, hash: string | undefined): boolean =>
  hash !== undefined && ((earlierForms as Readonly<Record<string, readonly string[]>>)[name]?.includes(hash) ?? false);

async function migrations(): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function apply(tx: Tx, { name, sql, hash }: Migration) {
  await tx.unsafe(sql);
  await tx`insert into migration (name, hash) values (${name}, ${hash})`;
}
