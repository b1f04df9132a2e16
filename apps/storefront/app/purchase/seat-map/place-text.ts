import type { Translate } from '@butaca/brand/translate';
import type { SeatTrait } from '@butaca/venue-map';
import type seatMapTexts from '../../i18n/es/seat-map.json';
import type { PlaceLabel } from '../selection/wishes.ts';
import type { ShownLevel } from './store/price-levels.ts';
import type { SeatMapStore } from './store/seat-map-store.ts';

type T = Translate<typeof seatMapTexts>;

/** Labels longer than this are names, such as "Palco 3", and need no "Fila" before them. */
const LONGEST_ROW_MARK = 3;

export const rowText = (label: string, t: T): string => (label.length > LONGEST_ROW_MARK ? label : t('place.row', { row: label }));

/** For the page: `Platea · Fila C · Asiento 12`. */
export function placeTitle({ section, row, seat }: PlaceLabel, t: T): string {
  return [section, row && rowText(row, t), seat && t('place.seat', { seat })].filter(Boolean).join(' · ');
}

/** For screen readers and messages: `Platea, fila C, asiento 12, $ 25.000, disponible`. */
export function placeSentence(store: SeatMapStore, place: number, t: T): string {
  const { section, row, seat } = store.labelOf(place);
  const level = store.levelOf(place);
  return [
    section,
    row && (row.length > LONGEST_ROW_MARK ? row : t('place.row.inside', { row })),
    seat && t('place.seat.inside', { seat }),
    ...traitsOf(store, place).map((trait) => t(`trait.${trait}.inside`)),
    level?.priceText,
    t(`place.${store.stateOf(place)}`),
  ]
    .filter(Boolean)
    .join(', ');
}

export const traitsOf = (store: SeatMapStore, place: number): readonly SeatTrait[] => store.map.traits.get(place) ?? [];

/** `Jubilados $ 19.000`: what else the place may be taken as, once it is taken; empty where there is no choice. */
export const otherPrices = ({ prices = [] }: Pick<ShownLevel, 'prices'>): string =>
  prices
    .slice(1)
    .map(({ name, text }) => `${name} ${text}`)
    .join(' · ');

/** `desde $ 25.000, 120 libres`, as much of it as is known; of the places that pass the filter. */
export function sectionDetails(store: SeatMapStore, section: number, t: T): string {
  const { free, matching } = store.get().stock[section] ?? {};
  if (free === 0) return t('section.none');
  if (matching === 0) return t('section.nomatch');
  const { level } = store.get().filter;
  const price = priceOfLevels(
    store.levelsOf(section).filter(({ id }) => level === null || id === level),
    t,
  );
  const left = matching === undefined ? t('section.loading') : t('section.free', { count: matching });
  return [price, left].filter(Boolean).join(', ');
}

/** The price of a section: of its only level, or `desde` the cheapest where its places differ, so that there is a choice. */
export function priceOfLevels(levels: readonly ShownLevel[], t: T): string | null {
  const [cheapest, ...others] = levels.toSorted((a, b) => a.price - b.price);
  if (!cheapest) return null;
  const differ = others.some(({ price }) => price !== cheapest.price);
  return differ ? t('section.from', { price: cheapest.priceText }) : cheapest.priceText;
}
