import { expect, test } from 'vitest';
import { countsBySpan, filtered } from '../../app/performances/Filters.tsx';
import { aPerformance } from './a-performance.ts';

const NOW = Date.parse('2026-11-21T22:00:00-03:00');
const at = (startsAt: string, more = {}) => aPerformance({ startsAt: Date.parse(startsAt), ...more });

const last = at('2026-11-20T20:00:00-03:00', { showName: 'Fausto' });
const earlier = at('2026-11-21T18:00:00-03:00', { showName: 'Otelo' });
const tonight = at('2026-11-21T23:30:00-03:00', { showName: 'El ñandú', venueName: 'Café Ópera' });
const soon = at('2026-11-28T21:00:00-03:00');
const far = at('2027-02-01T21:00:00-03:00');
const all = [last, earlier, tonight, soon, far];
const find = (search: string, span: 'upcoming' | 'today' | 'week' | 'past' = 'upcoming') => filtered(all, { search, span }, NOW);

test('what is past comes latest first, what is to come next first', () => {
  expect(find('', 'past')).toEqual([earlier, last]);
  expect(find('', 'upcoming')).toEqual([tonight, soon, far]);
});

test('today is the venue’s day, with what has begun; seven days end at this hour', () => {
  expect(find('', 'today')).toEqual([earlier, tonight]);
  expect(find('', 'week')).toEqual([tonight, soon]);
  const inTokyo = at('2026-11-21T23:30:00-03:00', { timeZone: 'Asia/Tokyo' });
  expect(filtered([inTokyo], { search: '', span: 'today' }, Date.parse('2026-11-21T11:00:00-03:00'))).toEqual([]);
});

test('a search finds words of show and venue in any order, whatever the accents and capitals', () => {
  for (const search of ['nandu', 'OPERA', '  ópera  el ', 'cafe ñandú']) expect(find(search)).toEqual([tonight]);
  expect(find('fausto')).toEqual([]);
  expect(find('fausto', 'past')).toEqual([last]);
});

test('every span says how many it would show', () => {
  expect(countsBySpan(all, '', NOW)).toEqual({ upcoming: 3, today: 2, week: 2, past: 2 });
  expect(countsBySpan(all, 'ópera', NOW)).toEqual({ upcoming: 1, today: 1, week: 1, past: 0 });
});
