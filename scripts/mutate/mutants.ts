import { parseSync, visitorKeys } from 'oxc-parser';
import { type Edit, sqlMutants } from './sql.ts';

export interface Mutant extends Edit {
  /** Relative to the root of the project. */
  readonly file: string;
  readonly line: number;
  /** The function around it, as V8 names it; null for what is computed once when the file is loaded. */
  readonly within: string | null;
  readonly area: 'sql' | 'database' | 'rules';
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const operators: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['>=', '<='],
  '<=': ['>', '<'],
  '>': ['<=', '>='],
  '>=': ['<', '>'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>>': ['<<'],
  '+=': ['-='],
  '-=': ['+='],
};

const DROPPED_METHODS = new Set(['sort', 'toSorted', 'filter', 'slice', 'reverse', 'toReversed']);
const SQL_TAGS = new Set(['db', 'tx', 'sql']);
/** Syntax without effect at run time. */
const isType = ({ type }: Node) =>
  type.startsWith('TS') && !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(type);

/** Every mutant of a source, in the order of its text. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const { program } = parseSync(file, source);
  /** SQL lives beside what prepares and checks it: a file that knows the database is database code. */
  const knowsDatabase = /from '(#db\/|[./]+\/queries)|import\('#db/.test(source) || /(^|\/)queries[^/]*\.ts$/.test(file);
  const mutants: Mutant[] = [];
  const add = (ancestors: readonly Node[], { isSql = false, ...edit }: Edit & { isSql?: boolean }) =>
    mutants.push({
      ...edit,
      file,
      line: source.slice(0, edit.start).split('\n').length,
      within: functionAround(ancestors),
      area: isSql ? 'sql' : knowsDatabase ? 'database' : 'rules',
    });
  const walk = (node: Node, ancestors: readonly Node[]) => {
    if (isType(node) || node.type === 'ImportDeclaration') return;
    const around = [...ancestors, node];
    for (const edit of edits(node, ancestors, source)) add(around, edit);
    if (node.type === 'TaggedTemplateExpression' && isSqlTag(node))
      for (const edit of sqlEdits(node.quasi as Node, source)) add(around, { ...edit, isSql: true });
    for (const key of visitorKeys[node.type] ?? []) {
      for (const child of [node[key]].flat()) if (isNode(child)) walk(child, around);
    }
  };
  walk(program as unknown as Node, []);
  return mutants.sort((a, b) => a.start - b.start);
}

const isSqlTag = ({ tag }: Node) => isNode(tag) && tag.type === 'Identifier' && SQL_TAGS.has(String(tag.name));

function sqlEdits(quasi: Node, source: string): Edit[] {
  const quasis = quasi.quasis as readonly Node[];
  let sql = source.slice(quasi.start + 1, quasi.end - 1);
  const from = quasi.start + 1;
  for (const [index, hole] of (quasi.expressions as readonly Node[]).entries()) {
    // From `${` to `}`.
    const start = source.lastIndexOf('${', hole.start) - from;
    const end = source.indexOf('}', hole.end) + 1 - from;
    if (quasis[index]) sql = `${sql.slice(0, start)}${'¤'.repeat(end - start)}${sql.slice(end)}`;
  }
  return sqlMutants(sql).map((edit) => ({ ...edit, start: edit.start + from, end: edit.end + from }));
}

function functionAround(nodes: readonly Node[]): string | null {
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index] as Node;
    const name = isFunction(node) ? nameOf(node, nodes[index - 1]) : null;
    if (name !== null) return name;
  }
  return null;
}

const isFunction = ({ type }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);

function nameOf({ id }: Node, parent: Node | undefined): string | null {
  const named = isNode(id)
    ? id
    : isNode(parent?.key)
      ? parent.key
      : parent?.type === 'VariableDeclarator' && isNode(parent.id)
        ? parent.id
        : null;
  if (named === null || parent?.kind === 'constructor') return null;
  const name = named.type === 'PrivateIdentifier' ? `#${String(named.name)}` : typeof named.name === 'string' ? named.name : null;
  return name !== null && (parent?.kind === 'get' || parent?.kind === 'set') && parent.type === 'MethodDefinition'
    ? `${parent.kind} ${name}`
    : name;
}

