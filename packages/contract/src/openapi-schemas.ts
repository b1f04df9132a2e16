import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { failures } from './failures.ts';
import * as contract from './index.ts';
import { EMAIL_PATTERN } from './rules/email.ts';
import { printable, printableLines } from './scalars.ts';
import { ownNames } from './wire.ts';

export type Json = Record<string, unknown>;
export type Endpoints = Readonly<Record<string, Endpoint>>;

export const ref = (kind: 'schemas' | 'responses' | 'parameters' | 'links', name: string) => ({ $ref: `#/components/${kind}/${name}` });
export const titled = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
export const pascal = (failure: string) => failure.split('_').map(titled).join('');
export const words = (own: string) => own.replace(/([A-Z])/g, ' $1').toLowerCase();

export const refusalSchema = (code: number, failure: string, facts: Json) => ({
  type: 'object',
  required: ['nCode', 'cError', 'oData'],
  properties: { nCode: { const: code }, cError: { const: failure }, oData: facts },
});

export const bodyName = (operationId: string) => `${titled(operationId)}Body`;

/** Schemas that this package exports by a name of their own. */
const named = new Map<unknown, string>(
  Object.entries(contract).flatMap(([name, value]) =>
    /^[A-Z]/.test(name) && typeof value === 'object' && value !== null && '_zod' in value ? [[value, name] as const] : [],
  ),
);

export const answerName = (operationId: string, { answer }: Endpoint) => named.get(answer) ?? `${titled(operationId)}Answer`;

/** Every shape by its name; `operation.params` and `operation.query` are taken apart into parameters and stay out of the document. */
export function schemasOf(endpoints: Endpoints): Map<string, Json> {
  const registry = z.registry<{ id: string }>();
  const add = (schema: z.ZodMiniType | undefined, id: string) => schema && !registry.has(schema) && registry.add(schema, { id });
  const inParts = (id: string, schema: z.ZodMiniType | undefined) => schema && loose.set(id, schema);
  /** Shapes without a name of their own, converted once for each call. */
  const loose = new Map<string, z.ZodMiniType>();
  for (const [schema, name] of named) add(schema as z.ZodMiniType, name);
  for (const [name, endpoint] of Object.entries(endpoints)) {
    inParts(`${name}.params`, endpoint.params);
    inParts(`${name}.query`, endpoint.query);
    if (endpoint.body) inParts(bodyName(name), endpoint.body);
    if (!endpoint.file && !named.has(endpoint.answer)) inParts(answerName(name, endpoint), endpoint.answer);
  }
  const options = { io: 'input', unrepresentable: 'any', override, metadata: registry } as const;
  const { schemas } = z.toJSONSchema(registry as never, { ...options, uri: (id: string) => `#/components/schemas/${id}` });
  const all = new Map(Object.entries(schemas as Record<string, Json>));
  for (const [id, schema] of loose) {
    const { $defs: _, ...json } = z.toJSONSchema(schema, options) as Json;
    all.set(id, json);
  }
  for (const [failure, { code, data }] of Object.entries(failures)) {
    all.set(pascal(failure), refusalSchema(code, failure, ref('schemas', named.get(data) ?? `${pascal(failure)}Facts`)));
    if (!named.has(data)) all.set(`${pascal(failure)}Facts`, z.toJSONSchema(data as z.ZodMiniType, options) as Json);
  }
  return new Map([...all].map(([name, schema]) => [name, cleaned(schema) as Json]));
}

/** Removes zod's own annotations and moves definitions to one place. */
const cleaned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  const isOurs = ([key, inner]: [string, unknown]) =>
    key !== '$defs' && (!['$schema', '$id', 'id'].includes(key) || typeof inner === 'object');
  return Object.fromEntries(
    Object.entries(value)
      .filter(isOurs)
      .map(([key, inner]) => [key, key === '$ref' ? String(inner).replace('#/$defs/', '#/components/schemas/') : cleaned(inner)]),
  );
};

/** The same characters for regular expression engines without Unicode classes. */
const PRINTABLE = '^[^\\x00-\\x1f\\x7f-\\x9f]*$';
/** Of addresses with letters of every script; the api judges them more closely. */
const ADDRESS = '^[^\\s@<>]{1,64}@[^\\s@<>]+\\.[^\\s@<>]{2,}$';
const PRINTABLE_LINES = '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$';

const override: NonNullable<z.core.ToJSONSchemaParams['override']> = ({ zodSchema, jsonSchema }) => {
  const names = ownNames(zodSchema);
  for (const [wire, property] of Object.entries(jsonSchema.properties ?? {})) {
    const own = names?.get(wire);
    // A copy, because two fields with the same scalar schema share one object here.
    if (own && jsonSchema.properties && typeof property === 'object') {
      jsonSchema.properties[wire] = { ...property, description: words(own) };
    }
  }
  // The pattern of a date-time is longer than the page it would stand on.
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
  if (jsonSchema.pattern === EMAIL_PATTERN.source) jsonSchema.pattern = ADDRESS;
  if (jsonSchema.pattern === sourceOf(printable)) jsonSchema.pattern = PRINTABLE;
  if (jsonSchema.pattern === sourceOf(printableLines)) jsonSchema.pattern = PRINTABLE_LINES;
  // The default range of integers in JSON.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // Checked by most with a remainder of binary fractions, which is not zero.
  if (jsonSchema.multipleOf === 0.01) {
    delete jsonSchema.multipleOf;
    jsonSchema.description = 'an amount with two decimals at most';
  }
};
const sourceOf = (check: typeof printable): string => (check._zod.def as unknown as { pattern: RegExp }).pattern.source;

/** Components that are referenced. */
export function reachable(schemas: Record<string, Json>, from: unknown): Record<string, Json> {
  const seen = new Set<string>();
  const visit = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (seen.has(name)) continue;
      seen.add(name);
      visit(schemas[name]);
    }
  };
  visit(from);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => seen.has(name)));
}
