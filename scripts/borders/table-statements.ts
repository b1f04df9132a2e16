import { nodesOf } from './syntax.ts';

/** What a statement does with a table; `table` is undefined where its name is an interpolation. */
interface TableStatement {
  readonly kind: 'create' | 'drop' | 'write';
  readonly table: string | undefined;
}

/** Stands in a statement for an interpolation. */
const HOLE = '\0';

/** Comments and strings, which are left out; names in quotes; words; and any other character. What stands between `$$` is read too. */
const TOKEN =
  /--[^\n]*|\/\*.*?\*\/|\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$|\be'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|("(?:[^"]|"")*")|([\p{L}\p{N}_$]+)|(\S)/gisu;

const WORD = String.raw`(?:[\p{L}_][\p{L}\p{N}_$]*|"(?:[^"]|"")*")`;
const NAME = String.raw`(?:${WORD} \. )?(?:${WORD}|${HOLE})`;
const TABLE = String.raw`(?:only )?${NAME}(?: \*)?`;

/** How a statement starts before its tables, in lower case and with one space between words. */
const STARTS: Readonly<Record<TableStatement['kind'], readonly string[]>> = {
  create: ['create (?:(?:global|local|temporary|temp|unlogged) )*table(?: if not exists)?'],
  drop: ['drop table(?: if exists)?'],
  write: [
    '(?:insert|merge) into',
    'delete from',
    // Not `for update`, not `on conflict do update`, and not the events of a trigger.
    String.raw`(?<!(?:^| )(?:for|key|do|\.) )update(?! (?:of|on|or|set|skip|nowait)(?: |$))`,
    'truncate(?! on )(?: table)?',
    'alter table(?: if exists)?',
    String.raw`copy(?= ${NAME} (?:\( [^()]* \) )?from )`,
  ],
};
const patterns = (['create', 'drop', 'write'] as const).map((kind) => ({
  kind,
  pattern: new RegExp(`(?<=^| )(?:${STARTS[kind].join('|')})(?:$| (${TABLE}(?: , ${TABLE})*))`, 'gu'),
}));

/** What a text of SQL does with tables of ours, in its order; common table expressions and pieces of statements count too. */
export function tableStatements(sql: string): TableStatement[] {
  const plain = [...sql.matchAll(TOKEN)].flatMap(([, quoted, word, other]) => quoted ?? word?.toLowerCase() ?? other ?? []).join(' ');
  return patterns
    .flatMap(({ kind, pattern }) => [...plain.matchAll(pattern)].map(({ index, 1: tables = HOLE }) => ({ kind, index, tables })))
    .sort((one, other) => one.index - other.index)
    .flatMap(({ kind, tables }) => tables.split(' , ').flatMap((table) => ourTable(table).map((name) => ({ kind, table: name }))));
}

/** The name alone; nothing for a table of another schema, such as the job queue's. */
function ourTable(table: string): (string | undefined)[] {
  const words = table.replaceAll(/^only | \*$/gu, '').split(' . ');
  const [name = '', schema = 'public'] = words
    .map((word) => (word.startsWith('"') ? word.slice(1, -1).replaceAll('""', '"') : word))
    .reverse();
  if (schema !== 'public') return [];
  return [name === HOLE ? undefined : name];
}

/** The SQL in a source: the text of its tagged templates, and what it gives to `unsafe`. */
export async function sqlIn(source: string): Promise<string[]> {
  const found: string[] = [];
  for (const node of await nodesOf(source)) {
    if (node.type === 'TaggedTemplateExpression') found.push(textOf(node.template));
    if (node.type === 'CallExpression' && isUnsafe(node.callee)) found.push(textOf((node.arguments as Argument[])[0]?.expression));
  }
  return found;
}

interface Argument {
  readonly expression: unknown;
}
interface Expression {
  readonly type?: string;
  readonly value?: string;
  readonly base?: Expression;
  readonly property?: { readonly value?: unknown };
  readonly quasis?: readonly { readonly cooked: string }[];
}

const isUnsafe = (callee: unknown): boolean => {
  const { base, property } = callee as Expression;
  return base ? isUnsafe(base) : property?.value === 'unsafe';
};

/** A text that only the running program knows may write anything. */
function textOf(expression: unknown): string {
  const { type, value, quasis } = (expression ?? {}) as Expression;
  if (type === 'StringLiteral') return value ?? '';
  return quasis ? quasis.map(({ cooked }) => cooked).join(HOLE) : `update ${HOLE}`;
}
