import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { failures } from './failures.ts';
import { ownNames } from './wire.ts';

type JsonSchema = Record<string, unknown>;

/** OpenAPI 3.1 of the wire shapes; each field is described by its English name, so it is the glossary too. */
export function openApi(endpoints: Readonly<Record<string, Endpoint>>, { title, version }: { title: string; version: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

const description = `Every answer is HTTP 200 with \`nCode\` and \`oData\`: \`nCode\` 200 is success, above 299 a refusal named in \`cError\`.
HTTP 401 means that the session is missing or over; 5xx is a fault.

${['| `cError` | `nCode` |', '|---|---|', ...Object.entries(failures).map(([name, { code }]) => `| \`${name}\` | ${code} |`)].join('\n')}`;

function operation(operationId: string, endpoint: Endpoint) {
  return {
    operationId,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]],
    ...(endpoint.access === 'anonymous' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body ? { requestBody: { required: true, content: { 'application/json': { schema: wireSchema(endpoint.body) } } } } : {}),
    responses: {
      200: {
        description: 'Success, or a refusal with its nCode',
        content: {
          ...(endpoint.file ? { [endpoint.file]: { schema: { type: 'string', format: 'binary' } } } : {}),
          'application/json': {
            schema: {
              type: 'object',
              required: ['nCode', 'oData'],
              properties: { nCode: { type: 'integer' }, oData: wireSchema(endpoint.answer), cError: { type: 'string' } },
            },
          },
        },
      },
      ...(endpoint.access === 'anonymous' ? {} : { 401: { description: 'The session is missing or over' } }),
    },
  };
}

function parameters(place: 'path' | 'query', schema: z.ZodMiniType | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = wireSchema(schema) as { properties?: Record<string, JsonSchema>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function wireSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const names = ownNames(zodSchema);
      for (const [wire, property] of Object.entries(jsonSchema.properties ?? {})) {
        const own = names?.get(wire);
        // A copy, because two fields with the same scalar schema share one object here.
        if (own && jsonSchema.properties && typeof property === 'object') {
          jsonSchema.properties[wire] = { ...property, description: own.replace(/([A-Z])/g, ' $1').toLowerCase() };
        }
      }
      // The pattern of a date-time is longer than the page it would stand on.
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
    },
  });
  return json;
}
