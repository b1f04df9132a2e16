import type { ChargeEntry, LevelEntry } from '../../apps/api/src/catalogue/import/index.ts';
import type { DemoVenueSlug } from './demo-show.ts';
import type { DemoShowTypeId } from './show-types.ts';

const PESO = 100;
const STEP = 500 * PESO;

/** What the best and the plainest places of a venue usually cost, in pesos. */
const usual: Readonly<Record<DemoVenueSlug, readonly [best: number, plainest: number]>> = {
  'gran-teatro-alborada': [48_000, 14_000],
  'polideportivo-del-bajo': [32_000, 16_000],
  'arena-parque-norte': [95_000, 32_000],
  'estadio-ribera-sur': [180_000, 42_000],
  'sotano-club': [22_000, 16_000],
  'museo-de-la-estampa': [7_000, 7_000],
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

export interface PricedBy {
  readonly venue: DemoVenueSlug;
  readonly typeId: DemoShowTypeId;
  /** Times the venue's usual price. */
  readonly factor: number;
}

type Category = { readonly id: string; readonly name: string; readonly color?: string | undefined };

/** A level for each category of the map, which lists its best places first; prices fall evenly to the plainest. */
export function levelsFor(categories: readonly Category[], { venue, typeId, factor }: PricedBy): LevelEntry[] {
  const [best, plainest] = usual[venue];
  return categories.map(({ id, name, color }, rank) => {
    const share = categories.length > 1 ? rank / (categories.length - 1) : 0;
    const general = (best - (best - plainest) * share) * factor * PESO;
    const types = [['General', 1] as const, ...(reduced[typeId] ?? [])];
    return {
      category: id,
      name,
      color: color?.toLowerCase() ?? null,
      types: types.map(([name, part]) => ({ name, faceValue: Math.ceil((general * part) / STEP) * STEP, taxClass: taxClasses[typeId] })),
    };
  });
}

const BIG_HOUSES: readonly DemoVenueSlug[] = ['arena-parque-norte', 'estadio-ribera-sur'];

/** Selling on line costs a part of the face value; the big houses print a QR that cannot be copied. The counter charges nothing. */
export function chargesFor({ venue, typeId }: Pick<PricedBy, 'venue' | 'typeId'>): ChargeEntry[] {
  const qr = { kind: 'anti_fraud_qr', percent: 0, fixed: 350 * PESO, taxClass: 'iva-21' } as const;
  return [
    { kind: 'service', channel: 'online', percent: typeId === 100 ? 500 : 1200, fixed: 0, taxClass: 'iva-21' },
    ...(BIG_HOUSES.includes(venue) ? [{ ...qr, channel: 'online' } as const, { ...qr, channel: 'box_office' } as const] : []),
  ];
}
