import { timeText } from '@butaca/brand/dates';
import { expect, test } from 'vitest';
import { longDay } from '../../../app/account/order/PerformanceWhen.tsx';

const theatre = { language: 'es', timeZone: 'America/Argentina/Buenos_Aires' };
/** 27 November 2026 at 20:30 in Buenos Aires, where it is three hours earlier than in UTC. */
const AT = Date.UTC(2026, 10, 27, 23, 30);

test('day and time are in the time zone of the venue', () => {
  expect(longDay(AT, AT, theatre)).toBe('viernes 27 de noviembre');
  expect(timeText(AT, theatre)).toBe('20:30');
});

test('the year is shown when it is not the current one', () => {
  expect(longDay(AT, Date.UTC(2025, 11, 1), theatre)).toBe('viernes 27 de noviembre de 2026');
  // It is 2027 already in UTC, and still 2026 where the theatre is.
  expect(longDay(Date.UTC(2027, 0, 1, 1), AT, theatre)).toBe('jueves 31 de diciembre');
});
