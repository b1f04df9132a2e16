import type { PosterArt } from '@butaca/posters';
import type { ChargeEntry, DeliveryEntry, ProductEntry, ShowEntry, ShowTypeEntry } from '../apps/api/src/catalogue/import/index.ts';
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
  /** Besides the e-ticket and the venue's box office. */
  readonly deliveries?: readonly DeliveryEntry[];
  /** What venues sell beside tickets. */
  readonly products?: readonly DemoProduct[];
  readonly accounts: readonly DemoAccount[];
  /** What the first of its accounts has, by slugs of shows. */
  readonly regular?: DemoRegular;
  /** First and last names of those who have bought before. */
  readonly buyers: readonly string[];
}

/** What a buyer has who comes often. */
interface DemoRegular {
  /** A show of which they have tickets of a performance that is over. */
  readonly seen: string;
  /** A show of whose next performance they have reserved places. */
  readonly reserved: string;
}

/** A product with its picture as SVG. */
export interface DemoProduct extends Omit<ProductEntry, 'image'> {
  readonly drawing: string;
  readonly alt: string;
}

/** Who can log in on a fresh start; `npm start` prints them. Production never loads them. */
export interface DemoAccount {
  readonly role: 'customer' | 'box-office' | 'organiser' | 'door';
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly country: string;
  readonly document: readonly [type: string, number: string];
  readonly phone: string;
}

/** A show of a demo: a work in the public domain, or invented artists; never a living person. */
export interface PlannedShow {
  /** Last part of the landing page's address: a-z, 0-9 and hyphens. */
  readonly slug: string;
  readonly title: string;
  readonly subtitle?: string;
  /** One line: author, director, performers. */
  readonly credits: string;
  readonly synopsis: string;
  readonly typeId: number;
  readonly venue: string;
  readonly people?: readonly { readonly name: string; readonly role?: string }[];
  readonly durationMinutes: number;
  readonly ageNote: string;
  readonly art: PosterArt;
  /** Drawn scenes below its synopsis. */
  readonly hasGallery?: boolean;
  readonly tags?: readonly string[];
}

/** From Monday to Sunday, as Temporal counts. */
type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** When a show is given: its slots in every week of its run, week 0 beginning on the day the run is planned. */
export interface Run {
  readonly weeks: readonly [first: number, last: number];
  readonly slots: readonly (readonly [days: readonly Weekday[], time: string])[];
  /** Indexes of the run's performances, from 0 for the next one. */
  readonly soldOut?: readonly number[];
  readonly cancelled?: readonly number[];
  /** Were to be given two days earlier at first. */
  readonly moved?: readonly number[];
  /** So many weeks of it have been given before the day it is planned. */
  readonly played?: number;
  /** Share of the places of its first performance that are sold already; smaller for each later one. */
  readonly demand?: number;
  /** Announced; tickets come that many days after the run was planned, at ten in the morning. */
  readonly onSaleInDays?: number;
  /** Whoever comes for its first performance waits in a room, which is drawn when tickets come. */
  readonly hasRoom?: boolean;
  readonly reservations?: ShowEntry['reservations'];
  readonly slowPayments?: ShowEntry['slowPayments'];
  readonly promotions?: ShowEntry['promotions'];
  readonly nominations?: ShowEntry['nominations'];
  /** Factor on the venue's usual price. */
  readonly priced?: number;
}

/** The prices of a demo. Amounts in whole units of the currency. */
export interface PriceBook {
  /** By venue and category; a name where the hall's own would not do here. */
  readonly usual: Readonly<Record<string, Readonly<Record<string, readonly [amount: number, name?: string]>>>>;
  readonly unknown: number;
  /** Prices are multiples of it. */
  readonly step: number;
  /** Beside the general price, of the show type's own kind of public; as parts of it. */
  readonly reduced: Readonly<Record<number, readonly (readonly [name: string, part: number])[]>>;
  readonly taxClasses: Readonly<Record<number, string>>;
  readonly charges: (show: { readonly venue: string; readonly typeId: number }) => ChargeEntry[];
}
