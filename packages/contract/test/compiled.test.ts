import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { decoderOf, encoderOf } from '../src/compiled.ts';
import { Instant } from '../src/scalars.ts';
import { wireObject } from '../src/wire.ts';
import { outcomeOf } from './outcome.ts';

const reportInput = { reportInput: true };

test('an instant is written as the platform writes it', () => {
  const encode = encoderOf(Instant);
  const epochMs = fc.date({ min: new Date('0000-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
  fc.assert(
    fc.property(epochMs, (date) => {
      expect(encode(date.getTime())).toBe(date.toISOString());
    }),
    { numRuns: 2000 },
  );
  for (const outside of [-62_167_219_200_001, 253_402_300_800_000, 8.64e15 + 1, 0.5]) expect(() => encode(outside)).toThrow();
});

const even = z.array(z.int()).check(z.refine((items) => items.length % 2 === 0));
const picky = z.codec(z.string(), z.string(), {
  decode: (text) => text,
  encode: (text, payload) => {
    if (text === 'bad') payload.issues.push({ code: 'custom', input: text, message: 'bad' });
    return text;
  },
});

/** What the contract does not use, but may some day. */
test.each<[string, z.ZodMiniType, unknown]>([
  ['a check of a whole list', z.object({ pairs: even }), { pairs: [1, 2] }],
  ['a check of a whole list that fails', z.object({ pairs: even }), { pairs: [1] }],
  ['a record', z.record(z.string(), z.int()), { a: 1 }],
  ['a field that is undefined', z.object({ a: z.optional(z.int()) }), { a: undefined }],
  ['a default within an optional', z.object({ a: z.optional(z._default(z.int(), 7)) }), {}],
  ['a default within an optional of a record', wireObject({ a: ['nA', z.optional(z._default(z.int(), 7))] }), {}],
  ['an optional that may not be undefined', wireObject({ a: ['nA', z.exactOptional(z.int())] }), {}],
  ['a list of optionals that may not be undefined', z.array(z.exactOptional(z.int())), [undefined]],
  ['a nullable optional', wireObject({ a: ['nA', z.nullable(z.optional(z.int()))] }), {}],
  ['fields that are passed on', z.looseObject({ a: z.int() }), { a: 1, b: 2 }],
  ['fields that are refused', z.strictObject({ a: z.int() }), { a: 1, b: 2 }],
  ['a codec that names issues', picky, 'good'],
  ['a codec that names issues, and does', picky, 'bad'],
  ['a union of records', z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]), { b: 1 }],
  ['numbers from text', z.object({ a: z.coerce.number() }), { a: '7' }],
])('%s is as zod has it', (_, schema, value) => {
  expect(outcomeOf(() => encoderOf(schema)(value as never))).toStrictEqual(outcomeOf(() => z.encode(schema, value as never)));
  const [ours, theirs] = [decoderOf(schema)(value), z.safeDecode(schema, value as never, reportInput)];
  expect([ours.success, ours.data, ours.error?.issues]).toStrictEqual([theirs.success, theirs.data, theirs.error?.issues]);
});
