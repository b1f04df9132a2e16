import { type Endpoint, refusalsOf } from './endpoint.ts';
import type { Example } from './examples.ts';
import { linksOf, parametersOf } from './openapi-links.ts';
import { answerName, bodyName, type Endpoints, type Json, pascal, reachable, ref, refusalSchema, schemasOf } from './openapi-schemas.ts';

export interface About {
  readonly title: string;
  readonly version: string;
  /** Where the API answers; left out, the document's own host. */
  readonly server?: string;
  /** Examples by operation. */
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
      SessionOver: jsonResponse('The session is missing or over', refusalSchema(401, 'session_over', { type: 'object' })),
      Fault: jsonResponse('Something broke on our side', refusalSchema(500, 'fault', { type: 'object' })),
      Unavailable: {
        ...jsonResponse('The database failed for the moment: try again', refusalSchema(503, 'unavailable', { type: 'object' })),
        headers: { 'retry-after': { description: 'Seconds until the next try', schema: { type: 'integer' } } },
      },
    },
    parameters: { IdempotencyKey: idempotencyKey(true), OptionalIdempotencyKey: idempotencyKey(false) },
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

const idempotencyKey = (required: boolean) => ({
  name: 'idempotency-key',
  in: 'header',
  required,
  description:
    'New for each click, and the same when that click is repeated because its answer was lost: the call then acts once, and both get the ' +
    'answer of the first, or what it asked about as it is now. With anything else asked it is refused as `key_reused`. After a refusal ' +
    'the key may be used again.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
});

/** Tags by the first word of the path after its version. */
const tags = {
  Boleteria: 'The counter of the box office',
  Captcha: 'Proof of work before log-in, sign-up and payment',
  Cartelera: 'What is on: shows, venues, dates',
  Cliente: 'Customers: sign-up, log-in, session',
  Funcion: 'A performance: its prices, its sectors, its free places',
  Oficina: 'The organiser’s office',
  Operacion: 'Orders and their tickets',
  Puerta: 'The door: tickets are read and let in once',
  Proceso: 'The purchase, from the first place to the payment',
} as const;

const tagOf = ({ path }: Endpoint): string => {
  const word = path.split('/')[2] ?? '';
  const known = Object.keys(tags).find((tag) => word.toLowerCase().startsWith(tag.toLowerCase()));
  return known ?? 'Cartelera';
};

const openPath = ({ path }: Endpoint) => path.replace(/:(\w+)/g, '{$1}');
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
    security: isPublic ? (endpoint.session === 'optional' ? [{}, { bearer: [] }] : []) : [{ bearer: [] }],
    parameters: [
      ...parametersOf('path', schemas.get(`${operationId}.params`)),
      ...parametersOf('query', schemas.get(`${operationId}.query`)),
      ...(endpoint.key ? [ref('parameters', endpoint.key === 'required' ? 'IdempotencyKey' : 'OptionalIdempotencyKey')] : []),
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
