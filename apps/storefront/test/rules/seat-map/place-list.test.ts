import { expect, test } from 'vitest';
import { Legend } from '../../../app/purchase/seat-map/Legend.tsx';
import { PlaceList } from '../../../app/purchase/seat-map/list/PlaceList.tsx';
import { type Filter, noFilter } from '../../../app/purchase/seat-map/store/place-state.ts';
import { frameWith, htmlIn } from '../../render.ts';
import { hallStore } from './hall.ts';

const free = [0, 2, 8, 9, 12, 20, 40];

/** The first section of the hall in the list: its places by id, and what is said of every section. */
function listed(filter: Partial<Filter>) {
  const store = hallStore({ free });
  store.focusSection(0);
  store.setFilter(filter);
  const html = htmlIn(frameWith(), PlaceList, { store, most: 8, onQuantity: () => {} });
  return {
    places: [...html.matchAll(/data-place="(\d+)"/g)].map(([, id]) => Number(id)),
    sections: [...html.matchAll(/<option value="\d+"[^>]*>([^<]*)</g)].map(([, text]) => text),
    html,
  };
}
const some = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

test('without a filter the list has every place of its section', () => {
  expect(listed(noFilter).places).toEqual(some(0, 20));
});

test('a price leaves its own places in the list, and the sections that have none say so', () => {
  const { places, sections } = listed({ level: 8 });
  expect(places).toEqual(some(10, 10));
  expect(sections).toEqual(['Platea · $ 12.000, 1 libre', 'Palcos bajos · ninguno con ese filtro', 'Campo · $ 12.000, 1 libre']);
});

test('“only accessible” leaves spaces for wheelchairs and their companions’ seats', () => {
  expect(listed({ accessible: true }).places).toEqual([0, 9]);
});

test('“no restricted view” leaves out the places from which something is hidden', () => {
  const { places } = listed({ clearView: true });
  expect(places).toEqual(some(0, 20).filter((place) => place !== 8));
});

test('a section in which nothing free fits the filter says so', () => {
  const none = 'En este sector no hay lugares con ese filtro.';
  const { html, places } = listed({ level: 9 });
  expect([html.includes(none), places]).toEqual([true, []]);
  // Nor is there a view from no place.
  expect(html).not.toMatch(/Ver la vista|Flechas/);
  expect(listed(noFilter).html).not.toContain(none);
});

test('the prices of the key are those that the list says of each place', () => {
  const store = hallStore({ free });
  const key = [...htmlIn(frameWith(), Legend, { priced: store.priced }).matchAll(/<span class="[^"]*price[^"]*">([^<]*)</g)].map(
    ([, text]) => text,
  );
  const said = [0, 12, 20].map((place) => store.levelOf(place)?.priceText);
  expect(key).toEqual(['$ 25.000', '$ 12.000', '$ 40.000']);
  expect(said).toEqual(key);
});
