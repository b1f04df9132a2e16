import { describe, expect, test } from 'vitest';
import { clearFilters, filterShows, isFiltering, readChoice } from '../../app/catalogue/billboard/BillboardFilters.tsx';
import { dayNumber } from '../../app/catalogue/calendar.ts';

const TODAY = dayNumber(2026, 11, 26);
const all = { date: true, type: true, venue: true, zone: true, prices: [] };
const show = (id: number, changes: object) => ({
  ...{ id, hash: 'abcdefghij234', seo: `show-${id}`, name: `Show ${id}`, typeId: 1, typeName: 'Teatro' },
  ...{ venueId: 1, venueName: 'Alborada', venueCity: 'Rosario', performanceCount: 1, days: [TODAY], soldOut: false },
  ...changes,
});
const shows = [
  show(1, {}),
  show(2, { typeId: 2 }),
  show(3, { venueId: 2, venueName: 'Galpón', venueCity: 'Córdoba' }),
  show(4, { venueId: 3, venueName: 'Club', venueCity: undefined }),
  show(5, { days: [TODAY + 1] }),
];
const shownBy = (address: string, filters = all) => {
  const choice = readChoice(new URLSearchParams(address), filters);
  return filterShows(shows, choice, TODAY).map(({ id }) => id);
};

describe('the billboard shows', () => {
  test.each([
    ['everything where the address asks for nothing', '', [1, 2, 3, 4, 5]],
    ['one type', 'aListaidTipoDeEspectaculo=2', [2]],
    ['one venue', 'idEstablecimiento=2', [3]],
    ['the venues of one city', 'zona=Rosario', [1, 2, 5]],
    ['what all filters have in common', 'zona=Rosario&aListaidTipoDeEspectaculo=1&cuando=tomorrow', [5]],
    ['nothing at a venue that has no shows', 'idEstablecimiento=99', []],
    ['everything where a filter is empty', 'zona=&idEstablecimiento=&aListaidTipoDeEspectaculo=', [1, 2, 3, 4, 5]],
    ['nothing of a type that is no number', "aListaidTipoDeEspectaculo=1'--", []],
    ['all dates where the date is none', 'cuando=ayer', [1, 2, 3, 4, 5]],
  ])('%s', (_, address, expected) => {
    expect(shownBy(address)).toEqual(expected);
  });

  test.each([
    ['date', 'cuando=tomorrow'],
    ['type', 'aListaidTipoDeEspectaculo=2'],
    ['venue', 'idEstablecimiento=2'],
    ['zone', 'zona=Rosario'],
  ])('everything where the brand has no filter by %s, whatever the address says', (filter, address) => {
    expect(shownBy(address, { ...all, [filter]: false })).toEqual([1, 2, 3, 4, 5]);
    expect(shownBy(address)).not.toEqual([1, 2, 3, 4, 5]);
    expect(isFiltering(readChoice(new URLSearchParams(address), { ...all, [filter]: false }))).toBe(false);
  });
});

test('all filters are taken away at once, and nothing else of the address', () => {
  const query = new URLSearchParams('zona=Rosario&idEstablecimiento=1&aListaidTipoDeEspectaculo=2&cuando=specific&dia=2026-11-26&utm=x');
  expect(isFiltering(readChoice(query, all))).toBe(true);
  clearFilters(query);
  expect(query.toString()).toBe('utm=x');
});
