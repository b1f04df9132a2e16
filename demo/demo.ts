import type { ShowTypeEntry } from '../apps/api/src/catalogue/import/index.ts';
import type { PlannedShow } from './catalogue/demo-show.ts';
import type { PriceBook } from './catalogue/price-book.ts';
import type { Run } from './catalogue/run.ts';
import type { DemoVenue } from './venues/index.ts';

/** A season to look at before one's own is there. */
export interface Demo {
  /** A folder of brands/. */
  readonly brand: string;
  readonly timeZone: string;
  readonly showTypes: readonly ShowTypeEntry[];
  readonly venues: readonly DemoVenue[];
  readonly shows: readonly PlannedShow[];
  /** When each show is given, by its slug. */
  readonly runs: Readonly<Record<string, Run>>;
  readonly prices: PriceBook;
  readonly accounts: readonly DemoAccount[];
  /** First and last names of those who have bought before. */
  readonly buyers: readonly string[];
}

/** Who can log in on a fresh start; `npm start` prints them. Production never loads them. */
export interface DemoAccount {
  readonly role: 'customer' | 'box-office' | 'organiser';
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly country: string;
  readonly document: readonly [type: string, number: string];
  readonly phone: string;
}
