import { describe, expect, test, vi } from 'vitest';
import { shownLevels } from '../../../app/purchase/seat-map/store/price-levels.ts';
import { hall, hallStore } from './hall.ts';

const level = (name: string, id: number) => ({ id, name, colour: undefined, price: id, priceText: `$ ${id}` });
const free = [0, 1, 2, 12, 20, 30, 31];

test('before availability is known no place can be chosen', () => {
  const store = hallStore();
  expect(store.stateOf(0)).toBe('unknown');
  expect(store.get().stock[0]).toEqual({ free: undefined, matching: undefined });
});

test('every section knows how many of its places are left', () => {
  expect(
    hallStore({ free })
      .get()
      .stock.map((section) => section.free),
  ).toEqual([4, 1, 2]);
});

test('each price level has a count of its own, also in a section with two of them', () => {
  const { freeOfLevel, levels, get } = hallStore({ free });
  const counts = levels.map(({ id }) => freeOfLevel(id) ?? 0);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(get().stock.reduce((sum, { free: left = 0 }) => sum + left, 0));
  expect(levels.map(({ id }) => freeOfLevel(id, 0))).toEqual([3, 1, 0]);
  expect(freeOfLevel(404)).toBe(0);
  expect(hallStore().freeOfLevel(7)).toBeUndefined();
});

test('a place of the buyer’s is his while everybody else sees it taken', () => {
  const { store, setMine, setPending } = hall({ free });
  setMine([5]);
  expect([store.stateOf(5), store.stateOf(0), store.stateOf(6)]).toEqual(['mine', 'free', 'taken']);
  setPending([0, 5]);
  expect([store.stateOf(5), store.stateOf(0)]).toEqual(['pending', 'pending']);
  setPending([]);
  setMine([]);
  expect([store.stateOf(5), store.stateOf(0)]).toEqual(['taken', 'free']);
});

test('a tap reaches the selection for places that are free, the buyer’s or under way, each with its name', () => {
  const { store, taps, setMine, setPending } = hall({ free });
  setMine([5]);
  setPending([6]);
  for (const place of [0, 5, 6, 7]) store.tap(place);
  expect(taps.map(({ placeId }) => placeId)).toEqual([0, 5, 6]);
  expect(taps[0]).toMatchObject({ placeId: 0, label: { section: 'Platea', row: 'A', seat: '1' } });
});

test('before availability is known a tap claims nothing', () => {
  const { store, taps } = hall();
  store.tap(0);
  expect(taps).toEqual([]);
});

describe('a filter', () => {
  test('by price counts only the places of that price', () => {
    const store = hallStore({ free });
    store.setFilter({ level: 8 });
    expect(store.get().stock.map(({ matching }) => matching)).toEqual([1, 0, 2]);
    expect(store.get().stock.map((section) => section.free)).toEqual([4, 1, 2]);
    expect([store.matches(0), store.matches(12)]).toEqual([false, true]);
  });

  test('by access counts only the places for a wheelchair', () => {
    const store = hallStore({ free });
    store.setFilter({ accessible: true });
    expect(store.get().stock.map(({ matching }) => matching)).toEqual([1, 0, 0]);
  });

  test('for a clear view counts no place of restricted view', () => {
    const store = hallStore({ free: [7, 8, 9] });
    store.setFilter({ clearView: true });
    expect(store.get().stock[0]).toEqual({ free: 3, matching: 2 });
    expect([store.matches(7), store.matches(8)]).toEqual([true, false]);
  });

  test('keeps counting as places go', () => {
    const { store, setFree } = hall({ free });
    store.setFilter({ accessible: true });
    setFree([1, 2]);
    expect(store.get().stock[0]).toEqual({ free: 2, matching: 0 });
  });
});

describe('who listens', () => {
  test('is called with the places that changed, and not called when none did', () => {
    const { store, setFree } = hall({ free });
    const places = vi.fn();
    store.onStock(places);
    setFree([...free, 40]);
    setFree([...free, 40]);
    expect(places.mock.calls).toEqual([[[40]]]);
    store.setFilter({ accessible: true });
    expect(places.mock.calls.slice(1)).toEqual([[null]]);
  });

  test('is called once for each change of the buyer’s places, and not when they stay the same', () => {
    const { store, setMine, setPending } = hall({ free });
    const own: [number[], number[]][] = [];
    store.subscribe(() => own.push([[...store.get().mine], [...store.get().pending]]));
    setPending([3]);
    setMine([3]);
    setMine([3]);
    setPending([]);
    setMine([4]);
    expect(own).toEqual([
      [[], [3]],
      [[3], [3]],
      [[3], []],
      [[4], []],
    ]);
  });

  test('gets the same state until something changes, and hears no more after leaving', () => {
    const { store, setMine } = hall({ free });
    const heard = vi.fn();
    const leave = store.subscribe(heard);
    const before = store.get();
    expect(store.get()).toBe(before);
    store.focusSection(1);
    expect(store.get()).not.toBe(before);
    store.focusSection(1);
    setMine([]);
    leave();
    store.focusSection(null);
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

test('a place knows its section, its row and its price', () => {
  const store = hallStore();
  expect([0, 19, 20, 127].map(store.sectionOf)).toEqual([0, 0, 1, 2]);
  expect(store.rowOf(12)?.label).toBe('B');
  expect(store.rowOf(40)).toBeUndefined();
  expect(store.levelOf(12)?.name).toBe('Lejos');
  expect(store.levelsOf(0).map(({ letter, name }) => `${letter} ${name}`)).toEqual(['A Cerca', 'B Lejos']);
});

test('a price level that several categories share is listed once', () => {
  expect(
    shownLevels([level('Cerca', 1), undefined, level('Lejos', 2), level('Cerca', 1)]).map(({ letter, name }) => letter + name),
  ).toEqual(['ACerca', 'BLejos']);
});

test('letters go on after the twenty-sixth price', () => {
  const many = Array.from({ length: 28 }, (_, index) => level(`Precio ${index}`, index));
  expect(
    shownLevels(many)
      .map(({ letter }) => letter)
      .slice(24),
  ).toEqual(['Y', 'Z', 'AA', 'AB']);
});
