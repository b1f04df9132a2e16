import * as z from 'zod/mini';
import { type Endpoint, refusalsOf } from './endpoint.ts';
import type { Example } from './examples.ts';
import { failures } from './failures.ts';
import * as contract from './index.ts';
import { printable } from './scalars.ts';
import { ownNames } from './wire.ts';

type Json = Record<string, unknown>;
type Endpoints = Readonly<Record<string, Endpoint>>;

export interface About {
  readonly title: string;
  readonly version: string;
  /** Where the API answers; left out, the document's own host. */
  readonly server?: string;
  /** By operation. */
  readonly examples?: Readonly<Record<string, Example>>;
}

/**
 * OpenAPI 3.1 of the wire: each shape once, under its name in this package; each field described by its English name. A call's 200
 * is one of its success and its own refusals, which `nCode` and `cError` tell apart.
 */
export function openApi(endpoints: Endpoints, { title, version, server = '/', examples = {} }: About) {
  const schemas = schemasOf(endpoints);
  const links = linksOf(endpoints, schemas);
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = openPath(endpoint);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint, schemas, links, examples[name]) };
  }
  const components = {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'The token that logging in answers' } },
    responses: {
      SessionOver: jsonResponse('The session is missing or over', refusalSchema(401, 'session_over', { type: 'null' })),
      Fault: jsonResponse('Something broke on our side', refusalSchema(500, 'fault', { type: 'null' })),
      Unavailable: {
        ...jsonResponse('The database failed for the moment: try again', refusalSchema(503, 'unavailable', { type: 'null' })),
        headers: { 'retry-after': { description: 'Seconds until the next try', schema: { type: 'integer' } } },
      },
    },
    parameters: {
      IdempotencyKey: {
        name: 'idempotency-key',
        in: 'header',
        description: 'Of the click: the same key gets the same answer',
        schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
      },
    },
    links: Object.fromEntries(links.values().flatMap((ofCall) => [...ofCall])),
    schemas: Object.fromEntries([...schemas].filter(([name]) => !name.includes('.')).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  return {
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: server, description: 'This server' }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths,
    components: { ...components, schemas: reachable(components.schemas, [paths, components.responses]) },
  };
}

const description = `Every answer is HTTP 200 with \`nCode\` and \`oData\`: \`nCode\` 200 is success, above 299 a refusal that
\`cError\` names. HTTP 401 means that the session is missing or over; 5xx is a fault, and after 503
the same call may succeed: a read, or one with the same key, can be repeated. A call that is refused has changed nothing.`;

/** By the first word of the path after its version. */
const tags = {
  Boleteria: 'The counter of the box office',
  Captcha: 'Proof of work before log-in, sign-up and payment',
  Cartelera: 'What is on: shows, venues, dates',
  Cliente: 'Customers: sign-up, log-in, session',
  Funcion: 'A performance: its prices, its sectors, its free places',
  Oficina: 'The organiser’s office',
  Operacion: 'Orders and their tickets',
  Proceso: 'The purchase, from the first place to the payment',
} as const;

const tagOf = ({ path }: Endpoint): string => {
  const word = path.split('/')[2] ?? '';
  const known = Object.keys(tags).find((tag) => word.toLowerCase().startsWith(tag.toLowerCase()));
  return known ?? 'Cartelera';
};

const openPath = ({ path }: Endpoint) => path.replace(/:(\w+)/g, '{$1}');
const ref = (kind: 'schemas' | 'responses' | 'parameters' | 'links', name: string) => ({ $ref: `#/components/${kind}/${name}` });
const titled = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const pascal = (failure: string) => failure.split('_').map(titled).join('');
const words = (own: string) => own.replace(/([A-Z])/g, ' $1').toLowerCase();

function operation(
  operationId: string,
  endpoint: Endpoint,
  schemas: ReadonlyMap<string, Json>,
  links: ReadonlyMap<string, ReadonlyMap<string, Json>>,
  example: Example | undefined,
) {
  const isPublic = endpoint.access === 'anonymous';
  const refusals = refusalsOf(endpoint).map((failure) => ref('schemas', pascal(failure)));
  const success = { ...success200, properties: { ...success200.properties, oData: ref('schemas', answerName(operationId, endpoint)) } };
  const linksHere = [...(links.get(operationId)?.keys() ?? [])].map((name) => [name, ref('links', name)]);
  return {
    operationId,
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    security: isPublic ? [] : [{ bearer: [] }],
    parameters: [
      ...parametersOf('path', schemas.get(`${operationId}.params`)),
      ...parametersOf('query', schemas.get(`${operationId}.query`)),
      ...(endpoint.method === 'POST' && !isPublic ? [ref('parameters', 'IdempotencyKey')] : []),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: ref('schemas', bodyName(operationId)),
                ...(example?.request ? { example: example.request } : {}),
              },
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Success, or a refusal with its nCode',
        content: {
          ...(endpoint.file ? { [endpoint.file]: { schema: { type: 'string', format: 'binary' } } } : {}),
          'application/json': {
            schema: endpoint.file ? { oneOf: refusals } : { oneOf: [success, ...refusals] },
            ...(example ? { examples: examplesOf(example) } : {}),
          },
        },
        ...(linksHere.length > 0 ? { links: Object.fromEntries(linksHere) } : {}),
      },
      ...(isPublic ? {} : { 401: ref('responses', 'SessionOver') }),
      500: ref('responses', 'Fault'),
      503: ref('responses', 'Unavailable'),
    },
  };
}

