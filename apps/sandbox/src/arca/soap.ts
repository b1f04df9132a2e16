import { escapeUTF8 } from 'entities';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** A message that is no XML or not of the shape that the service describes. */
export class Unreadable extends Error {}

type Node = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Numeric character references are decoded under this name.
  htmlEntities: true,
});

/** The root of a document, with namespaces resolved. */
export function readXml(text: string): XmlElement {
  // SOAP forbids document types, and their entities have no use here.
  if (text.includes('<!DOCTYPE')) throw new Unreadable('DTD is prohibited in this XML document.');
  if (XMLValidator.validate(text) !== true) throw new Unreadable('Root element is missing or the document is not well formed.');
  const roots = (parser.parse(text) as Node[]).filter((node) => !('#text' in node));
  const [root] = roots;
  if (!root || roots.length > 1) throw new Unreadable('There are multiple root elements.');
  return elementOf(root, new Map());
}

function elementOf(node: Node, outer: ReadonlyMap<string, string>): XmlElement {
  const attributes = (node[':@'] ?? {}) as Readonly<Record<string, string>>;
  const declared = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    if (name === 'xmlns') return [['', value]];
    return name.startsWith('xmlns:') ? [[name.slice('xmlns:'.length), value]] : [];
  });
  const prefixes = new Map([...outer, ...declared]);
  const tag = Object.keys(node).find((name) => name !== ':@') ?? '';
  const [prefix, name] = tag.includes(':') ? (tag.split(':') as [string, string]) : ['', tag];
  const namespace = prefixes.get(prefix);
  if (namespace === undefined && prefix !== '') throw new Unreadable(`'${prefix}' is an undeclared prefix.`);
  const content = node[tag] as Node[];
  return {
    name,
    namespace: namespace ?? '',
    children: content.filter((child) => !('#text' in child)).map((child) => elementOf(child, prefixes)),
    text: content.map((child) => ('#text' in child ? String(child['#text']) : '')).join(''),
  };
}

/** The first child of this name along the path. */
export const find = (element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce((found, name) => found?.children.find((child) => child.name === name), element);

/** The trimmed text there; null where there is no such element. */
export const textAt = (element: XmlElement | undefined, ...path: readonly string[]): string | null =>
  find(element, ...path)?.text.trim() ?? null;

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

/** What the body of a SOAP 1.1 message asks for. */
export function readEnvelope(text: string): XmlElement {
  const envelope = readXml(text);
  if (envelope.name !== 'Envelope' || envelope.namespace !== ENVELOPE)
    throw new Unreadable('Possible SOAP version mismatch: Envelope namespace was unexpected.');
  const [call] = find(envelope, 'Body')?.children ?? [];
  if (!call) throw new Unreadable('The SOAP body is empty.');
  return call;
}

/** `{ CAE: '1' }` as `<CAE>1</CAE>`; an empty text is an empty element, null and undefined are none, an array repeats its element. */
export type XmlContent = string | number | null | undefined | readonly XmlContent[] | { readonly [name: string]: XmlContent };

export const writeXml = (content: { readonly [name: string]: XmlContent }): string =>
  Object.entries(content)
    .map(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => writeElement(name, each)).join(''))
    .join('');

function writeElement(name: string, value: XmlContent): string {
  if (value === null || value === undefined) return '';
  const inner = typeof value === 'object' ? writeXml(value as { readonly [name: string]: XmlContent }) : escapeUTF8(String(value));
  return inner === '' ? `<${name} />` : `<${name}>${inner}</${name}>`;
}

/** `prefix`: WSAA is Axis (`soapenv`), WSFEv1 is ASP.NET (`soap`). */
export const envelope = (prefix: 'soap' | 'soapenv', { header = '', body }: { header?: string; body: string }): string =>
  `<?xml version="1.0" encoding="utf-8"?><${prefix}:Envelope xmlns:${prefix}="${ENVELOPE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">${header && `<${prefix}:Header>${header}</${prefix}:Header>`}<${prefix}:Body>${body}</${prefix}:Body></${prefix}:Envelope>`;
