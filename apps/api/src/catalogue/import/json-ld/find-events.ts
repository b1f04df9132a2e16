import { type JsonRead, readJson } from '../json-text.ts';
import { pathText } from '../problem.ts';
import { isEvent, isNode, listOf, type Node } from './node.ts';

/** One event that happens once, with the properties that it inherits from the event it is part of. */
export interface FoundEvent {
  /** Its properties, over those of its parent. */
  readonly node: Node;
  /** The event that it is a date of, else undefined. */
  readonly series: Node | undefined;
  readonly at: string;
}

const DEEPEST = 12;
const INHERITED = [
  'name',
  'description',
  'location',
  'offers',
  'image',
  'performer',
  'director',
  'duration',
  'typicalAgeRange',
  'doorTime',
];

/** Every event in a document: a single object, an array, a graph, lists of items, and the dates of a series. */
export function findEvents(document: unknown): FoundEvent[] {
  const things = new Map<string, Node>();
  index(document, things, 0);
  const found: FoundEvent[] = [];
  const asDate = new Set<Node>();
  collect(document, [], 0);
  return found.filter(({ node }) => !asDate.has(node));

  function collect(value: unknown, path: readonly PropertyKey[], depth: number) {
    if (depth > DEEPEST) return;
    if (Array.isArray(value)) {
      for (const [place, item] of value.entries()) collect(item, [...path, place], depth + 1);
    } else if (isEvent(value)) {
      take(value, undefined, path, depth);
    } else if (isNode(value)) {
      for (const name of ['@graph', 'mainEntity', 'itemListElement', 'item', 'event', 'events']) {
        if (name in value) collect(value[name], [...path, name], depth + 1);
      }
    }
  }

  function take(event: Node, parent: Node | undefined, path: readonly PropertyKey[], depth: number) {
    if (depth > DEEPEST) return;
    const dates = listOf(event.subEvent ?? event.subEvents);
    if (dates.length > 0) {
      for (const [place, date] of dates.entries()) {
        const whole = isNode(date) ? resolved(date) : undefined;
        if (!whole) continue;
        asDate.add(whole);
        take({ ...inherited(event), ...whole }, parent ?? event, [...path, 'subEvent', place], depth + 1);
      }
      return;
    }
    const above = listOf(event.superEvent).find(isNode);
    const series = parent ?? (above && resolved(above));
    const node = { ...(series ? inherited(series) : {}), ...event };
    const location = listOf(node.location).map((place) => (isNode(place) ? resolved(place) : place));
    found.push({ node: location.length > 0 ? { ...node, location } : node, series, at: pathText(path) });
  }

  function resolved(node: Node): Node {
    const id = node['@id'];
    return (typeof id === 'string' ? things.get(id) : undefined) ?? node;
  }
}

const inherited = (event: Node) => Object.fromEntries(INHERITED.filter((name) => name in event).map((name) => [name, event[name]]));

/** Things by their `@id`; the fullest description of each wins over bare references. */
function index(value: unknown, things: Map<string, Node>, depth: number) {
  if (depth > DEEPEST * 2 || typeof value !== 'object' || value === null) return;
  if (isNode(value) && typeof value['@id'] === 'string') {
    const known = things.get(value['@id']);
    if (!known || Object.keys(value).length > Object.keys(known).length) things.set(value['@id'], value);
  }
  for (const child of Object.values(value)) index(child, things, depth + 1);
}

const SCRIPT = /<script\b[^>]*\btype\s*=\s*(["']?)application\/ld\+json\1[^>]*>([\s\S]*?)<\/script\s*>/gi;

/** A page rather than JSON; a JSON text never starts with `<`. */
export const isHtml = (text: string) => text.trimStart().startsWith('<');

/** The JSON-LD documents inside a page, with mistakes placed by the page's own lines. */
export function documentsInHtml(html: string): readonly JsonRead[] {
  return [...html.matchAll(SCRIPT)].map((found) => {
    const body = found[2] ?? '';
    const start = found.index + found[0].lastIndexOf(body, found[0].length - '</script>'.length);
    const lineOfBody = html.slice(0, start).split('\n').length;
    // Some publishers wrap the JSON in a comment or CDATA.
    return readJson(body.replace(/^\s*(?:<!--|<!\[CDATA\[)/, blank).replace(/(?:-->|\]\]>)\s*$/, blank), lineOfBody);
  });
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ');
