import type { PlannedShow } from '../demo.ts';

/** The billboard's show types, in the order of the bar. Type 100 is sold by quantity (C-33). */
export const demoShowTypes = [
  { id: 1, name: 'Teatro', order: 1 },
  { id: 2, name: 'Recitales', order: 2 },
  { id: 3, name: 'Música clásica', order: 3 },
  { id: 4, name: 'Ópera y ballet', order: 4 },
  { id: 5, name: 'Humor', order: 5 },
  { id: 6, name: 'Infantiles', order: 6 },
  { id: 7, name: 'Deportes', order: 7 },
  { id: 100, name: 'Museos', order: 8 },
] as const;

export type DemoShowTypeId = (typeof demoShowTypes)[number]['id'];

export type DemoVenueSlug =
  | 'gran-teatro-alborada'
  | 'polideportivo-del-bajo'
  | 'arena-parque-norte'
  | 'estadio-ribera-sur'
  | 'sotano-club'
  | 'museo-de-la-estampa';

/** A show of the Butaca demo. */
export type DemoShow = PlannedShow & { readonly typeId: DemoShowTypeId; readonly venue: DemoVenueSlug };
