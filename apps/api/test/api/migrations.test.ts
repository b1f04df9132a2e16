import { readdir, readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { migrate, undisturbed } from '../../src/db/migrate.ts';
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

test('a migration that a deadlock undid is run again, five times at most, and another error ends it', async () => {
  let runs = 0;
  const failing = (times: number, code: string) => () => {
    runs += 1;
    return runs <= times ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve();
  };
  const runsOf = async (times: number, code: string) => {
    runs = 0;
    const outcome = await undisturbed(failing(times, code)).then(
      () => 'ok',
      ({ message }: Error) => message,
    );
    return [outcome, runs];
  };
  expect(await runsOf(2, '40P01')).toEqual(['ok', 3]);
  expect(await runsOf(9, '40P01')).toEqual(['40P01', 5]);
  expect(await runsOf(1, '42P01')).toEqual(['42P01', 1]);
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

/** As far as they have run nowhere yet, or come from now on. */
const FIRST_THAT_SALES_RUN_THROUGH = '0508';

test('a migration under which a sale goes on reads and writes no table that it has locked', async () => {
  const directory = new URL('../../migrations/', import.meta.url);
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql') && name >= FIRST_THAT_SALES_RUN_THROUGH);
  expect(names.length).toBeGreaterThan(4);
  const faults: string[] = [];
  for (const name of names) {
    const sql = (await readFile(new URL(name, directory), 'utf8')).replace(/--.*$/gm, '');
    const statements = sql.split(/;\s*$/m).map((statement) => statement.trim().toLowerCase());
    const made = new Set(statements.flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? []));
    const altered = statements.some((statement) => {
      const table = /^alter table (\w+)/.exec(statement)?.[1];
      return table !== undefined && !made.has(table) && !statement.includes(' validate constraint ');
    });
    for (const statement of statements) {
      const of = (rule: string) => faults.push(`${name}: ${rule}`);
      const table = /^(?:alter table|create (?:unique )?index \w+ on|update|delete from|insert into) (\w+)/.exec(statement)?.[1];
      if (table === undefined || made.has(table)) continue;
      if (/ add constraint .* check/s.test(statement) && !/ not valid$/.test(statement)) of('a constraint is not valid at first');
      if (/ add column .* check/s.test(statement)) of('a column gets its check as a constraint of its own');
      if (/ alter column \w+ (?:set not null|(?:set data )?type )/.test(statement)) of('no column is read whole to change it');
      if (/ add column .* not null/s.test(statement) && !/ default /.test(statement)) of('a column that is not null has a default');
      if (altered && !statement.startsWith('alter table')) of('rows are written and indexes made in a migration that alters no table');
      if (altered && statement.includes(' validate constraint ')) of('a constraint is validated in a migration that alters no table');
    }
  }
  expect(faults).toEqual([]);
});
