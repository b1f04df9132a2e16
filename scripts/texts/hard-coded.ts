import { nodesOf } from '../borders/syntax.ts';

interface Node {
  readonly type?: string;
  readonly [property: string]: unknown;
}

/** A text of a source that a person would read, and that no catalogue holds. */
export interface HardCoded {
  readonly path: string;
  readonly text: string;
}

/** What screens and screen readers say of an element. */
const SHOWN_ATTRIBUTES = new Set([
  'alt',
  'title',
  'placeholder',
  'label',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
]);
/** At least two letters in a row: signs, arrows and numbers are the same in every language. */
const WORD = /\p{L}{2,}/u;
/** Our code is written in English: these letters, or these words between others, are a sentence for people. */
const SPANISH_LETTERS = /[áéíóúñ¿¡]/i;
const SPANISH_WORDS = /(?:^|\s)(?:el|la|los|las|un|una|de|del|con|para|por|que|tu|tus|sin|ya|está|este|esta|no se|se)(?=\s)/i;
/** Of a sentence that is only sent in English, such as `reply.send('Not here')`. */
const SENDERS = new Set(['send', 'end']);

/**
 * Texts between tags and in attributes that are shown, sentences that are sent, and anything Spanish in a literal; a literal that is
 * compared with, or that stands in a type, is shown to nobody.
 */
export async function hardCodedTexts(path: string, source: string): Promise<HardCoded[]> {
  const found = new Set<string>();
  const add = (text: string) => {
    const plain = text.replace(/\s+/g, ' ').trim();
    if (WORD.test(plain)) found.add(plain);
  };
  const spanish = (text: string) => {
    if (SPANISH_LETTERS.test(text) || SPANISH_WORDS.test(text)) add(text);
  };
  const ofAttributes = new Set<unknown>();
  for (const node of await nodesOf(source, { tsx: path.endsWith('.tsx') })) {
    if (node.type === 'JSXAttribute') ofAttributes.add(node['value']);
    if (node.type === 'JSXText') add(String(node['value']));
    if (node.type === 'JSXAttribute' && SHOWN_ATTRIBUTES.has(attributeName(node))) for (const text of textsIn(node['value'])) add(text);
    if (node.type === 'JSXExpressionContainer' && !ofAttributes.has(node) && isText(node['expression']))
      for (const text of textsIn(node['expression'])) add(text);
    if (node.type === 'CallExpression' && SENDERS.has(calledName(node)))
      for (const text of (node['arguments'] as Node[]).flatMap((argument) => textsIn(argument['expression'], true)))
        if (/\s/.test(text)) add(text);
    for (const text of textsIn(node, true)) spanish(text);
  }
  return [...found].map((text) => ({ path, text }));
}

const isText = (node: unknown): boolean => ['StringLiteral', 'TemplateLiteral'].includes((node as Node | null)?.type ?? '');

/** Of a literal: its own texts, not those of values that are filled in. */
function textsIn(value: unknown, asItStands = false): string[] {
  const node = value as Node | null;
  if (node?.type === 'StringLiteral') return [String(node['value'])];
  if (node?.type === 'TemplateLiteral') return (node['quasis'] as { readonly cooked: string }[]).map(({ cooked }) => cooked);
  if (!asItStands && node?.type === 'JSXExpressionContainer') return textsIn(node['expression']);
  return [];
}

function attributeName(node: Node): string {
  const name = node['name'] as {
    readonly value?: string;
    readonly namespace?: { readonly value: string };
    readonly name?: { readonly value: string };
  };
  return name.value ?? `${name.namespace?.value}:${name.name?.value}`;
}

function calledName(node: Node): string {
  const callee = node['callee'] as { readonly type?: string; readonly property?: { readonly value?: string } };
  return callee.type === 'MemberExpression' ? (callee.property?.value ?? '') : '';
}
