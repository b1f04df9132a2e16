import { translate } from '@butaca/brand/translate';
import { expect, test } from 'vitest';
import seatMapTexts from '../../../app/i18n/es/seat-map.json';
import { placeSentence, placeTitle, sectionDetails } from '../../../app/purchase/seat-map/place-text.ts';
import { hall, hallStore } from './hall.ts';

const t = translate({ name: 'es', catalogues: {} }, seatMapTexts);
const free = [0, 12, 20, 40];
const store = () => hallStore({ free });
const titleOf = (place: number) => placeTitle(store().labelOf(place), t);

test('a place is named by section, row and seat', () => {
  expect(titleOf(12)).toBe('Platea · Fila B · Asiento 3');
});

test('a box is named as such, not as a row', () => {
  expect(titleOf(21)).toBe('Palcos bajos · Palco 1 · Asiento 2');
  expect(placeSentence(store(), 21, t)).toBe('Palcos bajos, Palco 1, asiento 2, $ 40.000, ocupado');
});

test('a place is said with its price, what is special about it and whether it is left', () => {
  const { store: map, setMine } = hall({ free });
  expect(placeSentence(map, 0, t)).toBe('Platea, fila A, asiento 1, espacio para silla de ruedas, $ 25.000, disponible');
  setMine([0]);
  expect(placeSentence(map, 0, t)).toContain('elegido por vos');
});

test('a place without number is its section', () => {
  expect(titleOf(40)).toBe('Campo');
});

test('a section is said with the price that a click takes, `desde` only where its places differ, and how many are left', () => {
  expect(sectionDetails(hallStore(), 0, t)).toBe('desde $ 12.000, consultando lugares');
  expect(sectionDetails(store(), 0, t)).toBe('desde $ 12.000, 2 libres');
  expect(sectionDetails(store(), 2, t)).toBe('$ 12.000, 1 libre');
  const filtered = store();
  filtered.setFilter({ level: 7 });
  expect([0, 1].map((section) => sectionDetails(filtered, section, t))).toEqual(['$ 25.000, 1 libre', 'ninguno con ese filtro']);
  const sold = hallStore({ free: [0] });
  expect(sectionDetails(sold, 2, t)).toBe('agotado');
});
