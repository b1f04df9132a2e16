import { expect, onTestFinished, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { settleApiRole } from '../../src/db/api-role.ts';
import { connect, type Db } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { canCommit } from '../../src/db/readiness.ts';
import { aPostgres } from '../factories/postgres-servers.ts';

const PATIENT = { timeout: limit(10_000), interval: 20 };

function connected(url: string): Db {
  const db = connect(url, { connections: 2 });
  onTestFinished(() => db.end({ timeout: 1 }));
  return db;
}

test('a database is ready for as long as it commits: not while its synchronous standby is away, and a standby not before it is promoted', async () => {
  const primary = await aPostgres();
  const url = primary.apiUrlOf('postgres');
  await migrate(primary.urlOf('postgres'));
  await settleApiRole(primary.urlOf('postgres'), url);
  const admin = connected(primary.urlOf('postgres'));
  const db = connected(url);
  expect(await canCommit(db)).toBe(true);

  const standbyIs = async (name: string) => {
    await admin`select set_config('synchronous_commit', 'local', false)`;
    await admin.unsafe(`alter system set synchronous_standby_names = '${name}'`);
    await admin`select pg_reload_conf()`;
  };
  await standbyIs('nobody');
  const waits = () => admin`select from pg_stat_activity where wait_event = 'SyncRep' and usename = 'butaca_api'`;
  let asked = Promise.resolve(true);
  let answered = false;
  // The server's own processes hear of the setting one after the other.
  const waiting = async () => {
    answered = false;
    asked = canCommit(db).finally(() => {
      answered = true;
    });
    await vi.waitFor(async () => expect([answered, (await waits()).length]).not.toEqual([false, 0]), PATIENT);
    expect(answered).toBe(false);
  };
  await vi.waitFor(waiting, PATIENT);
  // Reads go on.
  expect(await db`select 1 as read`).toEqual([{ read: 1 }]);
  expect([answered, (await waits()).length]).toEqual([false, 1]);
  await standbyIs('');
  expect(await asked).toBe(true);

  await primary.stop();
  const standby = await aPostgres(primary);
  const there = connected(standby.apiUrlOf('postgres'));
  expect(await canCommit(there)).toBe(false);
  await connected(standby.urlOf('postgres'))`select pg_promote()`;
  expect(await canCommit(there)).toBe(true);
});
