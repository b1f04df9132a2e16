import type { CounterPerformance } from '@butaca/contract';
import { expect, test } from 'vitest';
import { byDay, findPerformances } from '../../../app/box-office/start/DayOfPerformances.tsx';

const performance = (id: number, given: Partial<CounterPerformance> = {}, day = 21, hour = 20): CounterPerformance => ({
  id,
  hash: 'abcdefghijklm',
  showName: 'Hamlet',
  venueName: 'Teatro Náutico',
  timeZone: 'America/Argentina/Buenos_Aires',
  date: { day, month: 11, year: 2026, hour, minute: 30 },
  startsAt: Date.UTC(2026, 10, day, hour + 3, 30),
  state: 'on_sale',
  ...given,
});
const idsOf = (performances: readonly CounterPerformance[]) => performances.map(({ id }) => id);

test('a performance is found by its show, its hall and its hour, without accents or capitals', () => {
  const all = [performance(1), performance(2, { showName: 'La casa de Bernarda Alba' }), performance(3, { venueName: 'Sala Sur' }, 22, 18)];
  expect(idsOf(findPerformances(all, ''))).toEqual([1, 2, 3]);
  expect(idsOf(findPerformances(all, 'nautico'))).toEqual([1, 2]);
  expect(idsOf(findPerformances(all, 'HAMLET 18:30'))).toEqual([3]);
  expect(findPerformances(all, 'nada')).toEqual([]);
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
