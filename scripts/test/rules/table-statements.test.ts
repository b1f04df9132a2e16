import { describe, expect, test } from 'vitest';
import { sqlIn, tableStatements } from '../../borders/table-statements.ts';

const writtenIn = (sql: string) => tableStatements(sql).map(({ table }) => table);

describe('a statement that writes', () => {
  test.each([
    ['insert into place (performance_id) select 1', ['place']],
    ['insert into hold as mine (purchase_id) values (1)', ['hold']],
    ['INSERT INTO\n  Place\n(id) VALUES (1)', ['place']],
    ['update place set state = 1', ['place']],
    ['update purchase as p set stage = 1', ['purchase']],
    ['update only place set state = 1', ['place']],
    ['update place * set state = 1', ['place']],
    ['delete from only hold using lapsed where true', ['hold']],
    ['delete\n  -- all of them\n  from hold', ['hold']],
    ['truncate place', ['place']],
    ['truncate table only place, hold *, public.offer restart identity cascade', ['place', 'hold', 'offer']],
    ['merge into offer as mine using late on true when matched then delete when not matched then insert values (1)', ['offer']],
    ['merge into only offer using late on true when matched then update set ending = 1', ['offer']],
    ['alter table ticket disable trigger all', ['ticket']],
    ['alter table if exists only ticket disable trigger ticket_stays', ['ticket']],
    ['copy place (performance_id, place_id) from stdin', ['place']],
    ['do $$ begin update place set state = 1; end $$', ['place']],
    ['select 1; update place set state = 1;delete from hold', ['place', 'hold']],
  ])('%j writes %j', (sql, tables) => expect(writtenIn(sql)).toEqual(tables));

  test('each table of a common table expression is found, in order', () => {
    const sql = `
      with mine as (select id from purchase order by id for update), noted as (
        update hold set held_until = now() from mine where purchase_id = mine.id returning purchase_id
      ), given as (delete from offer using mine where purchase_id = mine.id)
      update place set held_until = now() from noted where place.purchase_id = noted.purchase_id`;
    expect(writtenIn(sql)).toEqual(['hold', 'offer', 'place']);
  });

  test('a name in quotes is the same table, with its capitals', () => {
    expect(writtenIn('update "place" set state = 1')).toEqual(['place']);
    expect(writtenIn('delete from public."hold"')).toEqual(['hold']);
    expect(writtenIn('insert into "Place" values (1)')).toEqual(['Place']);
    expect(writtenIn('update "a ""b"" c" set d = 1')).toEqual(['a "b" c']);
  });

  test('a table of another schema is not ours', () => {
    expect(writtenIn('update graphile_worker._private_jobs set locked_at = null')).toEqual([]);
    expect(writtenIn('delete from "graphile_worker" . "jobs"')).toEqual([]);
    expect(writtenIn('truncate graphile_worker.jobs, place')).toEqual(['place']);
  });

  test('a table that is an interpolation has no name', () => {
    expect(writtenIn('update \0 set state = 1')).toEqual([undefined]);
    expect(writtenIn('insert into public.\0 values (1)')).toEqual([undefined]);
    expect(writtenIn('truncate hold, \0')).toEqual(['hold', undefined]);
    expect(writtenIn('delete from')).toEqual([undefined]);
  });
});

describe('what only looks like a write', () => {
  test.each([
    'select 1 from place for update',
    'select 1 from place for no key update',
    'select 1 from place for no key update of place',
    'select 1 from place join hold using (a) for update of place, hold skip locked',
    'select 1 from place FOR\n  UPDATE SKIP LOCKED',
    'update skip locked',
    'update of place',
    'on conflict (id) do update set state = excluded.state',
    'update set state = excluded.state',
    '-- update place set state = 1',
    "/* insert into place\n it's not so */ select 1",
    "select 'delete from place' as text, 'it''s update place set' as more",
    String.raw`select e'\'update place set' as text`,
    'select "update place set" from show',
    'select place.update from place',
    'copy place to stdout',
    'copy (select 1 from place) to stdout',
    'create trigger kept before truncate on place execute function refuse_change()',
    'create trigger kept after insert or delete or update on place execute function refuse_change()',
    'create trigger kept before update of state, id on place for each row execute function refuse_change()',
    'select \0 from place where id = \0 for update \0',
  ])('%j', (sql) => expect(tableStatements(sql)).toEqual([]));

  test('what follows an upsert is still read', () => {
    const sql = 'with kept as (insert into hold values (1) on conflict (id) do update set a = 1) update place set b = 1';
    expect(writtenIn(sql)).toEqual(['hold', 'place']);
  });
});

test('creating or dropping a table is not writing to it', () => {
  expect(tableStatements('create table a (id integer); create unlogged table if not exists b (); drop table if exists a, c;')).toEqual([
    { kind: 'create', table: 'a' },
    { kind: 'create', table: 'b' },
    { kind: 'drop', table: 'a' },
    { kind: 'drop', table: 'c' },
  ]);
});

describe('the SQL in a source', () => {
  const writtenBy = async (source: string) => (await sqlIn(source)).flatMap(writtenIn);

  test('is in its tagged templates, whatever the connection is called, and in their pieces', async () => {
    const source = `
      const lock = (tx: Tx) => (skip ? tx\`for update skip locked\` : tx\`for update\`);
      export const a = (db: Db) => db<{ id: string }[]>\`select id from purchase \${lock(db)}\`;
      export const b = (outside: Db) => outside<Row[]>\`with x as (\${outside\`delete from hold returning \${id}\`}) update place set a = \${1}\`;`;
    expect(await writtenBy(source)).toEqual(['place', 'hold']);
  });

  test('is what it gives to unsafe, and a table that is chosen while it runs has no name', async () => {
    expect(await writtenBy(`db.unsafe('truncate place'); tx?.unsafe(\`delete from hold where id = \${id}\`);`)).toEqual(['place', 'hold']);
    expect(await writtenBy('tx.unsafe(statement)')).toEqual([undefined]);
    expect(await writtenBy(`tx\`insert into \${tx(table)} values (1)\``)).toEqual([undefined]);
  });

  test('is not in comments and other strings', async () => {
    expect(
      await writtenBy("// tx`update place set a = 1`\nthrow new Error('update place set');\nconst text = `delete from place`;"),
    ).toEqual([]);
  });
});
