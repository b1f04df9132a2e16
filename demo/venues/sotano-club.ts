import type { OpenSection, VenueMap } from '@butaca/venue-map';

const room = (
  id: string,
  label: string,
  capacity: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
): OpenSection => ({
  id,
  label,
  kind: 'standing',
  capacity,
  category: id,
  outline: [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ],
});

/** A club: nobody has a number. */
export const sotanoClub = (): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Sótano Club',
  size: { width: 640, height: 440 },
  focal: { x: 320, y: 40 },
  categories: [
    { id: 'pista', name: 'Pista', color: '#8c1d5f' },
    { id: 'barra', name: 'Barra', color: '#b08a2e' },
    { id: 'entrepiso', name: 'Entrepiso', color: '#35558a' },
  ],
  sections: [
    room('pista', 'Pista', 380, [150, 100, 490, 290]),
    room('barra', 'Barra', 90, [20, 100, 138, 290]),
    room('entrepiso', 'Entrepiso', 130, [20, 302, 620, 420]),
  ],
  decor: [
    {
      kind: 'stage',
      polygon: [
        { x: 180, y: 20 },
        { x: 460, y: 20 },
        { x: 440, y: 86 },
        { x: 200, y: 86 },
      ],
      at: { x: 320, y: 56 },
      text: 'Escenario',
    },
    {
      kind: 'wall',
      polygon: [
        { x: 502, y: 100 },
        { x: 620, y: 100 },
        { x: 620, y: 290 },
        { x: 502, y: 290 },
      ],
      at: { x: 561, y: 198 },
      text: 'Guardarropa',
    },
  ],
});
