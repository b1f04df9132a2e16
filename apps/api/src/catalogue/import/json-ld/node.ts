import { decodeHTML } from 'entities';

/** A thing of a JSON-LD document; the types of its properties differ between publishers. */
export type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A property as a list, whether it holds nothing, one thing or many; `{"@list": […]}` and `{"@value": …}` are unwrapped. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap(listOf);
  if (isNode(value) && '@list' in value) return listOf(value['@list']);
  if (isNode(value) && '@value' in value) return listOf(value['@value']);
  return [value];
}

/** The first text of a property: a string, a number, or the name of a thing; without markup, on one line unless `lines`. */
export function textIn(value: unknown, { most = 200, lines = false } = {}): string | undefined {
  const first = listOf(value)[0];
  const raw = isNode(first) ? listOf(first.name)[0] : first;
  if (typeof raw !== 'string' && typeof raw !== 'number') return undefined;
  const plain = withoutMarkup(decoded(String(raw)));
  const spaced = lines ? plain.replace(/[^\S\n]+/g, ' ').replace(/\s*\n\s*/g, '\n') : plain.replace(/\s+/g, ' ');
  return spaced.toWellFormed().replace(CONTROL, '').trim().slice(0, most).toWellFormed().trim() || undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: text may not contain them
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f]/g;

/** Texts go through several programs before they are published, each of which may have encoded them. */
const MOST_ENCODED = 3;

function decoded(text: string): string {
  let plain = text;
  for (let turn = 0; turn < MOST_ENCODED; turn++) plain = decodeHTML(plain);
  return plain;
}

/** Scripts and styles go with what is in them; blocks begin on a line of their own. */
const withoutMarkup = (html: string): string =>
  html
    .replace(/<(script|style)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .replace(/<br\s*\/?>|<\/(p|div|li|h[1-6]|tr)>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '');

/** `https://schema.org/EventCancelled/`, `schema:EventCancelled` and `EventCancelled` are the same word, also as the `@id` of a thing. */
export const wordsOf = (value: unknown): ReadonlySet<string> =>
  new Set(
    listOf(value)
      .map((each) => (isNode(each) ? (each['@id'] ?? each.name) : each))
      .flatMap((each) =>
        typeof each === 'string'
          ? [
              each
                .trim()
                .replace(/\/+$/, '')
                .replace(/^.*[/#:]/, ''),
            ]
          : [],
      ),
  );

export const typesOf = (node: Node): readonly string[] => [...wordsOf(node['@type'])];

const eventTypes = new Set(['Event', 'EventSeries', 'Festival', 'Hackathon', 'CourseInstance', 'PublicationEvent']);

export const isEvent = (value: unknown): value is Node =>
  isNode(value) && typesOf(value).some((type) => eventTypes.has(type) || type.endsWith('Event'));
