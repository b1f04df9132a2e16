import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, expect, inject, test } from 'vitest';
import earlierForms from '../../migrations/earlier-forms.json' with { type: 'json' };
import { connect, type Db } from '../../src/db/connect.ts';
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

const directory = new URL('../../migrations/', import.meta.url);
const namesOf = async (folder: URL) => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
const textOf = (folder: URL, name: string) => readFile(new URL(name, folder), 'utf8');

/** As far as no release has them yet, or they come from now on. */
const FIRST_THAT_SALES_RUN_THROUGH = '0502';

test('a migration under which a sale goes on reads and writes no table that it has locked', async () => {
  const names = (await namesOf(directory)).filter((name) => name >= FIRST_THAT_SALES_RUN_THROUGH);
  expect(names.length).toBeGreaterThan(4);
  const faults: string[] = [];
  for (const name of names) {
    const sql = (await textOf(directory, name)).replace(/--.*$/gm, '');
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

const earlier = new URL('../fixtures/earlier-migrations/', import.meta.url);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Tables as PostgreSQL has them: columns in any order, constraints with whether they are valid, indexes and triggers. */
async function tablesOf(of: Db): Promise<string[]> {
  const rows = await of<{ what: string }[]>`
    select concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) as what
      from pg_attribute join pg_class on pg_class.oid = attrelid and relkind = 'r' and relnamespace = 'public'::regnamespace
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attnum > 0 and not attisdropped
    union all
    select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) from pg_constraint
     where connamespace = 'public'::regnamespace
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`;
  return rows.map(({ what }) => what).sort();
}

/** What databases on the main branch may have run, and where each stopped. */
const EARLIER = [
  { state: 'before any was rewritten', last: '0509', forms: ['0502.1', '0504.1', '0505.1', '0508.1', '0509.1'] },
  { state: 'after two were', last: '0515', forms: ['0502.1', '0504.1', '0505.1', '0508.2', '0509.2', '0513.1', '0515.1'] },
  { state: 'before the others were', last: '0515', forms: ['0502.1', '0504.1', '0505.1', '0513.3', '0515.1'] },
] as const;

test.each(EARLIER)('a database that has run the migrations as they were $state goes on to the same tables', async ({ last, forms }) => {
  const server = inject('postgresUrl');
  const name = `earlier_${randomBytes(6).toString('hex')}`;
  const admin = connect(`${server}postgres`, { connections: 1 });
  await admin`create database ${admin(name)}`;
  await admin.end();
  const before = connect(`${server}${name}`, { connections: 1 });
  const kept = await namesOf(earlier);
  await before`create table migration (name text primary key, hash text not null, applied_at timestamptz not null default now())`;
  for (const migration of (await namesOf(directory)).filter((each) => each.slice(0, 4) <= last)) {
    const form = forms.find((each) => each.slice(0, 4) === migration.slice(0, 4));
    const file = form && kept.find((each) => each.startsWith(form.slice(0, 4)) && each.endsWith(`${form.slice(4)}.sql`));
    const sql = file ? await textOf(earlier, file) : await textOf(directory, migration);
    await before.begin(async (tx) => {
      await tx.unsafe(sql);
      await tx`insert into migration (name, hash) values (${migration}, ${hashOf(sql)})`;
    });
  }
  await migrate(`${server}${name}`);
  expect(await tablesOf(before)).toEqual(await tablesOf(db));
  await before.end();
});

test('every earlier form of a migration is one that was written down', async () => {
  const kept = new Set(await Promise.all((await namesOf(earlier)).map(async (name) => hashOf(await textOf(earlier, name)))));
  expect(kept).toEqual(new Set(Object.values(earlierForms).flat()));
});
