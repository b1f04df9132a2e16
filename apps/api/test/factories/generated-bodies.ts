import type { Endpoint } from '@butaca/contract';
import fc from 'fast-check';
import { expect } from 'vitest';
import { wireValueOf } from '../../../../packages/contract/test/arbitrary.ts';
import { bodyFieldsOf } from './api-document.ts';
import type { rowCounter } from './contents.ts';
import { allEndpoints, type aWorldOfCalls } from './every-call.ts';

/** Calls that read a body. */
export const endpointsWithBody = allEndpoints.filter(([, { body }]) => body);

/** Texts that programs stumble over. */
const nasty = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u202dabc',
  '🎭'.repeat(30),
  'a'.repeat(2000),
  "'; drop table customer; --",
  '{{7*7}}',
  '../../etc/passwd',
  '__proto__',
  'NaN',
  '1e309',
  -1,
  0,
  1.5,
  2 ** 53,
  Number.MAX_VALUE,
  true,
  null,
);
const anything = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }));

/** What a client might send: right as a whole, with a field that is not, without one, with more, or nothing of the kind. */
function bodiesOf(endpoint: Endpoint): fc.Arbitrary<unknown> {
  const fields = bodyFieldsOf(endpoint);
  const right = wireValueOf(endpoint.body as NonNullable<Endpoint['body']>) as fc.Arbitrary<Record<string, unknown>>;
  if (fields.length === 0) return fc.oneof(right, anything);
  const field = fc.constantFrom(...fields);
  return fc.oneof(
    right,
    fc.tuple(right, field, anything).map(([body, name, value]) => ({ ...body, [name]: value })),
    fc.tuple(right, field, field, anything).map(([body, one, other, value]) => ({ ...body, [one]: value, [other]: [value] })),
    fc.tuple(right, field).map(([body, name]) => Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))),
    fc.tuple(right, fc.dictionary(fc.string(), anything, { maxKeys: 3 })).map(([body, more]) => ({ ...more, ...body })),
    fc.dictionary(field, anything),
    anything,
  );
}

/** What no text of PostgreSQL can hold: one field at a time, since beside another bad one it is never reached. */
const UNSTORABLE = ['a\u0000b', 'a\ud800b'];
const withOneUnstorable = (endpoint: Endpoint): fc.Arbitrary<unknown>[] => {
  const right = wireValueOf(endpoint.body as NonNullable<Endpoint['body']>) as fc.Arbitrary<Record<string, unknown>>;
  return bodyFieldsOf(endpoint).flatMap((field) => UNSTORABLE.map((text) => right.map((body) => ({ ...body, [field]: text }))));
};

const SEED = 20_261_122;
const sampled = (bodies: fc.Arbitrary<unknown>, numRuns: number) => fc.sample(bodies, { numRuns, seed: SEED });

/**
 * Sends so many generated bodies to a call, and one for each of its fields and each text that cannot be stored. Each is answered: a refusal names fields that the call has, nothing is a fault, and what was
 * refused has left no row behind.
 */
export async function meetGeneratedBodies(
  { send, pathOf, purchase, signIn }: Awaited<ReturnType<typeof aWorldOfCalls>>,
  rowCounts: Awaited<ReturnType<typeof rowCounter>>,
  { endpoint, count }: { readonly endpoint: Endpoint; readonly count: number },
): Promise<void> {
  const fields = bodyFieldsOf(endpoint);
  const { id } = await purchase();
  const url = pathOf(endpoint, id);
  let token = await signIn(endpoint);
  let before = await rowCounts();
  for (const body of [...sampled(bodiesOf(endpoint), count), ...withOneUnstorable(endpoint).flatMap((each) => sampled(each, 1))]) {
    const sent = JSON.stringify(body)?.slice(0, 300);
    const response = await send(endpoint.method, url, { token, body });
    if (response.statusCode === 401 && token !== undefined) {
      // A call before has ended the person's sessions.
      token = await signIn(endpoint);
      before = await rowCounts();
      continue;
    }
    expect(response.statusCode, sent).toBe(200);
    const { nCode, cError, oData } = response.json();
    const after = await rowCounts();
    if (nCode !== 200) expect(after, `${cError}: ${sent}`).toEqual(before);
    before = after;
    if (cError !== 'invalid_input') continue;
    expect(oData.listaCampo.length, sent).toBeGreaterThan(0);
    for (const { cCampo, cMotivo } of oData.listaCampo) {
      expect([...fields, 'body', 'idempotency-key'], sent).toContain(cCampo.replace(/\..*/, ''));
      expect(cMotivo).toMatch(/^[a-z_]+$/);
    }
  }
}
