import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const tests = ['{apps,packages,scripts}/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }))
  .filter((file) => !file.endsWith('nothing-left-out.test.ts'));

/** What takes a test out of a run, lets it fail, or tries it again. A test that needs another machine says `runIf`. */
const LEFT_OUT = [
  /\b(?:test|it|describe)(?:\.\w+)*\.(?:only|skip|skipIf|fixme|fails|fail|todo)\b/,
  /\btest\.describe\.configure\(\{[^}]*\bretries\b/,
  /\{ ?(?:only|skip|fails|todo): true/,
  /\{ ?(?:retry|retries|repeats): \d/,
];
/** `@phone` runs on phones alone, `@once` and `@desktop` on the desktop alone: both together run nowhere. */
const NOWHERE =
  /\btest\((?:(?!=>)[\s\S])*?@phone(?:(?!=>)[\s\S])*?@(?:once|desktop)\b|\btest\((?:(?!=>)[\s\S])*?@(?:once|desktop)(?:(?!=>)[\s\S])*?@phone\b/;

test('no test is left out, tried again or allowed to fail', () => {
  expect(tests.length).toBeGreaterThan(400);
  const left = tests.filter((file) => LEFT_OUT.some((pattern) => pattern.test(readFileSync(join(root, file), 'utf8'))));
  expect(left).toEqual([]);
});

test('every journey runs at one width at least', () => {
  const nowhere = tests.filter((file) => file.endsWith('.spec.ts') && NOWHERE.test(readFileSync(join(root, file), 'utf8')));
  expect(nowhere).toEqual([]);
});

test.each([
  ["test.only('a', () => {})", LEFT_OUT],
  ["test.describe.skip('a', () => {})", LEFT_OUT],
  ["test('a', { skip: true }, () => {})", LEFT_OUT],
  ["test('a', { retry: 9 }, () => {})", LEFT_OUT],
  ["test('a @phone', { tag: '@desktop' }, async () => {})", [NOWHERE]],
])('%s is seen', (source, patterns) => {
  expect(patterns.some((pattern) => pattern.test(source))).toBe(true);
});
