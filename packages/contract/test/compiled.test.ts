import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { decoderOf, encoderOf, walkOf } from '../src/compiled.ts';
import { Instant } from '../src/scalars.ts';
import { wireObject } from '../src/wire.ts';
import { codecs, wireValueOf } from './arbitrary.ts';

const reportInput = { reportInput: true };

/** What was returned, or what was thrown. */
function outcomeOf(call: () => unknown) {
  try {
    return { returned: call() };
  } catch (error) {
    return { thrown: error instanceof z.core.$ZodError ? error.issues : error };
  }
}

const strange = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'S',
  'x'.repeat(5000),
  -1,
  0,
  0.001,
  1.5,
  2 ** 53,
  Number.NaN,
  8.64e15,
  true,
  [],
  {},
  [null],
];

/** The value with one of its parts, however deep, replaced by something strange or left out. */
function spoiltOf(value: unknown): fc.Arbitrary<unknown> {
  const replaced = fc.constantFrom<unknown>(...strange);
  if (typeof value !== 'object' || value === null) return replaced;
  const keys = Object.keys(value);
  if (keys.length === 0) return replaced;
  const inside = fc.constantFrom(...keys).chain((key) => {
    const inner = (value as Record<string, unknown>)[key];
    const withPart = (part: unknown) => (Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part });
    const without = Array.isArray(value)
      ? value.toSpliced(Number(key), 1)
      : Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    return fc.oneof({ weight: 4, arbitrary: spoiltOf(inner).map(withPart) }, { weight: 1, arbitrary: fc.constant(without) });
  });
  return fc.oneof({ weight: 1, arbitrary: replaced }, { weight: 9, arbitrary: inside });
}

function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, withUnknownFields(inner)]);
  return { secret: { hash: 'x' }, ...Object.fromEntries(fields), cClave: 'x' };
}

describe.each(codecs)('%s', (_, codec) => {
  const wireValues = wireValueOf(codec);
  const ownValues = wireValues.map((wire) => z.decode(codec, wire as never) as unknown);
  const encode = encoderOf(codec) as (own: unknown) => unknown;
  const decode = decoderOf(codec);

  test('encodes and decodes valid values as zod does, without asking it', () => {
    fc.assert(
      fc.property(wireValues, (wire) => {
        const own = z.decode(codec, wire as never) as unknown;
        expect(walkOf(codec, 'decode')(wire)).toStrictEqual(own);
        expect(JSON.stringify(walkOf(codec, 'decode')(wire))).toBe(JSON.stringify(own));
        const encoded = z.encode(codec, own as never) as unknown;
        expect(walkOf(codec, 'encode')(own)).toStrictEqual(encoded);
        expect(JSON.stringify(encode(own))).toBe(JSON.stringify(encoded));
      }),
      { numRuns: 25 },
    );
  });

  test('encodes no unknown field', () => {
    fc.assert(
      fc.property(ownValues, (own) => {
        expect(encode(withUnknownFields(own))).toStrictEqual(z.encode(codec, own as never));
      }),
      { numRuns: 20 },
    );
  });

  test('throws what zod throws when a value cannot be encoded', () => {
    fc.assert(
      fc.property(ownValues.chain(spoiltOf), (own) => {
        expect(outcomeOf(() => encode(own))).toStrictEqual(outcomeOf(() => z.encode(codec, own as never)));
      }),
      { numRuns: 30 },
    );
  });

  test('refuses what zod refuses, for the same reasons', () => {
    fc.assert(
      fc.property(wireValues.chain(spoiltOf), (wire) => {
        const [ours, theirs] = [decode(wire), z.safeDecode(codec, wire as never, reportInput)];
        expect([ours.success, ours.data, ours.error?.issues]).toStrictEqual([theirs.success, theirs.data, theirs.error?.issues]);
      }),
      { numRuns: 30 },
    );
  });
});

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
