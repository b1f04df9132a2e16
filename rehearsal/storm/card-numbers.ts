import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../apps/api/src/db/connect.ts';

/** As it is typed, with spaces or hyphens, and as the digits of a byte column. */
const patternOf = (numbers: readonly string[]) =>
  numbers.flatMap((number) => [[...number].join('[ -]?'), [...number].map((digit) => `3${digit}`).join('')]).join('|');

/** Tables with a row in which one of these numbers stands, in any column of any type. */
export async function tablesWith(db: Db, numbers: readonly string[]): Promise<string[]> {
  const tables = await db<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
     order by 1, 2`;
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await db`select from ${db(schema)}.${db(name)} as entry where entry::text ~ ${patternOf(numbers)} limit 1`;
    if (rows.length > 0) found.push(`table ${schema}.${name}`);
  }
  return found;
}

/** Of a code of a few digits that stands inside a longer number nobody could say anything. */
const alone = (pattern: string, digits: number) => (digits < 10 ? `(?<![0-9]\0?)${pattern}(?!\0?[0-9])` : pattern);

/** As browsers keep what was typed: two bytes for each character. */
const wide = (number: string) => [...number].join('\0(?:[ -]\0)?');

/** Files below a folder in which one of them stands, in ASCII or UTF-16. */
export async function filesWith(folder: string, numbers: readonly string[]): Promise<string[]> {
  const texts = numbers.flatMap((number) => [patternOf([number]), wide(number)].map((pattern) => alone(`(?:${pattern})`, number.length)));
  const pattern = new RegExp(texts.join('|'));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if (pattern.test(await readFile(path, 'latin1'))) found.push(`file ${path.slice(folder.length + 1)}`);
  }
  return found.sort();
}
