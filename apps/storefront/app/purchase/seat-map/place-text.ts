import type { Translate } from '@butaca/ui/i18n/use-translation.tsx';
import type { SeatTrait } from '@butaca/venue-map';
import type seatMapTexts from '../../i18n/es/seat-map.json';
import type { PlaceLabel } from '../selection/wishes.ts';
import type { SeatMapStore } from './store/seat-map-store.ts';

type T = Translate<typeof seatMapTexts>;

/** Labels longer than this are names, such as "Palco 3", and need no "Fila" before them. */
const LONGEST_ROW_MARK = 3;

export const rowText = (label: string, t: T): string => (label.length > LONGEST_ROW_MARK ? label : t('place.row', { row: label }));

/** For the page: `Platea · Fila C · Asiento 12`. */
export function placeTitle({ section, row, seat }: PlaceLabel, t: T): string {
  return [section, row && rowText(row, t), seat && t('place.seat', { seat })].filter(Boolean).join(' · ');
}

/** For screen readers and messages: `Platea, fila C, asiento 12, desde $ 25.000, disponible`. */
export function placeSentence(store: SeatMapStore, place: number, t: T): string {
  const { section, row, seat } = store.labelOf(place);
  const level = store.levelOf(place);
  return [
    section,
    row && (row.length > LONGEST_ROW_MARK ? row : t('place.row.inside', { row })),
    seat && t('place.seat.inside', { seat }),
    ...traitsOf(store, place).map((trait) => t(`trait.${trait}.inside`)),
    level && priceText(level, t),
    t(`place.${store.stateOf(place)}`),
  ]
    .filter(Boolean)
    .join(', ');
}

export const traitsOf = (store: SeatMapStore, place: number): readonly SeatTrait[] => store.map.traits.get(place) ?? [];

/** The price alone where there is only one price type. */
export const priceText = ({ lowestText, prices }: { lowestText: string; prices?: readonly unknown[] }, t: T): string =>
  prices?.length === 1 ? lowestText : t('place.from', { price: lowestText });

/** `desde $ 25.000, 120 libres`, as much of it as is known; of the places that pass the filter. */
export function sectionDetails(store: SeatMapStore, section: number, t: T): string {
  const { free, matching } = store.get().stock[section] ?? {};
  if (free === 0) return t('section.none');
  if (matching === 0) return t('section.nomatch');
  const price = lowestOf(store, section);
  const left = matching === undefined ? t('section.loading') : t('section.free', { count: matching });
  return [price && t('section.from', { price }), left].filter(Boolean).join(', ');
}

function lowestOf(store: SeatMapStore, section: number): string | undefined {
  const { level } = store.get().filter;
  const asked = store.levelsOf(section).filter(({ id }) => level === null || id === level);
  return [...asked].sort((a, b) => a.lowest - b.lowest)[0]?.lowestText;
}
