import { afterAll, expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { freshDatabase } from '../database.ts';

const { ownerUrl: url, db, close } = await freshDatabase();
afterAll(close);

test('migrating a database that is up to date changes nothing', async () => {
  const lines: string[] = [];
  await migrate(url, (line) => lines.push(line));
  expect(lines).toEqual([]);
});

test('two servers that start at once migrate one after the other', async () => {
  await expect(Promise.all([migrate(url), migrate(url), migrate(url)])).resolves.toBeDefined();
});

test('instants, dates and counts come back as they went in', async () => {
  const instant = Temporal.Instant.from('2026-12-12T21:00:00.123456Z');
  const date = Temporal.PlainDate.from('2028-02-29');
  const [row] = await db<{ instant: Temporal.Instant; date: Temporal.PlainDate; count: number }[]>`
    select ${instant}::timestamptz as instant, ${date}::date as date, 9007199254740991::bigint as count`;
  expect(row?.instant.equals(instant)).toBe(true);
  expect(row?.date.equals(date)).toBe(true);
  expect(row?.count).toBe(Number.MAX_SAFE_INTEGER);
});
