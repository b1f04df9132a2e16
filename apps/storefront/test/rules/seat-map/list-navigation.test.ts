import { describe, expect, test } from 'vitest';
import { stepFrom } from '../../../app/purchase/seat-map/list/navigation.ts';

/** Three rows, the middle one shorter and further in; a place's tens are its row, its units where it stands. */
const rows = [[10, 11, 12, 13, 14, 15], [22, 23], [], [30, 31, 32, 33, 34, 35]];
const distance = (one: number, other: number) => Math.hypot((one % 10) - (other % 10), Math.floor(one / 10) - Math.floor(other / 10));
const step = (place: number, key: string, ctrl = false) => stepFrom(place, { key, ctrl }, rows, distance);

describe('arrows', () => {
  test('go along a row and stop at its ends', () => {
    expect([step(11, 'ArrowRight'), step(11, 'ArrowLeft'), step(15, 'ArrowRight'), step(10, 'ArrowLeft')]).toEqual([12, 10, 15, 10]);
  });

  test('go to the nearest place of the next row that has any', () => {
    expect([step(15, 'ArrowDown'), step(22, 'ArrowDown'), step(35, 'ArrowUp')]).toEqual([23, 32, 23]);
  });

  test('stay at the first and the last row', () => {
    expect([step(12, 'ArrowUp'), step(33, 'ArrowDown')]).toEqual([12, 33]);
  });
});

test('Home and End lead to the ends of the row, with Ctrl to those of the section', () => {
  expect([step(23, 'Home'), step(22, 'End'), step(23, 'Home', true), step(23, 'End', true)]).toEqual([22, 23, 10, 35]);
});

test('a page jumps several rows and stops at the last one', () => {
  expect([step(12, 'PageDown'), step(33, 'PageUp')]).toEqual([32, 13]);
});

test('other keys are left to the browser', () => {
  expect([step(12, 'Tab'), step(12, 'a'), step(99, 'ArrowLeft')]).toEqual([null, null, null]);
});
