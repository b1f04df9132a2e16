import { expect, test } from 'vitest';
import { findShows, typesIn } from '../../app/catalogue/search/route.tsx';
import { searchable } from '../../app/chrome/top-bar/SearchBox.tsx';

const show = (name: string, typeId = 1, venueName = 'Gran Teatro Alborada') => ({
  name,
  typeId,
  typeName: typeId === 1 ? 'Teatro' : 'Música clásica',
  venueName,
});

test('a search needs three characters after trimming (VA-001, CO-016)', () => {
  expect(searchable('ab ')).toBeNull();
  expect(searchable(' abc ')).toBe('abc');
  expect(searchable('  a  b ')).toBe('a b');
});

test('accents and capitals make no difference', () => {
  const shows = [show('La vida es sueño'), show('Macbeth')];
  expect(findShows(shows, { text: 'SUENO', types: [] })).toEqual([shows[0]]);
  expect(findShows(shows, { text: 'máçbeth', types: [] })).toEqual([shows[1]]);
});

test('every word has to occur, in the name or in the venue', () => {
  const shows = [show('Hamlet'), show('Hamlet', 1, 'Sótano Club')];
  expect(findShows(shows, { text: 'hamlet sotano', types: [] })).toEqual([shows[1]]);
});

test('a type in the address leaves only its shows (R-024)', () => {
  const shows = [show('Hamlet'), show('Réquiem', 3)];
  expect(findShows(shows, { text: '', types: [3] })).toEqual([shows[1]]);
});

test('types come as one id, repeated, or as a list; anything else is ignored', () => {
  expect(typesIn(['3'])).toEqual([3]);
  expect(typesIn(['3', '5'])).toEqual([3, 5]);
  expect(typesIn(['3,5,3'])).toEqual([3, 5]);
  expect(typesIn(['x', '-1', '', '0'])).toEqual([]);
});
