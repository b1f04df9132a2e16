import { expect, test } from 'vitest';
import { judgeDevice } from '../../src/customers/sign-in/devices.ts';

const DAY = 24 * 60 * 60;
const device = { generation: 5, isRevoked: false, seconds: 10, customer: { role: 'customer' } } as const;
const judge = (generation: number, changed: Partial<Parameters<typeof judgeDevice>[1] & object> = {}) =>
  judgeDevice({ generation }, { ...device, ...changed }, 90);

test('the cookie that was given out last is renewed', () => {
  expect(judge(5)).toBe('renew');
  expect(judge(5, { seconds: 90 * DAY })).toBe('renew');
});

test('the one before is taken again for two minutes; then it, and any earlier one at once, is a copy', () => {
  expect(judge(4, { seconds: 120 })).toBe('again');
  expect(judge(4, { seconds: 121 })).toBe('stolen');
  expect(judge(3)).toBe('stolen');
  expect(judge(0)).toBe('stolen');
});

test('a device that is unknown, forgotten, too old, of staff, or ahead of itself opens nothing', () => {
  expect(judgeDevice({ generation: 0 }, undefined, 90)).toBe('unknown');
  expect(judge(5, { isRevoked: true })).toBe('unknown');
  expect(judge(4, { isRevoked: true, seconds: 500 })).toBe('unknown');
  expect(judge(5, { seconds: 90 * DAY + 1 })).toBe('unknown');
  expect(judge(5, { customer: { role: 'organiser' } })).toBe('unknown');
  expect(judge(6)).toBe('unknown');
});
