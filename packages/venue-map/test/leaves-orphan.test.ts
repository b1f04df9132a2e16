import { describe, expect, test } from 'vitest';
import { leavesOrphan } from '../src/best-available/index.ts';
import { field, freeBut, hall, range, straightRow as row, seatingFor } from './halls.ts';

const seating = seatingFor(hall([row('1', 0, 10), row('2', 1, 10, { gaps: [4, 5] })], [field(10)]));
const hint = (taken: readonly number[], chosen: readonly number[]) => leavesOrphan(seating, freeBut(seating, taken), chosen);

describe('a choice of seats names the single seats it leaves', () => {
  test('at the end of a row, beside a taken seat and beside an aisle', () => {
    expect(hint([], [1, 2])).toEqual([0]);
    expect(hint([5], [2, 3])).toEqual([4]);
    expect(hint([], [11, 12])).toEqual([10, 13]);
  });

  test('between chosen seats', () => {
    expect(hint([], [3, 5])).toEqual([4]);
  });

  test('in every row that was chosen in', () => {
    expect(hint([], [1, 2, 15, 16])).toEqual([0, 14, 17]);
  });

  test('and says nothing of a seat that was alone before', () => {
    expect(hint([1], [4, 5])).toEqual([]);
  });

  test('whether the chosen seats count as free or not', () => {
    expect(hint([1, 2], [1, 2])).toEqual([0]);
  });
});

describe('nothing is said', () => {
  test('when no seat is left alone', () => {
    expect(hint([], [4, 5])).toEqual([]);
    expect(hint([], [0, 1])).toEqual([]);
    expect(hint([], [])).toEqual([]);
  });

  test('when the row has no better way to seat as many', () => {
    expect(hint([0, 1, 2, 6, 7, 8, 9], [3, 4])).toEqual([]);
    expect(hint([0, 1, 2, 6, 7], [3, 4])).toEqual([5]);
  });

  test('about places without numbers', () => {
    expect(hint([], range(18, 3))).toEqual([]);
  });

  test('about the places beside a wheelchair, which are given only on request', () => {
    const traits = [
      { seat: 8, trait: 'wheelchair' as const },
      { seat: 9, trait: 'companion' as const },
    ];
    const accessible = seatingFor(hall([row('1', 0, 10, { traits })]));
    expect(leavesOrphan(accessible, freeBut(accessible, []), [8])).toEqual([]);
    expect(leavesOrphan(accessible, freeBut(accessible, []), [5, 6])).toEqual([7]);
  });
});
