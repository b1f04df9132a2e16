import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { decoderOf, encoderOf, walkOf } from '../src/compiled.ts';
import { ownNames } from '../src/wire.ts';
import { codecs, wireValueOf } from './arbitrary.ts';
import { outcomeOf } from './outcome.ts';
import { spoiltOf } from './spoilt.ts';

/** Every field of a codec, however deep: its name inside and its name on the wire. */
function namesIn(schema: z.ZodMiniType, found = new Map<string, string>()): Map<string, string> {
  const definition = schema._zod.def as unknown as Record<string, unknown>;
  for (const [wire, own] of ownNames(schema) ?? []) found.set(own, wire);
  for (const key of ['in', 'innerType', 'element']) if (definition[key]) namesIn(definition[key] as z.ZodMiniType, found);
  for (const inner of Object.values((definition.shape ?? {}) as Record<string, z.ZodMiniType>)) namesIn(inner, found);
  for (const inner of (definition.options ?? []) as z.ZodMiniType[]) namesIn(inner, found);
  return found;
}

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}

function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, withUnknownFields(inner)]);
  return { secret: { hash: 'x' }, ...Object.fromEntries(fields), cClave: 'x' };
}

/** Zod is what ours is compared with, and makes the values: each of them passes everything that holds of valid values. */
describe.each(codecs)('%s', (_, codec) => {
  const zodDecode = (wire: unknown) => z.decode(codec, wire as never) as unknown;
  const zodEncode = (own: unknown) => z.encode(codec, own as never) as unknown;
  const encode = encoderOf(codec) as (own: unknown) => unknown;
  const decode = decoderOf(codec);
  const [decodeAlone, encodeAlone] = [walkOf(codec, 'decode'), walkOf(codec, 'encode')];
  const wireValues = wireValueOf(codec);
  const names = [...namesIn(codec)].filter(([own, wire]) => own !== wire);

  test('valid values are decoded and encoded as zod does, to the same again, without wire names inside or ours outside (EN-142)', () => {
    fc.assert(
      fc.property(wireValues, (wire) => {
        const own = zodDecode(wire);
        const decoded = decodeAlone(wire);
        expect(decoded).toStrictEqual(own);
        expect(JSON.stringify(decoded)).toBe(JSON.stringify(own));
        const encoded = zodEncode(own);
        expect(encodeAlone(own)).toStrictEqual(encoded);
        expect(JSON.stringify(encode(own))).toBe(JSON.stringify(encoded));
        expect(decodeAlone(encoded)).toEqual(own);

        const [inside, outside] = [new Set(keysOf(own)), new Set(keysOf(encoded))];
        expect(names.filter(([, wireName]) => inside.has(wireName))).toEqual([]);
        expect(names.filter(([ownName]) => outside.has(ownName))).toEqual([]);

        expect(encode(withUnknownFields(own))).toStrictEqual(encoded);
        const more = { ...(wire as object), cNuevo: 'x', oNuevo: { nCode: 1 } };
        expect(zodDecode(more)).toEqual(own);
        expect(decode(more).data).toEqual(own);
      }),
      { numRuns: 25 },
    );
  });

  test('values that are not valid are refused as zod refuses them, for the same reasons', () => {
    const spoilt = wireValues.chain((wire) => fc.tuple(spoiltOf(wire), spoiltOf(zodDecode(wire))));
    fc.assert(
      fc.property(spoilt, ([wire, own]) => {
        expect(outcomeOf(() => encode(own))).toStrictEqual(outcomeOf(() => zodEncode(own)));
        const [ours, theirs] = [decode(wire), z.safeDecode(codec, wire as never, { reportInput: true })];
        expect([ours.success, ours.data, ours.error?.issues]).toStrictEqual([theirs.success, theirs.data, theirs.error?.issues]);
      }),
      { numRuns: 30 },
    );
  });
});