/** The mutants of this node itself, without those of its children. */
function* edits(node: Node, ancestors: readonly Node[], source: string): Iterable<Edit> {
  const { type, start, end } = node;
  const text = (of: unknown) => (isNode(of) ? source.slice(of.start, of.end) : '');
  const whole = (replacement: string, what: string): Edit => ({ start, end, text: replacement, what });
  const operator = String(node.operator);
  const parent = ancestors.at(-1);

  if (type === 'BinaryExpression' || type === 'AssignmentExpression') {
    const [left, right] = [node.left as Node, node.right as Node];
    const isText = [left, right].some((side) => side.type === 'TemplateLiteral' || typeof side.value === 'string');
    const from = source.indexOf(operator, left.end);
    for (const other of isText && operator === '+' ? [] : (operators[operator] ?? []))
      yield { start: from, end: from + operator.length, text: other, what: `${operator} becomes ${other}` };
  }
  if (type === 'LogicalExpression') {
    // A default that only satisfies the compiler is no rule.
    const isFormal = operator === '??' && /^(0|0n|\[\]|null|undefined|'')$/.test(text(node.right));
    if (!isFormal) yield whole(`(${text(node.left)})`, `the right of ${operator} goes`);
    yield whole(`(${text(node.right)})`, `the left of ${operator} goes`);
  }
  if (type === 'UnaryExpression' && operator === '!') yield whole(`(${text(node.argument)})`, '! goes');
  if (type === 'IfStatement' || type === 'ConditionalExpression') {
    const test = node.test as Node;
    if (test.type !== 'BinaryExpression' && test.type !== 'UnaryExpression')
      yield { start: test.start, end: test.end, text: `!(${text(test)})`, what: 'a condition is inverted' };
    if (type === 'IfStatement' && !node.alternate)
      yield { start: test.start, end: test.end, text: 'false', what: 'a condition is never met' };
  }
  const isDefault = parent?.type === 'LogicalExpression' && parent.operator === '??' && parent.right === node;
  if (type === 'Literal' && (node.value === 'wait' || node.value === 'skip') && parent?.type !== 'BinaryExpression') {
    const other = node.value === 'wait' ? 'skip' : 'wait';
    yield whole(`'${other}'`, `${node.value} becomes ${other}`);
  }
  if (type === 'Literal' && typeof node.value === 'boolean')
    yield whole(String(!node.value), `${text(node)} becomes ${String(!node.value)}`);
  if (type === 'Literal' && typeof node.value === 'number' && !isDefault) {
    const other = node.value === 0 ? '1' : '0';
    yield whole(other, `${text(node)} becomes ${other}`);
  }
  if (type === 'ExpressionStatement' && isCall(node.expression)) yield whole(';', 'a call goes');
  if (type === 'ArrayExpression' && isPromiseAll(parent)) {
    for (const part of node.elements as readonly (Node | null)[]) {
      if (part && (isCall(part) || part.type === 'LogicalExpression'))
        yield { start: part.start, end: part.end, text: 'undefined', what: 'a call beside others goes' };
    }
  }
  if (type === 'CallExpression') {
    const callee = node.callee as Node;
    const name = isNode(callee.property) ? String(callee.property.name) : '';
    if (callee.type === 'MemberExpression' && DROPPED_METHODS.has(name)) yield whole(text(callee.object), `.${name}() goes`);
  }
}

const isCall = (node: unknown): boolean =>
  isNode(node) &&
  (node.type === 'CallExpression' ||
    ((node.type === 'AwaitExpression' || node.type === 'UnaryExpression') && isCall(node.argument)) ||
    (node.type === 'ChainExpression' && isCall(node.expression)));

const isPromiseAll = (node: Node | undefined): boolean => {
  const callee = node?.type === 'CallExpression' ? (node.callee as Node) : null;
  return callee?.type === 'MemberExpression' && isNode(callee.object) && callee.object.name === 'Promise';
};
