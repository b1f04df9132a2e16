import { expect, test } from 'vitest';
import { type Endpoint, endpoints, failures } from '../src/index.ts';
import { openApi } from '../src/openapi.ts';

type Json = Record<string, unknown>;
const document = JSON.parse(JSON.stringify(openApi(endpoints, { title: 'Butaca API', version: '2' }))) as {
  openapi: string;
  info: { title: string; description: string };
  paths: Record<string, Record<string, Json>>;
};
const all = Object.entries(endpoints as Readonly<Record<string, Endpoint>>);
const operationOf = ({ path, method }: Endpoint) => document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

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
    expect(operation?.security === undefined).toBe(endpoint.access === 'anonymous');
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

test('shapes are JSON Schema as it is: known types, required fields that exist, nothing left open by a codec', () => {
  const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
  for (const [, endpoint] of all) {
    const operation = operationOf(endpoint) as { requestBody?: unknown; responses: Record<string, Json> };
    visit([operation.requestBody, operation.responses], (schema) => {
      if (typeof schema.type === 'string') expect(types).toContain(schema.type);
      if (Array.isArray(schema.required) && typeof schema.properties === 'object') {
        for (const name of schema.required) expect(Object.keys(schema.properties ?? {})).toContain(name);
      }
      if (typeof schema.pattern === 'string') expect(() => new RegExp(schema.pattern as string, 'u')).not.toThrow();
      expect(Object.keys(schema)).not.toContain('$ref');
    });
  }
});

test('fields stand under their wire names, described by ours', () => {
  const body = operationOf(endpoints.logIn)?.requestBody as { content: Record<string, { schema: { properties: Record<string, Json> } }> };
  const properties = body.content['application/json']?.schema.properties ?? {};
  expect(Object.keys(properties)).toEqual(['cEmail', 'cClave', 'cCaptcha']);
  expect(properties.cClave?.description).toBe('password');
});

test('every refusal is listed with its code', () => {
  for (const [name, { code }] of Object.entries(failures)) expect(document.info.description).toContain(`| \`${name}\` | ${code} |`);
  for (const { code } of Object.values(failures)) expect(code).toBeGreaterThan(299);
});

test('a document is told by its type, beside the refusals', () => {
  const operation = operationOf(endpoints.getTicketsFile) as { responses: Record<number, { content: Json }> };
  expect(Object.keys(operation.responses[200]?.content ?? {})).toEqual(['application/pdf', 'application/json']);
});
