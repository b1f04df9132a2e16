import type { ChargeEntry } from '../../apps/api/src/catalogue/import/index.ts';
import type { DemoVenueSlug } from './demo-show.ts';
import type { PriceBook, PricedBy } from './price-book.ts';
import type { DemoShowTypeId } from './show-types.ts';

const MINOR_UNITS = 100;

/** What places of each category usually cost, in pesos; a name where the hall's own would not do here. */
const usual: Readonly<Record<DemoVenueSlug, PriceBook['usual'][string]>> = {
  'gran-teatro-alborada': { 'platea-a': [52_000], 'platea-b': [44_000], palco: [36_000], cazuela: [22_000], paraiso: [14_000] },
  'polideportivo-del-bajo': {
    c1: [32_000, 'Categoría 1'],
    c2: [27_000, 'Categoría 2'],
    c3: [21_000, 'Categoría 3'],
    c4: [16_000, 'Popular'],
    c5: [18_000, 'Sector C bajo'],
    c6: [45_000, 'Palco'],
  },
  'arena-parque-norte': { 'campo-a': [110_000], 'campo-b': [82_000], baja: [64_000], alta: [34_000] },
  'estadio-ribera-sur': { campo: [95_000], platea: [180_000], baja: [78_000], alta: [52_000], popular: [42_000] },
  'sotano-club': { pista: [18_000], barra: [16_000], entrepiso: [22_000] },
  'museo-de-la-estampa': { coleccion: [6_000], temporaria: [9_000] },
};

/** Beside the general price, of the show's own kind of public; as parts of it. */
const reduced: Partial<Readonly<Record<DemoShowTypeId, readonly (readonly [name: string, part: number])[]>>> = {
  1: [['Jubilados y estudiantes', 0.8]],
  3: [['Jubilados y estudiantes', 0.8]],
  5: [['Jubilados y estudiantes', 0.8]],
  6: [['Menores de 12 años', 0.7]],
  100: [
    ['Estudiantes', 0.6],
    ['Menores de 12 años', 0.4],
  ],
};

/** Theatre and museums are exempt, concerts and sport pay the reduced rate. */
const taxClasses: Readonly<Record<DemoShowTypeId, string>> = {
  1: 'exempt',
  2: 'iva-10.5',
  3: 'iva-10.5',
  4: 'exempt',
  5: 'exempt',
  6: 'exempt',
  7: 'iva-10.5',
  100: 'exempt',
};

const BIG_HOUSES: readonly string[] = ['arena-parque-norte', 'estadio-ribera-sur'];

/** Selling on line costs a part of the face value; the big houses print a QR that cannot be copied. The counter charges nothing. */
function charges({ venue, typeId }: Pick<PricedBy, 'venue' | 'typeId'>): ChargeEntry[] {
  const qr = { kind: 'anti_fraud_qr', percent: 0, fixed: 350 * MINOR_UNITS, taxClass: 'iva-21' } as const;
  return [
    { kind: 'service', channel: 'online', percent: typeId === 100 ? 500 : 1200, fixed: 0, taxClass: 'iva-21' },
    ...(BIG_HOUSES.includes(venue) ? [{ ...qr, channel: 'online' } as const, { ...qr, channel: 'box_office' } as const] : []),
  ];
}

export const prices: PriceBook = { usual, unknown: 20_000, step: 500, reduced, taxClasses, charges };
