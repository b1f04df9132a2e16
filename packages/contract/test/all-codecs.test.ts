import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ownNames } from '../src/wire.ts';
import { codecs, wireValueOf } from './arbitrary.ts';

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

describe.each(codecs)('%s', (_, codec) => {
  const decode = (wire: unknown) => z.decode(codec, wire as never) as unknown;
  const encode = (own: unknown) => z.encode(codec, own as never) as unknown;
  const wireValues = wireValueOf(codec);

  test('a value that is read, written and read again is the same', () => {
    fc.assert(
      fc.property(wireValues, (wire) => {
        const own = decode(wire);
        expect(decode(encode(own))).toEqual(own);
      }),
      { numRuns: 10 },
    );
  });

  test('decoded values have no wire names and encoded values only wire names', () => {
    const names = [...namesIn(codec)].filter(([own, wire]) => own !== wire);
    fc.assert(
      fc.property(wireValues, (wire) => {
        const inside = new Set(keysOf(decode(wire)));
        const outside = new Set(keysOf(encode(decode(wire))));
        for (const [own, wireName] of names) {
          expect(inside).not.toContain(wireName);
          expect(outside).not.toContain(own);
        }
      }),
      { numRuns: 10 },
    );
  });

  test('unknown fields are ignored (EN-142)', () => {
    fc.assert(
      fc.property(wireValues, (wire) => {
        expect(decode({ ...(wire as object), cNuevo: 'x', oNuevo: { nCode: 1 } })).toEqual(decode(wire));
      }),
      { numRuns: 10 },
    );
  });
});
