import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commitmentOf, faultsOf, lanes, type Proof, seedOf } from '../src/index.ts';

const secret = 'c0ffee'.padEnd(64, '0');
const draw = { performanceId: 101, epoch: 2, counts: { priority: 5, general: 120, late: 0 } };
const honest: Proof = { version: 1, ...draw, secret, commitment: commitmentOf(secret), seed: seedOf(secret, draw) };
const other = 'd00d'.padEnd(64, '0');

test('an honest proof has no fault', () => {
  expect(faultsOf(honest)).toEqual([]);
});

test('a secret that was not committed to is found, also when the seed follows from it', () => {
  expect(faultsOf({ ...honest, secret: other })).toEqual(['commitment', 'seed']);
  expect(faultsOf({ ...honest, secret: other, seed: seedOf(other, draw) })).toEqual(['commitment']);
});

test('a commitment that was changed afterwards is found', () => {
  expect(faultsOf({ ...honest, commitment: commitmentOf(other) })).toEqual(['commitment']);
});

test('a seed that was chosen is found', () => {
  expect(faultsOf({ ...honest, seed: other })).toEqual(['seed']);
});

test('numbers that were added or taken away are found, in any lane', () => {
  for (const lane of lanes) expect(faultsOf({ ...honest, counts: { ...draw.counts, [lane]: draw.counts[lane] + 1 } })).toEqual(['seed']);
});

test('the proof of another performance, or of another opening of the room, is found', () => {
  expect(faultsOf({ ...honest, performanceId: 102 })).toEqual(['seed']);
  expect(faultsOf({ ...honest, epoch: 1 })).toEqual(['seed']);
});

test('whatever single digit of secret, seed or commitment is changed, it is found', () => {
  const change = (hex: string, at: number) =>
    `${hex.slice(0, at)}${((Number.parseInt(hex.charAt(at), 16) + 1) % 16).toString(16)}${hex.slice(at + 1)}`;
  fc.assert(
    fc.property(fc.constantFrom('secret', 'seed', 'commitment'), fc.nat(63), (field, at) => {
      expect(faultsOf({ ...honest, [field]: change(honest[field], at) })).not.toEqual([]);
    }),
    { numRuns: 50 },
  );
});
