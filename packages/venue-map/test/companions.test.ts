import { expect, test } from 'vitest';
import { companionsAlone, compileVenueMap } from '../src/index.ts';
import { hall, straightRow } from './halls.ts';

// Places 0 and 1 are a wheelchair space and its companion's seat, 10 and 11 the same in the other section.
const traits = [
  { seat: 0, trait: 'wheelchair' },
  { seat: 1, trait: 'companion' },
] as const;
const map = compileVenueMap(
  hall([straightRow('1', 0, 10, { traits })], [{ id: 'B', label: 'Pullman', kind: 'seated', rows: [straightRow('1', 9, 10, { traits })] }]),
);

test('a companion’s seat is alone without a wheelchair space of its section', () => {
  expect(companionsAlone(map, [1, 5])).toEqual([1]);
  expect(companionsAlone(map, [1, 10])).toEqual([1]);
  expect(companionsAlone(map, [10, 1, 11])).toEqual([1]);
});

test('with one it is not; and no other seat ever is', () => {
  expect(companionsAlone(map, [1, 0])).toEqual([]);
  expect(companionsAlone(map, [0])).toEqual([]);
  expect(companionsAlone(map, [4, 5, 6])).toEqual([]);
  expect(companionsAlone(map, [])).toEqual([]);
});
