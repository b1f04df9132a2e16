import type { PerformanceDetail, Sector } from '@butaca/contract';
import { expect, test } from 'vitest';
import { BestPlaces } from '../../app/purchase/seats/BestPlaces.tsx';
import { frameWith, htmlIn } from '../render.ts';

/** What stands above the button that takes places of a sector like this one, with so many still to take. */
function formFor(kind: Sector['kind'], room: number): string {
  const performance = {
    priceLevels: [{ id: 1, name: 'General', prices: [] }],
    sectors: [{ id: 1, name: 'Platea', kind, priceLevelIds: [1] }],
  } as unknown as PerformanceDetail;
  const form = htmlIn(frameWith(), BestPlaces, {
    ...{
      performance,
      availability: null,
      room,
      limit: { limit: 'performance', most: 10, has: 10 - room },
      busy: false,
      typed: false,
      onTake: () => {},
    },
  });
  return form.slice(0, form.indexOf('type="submit"'));
}

test('before seats of a sector are taken it says that they may be separate, and of a single seat or places without numbers it does not (ER-019)', () => {
  const text = 'no quedan lugares juntos para todos, te asignamos lugares separados';
  expect(formFor('seated', 10)).toContain(text);
  expect(formFor('seated', 1)).not.toContain(text);
  expect(formFor('standing', 10)).not.toContain(text);
  expect(formFor('quantity', 10)).not.toContain(text);
});
