import { describe, expect, test } from 'vitest';
import {
  countAfter,
  noWishes,
  pendingIn,
  sendNext,
  tapped,
  typeAskedFor,
  type Wish,
  type Wishes,
  wished,
} from '../../../app/purchase/selection/wishes.ts';

const place = (placeId: number) => ({ placeId, label: { section: 'Platea', row: 'A', seat: String(placeId) } });
const take = (placeId: number): Wish => ({ kind: 'take', ...place(placeId) });
const give = (placeId: number): Wish => ({ kind: 'give', placeId });
const best = (quantity: number): Wish => ({ kind: 'best', quantities: [{ quantity }] });
const hand = (mine: readonly number[] = [], most = 10) => ({ mine, most });

/** Taps one place after the other while the first claim is under way. */
function tapping(places: readonly number[], { mine, most } = hand(), start: Wishes = noWishes): Wishes {
  return places.reduce((wishes, placeId) => {
    const next = tapped(wishes, place(placeId), { mine, most });
    if (next === 'most') return wishes;
    return next.sent ? next : sendNext(next, mine);
  }, start);
}

describe('quick taps', () => {
  test('on further places wait in the order of the taps, and all of them are pending', () => {
    const wishes = tapping([5, 6, 7]);
    expect(wishes).toEqual({ sent: take(5), waiting: [take(6), take(7)] });
    expect(pendingIn(wishes)).toEqual([5, 6, 7]);
  });

  test('on a place that waits take it back', () => {
    expect(tapping([5, 6, 7, 6])).toEqual({ sent: take(5), waiting: [take(7)] });
  });

  test('on the place whose claim is under way give it back afterwards, and a third one keeps it', () => {
    expect(tapping([5, 5])).toEqual({ sent: take(5), waiting: [give(5)] });
    expect(tapping([5, 5, 5])).toEqual({ sent: take(5), waiting: [] });
  });

  test('on a held place give it back; a place that waits to be given back stays after all', () => {
    const mine = hand([1, 2]);
    expect(tapping([1, 2], mine)).toEqual({ sent: give(1), waiting: [give(2)] });
    expect(tapping([1, 2, 2], mine)).toEqual({ sent: give(1), waiting: [] });
  });

  test('on a place that is being given back take it again', () => {
    expect(tapping([1, 1], hand([1]))).toEqual({ sent: give(1), waiting: [take(1)] });
  });

  test('show each place once, however often it was tapped', () => {
    expect(pendingIn(tapping([5, 5, 6]))).toEqual([5, 6]);
  });
});

describe('the most places of a purchase', () => {
  test('count those that wait', () => {
    const wishes = tapping([5, 6], hand([1], 3));
    expect(tapped(wishes, place(7), hand([1], 3))).toBe('most');
    expect(countAfter(wishes, [1])).toBe(3);
  });

  test('have room again for each one that waits to be given back', () => {
    const wishes = tapping([5, 1], hand([1], 2));
    expect(tapped(wishes, place(6), hand([1], 2))).toMatchObject({ waiting: [give(1), take(6)] });
  });

  test('never stand in the way of giving one back', () => {
    expect(tapped(noWishes, place(1), hand([1, 2], 2))).toEqual({ sent: null, waiting: [give(1)] });
  });

  test('count places without numbers too', () => {
    const wishes = tapping([5], hand([], 4));
    expect(wished(wishes, best(4), hand([], 4))).toBe('most');
    expect(wished(wishes, best(3), hand([], 4))).toMatchObject({ waiting: [best(3)] });
  });
});

describe('the next one', () => {
  test('leaves out a place to give back that was lost', () => {
    expect(sendNext({ sent: take(5), waiting: [give(5), take(6)] }, [])).toEqual({ sent: take(6), waiting: [] });
  });

  test('leaves out a place to take that is held already', () => {
    expect(sendNext({ sent: null, waiting: [take(1)] }, [1])).toEqual(noWishes);
  });

  test('changes the price type of a place only while it is held', () => {
    const type: Wish = { kind: 'type', placeId: 1, priceTypeId: 9 };
    expect(sendNext({ sent: null, waiting: [type] }, [1]).sent).toEqual(type);
    expect(sendNext({ sent: null, waiting: [type] }, [])).toEqual(noWishes);
    expect(typeAskedFor({ sent: type, waiting: [{ ...type, priceTypeId: 8 }] }, 1)).toBe(8);
  });
});
