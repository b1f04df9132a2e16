import { nodesOf } from '../borders/syntax.ts';

interface Source {
  readonly path: string;
  readonly text: string;
}

/** What zod tells of a schema, as far as it is needed to find the keys in it. */
interface Schema {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly def: { readonly type: string; readonly innerType?: Schema; readonly in?: Schema; readonly element?: Schema };
}

interface Node {
  readonly type?: string;
  readonly [property: string]: unknown;
}

/**
 * Every key of a schema as a path, `flags.products`; of a list of groups, the keys of each entry. Groups stand before their keys. A
 * key with one possible value is left out: it only states what the schema enforces.
 */
export function keysOf(schema: Schema, path: readonly string[] = []): string[] {
  const bare = unwrapped(schema);
  const { element } = bare.def;
  if (!bare.shape) return element ? keysOf(element, path) : [];
  return Object.entries(bare.shape).flatMap(([name, value]) =>
    unwrapped(value).def.type === 'literal' ? [] : [[...path, name].join('.'), ...keysOf(value, [...path, name])],
  );
}

function unwrapped(schema: Schema): Schema {
  const inner = schema.def.innerType ?? schema.def.in;
  return inner ? unwrapped(inner) : schema;
}

/**
 * The keys that no source reads. `first` of `billboard` is read where it is taken from something named `billboard`, or where
 * `billboard` is handed on whole, in a source that names `billboard` anywhere, as a type too. `pixels[stage]` reads every pixel.
 * Comments, texts and properties that a source writes are no readings.
 */
export async function unreadKeys(keys: readonly string[], sources: readonly Source[]): Promise<string[]> {
  const readings = await Promise.all(
    sources.map(async ({ path, text }) => readingsOf(await nodesOf(text, { tsx: path.endsWith('.tsx') }))),
  );
  return keys.filter((key) => {
    const [name = '', group = 'brand'] = key.split('.').toReversed();
    const handedOn = readings.some(({ whole }) => whole.has(group));
    return !readings.some(
      ({ pairs, names, words }) =>
        pairs.has(`${group}.${name}`) || pairs.has(`${group}.*`) || (handedOn && names.has(name) && words.has(group)),
    );
  });
}

interface Readings {
  /** `billboard.first`: a name and what it is taken from. */
  readonly pairs: ReadonlySet<string>;
  /** Taken from anything. */
  readonly names: ReadonlySet<string>;
  /** Used as a value, nothing being taken from it there. */
  readonly whole: ReadonlySet<string>;
  /** Every identifier. */
  readonly words: ReadonlySet<string>;
}

function readingsOf(nodes: Iterable<Node>): Readings {
  const all = [...nodes];
  const [pairs, names, whole, words] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()];
  const [taken, patterns] = [new Set<unknown>(), new Set<Node>()];
  const take = (group: string | null, name: string) => {
    names.add(name);
    if (group !== null) pairs.add(`${group}.${name}`);
  };
  const takePattern = (group: string | null, pattern: Node) => {
    if (patterns.has(pattern)) return;
    patterns.add(pattern);
    for (const { key, value } of pattern.properties as { key?: Node; value?: Node | null }[]) {
      const name = key ? nameOf(key) : null;
      if (name === null) continue;
      taken.add(key);
      take(group, name);
      if (value?.type === 'ObjectPattern') takePattern(name, value);
    }
  };
  for (const node of all) {
    if (node.type === 'MemberExpression') {
      const property = node.property as Node;
      taken.add(node.object).add(property);
      take(nameOf(node.object as Node), isComputed(property) ? '*' : (nameOf(property) ?? '*'));
    }
    if (node.type === 'VariableDeclarator' && (node.id as Node).type === 'ObjectPattern' && node.init) {
      taken.add(node.init);
      takePattern(nameOf(node.init as Node), node.id as Node);
    }
    if (node.type === 'ObjectPattern') takePattern(typedAs(node), node);
    if (node.type === 'KeyValueProperty') taken.add(node.key);
    if (node.type === 'TsIndexedAccessType') words.add(indexOf(node) ?? '');
  }
  for (const node of all) {
    if (node.type !== 'MemberExpression' && node.type !== 'Identifier') continue;
    const name = nameOf(node);
    if (name === null) continue;
    words.add(name);
    if (!taken.has(node)) whole.add(name);
  }
  return { pairs, names, whole, words };
}

/** `flags` of `brand.flags`, `useFrame().brand.flags`, `flags` and `'flags'`. */
function nameOf(node: Node): string | null {
  if (node.type === 'Identifier' || node.type === 'StringLiteral') return node.value as string;
  if (node.type === 'MemberExpression') return nameOf(node.property as Node);
  if (node.type === 'OptionalChainingExpression') return nameOf(node.base as Node);
  if (node.type === 'Computed' || node.type === 'TsNonNullExpression' || node.type === 'ParenthesisExpression') {
    return nameOf(node.expression as Node);
  }
  return null;
}

/** `brand[name]`, unlike `brand['name']`. */
const isComputed = ({ type, expression }: Node): boolean => type === 'Computed' && (expression as Node).type !== 'StringLiteral';

/** `people` of a parameter `{ … }: Brand['people']`. */
function typedAs({ typeAnnotation }: Node): string | null {
  const type = (typeAnnotation as Node | null)?.typeAnnotation as Node | undefined;
  return type?.type === 'TsIndexedAccessType' ? indexOf(type) : null;
}

/** `people` of `Brand['people']`. */
function indexOf({ indexType }: Node): string | null {
  const { type, literal } = indexType as Node;
  return type === 'TsLiteralType' ? nameOf(literal as Node) : null;
}
