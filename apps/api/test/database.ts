import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Db } from '../src/db/connect.ts';

export interface TestDatabase {
  readonly url: string;
  readonly db: Db;
  readonly close: () => Promise<void>;
}

/** A migrated database of its own, copied from the template in some 40 ms; the whole server goes away after the run. */
export async function freshDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = connect(`${server}postgres`, { connections: 1 });
  await admin`create database ${admin(name)} template ${admin(inject('templateDatabase'))}`;
  await admin.end();
  const url = `${server}${name}`;
  const db = connect(url);
  return { url, db, close: () => db.end({ timeout: 5 }) };
}

/** How many statements in this database wait for a lock just now. */
export const waitingForLocks = async (db: Db): Promise<number> =>
  (await db`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length;
