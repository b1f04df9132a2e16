import { expect, test } from 'vitest';
import { createWishQueue, pendingIn, tapped, type Wish } from '../../../app/purchase/selection/wishes.ts';

/** A server that answers on demand; another buyer has the places in `lost`. */
function counter({ lost = [], stopsAt = null }: { lost?: readonly number[]; stopsAt?: number | null } = {}) {
  const mine = new Set<number>();
  const sent: string[] = [];
  let shown: readonly number[] = [];
  let answer = () => {};
  const queue = createWishQueue({
    mine: () => [...mine],
    send: (wish: Wish) => {
      if (wish.kind === 'again' || wish.kind === 'best' || wish.kind === 'move') throw new Error(`unexpected wish kind: ${wish.kind}`);
      sent.push(`${wish.kind} ${wish.placeId}`);
      return new Promise<boolean>((resolve) => {
        answer = () => {
          if (wish.kind === 'give') mine.delete(wish.placeId);
          else if (!lost.includes(wish.placeId)) mine.add(wish.placeId);
          resolve(wish.placeId !== stopsAt);
        };
      });
    },
  });
  queue.subscribe(() => {
    shown = pendingIn(queue.get());
  });
  return {
    queue,
    sent,
    held: () => [...mine],
    shown: () => shown,
    tap(placeId: number) {
      const next = tapped(queue.get(), { placeId, label: { section: '', row: null, seat: null } }, { mine: [...mine], most: 10 });
      if (next !== 'most') queue.change(next);
    },
    async answered(times: number) {
      for (let time = 0; time < times; time += 1) {
        answer();
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
  };
}

test('two quick taps: the second is pending at once, sent after the first, and both are held', async () => {
  const { tap, sent, shown, answered, held } = counter();
  tap(5);
  tap(6);
  expect([sent, shown()]).toEqual([['take 5'], [5, 6]]);
  await answered(1);
  expect([sent, shown()]).toEqual([['take 5', 'take 6'], [6]]);
  await answered(1);
  expect([held(), shown()]).toEqual([[5, 6], []]);
});

test('a lost place leaves the others as they are', async () => {
  const { tap, answered, held } = counter({ lost: [6] });
  for (const place of [5, 6, 7]) tap(place);
  await answered(3);
  expect(held()).toEqual([5, 7]);
});

test('a lost place is not given back', async () => {
  const { tap, answered, sent } = counter({ lost: [5] });
  tap(5);
  tap(5);
  await answered(2);
  expect(sent).toEqual(['take 5']);
});

test('a place tapped twice is taken and given back', async () => {
  const { tap, answered, sent, held } = counter();
  tap(5);
  tap(5);
  await answered(2);
  expect([sent, held()]).toEqual([['take 5', 'give 5'], []]);
});

test('the end of the purchase drops the wishes that wait for it', async () => {
  const { tap, answered, sent, shown } = counter({ stopsAt: 5 });
  tap(5);
  tap(6);
  await answered(1);
  expect([sent, shown()]).toEqual([['take 5'], []]);
  tap(7);
  expect(sent).toEqual(['take 5', 'take 7']);
});

test('after the page is left no more wishes are sent', async () => {
  const { tap, answered, sent, queue } = counter();
  tap(5);
  tap(6);
  queue.drop();
  await answered(2);
  expect(sent).toEqual(['take 5']);
});
