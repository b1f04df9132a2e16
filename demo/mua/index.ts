import type { Demo, DemoAccount, PriceBook, Run } from '../demo.ts';
import { muaShows } from './shows.ts';
import { muaVenues } from './venues.ts';

const paraguayan = { country: 'py', document: ['ci', '4123456'], phone: '595981555010' } as const;

const accounts: readonly DemoAccount[] = [
  { ...paraguayan, role: 'customer', name: 'Rocío Benegas', email: 'rocio@correo.example', password: 'Luciernaga2026' },
  { ...paraguayan, role: 'box-office', name: 'Derlis Ocampo', email: 'boleteria@mua.example', password: 'Boleteria2026' },
  { ...paraguayan, role: 'organiser', name: 'Nilda Cabrera', email: 'organizador@mua.example', password: 'Organizador2026' },
  { ...paraguayan, role: 'door', name: 'Porfirio Ayala', email: 'puerta@mua.example', password: 'PuertaDeSala2026' },
];

/** The bar of this brand shows those whose order is at most five (TB-004). */
const muaShowTypes = [
  { id: 1, name: 'Conciertos', order: 1 },
  { id: 2, name: 'Teatro', order: 2 },
  { id: 3, name: 'Danza', order: 3 },
  { id: 4, name: 'Humor', order: 4 },
  { id: 5, name: 'Cancha', order: 5 },
  { id: 6, name: 'Para chicos', order: 6 },
] as const;

/** One plan per show; no two shows of a venue meet at the same hour. */
const muaRuns: Readonly<Record<string, Run>> = {
  'noche-de-arpas': { weeks: [1, 2], slots: [[[5, 6], '20:00']], soldOut: [1], demand: 0.2 },
  'los-yacares-electricos': { weeks: [1, 1], slots: [[[6], '22:00']], priced: 1.2, demand: 0.2 },
  'sueno-de-una-noche-de-verano': { weeks: [3, 5], slots: [[[4, 5, 6], '20:30']] },
  galopa: { weeks: [6, 6], slots: [[[6, 7], '19:30']], priced: 0.8 },
  'siete-criaturas': { weeks: [0, 5], slots: [[[7], '17:00']], priced: 0.6 },
  'canto-de-monte': { weeks: [2, 2], slots: [[[4], '21:00']] },
  'el-avaro': { weeks: [0, 4], slots: [[[5, 6], '20:30']], soldOut: [0], demand: 0.4 },
  medea: { weeks: [5, 8], slots: [[[4, 5], '20:30']] },
  'terere-y-carcajada': { weeks: [0, 8], slots: [[[3], '21:00']], demand: 0.3 },
  'tejer-la-luz': { weeks: [6, 7], slots: [[[6], '20:00']], cancelled: [1] },
  'final-de-futsal': { weeks: [4, 4], slots: [[[7], '18:00']], onSaleInDays: 9 },
  'sol-del-chaco': { weeks: [2, 3], slots: [[[6], '23:00']] },
};

const students = ['Estudiantes y jubilados', 0.75] as const;

/** In guaraníes. Charges are the seller's, so they bear the general rate; the entrance to a show of culture the reduced one. */
const muaPrices: PriceBook = {
  usual: {
    'anfiteatro-del-arroyo': {
      'baja-centro': [260_000],
      baja: [210_000],
      'alta-centro': [160_000],
      alta: [130_000],
      cesped: [90_000],
    },
    'sala-lapacho': { platea: [120_000], 'platea-alta': [95_000], balcon: [70_000] },
    'tinglado-13': { frente: [180_000], campo: [110_000], muelle: [140_000] },
  },
  unknown: 100_000,
  step: 5000,
  reduced: { 2: [students], 3: [students], 6: [['Menores de 12 años', 0.6]] },
  taxClasses: { 1: 'iva-10', 2: 'iva-5', 3: 'iva-5', 4: 'iva-10', 5: 'iva-10', 6: 'iva-5' },
  charges: () => [{ kind: 'service', channel: 'online', percent: 800, fixed: 0, taxClass: 'iva-10' }],
};

/** A season in Asunción. */
export const muaDemo: Demo = {
  brand: 'mua',
  timeZone: 'America/Asuncion',
  showTypes: muaShowTypes,
  venues: muaVenues,
  shows: muaShows,
  runs: muaRuns,
  prices: muaPrices,
  accounts,
  buyers: ['Blas Cantero', 'Carmela Insfrán', 'Eladio Duarte', 'Fátima Villalba', 'Lilian Escobar', 'Óscar Melgarejo'],
};
