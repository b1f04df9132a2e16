import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { appendOnly, readOnly, settleApiRole } from '../../src/db/api-role.ts';
import { connect } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { freshDatabase } from '../database.ts';

const { url, db, owner, ownerUrl, close } = await freshDatabase();
// A copy of a database does not have the rights that its template gave to the database itself.
await settleApiRole(ownerUrl, url);
afterAll(close);

const REFUSED = { code: '42501' };
const nameOf = (each: string) => decodeURIComponent(new URL(each).username);

describe('the role of servers and workers', () => {
  test('is neither the owner nor a superuser, and may make no roles and no databases', async () => {
    const [row] = await db`
      select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as "hasPowers",
             rolname = (select tableowner from pg_tables where tablename = 'purchase') as "ownsTables"
        from pg_roles where rolname = current_user`;
    expect(row).toEqual({ name: nameOf(url), hasPowers: false, ownsTables: false });
    expect(nameOf(ownerUrl)).not.toBe(nameOf(url));
    expect(
      await db`select classid::regclass, objid from pg_shdepend
                     where refobjid = current_user::regrole and deptype = 'o'`,
    ).toEqual([]);
  });

  test.each([
    'drop table reading',
    'drop table purchase cascade',
    'drop schema graphile_worker cascade',
    'alter table purchase add column loot text',
    'alter table ledger_entry disable trigger all',
    'alter table purchase owner to current_user',
    'truncate login_throttle',
    'create table loot (id integer)',
    'create temporary table loot (id integer)',
    'create schema loot',
    'create function loot() returns integer language sql as $$ select 1 $$',
    'create index loot on customer (email)',
    'create trigger loot before insert on purchase for each row execute function refuse_change()',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'create role loot superuser',
    'create database loot',
    'alter role current_user superuser',
    'set session_replication_role = replica',
    `copy customer to program 'cat'`,
    `copy customer to '/tmp/loot'`,
    `select pg_read_file('/etc/passwd')`,
    'set role butaca',
    'alter policy butaca_api on graphile_worker._private_jobs using (false)',
    'delete from ledger_entry',
    'update ledger_transaction set at = now()',
    'update attempt_event set at = now()',
    `update reading set result = 'used'`,
    'delete from migration',
  ])('may not: %s', async (statement) => {
    await expect(db.unsafe(statement)).rejects.toMatchObject(REFUSED);
  });

  test('reads and writes rows, and nothing else; what is append-only it cannot change', async () => {
    const granted = await owner<{ table: string; rights: string }[]>`
      select relname as table, string_agg(lower(privilege_type), ' ' order by privilege_type) as rights
        from pg_class cross join lateral aclexplode(relacl)
       where relnamespace = 'public'::regnamespace and relkind = 'r' and grantee = ${nameOf(url)}::regrole
       group by relname`;
    const tables = await owner<{ table: string }[]>`select tablename as table from pg_tables where schemaname = 'public'`;
    const rightsTo = (table: string) => {
      if (readOnly.includes(table)) return 'select';
      return appendOnly.includes(table) ? 'insert select' : 'delete insert select update';
    };
    expect(Object.fromEntries(granted.map(({ table, rights }) => [table, rights]))).toEqual(
      Object.fromEntries(tables.map(({ table }) => [table, rightsTo(table)])),
    );
  });

  test('every table whose rows a trigger keeps as they are is append-only for it too', async () => {
    const kept = await owner<{ table: string }[]>`
      select distinct relname as table from pg_trigger join pg_class on pg_class.oid = tgrelid
       where not tgisinternal and tgfoid = 'refuse_change'::regproc and tgtype & 24 = 24 and cardinality(tgattr::int2[]) = 0`;
    expect(kept.map(({ table }) => table).toSorted()).toEqual(appendOnly.toSorted());
  });

  test('finds its jobs: it adds one, sees it and takes it out', async () => {
    await db`select graphile_worker.add_job('nothing', '{}'::json, job_key => 'of-the-role')`;
    expect(await db`select task_identifier as task from graphile_worker.jobs where key = 'of-the-role'`).toEqual([{ task: 'nothing' }]);
    expect(await db`delete from graphile_worker._private_jobs where key = 'of-the-role' returning 1 as gone`).toEqual([{ gone: 1 }]);
  });

  test('finds a migrated database in order, and says which migration is missing', async () => {
    await migrate(url);
    const [last] = await owner<{ name: string }[]>`delete from migration where name = (select max(name) from migration) returning name`;
    await expect(migrate(url)).rejects.toThrow(
      `migration ${last?.name} is not applied, and this role may not: name the owner in DATABASE_OWNER_URL`,
    );
  });
});

describe('giving it its rights', () => {
  /** A URL of the same database for a role of this test, which is made as the statement says. */
  async function aRole(statement?: string) {
    const name = `role_${randomBytes(4).toString('hex')}`;
    if (statement) await owner.unsafe(statement.replaceAll('$', name));
    onTestFinished(async () => {
      await owner.unsafe(`reassign owned by ${name} to butaca`);
      await owner.unsafe(`drop owned by ${name} cascade`);
      await owner.unsafe(`drop role ${name}`);
    });
    const made = new URL(url);
    made.username = name;
    made.password = 'a-password';
    return made.href;
  }

  test('a database of before, whose owner was the only role, gets one that works, with its rows as they were', async () => {
    const before = await owner`select * from delivery_type order by id`;
    const newcomer = connect(await madeRole(), { connections: 1 });
    expect(await newcomer`select * from delivery_type order by id`).toEqual(before);
    await expect(newcomer`drop table delivery_type`).rejects.toMatchObject(REFUSED);
    await newcomer.end();
  });
  const madeRole = async () => {
    const role = await aRole();
    await settleApiRole(ownerUrl, role);
    return role;
  };

  test('again changes nothing, and takes back what was given besides', async () => {
    const role = await madeRole();
    await owner.unsafe(`grant all on all tables in schema public to ${nameOf(role)}`);
    await settleApiRole(ownerUrl, role);
    const connected = connect(role, { connections: 1 });
    await expect(connected`truncate login_throttle`).rejects.toMatchObject(REFUSED);
    await expect(connected`delete from ledger_entry`).rejects.toMatchObject(REFUSED);
    await connected.end();
  });

  test.each([
    ['is a superuser', `create role $ login superuser password 'a-password'`],
    ['may create roles', `create role $ login createrole password 'a-password'`],
    ['may create databases', `create role $ login createdb password 'a-password'`],
    ['is a member of the owner', `create role $ login in role butaca password 'a-password'`],
    ['owns something', `create role $ login password 'a-password'; create schema of_$ authorization $`],
  ])('is refused to a role that %s', async (power, statement) => {
    await expect(settleApiRole(ownerUrl, await aRole(statement))).rejects.toThrow(power);
  });

  test('needs no second role: where there is one alone, it stays the owner', async () => {
    await settleApiRole(ownerUrl, ownerUrl);
    const [row] = await owner`select tableowner = current_user as "isOwner" from pg_tables where tablename = 'purchase'`;
    expect(row).toEqual({ isOwner: true });
  });
});
