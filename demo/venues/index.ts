import type { Panorama, VenueMap } from '@butaca/venue-map';
import { arenaParqueNorte } from './arena-parque-norte.ts';
import { estadioRiberaSur } from './estadio-ribera-sur.ts';
import { granTeatroAlborada } from './gran-teatro-alborada.ts';
import { museoDeLaEstampa, polideportivoDelBajo, sotanoClub } from './small-venues.ts';

export interface DemoVenue {
  readonly slug: string;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly timeZone: string;
  readonly map: () => VenueMap;
  /** Where pictures of everything around are drawn from. */
  readonly panoramas?: readonly Omit<Panorama, 'image'>[];
}

const inBuenosAires = { city: 'Buenos Aires', timeZone: 'America/Argentina/Buenos_Aires' };

/** Six kinds of house; streets are invented. */
export const demoVenues: readonly DemoVenue[] = [
  {
    slug: 'gran-teatro-alborada',
    name: 'Gran Teatro Alborada',
    address: 'Pasaje de los Telones 120',
    ...inBuenosAires,
    map: granTeatroAlborada,
    panoramas: [{ section: 'platea-centro' }, { section: 'platea-centro', row: 'C' }, { section: 'cazuela-centro' }],
  },
  {
    slug: 'polideportivo-del-bajo',
    name: 'Polideportivo del Bajo',
    address: 'Avenida de los Remeros 2450',
    ...inBuenosAires,
    map: polideportivoDelBajo,
  },
  { slug: 'arena-parque-norte', name: 'Arena Parque Norte', address: 'Boulevard del Parque 800', ...inBuenosAires, map: arenaParqueNorte },
  { slug: 'estadio-ribera-sur', name: 'Estadio Ribera Sur', address: 'Camino de la Ribera 1', ...inBuenosAires, map: estadioRiberaSur },
  { slug: 'sotano-club', name: 'Sótano Club', address: 'Calle de las Imprentas 77', ...inBuenosAires, map: sotanoClub },
  {
    slug: 'museo-de-la-estampa',
    name: 'Museo de la Estampa',
    address: 'Plaza de los Grabadores 5',
    ...inBuenosAires,
    map: museoDeLaEstampa,
  },
];
