import { expect, test } from 'vitest';
import { hasStalled, hasTimedOut, type PageState, plain, waitedFor } from '../../../e2e/timed-out.ts';
import { slownessOf } from '../limits.ts';

const CLICK = "TimeoutError: locator.click: Timeout 500ms exceeded.\nCall log:\n  - waiting for getByRole('button', { name: 'Pagar' })\n";
const OUT_OF_TIME = 'Test timeout of 6000ms exceeded.';
const EXPECTATION =
  "Error: expect(locator).toBeVisible() failed\n\nTimeout: 500ms\n\nCall log:\n  - waiting for getByText('Tu compra está paga')";

test.each([
  ['a click that finds no button', [CLICK]],
  ['a navigation', ['TimeoutError: page.waitForURL: Timeout 500ms exceeded.']],
  ['the end of the time of a journey', [OUT_OF_TIME, EXPECTATION]],
])('%s is a time-out, and the journey runs once more', (_, messages) => {
  expect(hasTimedOut(messages)).toBe(true);
});

test.each([
  ['an expectation that was not met in its time', [EXPECTATION]],
  ['a wrong value', ['Error: expect(received).toBe(expected) // Object.is equality']],
  ['a click that was refused', ['Error: locator.click: Error: strict mode violation']],
  ['a wrong value before the time ended', ['Error: expect(received).toEqual(expected)', OUT_OF_TIME]],
  ['a problem of the page that speaks of time-outs', ['Error: error: TimeoutError of the shop']],
  ['a click that found no button, and what the end of the journey found wrong', [CLICK, 'Error: expect(received).toEqual(expected)']],
  ['the end of the time of a journey, and a value that was wrong', [OUT_OF_TIME, 'Error: expect(received).toBe(expected)']],
  ['nothing', []],
])('%s is none, and the journey stays red', (_, messages) => {
  expect(hasTimedOut(messages)).toBe(false);
});

test('a browser that no longer draws a page is the browser’s fault, unless the page waits for an answer or runs no script', () => {
  const page: PageState = { url: '/', runsScript: true, draws: true, shown: '' };
  const frozen = { ...page, draws: false };
  expect(hasStalled([page, frozen], { unanswered: 0 })).toBe(true);
  expect(hasStalled([page, frozen], { unanswered: 1 })).toBe(false);
  expect(hasStalled([page, { ...frozen, runsScript: false }], { unanswered: 0 })).toBe(false);
  expect(hasStalled([page], { unanswered: 0 })).toBe(false);
});

test('what was waited for is told in one line', () => {
  expect(waitedFor([OUT_OF_TIME, CLICK])).toBe(
    "TimeoutError: locator.click: Timeout 500ms exceeded.; waiting for getByRole('button', { name: 'Pagar' })",
  );
  expect(plain('\u001b[31mTest timeout\u001b[39m of 1ms')).toBe('Test timeout of 1ms');
});

test('limits grow with the slowness of the machine, and never shrink', () => {
  expect(['3.5', '0.4', '500', '', 'fast', undefined].map(slownessOf)).toEqual([3.5, 1, 20, 1, 1, 1]);
});
