import type { Translate } from '@butaca/brand/translate';
import type { HeldPlace } from '@butaca/contract';
import type buyTexts from '../../../i18n/es/buy.json';

type T = Translate<typeof buyTexts>;

/** Labels longer than this are names, such as "Palco 3", and need no "Fila" before them. */
export const LONGEST_ROW_MARK = 3;

/** `Fila F · Asiento 12`, as much of it as the place has; null for a place without number. */
export function seatName({ row, seat }: Pick<HeldPlace, 'row' | 'seat'>, t: T): string | null {
  const parts = [row && (row.length > LONGEST_ROW_MARK ? row : t('place.row', { row })), seat && t('place.seat', { seat })];
  return parts.filter(Boolean).join(' · ') || null;
}

/** The whole name of a place in one sentence, for screen readers and messages: `Platea, fila F, asiento 12`. */
export const placeName = (place: Pick<HeldPlace, 'sectorName' | 'row' | 'seat'>, t: T): string =>
  [place.sectorName, seatName(place, t)?.replaceAll(' · ', ', ')].filter(Boolean).join(', ');
