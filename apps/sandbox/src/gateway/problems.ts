import type { z } from 'zod';

interface ParamProblem {
  readonly code: 'param_required' | 'invalid_param' | 'invalid_expiry_date' | 'repeated' | 'invalid_status';
  readonly param: string;
}

/** An answer over HTTP; null where the connection breaks instead. */
export type Answer = { readonly status: number; readonly body: object } | null;

export const refusal = (...problems: readonly ParamProblem[]) => ({
  status: 402,
  body: { error_type: 'invalid_request_error', validation_errors: problems },
});

export const notFound = (entity: string, id: string) => ({
  status: 404,
  body: { error_type: 'not_found_error', entity_name: entity, id },
});

export const malformed = { status: 400, body: { error_type: 'malformed_request_error' } };
export const unauthorised = { status: 401, body: { error_type: 'authentication_error', message: 'Invalid authentication credentials' } };
export const broken = { status: 500, body: { error_type: 'api_error', message: 'Internal server error' } };
export const unavailable = { status: 503, body: { error_type: 'api_error', message: 'Service unavailable' } };

/** What a schema has against a body, field by field, in Payway's words. */
export function refusalOf(error: z.ZodError, input: unknown) {
  if (typeof input !== 'object' || input === null) return malformed;
  const problems = error.issues.map(({ path }) => ({
    code: valueAt(input, path) === undefined ? ('param_required' as const) : ('invalid_param' as const),
    param: path.join('.'),
  }));
  return refusal(...problems);
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input);
