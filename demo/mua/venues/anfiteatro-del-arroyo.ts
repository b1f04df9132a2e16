import type { Row, SeatedSection, VenueMap } from '@butaca/venue-map';
import { curvedRow, letters, range } from '../../venues/rows.ts';
import { arc, box, rounded } from '../../venues/shapes.ts';

const PITCH = 11;
const ROW_GAP = 14;
const STAGE = { x: 0, y: 0 };
const TIERS = {
  baja: { name: 'Grada baja', firstRadius: 112, rows: 9, firstRow: 0 },
  alta: { name: 'Grada alta', firstRadius: 262, rows: 11, firstRow: 9 },
} as const;
/** Three wedges around the stage with stairs between them; degrees, clockwise from east. */
const WEDGES = [
  { id: 'izquierda', name: 'izquierda', from: 158, to: 119 },
  { id: 'centro', name: 'centro', from: 111, to: 69 },
  { id: 'derecha', name: 'derecha', from: 61, to: 22 },
] as const;

function wedge(tier: keyof typeof TIERS, { id, name, from, to }: (typeof WEDGES)[number]): SeatedSection {
  const { name: tierName, firstRadius, rows, firstRow } = TIERS[tier];
  return {
    id: `${tier}-${id}`,
    label: `${tierName} ${name}`,
    level: tier,
    kind: 'seated',
    rows: range(rows).map((row): Row => {
      const drawn = curvedRow(letters(firstRow + row), STAGE, firstRadius + row * ROW_GAP, [from, to], PITCH, {
        category: categoryOf(tier, id),
      });
      return tier === 'alta' && id === 'centro' && row === 0 ? { ...drawn, traits: onTheCrossing(drawn.count ?? 0) } : drawn;
    }),
  };
}

const categoryOf = (tier: keyof typeof TIERS, side: string) => (side === 'centro' ? `${tier}-centro` : tier);

/** Rooms for wheelchairs and companions at the level crossing between the tiers, at both stairs. */
const onTheCrossing = (count: number): NonNullable<Row['traits']> =>
  [0, 1, count - 2, count - 1].map((seat, index) => ({ seat, trait: index % 3 === 0 ? 'wheelchair' : 'companion' }));

/** An open theatre by a stream: two tiers of stone around a round stage, and a lawn above them. */
export const anfiteatroDelArroyo = (): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Anfiteatro del Arroyo',
  size: { width: 1080, height: 700 },
  focal: STAGE,
  levels: [
    { id: 'baja', name: 'Grada baja' },
    { id: 'alta', name: 'Grada alta' },
    { id: 'cesped', name: 'Césped' },
  ],
  categories: [
    { id: 'baja-centro', name: 'Grada baja, centro', color: '#8a2f6b' },
    { id: 'baja', name: 'Grada baja, lados', color: '#b45a92' },
    { id: 'alta-centro', name: 'Grada alta, centro', color: '#2b6f73' },
    { id: 'alta', name: 'Grada alta, lados', color: '#4f8f6a' },
    { id: 'cesped', name: 'Césped', color: '#6f8a2a' },
  ],
  sections: [
    ...WEDGES.map((each) => wedge('baja', each)),
    ...WEDGES.map((each) => wedge('alta', each)),
    {
      id: 'cesped',
      label: 'Césped',
      level: 'cesped',
      kind: 'standing',
      capacity: 600,
      category: 'cesped',
      outline: [...arc(STAGE, 432, 158, 22, 25), ...arc(STAGE, 520, 22, 158, 25)],
      labelAt: { x: 0, y: 477 },
    },
  ],
  decor: [
    { kind: 'stage', polygon: arc(STAGE, 78, 0, 345, 24), at: STAGE, text: 'Escenario' },
    { kind: 'field', polygon: rounded(box(-520, -128, 520, -92), 18), at: { x: 0, y: -110 }, text: 'Arroyo' },
  ],
});
