import { countIn, has } from '../bits.ts';
import { besideWheelchair, nearWheelchair } from './accessible.ts';
import { inOneSection } from './in-one-section.ts';
import { type Party, searchFor } from './search.ts';
import type { Seating } from './seating.ts';
import { sideBySide } from './side-by-side.ts';
import { inTwoRows } from './two-rows.ts';

export interface Best {
  readonly kind: 'adjacent' | 'adjacent_with_orphan' | 'two_rows' | 'not_contiguous';
  /** In map order. */
  readonly places: readonly number[];
}

/**
 * The best free places for a party, by the steps of docs/sale.md#the-best-places; null when no section has enough. In `free` one bit stands
 * for each place in map order, bit i of word i >>> 5, set when it can be taken. Places without numbers are always adjacent.
 */
export function bestAvailable(seating: Seating, free: Uint32Array, party: Party): Best | null {
  const search = searchFor(seating, free, party);
  const together = party.accessible ? besideWheelchair(search) : sideBySide(search);
  if (together) return best(together.orphan ? 'adjacent_with_orphan' : 'adjacent', together.places);
  const twoRows = party.accessible ? null : inTwoRows(search);
  if (twoRows) return best('two_rows', twoRows);
  const scattered = party.accessible ? nearWheelchair(search) : inOneSection(search);
  return scattered && best('not_contiguous', scattered);
}

const best = (kind: Best['kind'], places: readonly number[]): Best => ({ kind, places: places.toSorted((a, b) => a - b) });

export interface Offer {
  readonly section: number;
  /** The number of free places, side by side or not. */
  readonly quantity: number;
}

/** The alternatives when there are no best places: every section with free places of the requested kind, the largest number first. */
export function offersFor(seating: Seating, free: Uint32Array, party: Party): Offer[] {
  const { eligible } = searchFor(seating, free, party);
  return seating.sections
    .map((places, section) => ({ section, quantity: countIn(eligible, places) }))
    .filter(({ section, quantity }) => quantity > 0 && (!party.accessible || hasWheelchairPlace(seating, eligible, section)))
    .sort((a, b) => b.quantity - a.quantity || a.section - b.section);
}

const hasWheelchairPlace = ({ wheelchairs, sections }: Seating, eligible: Uint32Array, section: number) => {
  const { first = 0, end = 0 } = sections[section] ?? {};
  return wheelchairs.some((place) => place >= first && place < end && has(eligible, place));
};
