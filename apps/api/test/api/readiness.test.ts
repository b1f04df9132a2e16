import { expect, onTestFinished, test, vi } from 'vitest';
import { settleApiRole } from '../../src/db/api-role.ts';
import { connect, type Db } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { canCommit } from '../../src/db/readiness.ts';
import { aPostgres } from '../factories/postgres-servers.ts';

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
    await vi.waitFor(async () => expect((await db`show synchronous_standby_names`)[0]).toEqual({ synchronous_standby_names: name }));
  };
  await standbyIs('nobody');
  let answered = false;
  const asked = canCommit(db).finally(() => {
    answered = true;
  });
  const waits = () => admin`select from pg_stat_activity where wait_event = 'SyncRep' and usename = 'butaca_api'`;
  await vi.waitFor(async () => expect(await waits()).toHaveLength(1));
  // Reads go on.
  expect(await db`select 1 as read`).toEqual([{ read: 1 }]);
  expect(answered).toBe(false);
  await standbyIs('');
  expect(await asked).toBe(true);

  await primary.stop();
  const standby = await aPostgres(primary);
  const there = connected(standby.apiUrlOf('postgres'));
  expect(await canCommit(there)).toBe(false);
  await connected(standby.urlOf('postgres'))`select pg_promote()`;
  expect(await canCommit(there)).toBe(true);
});
