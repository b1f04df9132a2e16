import type { CounterPerformance } from '@butaca/contract';
import { expect, test } from 'vitest';
import { byDay, closedBy, findPerformances } from '../../../app/box-office/start/DayOfPerformances.tsx';

const performance = (id: number, given: Partial<CounterPerformance> = {}, day = 21, hour = 20): CounterPerformance => ({
  id,
  hash: 'abcdefghijklm',
  showName: 'Hamlet',
  venueName: 'Teatro Náutico',
  timeZone: 'America/Argentina/Buenos_Aires',
  date: { day: day > 30 ? day - 30 : day, month: day > 30 ? 12 : 11, year: 2026, hour, minute: 30 },
  startsAt: Date.UTC(2026, 10, day, hour + 3, 30),
  state: 'on_sale',
  ...given,
});
/** Of Saturday the 21st, at noon. */
const NOON = Date.UTC(2026, 10, 21, 15);
const t = (key: string) => ({ 'day.today': 'Hoy', 'day.tomorrow': 'Mañana' })[key] ?? key;
const found = (performances: readonly CounterPerformance[], typed: string) =>
  idsOf(findPerformances(performances, typed, { language: 'es-AR', now: NOON, t: t as Parameters<typeof findPerformances>[2]['t'] }));
const idsOf = (performances: readonly CounterPerformance[]) => performances.map(({ id }) => id);

test('a performance is found by its show, its hall and its hour, without accents or capitals', () => {
  const all = [performance(1), performance(2, { showName: 'La casa de Bernarda Alba' }), performance(3, { venueName: 'Sala Sur' }, 22, 18)];
  expect(found(all, '')).toEqual([1, 2, 3]);
  expect(found(all, 'nautico')).toEqual([1, 2]);
  expect(found(all, 'HAMLET 18:30')).toEqual([3]);
  expect(found(all, 'hamlet 18')).toEqual([3]);
  expect(found(all, 'nada')).toEqual([]);
});

test('a day is found by its weekday, its date in digits or words, and as today or tomorrow', () => {
  // Saturday 21 to Sunday 29 of November, and the 2nd and 12th of December.
  const all = [performance(1), performance(2, {}, 22), performance(3, {}, 29), performance(4, {}, 32), performance(5, {}, 42)];
  for (const [typed, ids] of [
    ['hamlet domingo', [2, 3]],
    ['dom', [2, 3]],
    ['sabado', [1, 5]],
    ['29/11', [3]],
    ['29-11', [3]],
    ['29.11.2026', [3]],
    ['29/11/26', [3]],
    ['02/12', [4]],
    // Not the 12th, whose digits these are as well.
    ['2/12', [4]],
    ['29 de noviembre', [3]],
    ['hoy', [1]],
    ['mañana', [2]],
    ['manana hamlet', [2]],
  ] as const)
    expect(found(all, typed), typed).toEqual(ids);
});

test('a word with a typing error finds what is meant, and one without finds nothing else', () => {
  const all = [performance(1), performance(2, { showName: 'Macbeth' }), performance(3, { showName: 'Macbeta' }, 22)];
  expect(found(all, 'mcbeth')).toEqual([2]);
  expect(found(all, 'macbeth')).toEqual([2]);
  expect(found(all, 'hamelt domigno')).toEqual([]);
  expect(found([...all, performance(4, {}, 22)], 'hamelt domigno')).toEqual([4]);
  expect(found(all, 'zarzuela')).toEqual([]);
});

test('today is first, tomorrow has its name, the rest its date, as the venue’s calendar has it', () => {
  // Half past one in the night of Greenwich is still the evening of the 21st in Buenos Aires.
  const now = Date.UTC(2026, 10, 22, 1, 30);
  const days = byDay([performance(1), performance(4, {}, 24), performance(2, {}, 22), performance(3, {}, 22, 22)], now);
  expect(days.map(({ name, performances }) => [name, idsOf(performances)])).toEqual([
    ['today', [1]],
    ['tomorrow', [2, 3]],
    ['later', [4]],
  ]);
});

test('a performance that cannot be sold says why: not on sale yet, sold out, or over by the clock', () => {
  const at = { free: undefined, now: NOON };
  expect(closedBy(performance(1), at)).toBeNull();
  expect(closedBy(performance(1), { ...at, free: 3 })).toBeNull();
  expect(closedBy(performance(1), { ...at, free: 0 })).toBe('sold_out');
  expect(closedBy(performance(1, { state: 'sold_out' }), at)).toBe('sold_out');
  expect(closedBy(performance(1, { state: 'announced' }), at)).toBe('announced');
  const { startsAt } = performance(1);
  const sells = performance(1, { sellsUntil: startsAt + 1000 });
  expect([startsAt, startsAt + 1000].map((now) => closedBy(sells, { free: 3, now }))).toEqual([null, 'ended']);
});
