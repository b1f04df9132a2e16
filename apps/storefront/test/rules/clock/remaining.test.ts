import { expect, test } from 'vitest';
import { isAlert, minutesToAnnounce, remaining } from '../../../app/purchase/clock/PurchaseInBar.tsx';

const clock = (seconds: number) => remaining(seconds);

test('the time left is shown in minutes and seconds (EX-002, OP-014)', () => {
  expect([719, 5, 0, -3, 3599].map(clock)).toEqual(['11:59', '00:05', '00:00', '00:00', '59:59'].map((text) => ({ unit: 'clock', text })));
});

test('from one hour on it is shown in hours, rounded down (EX-003, OP-014)', () => {
  expect([3600, 7200, 86_399].map(clock)).toEqual([1, 2, 23].map((count) => ({ unit: 'hours', count })));
});

test('from one day on it is shown in days (EX-004, OP-014)', () => {
  expect([86_400, 172_800].map(clock)).toEqual([1, 2].map((count) => ({ unit: 'days', count })));
});

test('at two minutes the clock warns, or at as many as the brand says', () => {
  expect([121, 120, 119].map((seconds) => isAlert(seconds, 2))).toEqual([false, true, true]);
  expect([301, 300].map((seconds) => isAlert(seconds, 5))).toEqual([false, true]);
});

test('five, two and one minute are announced once each, after a sleep only the last of them', () => {
  const said: (number | undefined)[] = [];
  for (let seconds = 720; seconds > -5; seconds -= 1) {
    const minutes = minutesToAnnounce(seconds, seconds - 1);
    if (minutes !== undefined) said.push(minutes);
  }
  expect(said).toEqual([5, 2, 1]);
  expect(minutesToAnnounce(400, 90)).toBe(2);
  expect(minutesToAnnounce(400, 50)).toBe(1);
  expect(minutesToAnnounce(400, -10)).toBeUndefined();
});
