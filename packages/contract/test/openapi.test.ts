import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readExamples } from '../src/examples.ts';
import { type Endpoint, endpoints, failures, printable, printableLines, refusalsOf } from '../src/index.ts';
import { openApi } from '../src/openapi.ts';

type Json = Record<string, unknown>;
interface Operation extends Json {
  readonly responses: Record<number, Json>;
}
const document = JSON.parse(JSON.stringify(openApi(endpoints, { title: 'Butaca API', version: '2', examples: readExamples() }))) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
};
const all = Object.entries(endpoints as Readonly<Record<string, Endpoint>>);
const operationOf = ({ path, method }: Endpoint) => document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
const success = (endpoint: Endpoint): Json => operationOf(endpoint)?.responses[200] ?? {};
const resolved = (ref: string) =>
  ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Json)[key], document);
const answersOf = (endpoint: Endpoint) => {
  const { content } = success(endpoint) as { content: Record<string, { schema: { oneOf: Json[] } }> };
  return content['application/json']?.schema.oneOf ?? [];
};

function visit(schema: unknown, see: (schema: Json) => void) {
  if (typeof schema !== 'object' || schema === null) return;
  if (!Array.isArray(schema)) see(schema as Json);
  for (const inner of Object.values(schema)) visit(inner, see);
}

test('the reference has every call once, with its access and its parameters', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(Object.values(document.paths).flatMap(Object.keys)).toHaveLength(all.length);
  for (const [name, endpoint] of all) {
    const operation = operationOf(endpoint);
    expect(operation?.operationId).toBe(name);
    const open = endpoint.access === 'anonymous' && (endpoint.session === 'optional' ? [{}, { bearer: [] }] : []);
    expect(operation?.security).toEqual(open || [{ bearer: [] }]);
    const parameters = (operation?.parameters ?? []) as { in: string; name: string; required: boolean }[];
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name)).toEqual([...endpoint.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter));
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(operation?.requestBody === undefined).toBe(endpoint.body === undefined);
  }
});

test('ids of operations are unique, and no path has two parameters of one name', () => {
  const ids = all.map(([, endpoint]) => operationOf(endpoint)?.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const path of Object.keys(document.paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});

test('shapes are JSON Schema as it is: known types, required fields that exist, patterns that other languages read', () => {
  const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
  visit([document.paths, document.components], (schema) => {
    if (typeof schema.type === 'string' && schema.type !== 'http') expect(types).toContain(schema.type);
    if (Array.isArray(schema.required) && typeof schema.properties === 'object') {
      for (const name of schema.required) expect(Object.keys(schema.properties ?? {})).toContain(name);
    }
    if (typeof schema.pattern === 'string') {
      expect(() => new RegExp(schema.pattern as string)).not.toThrow();
      // Classes of Unicode and long escapes are what Go, Python or Java do not share.
      expect(schema.pattern).not.toMatch(/\\[pPuk]/);
    }
  });
});

test('the published patterns of printable text take and refuse what the api does', () => {
  const { ChargeBody, WriteToSupportBody } = document.components.schemas as Record<
    string,
    { properties: Record<string, { pattern: string }> }
  >;
  for (const [field, check] of [
    [ChargeBody?.properties.cTitular, printable],
    [WriteToSupportBody?.properties.cMensaje, printableLines],
  ] as const) {
    const published = new RegExp(field?.pattern ?? '');
    for (let code = 0; code < 0xd800; code++) {
      const text = String.fromCharCode(code);
      expect(published.test(text)).toBe(z.safeParse(z.string().check(check), text).success);
    }
  }
});

/** Both paths are the specification's (CA-022, CA-023); a code has 22 characters, so that none is `pago`. */
const twoPayPaths =
  'no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: `/v2/operacion/cambio/pago/{id}` and ' +
  '`/v2/operacion/cambio/{id}/pagar`. #/paths/~1v2~1operacion~1cambio~1{id}~1pagar';

test('a linter of the trade finds nothing in it but what the specification prescribes', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    // A refusal is HTTP 200 with its nCode (C-01), so a public call has no 4XX at all.
    rules: { 'operation-4xx-response': 'off' },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([twoPayPaths]);
});

test('a shape that several calls answer stands once, under its name', () => {
  const inlined = JSON.stringify(document.paths).match(/"idProcesoDeCompra":\{/g);
  expect(inlined).toBeNull();
  expect(answersOf(endpoints.getPurchase)[0]).toMatchObject({
    properties: { nCode: { const: 200 }, oData: { $ref: '#/components/schemas/Purchase' } },
  });
  expect(answersOf(endpoints.takePlaces)[0]).toMatchObject({ properties: { oData: { $ref: '#/components/schemas/Taken' } } });
});

test('fields stand under their wire names, described by ours', () => {
  const { properties } = document.components.schemas.LogInBody as { properties: Record<string, Json> };
  expect(Object.keys(properties)).toEqual(['cEmail', 'cClave', 'cCaptcha', 'lRecordar']);
  expect(properties.cClave?.description).toBe('password');
});

test('a call answers its success or one of its own refusals, each with its own code and name', () => {
  for (const [name, endpoint] of all) {
    const answers = answersOf(endpoint).map((answer) => {
      const { properties } = ('$ref' in answer ? resolved(answer.$ref as string) : answer) as { properties: Record<string, Json> };
      return `${properties.nCode?.const} ${properties.cError?.const ?? ''}`;
    });
    const refusals = refusalsOf(endpoint).map((failure) => `${failures[failure].code} ${failure}`);
    expect(answers, name).toEqual(endpoint.file ? refusals : ['200 ', ...refusals]);
    expect(new Set(answers).size, name).toBe(answers.length);
  }
  expect(refusalsOf(endpoints.takePlaces)).toContain('places_taken');
  expect(refusalsOf(endpoints.getCaptcha)).not.toContain('places_taken');
});

test('an answer that gives an id leads to the calls that take it', () => {
  const { links } = success(endpoints.takePlaces) as { links: Record<string, { $ref: string }> };
  const led = Object.values(links).map(({ $ref }) => resolved($ref) as { operationId: string; parameters: Json });
  expect(led.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['getPurchase', 'selectDelivery', 'charge', 'invalidatePurchase']),
  );
  for (const { operationId, parameters } of led) {
    expect(Object.keys(endpoints)).toContain(operationId);
    // The performance that a product of the purchase is for leads to calls about performances.
    const isAboutPerformance = /Funcion\//.test(endpoints[operationId as keyof typeof endpoints].path);
    const from = isAboutPerformance ? 'listaProducto/0/idFuncion' : 'idProcesoDeCompra';
    expect(parameters).toEqual({ id: `$response.body#/oData/oProceso/${from}` });
  }
  expect(Object.keys(success(endpoints.getCaptcha))).not.toContain('links');
});

test('a document is described by its media type, beside the refusals', () => {
  const { content } = success(endpoints.getTicketsFile) as { content: Json };
  expect(Object.keys(content)).toEqual(['application/pdf', 'application/json']);
});
