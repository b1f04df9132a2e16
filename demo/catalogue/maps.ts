import type { VenueMap } from '@butaca/venue-map';
import type { DemoVenueSlug } from './demo-show.ts';

const open = (name: string, sections: [string, number, string][], kind: 'standing' | 'quantity' = 'standing'): VenueMap => ({
  schema: 'venue-map/1',
  name,
  size: { width: 100, height: 100 },
  focal: { x: 50, y: 0 },
  categories: sections.map(([label, , color], index) => ({ id: `c${index}`, name: label, color })),
  sections: sections.map(([label, capacity], index) => ({
    id: `s${index}`,
    label,
    kind,
    capacity,
    category: `c${index}`,
    outline: [
      { x: 0, y: index * 10 },
      { x: 100, y: index * 10 },
      { x: 100, y: index * 10 + 10 },
    ],
  })),
});

export const mapOf = async (venue: DemoVenueSlug): Promise<VenueMap> =>
  venue === 'museo-de-la-estampa'
    ? open('Museo de la Estampa', [['Entrada general', 120, '#2a9d8f']], 'quantity')
    : open(venue, [
        ['Platea', 600, '#1d3557'],
        ['Pullman', 300, '#e87722'],
      ]);
