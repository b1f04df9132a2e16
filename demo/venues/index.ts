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
  readonly province: string;
  readonly postcode: string;
  readonly timeZone: string;
  readonly transport?: string;
  readonly access?: string;
  readonly map: () => VenueMap;
  /** Where pictures of everything around are drawn from. */
  readonly panoramas?: readonly Omit<Panorama, 'image'>[];
}

const inBuenosAires = { city: 'Buenos Aires', province: 'Ciudad Autónoma de Buenos Aires', timeZone: 'America/Argentina/Buenos_Aires' };

/** Six kinds of house; streets are invented. */
export const demoVenues: readonly DemoVenue[] = [
  {
    slug: 'gran-teatro-alborada',
    name: 'Gran Teatro Alborada',
    address: 'Pasaje de los Telones 120',
    postcode: 'C1042ALB',
    ...inBuenosAires,
    transport:
      'Subte línea V, estación Telones, a dos cuadras. Colectivos 9, 47 y 112 en la puerta.\n\nHay estacionamiento en Pasaje de los Telones 150, con entrada hasta media hora antes de la función.',
    access:
      'Entrada sin escalones por Pasaje de los Telones 132. Ascensor a todos los pisos y baños adaptados en planta baja.\n\nAro magnético en toda la platea. Los perros guía son bienvenidos.',
    map: granTeatroAlborada,
    panoramas: [{ section: 'platea-centro' }, { section: 'platea-centro', row: 'C' }, { section: 'cazuela-centro' }],
  },
  {
    slug: 'polideportivo-del-bajo',
    name: 'Polideportivo del Bajo',
    address: 'Avenida de los Remeros 2450',
    postcode: 'C1106BJO',
    ...inBuenosAires,
    transport:
      'Tren del Bajo, estación Remeros, a cinco minutos a pie. Colectivos 33 y 130.\n\nBicicletero vigilado junto a la entrada norte.',
    access: 'Rampas en las cuatro entradas y plataforma para sillas de ruedas en el sector C.',
    map: polideportivoDelBajo,
  },
  {
    slug: 'arena-parque-norte',
    name: 'Arena Parque Norte',
    address: 'Boulevard del Parque 800',
    postcode: 'C1426PNT',
    ...inBuenosAires,
    transport:
      'Subte línea N, estación Parque Norte. Colectivos 28 y 107.\n\nLas noches de recital el subte corre hasta una hora después del final.',
    access: 'Ascensores en las puertas 2 y 5, y lugares para sillas de ruedas con acompañante en la platea baja.',
    map: arenaParqueNorte,
  },
  {
    slug: 'estadio-ribera-sur',
    name: 'Estadio Ribera Sur',
    address: 'Camino de la Ribera 1',
    postcode: 'C1156RIB',
    ...inBuenosAires,
    transport:
      'Tren Ribera, estación Estadio, a diez minutos a pie. Colectivos 20, 64 y 152.\n\nNo hay estacionamiento: vení en transporte público.',
    access: 'Entrada accesible por la puerta 1, con personal que acompaña hasta el lugar. Baños adaptados en todos los anillos.',
    map: estadioRiberaSur,
  },
  {
    slug: 'sotano-club',
    name: 'Sótano Club',
    address: 'Calle de las Imprentas 77',
    postcode: 'C1097IMP',
    ...inBuenosAires,
    transport: 'Subte línea V, estación Imprentas, a una cuadra. Colectivos nocturnos 9 y 47 hasta la madrugada.',
    access: 'La sala está en un subsuelo: se baja por una escalera de 18 escalones. Hay una plataforma elevadora; avisanos al llegar.',
    map: sotanoClub,
  },
  {
    slug: 'museo-de-la-estampa',
    name: 'Museo de la Estampa',
    address: 'Plaza de los Grabadores 5',
    postcode: 'C1012EST',
    ...inBuenosAires,
    transport: 'Colectivos 5, 23 y 99 en la plaza. Bicicletero frente a la entrada.',
    access: 'Todo el recorrido es en planta baja, sin escalones. Hay sillas de ruedas para usar durante la visita.',
    map: museoDeLaEstampa,
  },
];
