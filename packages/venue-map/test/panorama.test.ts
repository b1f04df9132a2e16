import { expect, test } from 'vitest';
import { compileVenueMap, panoramaOfPlace, panoramaOfSection } from '../src/index.ts';
import { readVenueMap } from '../src/read.ts';
import { mapOf, open, row, seated } from './maps.ts';

const hall = mapOf(seated([row(), row({ label: '2' })]), seated([row()], { id: 'palco', label: 'Palco' }), open('standing', 20));
const pictures = [
  { section: 'platea', row: '2', image: 'row' },
  { section: 'platea', row: '2', seat: '3', image: 'seat' },
  { section: 'platea', image: 'section' },
  { section: 'palco', row: '1', image: 'box' },
];
const around = { ...hall, panoramas: pictures };
const compiled = compileVenueMap(around);

test('a place has the picture of its seat, else of its row, else of its section, and never one of another row (SC-004)', () => {
  const imageOf = (place: number) => panoramaOfPlace(around, compiled, place)?.image;
  expect([0, 10, 12, 19, 20, 30].map(imageOf)).toEqual(['section', 'row', 'seat', 'row', 'box', undefined]);
  expect(panoramaOfPlace(hall, compiled, 0)).toBeNull();
  const onlyRow = { ...hall, panoramas: [{ section: 'platea', row: '2', image: 'row' }] };
  expect(panoramaOfPlace(onlyRow, compiled, 0)).toBeNull();
});

test('a section has its own picture, else the first from inside it', () => {
  expect(['platea', 'palco', 'campo'].map((section) => panoramaOfSection(around, section)?.image)).toEqual(['section', 'box', undefined]);
});

test('a picture of what does not exist, or a second one of the same, is refused with its place in the file', () => {
  const problems = (...panoramas: readonly object[]) => {
    const read = readVenueMap({ ...hall, panoramas });
    return read.ok ? [] : read.problems.map(({ path, reason }) => `${path}: ${reason}`);
  };
  expect(problems(...pictures)).toEqual([]);
  expect(problems({ section: 'gallinero', image: 'a' })).toEqual(['panoramas.0.section: no section gallinero']);
  expect(problems({ section: 'campo', row: '1', image: 'a' })).toEqual(['panoramas.0.row: no row 1 in section campo']);
  expect(problems({ section: 'platea', seat: '3', image: 'a' })).toEqual(['panoramas.0.row: a seat needs its row']);
  expect(problems({ section: 'platea', image: 'a' }, { section: 'platea', image: 'b' })).toEqual(['panoramas.1: platea is there twice']);
  expect(problems({ section: 'platea', image: '', facing: 400 })).toHaveLength(2);
});
