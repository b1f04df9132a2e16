import { afterAll, expect, test } from 'vitest';
import { owners } from '../../../../scripts/borders/table-owners.ts';
import type { Db } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';

const { db, close } = await freshDatabase();
afterAll(close);

/** `npm run do -- schema` draws it anew. */
test('docs/schema.md is the schema as the migrations make it', async () => {
  await expect(await drawSchema(db)).toMatchFileSnapshot('../../../../docs/schema.md');
});

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
  readonly isNullable: boolean;
}

interface Reference {
  readonly table: string;
  readonly to: string;
  readonly columns: string;
  readonly isOptional: boolean;
}

/** One diagram for each module that owns tables; tables of others stand in it by name only. */
async function drawSchema(sql: Db): Promise<string> {
  const columns = await sql<Column[]>`
    select relname as table, attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as "isNullable",
           coalesce(attnum = any (conkey), false) as "isKey"
      from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      left join pg_constraint on conrelid = pg_class.oid and contype = 'p'
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname, attnum`;
  const references = await sql<Reference[]>`
    select source.relname as table, target.relname as to, string_agg(attname, ', ' order by attnum) as columns,
           bool_or(not attnotnull) as "isOptional"
      from pg_constraint join pg_class as source on source.oid = conrelid join pg_class as target on target.oid = confrelid
      join pg_attribute on attrelid = conrelid and attnum = any (conkey)
     where contype = 'f' and connamespace = 'public'::regnamespace
     group by pg_constraint.oid, source.relname, target.relname order by 1, 2, 3`;
  const tables = Map.groupBy(columns, ({ table }) => table);
  const modules = Map.groupBy(tables.keys(), (table) => owners[table] ?? 'db');
  const drawn = [...modules]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([module, names]) => {
      const entities = names.map((name) => entity(name, tables.get(name) ?? []));
      const lines = references.filter(({ table }) => names.includes(table)).map(line);
      return ['', `## ${module}`, '', '```mermaid', 'erDiagram', ...entities, ...lines, '```'].join('\n');
    });
  return `# The schema

Drawn from the database by \`npm run do -- schema\`; do not edit. Each table is written by one module only (\`scripts/borders/table-owners.ts\`).
A line leads to the table that is referred to; what names another table by number without a foreign key has no line.
${drawn.join('\n')}
`;
}

const entity = (table: string, columns: readonly Column[]) =>
  [
    `  ${table} {`,
    ...columns.map(
      ({ name, type, isKey, isNullable }) => `    ${plain(type)} ${name}${isKey ? ' PK' : ''}${isNullable ? ' "or null"' : ''}`,
    ),
    '  }',
  ].join('\n');

const line = ({ table, to, columns, isOptional }: Reference) => `  ${table} }o--${isOptional ? 'o|' : '||'} ${to} : "${columns}"`;

/** One word, as the diagram's language wants it. */
const plain = (type: string) => type.replace('timestamp with time zone', 'timestamptz').replace('[]', '_list').replace(/\W+/g, '_');
