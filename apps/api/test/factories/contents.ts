import type { Db } from '../../src/db/connect.ts';
import { ownerOf } from '../database.ts';

type ByTable<Read> = Readonly<Record<string, Read>>;

/** Of each table how many rows it has. */
async function rowCounts(db: Db, tables: readonly string[]): Promise<ByTable<number>> {
  const counts = tables.map((table) => `select '${table}' as name, count(*)::int as rows from ${table}`);
  const rows = await ownerOf(db).unsafe<{ name: string; rows: number }[]>(counts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}

/** Of each table what it holds, word for word. */
async function hashes(db: Db, tables: readonly string[]): Promise<ByTable<string>> {
  const each = tables.map(
    (table) => `select '${table}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${table} as t`,
  );
  const rows = await ownerOf(db).unsafe<{ name: string; hash: string }[]>(each.join(' union all '));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** What every table of ours holds, word for word, but for those that count attempts. */
export const contents = async (db: Db) => hashes(db, await tablesOf(db));

/** Reads how many rows every table of ours has. One for a database: making it alters all tables. */
export const rowCounter = (db: Db) => readWhatIsWritten(db, 'insert or delete', rowCounts);

/** Reads what `contents` reads. One for a database: making it alters all tables. */
export const contentsReader = (db: Db) => readWhatIsWritten(db, 'insert or update or delete', hashes);

/**
 * Reading a hundred tables takes several times as long as the call that is tested. Each statement that may change a table notes its name,
 * in its own transaction, so that only tables whose change was committed are read again.
 */
async function readWhatIsWritten<Read>(
  db: Db,
  events: string,
  read: (db: Db, tables: readonly string[]) => Promise<ByTable<Read>>,
): Promise<() => Promise<ByTable<Read>>> {
  const owner = ownerOf(db);
  const tables = await tablesOf(db);
  const written = `written.after_${events.replaceAll(' ', '_')}`;
  const triggers = tables.map(
    (table) =>
      `create trigger after_${events.replaceAll(' ', '_')} after ${events} on ${table} for each statement execute function ${written}();`,
  );
  // In a schema of its own: it is none of our tables.
  await owner.unsafe(`
    create schema if not exists written;
    create table ${written} (name text not null);
    create function ${written}() returns trigger language plpgsql security definer as
      $$ begin insert into ${written} values (tg_table_name); return null; end $$;
    ${triggers.join('\n')}`);
  let last = await read(db, tables);
  return async () => {
    const names = await owner<{ name: string }[]>`delete from ${owner(written)} returning name`;
    if (names.length > 0) last = { ...last, ...(await read(db, [...new Set(names.map(({ name }) => name))])) };
    return last;
  };
}

/** They count tries, also those that are refused. */
const COUNTERS = ['login_throttle', 'used_captcha', 'card_try'];
const known = new WeakMap<Db, Promise<string[]>>();

function tablesOf(db: Db): Promise<string[]> {
  const read = known.get(db) ?? readTables(db);
  known.set(db, read);
  return read;
}

const readTables = async (db: Db) =>
  (
    await ownerOf(db)<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relname = any (${COUNTERS})`
  ).map(({ name }) => name);
