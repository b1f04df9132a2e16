import { type Endpoint, endpoints } from '@butaca/contract';
import { openApi } from '@butaca/contract/openapi';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

type ApiDocument = ReturnType<typeof openApi>;

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** A call of the contract in the reference. */
const operationOf = (document: ApiDocument, { path, method }: Endpoint): Operation =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation;

/** Where a reference inside the document leads. */
const schemaOf = (document: ApiDocument, { $ref, ...schema }: Schema): Schema =>
  $ref ? (document.components.schemas[$ref.split('/').at(-1) ?? ''] as Schema) : schema;

const document = openApi(endpoints, { title: 'Butaca API', version: '2' });

/** The names of the fields that a call's body may have, and those of its query, as the reference has them. */
export function bodyFieldsOf(endpoint: Endpoint): string[] {
  const { requestBody } = operationOf(document, endpoint);
  return Object.keys((requestBody && schemaOf(document, requestBody.content['application/json'].schema).properties) ?? {});
}
export const queryFieldsOf = (endpoint: Endpoint): string[] =>
  (operationOf(document, endpoint).parameters ?? []).flatMap((each) => (each.name && each.in !== 'path' ? [each.name] : []));

const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'api');
const pointer = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');

interface Known {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly pattern: RegExp;
  validate?: ValidateFunction;
}

/** Calls without parameters first, as the router has them. */
const known: readonly Known[] = Object.entries(endpoints as Readonly<Record<string, Endpoint>>)
  .map(([name, endpoint]) => ({ name, endpoint, pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}/?$`) }))
  .sort((a, b) => Number(a.endpoint.path.includes(':')) - Number(b.endpoint.path.includes(':')));

/** Throws when what a call answered with HTTP 200 is not what the published document says it may answer. */
function checkAgainstDocument(method: string, url: string, response: LightMyRequestResponse): void {
  const [path = ''] = url.split('?');
  const call = known.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path));
  const { 'content-type': type, 'content-encoding': packed } = response.headers;
  if (!call || response.statusCode !== 200 || packed || !String(type).startsWith('application/json')) return;
  const { endpoint } = call;
  call.validate ??= ajv.getSchema(
    `api#/paths/${pointer(endpoint.path.replace(/:(\w+)/g, '{$1}'))}/${method.toLowerCase()}/responses/200/content/application~1json/schema`,
  ) as ValidateFunction;
  const answer: unknown = response.json();
  if (call.validate(answer)) return;
  throw new Error(
    `${call.name} answered what openapi.json does not know: ${JSON.stringify(answer).slice(0, 600)}\n${explain(call.validate, answer)}`,
  );
}

/** Only what is wrong with the alternative that the answer is meant to be. */
function explain({ errors }: ValidateFunction, answer: unknown): string {
  const { nCode, cError } = answer as { nCode: unknown; cError?: unknown };
  const messages = (errors ?? [])
    .filter(({ keyword }) => keyword !== 'const')
    .map(({ instancePath, message }) => `${instancePath} ${message}`);
  return `${nCode} ${cError ?? ''}: ${messages.slice(0, 10).join('; ')}`;
}

/** The same app, whose every injected answer is held against the published document. */
export function withCheckedAnswers(app: FastifyInstance): FastifyInstance {
  const inject = app.inject.bind(app) as (options: unknown) => Promise<LightMyRequestResponse>;
  const checked = async (options: string | { method?: string; url?: string | { pathname: string } }) => {
    const response = await inject(options);
    const { method = 'GET', url = '' } = typeof options === 'string' ? { url: options } : options;
    checkAgainstDocument(method, typeof url === 'string' ? url : url.pathname, response);
    return response;
  };
  app.inject = checked as never;
  return app;
}

/** Whether `jUser`, which a session alone has, stands in a schema or in one that it refers to. */
function carriesSession(schema: unknown): boolean {
  const text = JSON.stringify(schema) ?? '';
  if (text.includes('"jUser"')) return true;
  return [...text.matchAll(/#\/components\/schemas\/([^"]+)/g)].some(([, name = '']) => carriesSession(document.components.schemas[name]));
}

export const callsThatOpenSessions = (): Endpoint[] =>
  known.map(({ endpoint }) => endpoint).filter((endpoint) => carriesSession(operationOf(document, endpoint).responses['200']));