const examplesOf = ({ answer, refusal }: Example) => ({
  success: { summary: 'Success', value: answer },
  ...(refusal ? { refusal: { summary: `Refused: ${(refusal as { cError: string }).cError}`, value: refusal } } : {}),
});

const success200 = { type: 'object', required: ['nCode', 'oData'], properties: { nCode: { const: 200 } } };
const jsonResponse = (text: string, schema: Json) => ({ description: text, content: { 'application/json': { schema } } });
const refusalSchema = (code: number, failure: string, facts: Json) => ({
  type: 'object',
  required: ['nCode', 'cError', 'oData'],
  properties: { nCode: { const: code }, cError: { const: failure }, oData: facts },
});

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Json;
}

function parametersOf(place: 'path' | 'query', schema: Json | undefined): Parameter[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, { description: text, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description: String(text ?? name),
    schema: property,
  }));
}

const bodyName = (operationId: string) => `${titled(operationId)}Body`;

/** Schemas that this package exports by a name of their own. */
const named = new Map<unknown, string>(
  Object.entries(contract).flatMap(([name, value]) =>
    /^[A-Z]/.test(name) && typeof value === 'object' && value !== null && '_zod' in value ? [[value, name] as const] : [],
  ),
);

const answerName = (operationId: string, { answer }: Endpoint) => named.get(answer) ?? `${titled(operationId)}Answer`;

/** Every shape by its name; `operation.params` and `operation.query` are taken apart into parameters and stay out of the document. */
function schemasOf(endpoints: Endpoints): Map<string, Json> {
  const registry = z.registry<{ id: string }>();
  const add = (schema: z.ZodMiniType | undefined, id: string) => schema && !registry.has(schema) && registry.add(schema, { id });
  const inParts = (id: string, schema: z.ZodMiniType | undefined) => schema && loose.set(id, schema);
  /** Of shapes that several calls share and that have no name: converted for each. */
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
  if (jsonSchema.pattern === printableSource) jsonSchema.pattern = PRINTABLE;
  // The default range of integers in JSON.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // Checked by most with a remainder of binary fractions, which is not zero.
  if (jsonSchema.multipleOf === 0.01) {
    delete jsonSchema.multipleOf;
    jsonSchema.description = 'an amount with two decimals at most';
  }
};
const printableSource = (printable._zod.def as unknown as { pattern: RegExp }).pattern.source;

/** Components that are referenced. */
function reachable(schemas: Record<string, Json>, from: unknown): Record<string, Json> {
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

/** How deep below `oData` an id is looked for. */
const DEPTH = 3;

/**
 * From each answer that holds an id to the calls that take it: an `id` of a Purchase is what a path's `purchaseId` wants, and so is
 * a field of that name. Calls that want more in their path than one id are left out.
 */
function linksOf(endpoints: Endpoints, schemas: ReadonlyMap<string, Json>): Map<string, Map<string, Json>> {
  const takers = new Map<string, { operationId: string; parameter: string; summary: string }[]>();
  for (const [operationId, endpoint] of Object.entries(endpoints)) {
    const inPath = parametersOf('path', schemas.get(`${operationId}.params`));
    const [parameter] = inPath;
    if (!parameter || inPath.length !== 1) continue;
    const wanted = takers.get(parameter.description) ?? [];
    takers.set(parameter.description, [...wanted, { operationId, parameter: parameter.name, summary: endpoint.summary }]);
  }
  return new Map(
    Object.entries(endpoints).map(([operationId, endpoint]) => {
      const links = new Map<string, Json>();
      for (const [id, pointer] of endpoint.file ? [] : idsIn(answerName(operationId, endpoint), schemas)) {
        for (const taker of takers.get(id) ?? []) {
          if (taker.operationId === operationId) continue;
          const name = `${taker.operationId}By${pointer.split('/').map(titled).join('')}`;
          const expression = `$response.body#/oData${pointer}`;
          links.set(name, { operationId: taker.operationId, description: taker.summary, parameters: { [taker.parameter]: expression } });
        }
      }
      return [operationId, links];
    }),
  );
}

/** Where the ids of an answer are, by what they are ids of: `purchase id` → `/oProceso/idProcesoDeCompra`; the nearest of each. */
function idsIn(root: string, schemas: ReadonlyMap<string, Json>): Map<string, string> {
  const found = new Map<string, string>();
  let level: [name: string | undefined, schema: Json, pointer: string][] = [[root, schemas.get(root) ?? {}, '']];
  for (let depth = 0; depth <= DEPTH; depth++) {
    const next: typeof level = [];
    for (const [name, schema, pointer] of level) {
      for (const [wire, property] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
        const at = `${pointer}/${wire}`;
        const own = String(property.description ?? '');
        const id = own === 'id' && name ? `${words(name.charAt(0).toLowerCase() + name.slice(1))} id` : own;
        if (id.endsWith(' id') && !found.has(id)) found.set(id, at);
        next.push(...inner(property, at));
      }
    }
    level = next;
  }
  return found;

  function inner(property: Json, at: string): typeof level {
    if (typeof property.$ref === 'string') {
      const name = property.$ref.split('/').at(-1) ?? '';
      return [[name, schemas.get(name) ?? {}, at]];
    }
    if (property.type === 'array') return inner(property.items as Json, `${at}/0`);
    return property.type === 'object' ? [[undefined, property, at]] : [];
  }
}
