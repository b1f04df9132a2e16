import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { limit } from '../../../scripts/test/limits.ts';
import { connect, type Db } from '../src/db/connect.ts';

export interface TestDatabase {
  readonly url: string;
  readonly db: Db;
  /** Of the role that owns the tables: for what the product never does, such as emptying one or switching a trigger off. */
  readonly owner: Db;
  readonly ownerUrl: string;
  readonly close: () => Promise<void>;
}

const owners = new WeakMap<Db, Db>();
/** The owner's connection to the database that `db` is of; `db` itself where it was not made here. */
export const ownerOf = (db: Db): Db => owners.get(db) ?? db;

/** A migrated database of its own as servers and workers have it, by the role that owns nothing; copied from the template in some 40 ms; the whole server goes away after the run. */
export async function freshDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = connect(`${server}postgres`, { connections: 1 });
  await admin`create database ${admin(name)} template ${admin(inject('templateDatabase'))}`;
  // What one test lets wait for a lock, another statement of it has to see waiting.
  await admin`alter database ${admin(name)} set butaca.lock_timeout = ${admin.unsafe(`'${limit(3000)}ms'`)}`;
  await admin.end();
  const url = `${inject('apiPostgresUrl')}${name}`;
  const ownerUrl = `${server}${name}`;
  const db = connect(url);
  const owner = connect(ownerUrl, { connections: 2 });
  owners.set(db, owner);
  return { url, db, owner, ownerUrl, close: async () => void (await Promise.all([db.end({ timeout: 5 }), owner.end({ timeout: 5 })])) };
}

/** How many statements in this database wait for a lock just now. */
export const waitingForLocks = async (db: Db): Promise<number> =>
  (await db`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length;
