import { describe, expect, test, vi } from 'vitest';
import { shownLevels } from '../../../app/purchase/seat-map/store/price-levels.ts';
import { bitsOf, hallStore } from './hall.ts';

const level = (name: string, id: number) => ({ id, name, colour: undefined, lowest: id, lowestText: `$ ${id}` });
const free = [0, 1, 2, 12, 20, 30, 31];

test('before anybody said what is left, no place can be chosen', () => {
  const store = hallStore();
  expect(store.stateOf(0)).toBe('unknown');
  expect(store.state.stock[0]).toEqual({ free: undefined, matching: undefined });
});

test('every section knows how many of its places are left', () => {
  expect(hallStore({ free }).state.stock.map((section) => section.free)).toEqual([4, 1, 2]);
});

test('a place of the buyer’s is his while everybody else sees it taken', () => {
  const store = hallStore({ free });
  store.setMine([5]);
  expect([store.stateOf(5), store.stateOf(0), store.stateOf(6)]).toEqual(['mine', 'free', 'taken']);
  store.setPending([0, 5]);
  expect([store.stateOf(5), store.stateOf(0)]).toEqual(['pending', 'pending']);
  store.setPending([]);
  store.setMine([]);
  expect([store.stateOf(5), store.stateOf(0)]).toEqual(['taken', 'free']);
});

test('a refused claim shows its places as taken at once', () => {
  const store = hallStore({ free });
  store.patch([0, 1], false);
  expect([store.stateOf(0), store.stateOf(1), store.stateOf(2)]).toEqual(['taken', 'taken', 'free']);
  expect(store.state.stock[0]?.free).toBe(2);
});

describe('a filter', () => {
  test('by price counts only the places of that price', () => {
    const store = hallStore({ free });
    store.setFilter({ level: 8 });
    expect(store.state.stock.map(({ matching }) => matching)).toEqual([1, 0, 2]);
    expect(store.state.stock.map((section) => section.free)).toEqual([4, 1, 2]);
    expect([store.matches(0), store.matches(12)]).toEqual([false, true]);
  });

  test('by access counts only the places for a wheelchair', () => {
    const store = hallStore({ free });
    store.setFilter({ accessible: true });
    expect(store.state.stock.map(({ matching }) => matching)).toEqual([1, 0, 0]);
  });

  test('keeps counting as places go', () => {
    const store = hallStore({ free });
    store.setFilter({ accessible: true });
    store.setAvailability(bitsOf([1, 2]));
    expect(store.state.stock[0]).toEqual({ free: 2, matching: 0 });
  });
});

describe('who listens', () => {
  test('is told which places changed, and not at all when none did', () => {
    const store = hallStore({ free });
    const places = vi.fn();
    store.onPlaces(places);
    store.setAvailability(bitsOf([...free, 40]));
    store.setAvailability(bitsOf([...free, 40]));
    expect(places.mock.calls).toEqual([[[40]]]);
    store.setMine([3]);
    store.setMine([4]);
    expect(places.mock.calls.slice(1)).toEqual([[[3]], [[4, 3]]]);
  });

  test('gets the same state until something changes, and hears no more after leaving', () => {
    const store = hallStore({ free });
    const heard = vi.fn();
    const leave = store.subscribe(heard);
    const before = store.state;
    expect(store.state).toBe(before);
    store.focusSection(1);
    expect(store.state).not.toBe(before);
    store.focusSection(1);
    store.setMine([]);
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

test('prices that several parts of the map share are told once', () => {
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
