import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSolved, solve } from '../src/index.ts';

const zerosOf = (text: string) => {
  const bits = [...createHash('sha256').update(text).digest()].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.indexOf('1');
};

test('a counter solves a challenge exactly when the hash of text, dot and counter begins with so many zero bits', () => {
  for (let counter = 0; counter < 300; counter++) {
    const zeros = zerosOf(`challenge.${counter}`);
    expect(isSolved({ text: 'challenge', bits: zeros }, counter)).toBe(true);
    expect(isSolved({ text: 'challenge', bits: zeros + 1 }, counter)).toBe(false);
  }
});

test('work finds the first solution, and no earlier counter is one', async () => {
  const challenge = { text: 'a room', bits: 8 };
  const counter = await solve(challenge);
  expect(counter).not.toBe(null);
  const earlier = Array.from({ length: counter ?? 0 }, (_, each) => isSolved(challenge, each));
  expect(earlier).not.toContain(true);
  expect(isSolved(challenge, counter ?? -1)).toBe(true);
});

test('a solution of one challenge is none of another', async () => {
  const counter = (await solve({ text: 'one', bits: 12 })) ?? -1;
  expect(isSolved({ text: 'one', bits: 12 }, counter)).toBe(true);
  expect(isSolved({ text: 'another', bits: 12 }, counter)).toBe(false);
});

test('work that is aborted ends without a solution', async () => {
  const abort = new AbortController();
  const solution = solve({ text: 'too hard', bits: 32 }, abort.signal);
  abort.abort();
  expect(await solution).toBe(null);
});
