import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { keyWeaknessOf, weaknessOf } from '../../src/secret-strength.ts';

test.each([
  'a secret of forty characters, long enough',
  'ButacaProductionSecret2026!DoNotShareThisOne',
  'correct-horse-battery-staple-purple-monkey',
  'el-secreto-de-mi-teatro-favorito-es-este-2026',
  'sup3rs3cr3tk3yf0rth3pr0duct10ns3rv3r',
  'qwertyuiopasdfghjklzxcvbnmqwertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.',
])('%s reads like words', (secret) => {
  expect(weaknessOf(secret)).toBe('reads like words');
});

test.each([
  'a'.repeat(40),
  'abcabcabcabcabcabcabcabcabcabcabcabc',
  '0123456789abcdef0123456789abcdef',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'ZYXWVUTSRQPONMLKJIHGFEDCBA9876543210',
  'changeme-changeme-changeme-changeme',
  'deadbeefdeadbeefdeadbeefdeadbeef',
  `${'x'.repeat(24)}Kq9ZpL2mVt`,
])('%s repeats itself', (secret) => {
  expect(weaknessOf(secret)).toBe('repeats itself');
});

test.each([
  ['one byte again and again', Buffer.alloc(32, 7), 'repeats itself'],
  ['bytes that count', Buffer.from(Array.from({ length: 32 }, (_, index) => index)), 'repeats itself'],
  ['eight bytes four times', Buffer.concat(Array.from({ length: 4 }, () => Buffer.from('a71f03e9b2d84c56', 'hex'))), 'repeats itself'],
  ['a sentence in base64', Buffer.from('butaca, production, ticket key 1'), 'is text'],
  ['words that pass for base64', Buffer.from('butaca-ticket-key-for-the-production-server', 'base64url'), 'reads like words'],
])('a key of %s is refused', (_, bytes, weakness) => {
  expect(keyWeaknessOf(bytes.toString('base64url'))).toBe(weakness);
});

test('what random generators print passes', () => {
  for (let turn = 0; turn < 300; turn += 1) {
    // As good as random, and the same in every run: of random ones, a few in 100,000 read like words.
    const bytes = createHash('sha384').update(String(turn)).digest().subarray(0, 36);
    const secrets = [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex'), bytes.toString('hex', 0, 16)];
    expect(secrets.map(weaknessOf)).toEqual(secrets.map(() => undefined));
    expect(keyWeaknessOf(bytes.toString('base64url', 0, 32))).toBeUndefined();
  }
});
