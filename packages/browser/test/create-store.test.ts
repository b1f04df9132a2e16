import { expect, test, vi } from 'vitest';
import { createStore, derive } from '../src/create-store.ts';

test('listeners are called for another value, not for the same one, and not after unsubscribing', () => {
  const store = createStore(1);
  const heard = vi.fn();
  const leave = store.subscribe(heard);
  store.set(1);
  store.set(2);
  leave();
  store.set(3);
  expect([store.get(), heard.mock.calls.length]).toEqual([3, 1]);
});

test('start runs with the first listener, and what it returned with the last one that leaves', () => {
  const stop = vi.fn();
  const start = vi.fn(() => stop);
  const store = createStore(0, { start });
  const leaves = [store.subscribe(() => {}), store.subscribe(() => {})];
  leaves[0]?.();
  leaves[0]?.();
  expect([start.mock.calls.length, stop.mock.calls.length]).toEqual([1, 0]);
  leaves[1]?.();
  expect(stop).toHaveBeenCalledTimes(1);
  store.subscribe(() => {});
  expect(start).toHaveBeenCalledTimes(2);
});

test('a derived value is current even without listeners, and the same object until a source changes', () => {
  const one = createStore(1);
  const other = createStore(10);
  const sum = derive([one, other], (a, b) => ({ sum: a + b }));
  const before = sum.get();
  expect(sum.get()).toBe(before);
  one.set(2);
  expect(sum.get()).toEqual({ sum: 12 });
});

test('a derived store notifies only of its own changes', () => {
  const source = createStore({ places: [1], second: 0 });
  const places = derive(
    [source],
    (state) => state.places,
    (one, other) => one.join() === other.join(),
  );
  const heard = vi.fn();
  places.subscribe(heard);
  source.set({ places: [1], second: 1 });
  expect(heard).not.toHaveBeenCalled();
  source.set({ places: [1, 2], second: 2 });
  expect(heard).toHaveBeenCalledTimes(1);
});
