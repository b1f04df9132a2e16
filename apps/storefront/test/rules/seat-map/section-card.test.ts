import { expect, test } from 'vitest';
import { SectionCard } from '../../../app/purchase/seat-map/SeatMap.tsx';
import { frameWith, htmlIn } from '../../render.ts';
import { hall } from './hall.ts';

const STANDING = 2;

/** The card of the standing field while the buyer holds these places. */
function cardWith(mine: readonly number[]) {
  const { store, setMine } = hall({ free: [40, 41, 42] });
  setMine(mine);
  store.focusSection(STANDING);
  return htmlIn(frameWith(), SectionCard, { store, most: 6, onQuantity: () => {}, closesOutside: true, isPlaceTapped: false });
}

test('the card of places without numbers says how many of them the buyer holds already, of this section alone (SC-003)', () => {
  expect(cardWith([28, 29, 3])).toContain('Ya tenés 2 entradas');
  expect(cardWith([28])).toContain('Ya tenés 1 entrada<');
  expect(cardWith([3])).not.toContain('Ya tenés');
});

test('it stays whole, so that more can be taken (SC-003)', () => {
  expect(cardWith([28, 29])).toContain('Elegir 2 entradas');
  expect(cardWith([28, 29])).not.toContain('data-folded');
});
