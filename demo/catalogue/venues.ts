import type { VenueEntry } from '../../apps/api/src/catalogue/import/index.ts';
import type { DemoVenueSlug } from './demo-show.ts';

const timeZone = 'America/Argentina/Buenos_Aires';
const city = 'Buenos Aires';

/** Invented houses at invented addresses. */
export const demoVenues: readonly (VenueEntry & { readonly seo: DemoVenueSlug })[] = [
  { seo: 'gran-teatro-alborada', name: 'Gran Teatro Alborada', address: 'Av. de la Alborada 1450', city, timeZone },
  { seo: 'polideportivo-del-bajo', name: 'Polideportivo del Bajo', address: 'Paseo del Bajo 380', city, timeZone },
  { seo: 'arena-parque-norte', name: 'Arena Parque Norte', address: 'Av. del Parque 7200', city, timeZone },
  { seo: 'estadio-ribera-sur', name: 'Estadio Ribera Sur', address: 'Camino de la Ribera 100', city: 'Avellaneda', timeZone },
  { seo: 'sotano-club', name: 'Sótano Club', address: 'Pasaje Hondo 27', city, timeZone },
  { seo: 'museo-de-la-estampa', name: 'Museo de la Estampa', address: 'Calle de los Grabadores 915', city, timeZone },
];
