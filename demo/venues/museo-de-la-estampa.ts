import type { VenueMap } from '@butaca/venue-map';

/** A museum: admissions by quantity, for the collection and for the exhibition of the season. */
export const museoDeLaEstampa = (): VenueMap => ({
  schema: 'venue-map/1',
  name: 'Museo de la Estampa',
  size: { width: 600, height: 320 },
  focal: { x: 300, y: 160 },
  categories: [
    { id: 'coleccion', name: 'Colección', color: '#2f6b5e' },
    { id: 'temporaria', name: 'Exposición temporaria', color: '#8a4a2f' },
  ],
  sections: [
    {
      id: 'coleccion',
      label: 'Colección permanente',
      kind: 'quantity',
      capacity: 220,
      category: 'coleccion',
      outline: [
        { x: 20, y: 20 },
        { x: 340, y: 20 },
        { x: 340, y: 300 },
        { x: 20, y: 300 },
      ],
    },
    {
      id: 'temporaria',
      label: 'Exposición temporaria',
      kind: 'quantity',
      capacity: 140,
      category: 'temporaria',
      outline: [
        { x: 356, y: 20 },
        { x: 580, y: 20 },
        { x: 580, y: 300 },
        { x: 356, y: 300 },
      ],
    },
  ],
});
