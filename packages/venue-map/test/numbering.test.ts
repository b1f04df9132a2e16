import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Numbering } from '../src/form.ts';
import { seatNumbers } from '../src/numbering.ts';

const schemes = ['up', 'down', 'odd', 'even', 'center-out'] as const;

describe('numbers of the seats in a row', () => {
  test('without a scheme seats count from one', () => {
    expect(seatNumbers(4)).toEqual(['1', '2', '3', '4']);
  });

  test.each<[string, Numbering, string[]]>([
    ['upwards from twelve', { scheme: 'up', start: 12 }, ['12', '13', '14', '15', '16']],
    ['upwards from nought', { scheme: 'up', start: 0 }, ['0', '1', '2', '3', '4']],
    ['downwards to one', { scheme: 'down' }, ['5', '4', '3', '2', '1']],
    ['downwards to ten', { scheme: 'down', start: 10 }, ['14', '13', '12', '11', '10']],
    ['odd only', { scheme: 'odd' }, ['1', '3', '5', '7', '9']],
    ['odd from eleven', { scheme: 'odd', start: 11 }, ['11', '13', '15', '17', '19']],
    ['even only', { scheme: 'even' }, ['2', '4', '6', '8', '10']],
    ['even from twenty', { scheme: 'even', start: 20 }, ['20', '22', '24', '26', '28']],
    ['outwards from the middle', { scheme: 'center-out' }, ['5', '3', '1', '2', '4']],
    ['as painted on the seats', { scheme: 'list', numbers: ['1', '2', '2 bis', '7', '8'] }, ['1', '2', '2 bis', '7', '8']],
  ])('%s', (_, numbering, numbers) => {
    expect(seatNumbers(5, numbering)).toEqual(numbers);
  });

  test('outwards from the middle an even row has as many odd seats as even ones', () => {
    expect(seatNumbers(6, { scheme: 'center-out' })).toEqual(['5', '3', '1', '2', '4', '6']);
  });

  test('outwards from the middle all odd seats are on one side, all even ones on the other, one and two between them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 200 }), (count) => {
        const numbers = seatNumbers(count, { scheme: 'center-out' }).map(Number);
        const middle = numbers.indexOf(1);
        expect(numbers[middle + 1]).toBe(2);
        expect(numbers.slice(0, middle + 1).every((number) => number % 2 === 1)).toBe(true);
        expect(numbers.slice(middle + 1).every((number) => number % 2 === 0)).toBe(true);
        expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
      }),
    );
  });

  test('no scheme gives two seats of a row one number', () => {
    fc.assert(
      fc.property(fc.constantFrom(...schemes), fc.integer({ min: 1, max: 300 }), (scheme, count) => {
        expect(new Set(seatNumbers(count, { scheme })).size).toBe(count);
      }),
    );
  });
});
