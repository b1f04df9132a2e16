import type { ImageKind } from '@butaca/contract';
import type { ChargeRule } from '../pricing.ts';
import type { Channel, ImageFile, PerformanceStateName, PromotionCards, PromotionKind, ShowReservation, SlowPayments } from '../rows.ts';

/**
 * A catalogue ready to be written, whichever form it was read from. Named values are set, omitted ones stay as they are:
 * an optional list that is missing is not touched, one that is there is complete. Amounts in minor units, rates in basis points.
 */
export interface Catalogue {
  readonly taxClasses: readonly TaxClassEntry[];
  readonly showTypes: readonly ShowTypeEntry[];
  readonly venues: readonly VenueEntry[];
  /** Left out: as they are. */
  readonly deliveries?: readonly DeliveryEntry[];
  /** Left out: as they are; those of a venue that is named are complete. */
  readonly products?: readonly ProductEntry[];
  readonly shows: readonly ShowEntry[];
}

export type TaxClassEntry = { readonly code: string; readonly name: string; readonly rate: number };
export type ShowTypeEntry = { readonly id: number; readonly name: string; readonly order: number | null };

export type VenueEntry = {
  readonly seo: string;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly timeZone: string;
  /** Left out, these four stay as they are known. */
  readonly province?: string | null | undefined;
  readonly postcode?: string | null | undefined;
  readonly transport?: string | null | undefined;
  readonly access?: string | null | undefined;
};

/** What a show allows instead of what the brand does. */
type ShowLimits = {
  readonly perCustomer?: number | undefined;
  readonly newcomersPerNetwork?: number | undefined;
};

/** The row of a show. Texts that are null stay as they are. */
export type ShowRecord = {
  readonly seo: string;
  readonly typeId: number;
  readonly venue: string;
  readonly name: string;
  readonly subtitle: string | null;
  readonly description: string | null;
  readonly credits: string | null;
  readonly ageNote: string | null;
  /** Left out: what is known stays. */
  readonly people?: readonly { readonly name: string; readonly role?: string | undefined }[] | undefined;
  readonly trailer?: string | null | undefined;
  readonly durationMinutes: number | null;
  /** Null: as it is; listed when the show is new. */
  readonly listed: boolean | null;
  readonly position: number | null;
  /** Null: as they are; a limit that is missing is the brand's. */
  readonly limits: ShowLimits | null;
  /** Null: as they are; false: none. */
  readonly reservations: ShowReservation | false | null;
  /** Null: as they are; a rule that is missing is the brand's. */
  readonly refunds: { readonly placesAreSoldAgain?: boolean | undefined } | null;
  /** Null: as they are; false: none. */
  readonly slowPayments: SlowPayments | false | null;
  /** Null: as they are; false: none are asked for. */
  readonly nominations: { readonly closesHours: number; readonly oncePerDocument: boolean } | false | null;
};

export interface ShowEntry extends ShowRecord {
  readonly images: readonly ImageEntry[];
  readonly gallery?: readonly GalleryEntry[] | undefined;
  readonly charges?: readonly ChargeEntry[] | undefined;
  readonly promotions?: readonly PromotionEntry[] | undefined;
  readonly performances: readonly PerformanceEntry[];
}

/** How tickets on paper reach their buyers; amounts in minor units. */
export type DeliveryEntry = {
  readonly id: number;
  readonly kind: 'point' | 'home';
  readonly name: string;
  readonly description: string | null;
  readonly closesHours: number | null;
  readonly taxClass: string;
  readonly offered: boolean;
  readonly price: number;
  readonly points: readonly {
    readonly id: number;
    readonly name: string;
    readonly address: string;
    readonly city: string;
    readonly hours: string | null;
  }[];
  readonly zones: readonly {
    readonly id: number;
    readonly name: string;
    readonly country: 'ar' | 'py' | 'mx';
    readonly provinces: readonly string[];
    readonly postcodes: readonly string[];
    readonly price: number;
  }[];
};

/** By its key, or by the start that it has, as a text that the database reads. */
export type NamedPerformance = { readonly key: string } | { readonly startsAt: string };

/** What a venue sells beside tickets; a null is no condition. Amounts in minor units. */
export type ProductEntry = {
  readonly key: string;
  readonly venue: string;
  readonly show: string | null;
  readonly performances: readonly NamedPerformance[] | null;
  readonly name: string;
  readonly description: string | null;
  readonly handover: 'pickup' | 'with_order';
  readonly mostPerPurchase: number;
  readonly mostPerTicket: number | null;
  readonly mostPerPerson: number | null;
  readonly offered: boolean;
  /** `made` is null when a picture of the same source is there already. */
  readonly image: { readonly alt: string; readonly sourceHash: string; readonly made: ImageContent | null } | null;
  readonly variants: readonly {
    readonly key: string;
    readonly name: string | null;
    readonly price: number;
    readonly taxClass: string;
    readonly stock: number;
  }[];
};

/** A rule of a show; a null is no condition. Amounts in minor units, rates in basis points. */
export type PromotionEntry = {
  readonly key: string;
  readonly name: string;
  readonly note: string | null;
  readonly kind: PromotionKind;
  readonly percent: number | null;
  readonly take: number | null;
  readonly pay: number | null;
  readonly price: number | null;
  readonly channels: readonly Channel[];
  readonly sectors: readonly string[] | null;
  readonly priceTypes: readonly string[] | null;
  readonly weekdays: readonly number[] | null;
  readonly performances: readonly NamedPerformance[] | null;
  readonly soldFrom: string | null;
  readonly soldUntil: string | null;
  /** Null: the card does not matter. */
  readonly cards: PromotionCards | null;
  /** Most tickets of one person that it reduces; only with codes or cards. */
  readonly perCustomer: number | null;
  /** Likewise of one card; only with cards. */
  readonly perCard: number | null;
  /** Most tickets of one document that it reduces; null: it needs none. */
  readonly perDocument: number | null;
  /** Null: it needs none. */
  readonly codes: readonly { readonly code: string; readonly mostUses: number | null }[] | null;
};

/** A name that somebody else has for something, in the order in which they are trusted. An address may be that of several dates. */
export type ImportLink = { readonly source: '@id' | 'identifier' | 'address'; readonly externalId: string };

export interface PerformanceEntry {
  readonly venue: string;
  /** Finds it again, whatever its start has become; left out: a known one keeps its key, a new one is called after its start. */
  readonly key?: string | undefined;
  readonly startsAt: Temporal.Instant;
  /** What its publisher calls it. */
  readonly links?: readonly ImportLink[] | undefined;
  /** That it had before. */
  readonly previousStarts?: readonly Temporal.Instant[] | undefined;
  readonly doorsAt: Temporal.Instant | null;
  readonly onSaleAt: Temporal.Instant | null;
  /** Missing: a known performance keeps its state, a new one is on sale, or announced until `onSaleAt`. */
  readonly state?: PerformanceStateName | undefined;
  readonly levels?: readonly LevelEntry[] | undefined;
  readonly charges?: readonly ChargeEntry[] | undefined;
}

export interface LevelEntry {
  /** Id of a category of the venue's map. */
  readonly category: string;
  readonly name: string;
  readonly color: string | null;
  readonly types: readonly { readonly name: string; readonly faceValue: number; readonly taxClass: string }[];
}

export interface ChargeEntry {
  readonly kind: ChargeRule['kind'];
  readonly channel: Channel;
  readonly percent: number;
  readonly fixed: number;
  readonly taxClass: string;
}

export interface ImageEntry {
  readonly kind: ImageKind;
  readonly alt: string;
  readonly ink: string | null;
  /** The hash of the source file. */
  readonly sourceHash: string;
  /** Null when an image of the same source is there already. */
  readonly made: { readonly image: ImageContent; readonly variants: readonly ImageContent[] } | null;
}

/** A further picture of a show. */
export type GalleryEntry = Omit<ImageEntry, 'kind'>;

export interface ImageContent extends ImageFile {
  readonly bytes: Buffer;
}

/** A version of a venue's map, compiled. */
export interface VenueMapEntry {
  readonly venue: string;
  readonly hash: string;
  readonly authoring: object;
  readonly placeCount: number;
  /** Those that the map's panoramas name. */
  readonly images?: readonly ImageContent[];
  readonly sectors: readonly SectorEntry[];
}

export type SectorEntry = {
  /** Id of the section in the map. */
  readonly code: string;
  readonly name: string;
  readonly kind: 'seated' | 'standing' | 'quantity';
  readonly firstPlace: number;
  readonly placeCount: number;
  /** Ids of the map's categories. */
  readonly categories: readonly string[];
};

/** One written row: created or changed. */
export interface Written {
  readonly created: boolean;
}

export interface Changes {
  readonly what: string;
  readonly created: number;
  readonly changed: number;
  readonly dropped: number;
}

export const changesOf = (what: string, rows: readonly Written[]): Changes => {
  const created = rows.filter((row) => row.created).length;
  return { what, created, changed: rows.length - created, dropped: 0 };
};

export const dropped = (what: string, rows: readonly unknown[]): Changes => ({ what, created: 0, changed: 0, dropped: rows.length });

/** One line per kind of thing that changed: `shows: 3 new, 1 changed`; none when nothing did. */
export function describeChanges(changes: readonly Changes[]): string[] {
  const kinds = Map.groupBy(changes, ({ what }) => what);
  return [...kinds].flatMap(([what, parts]) => {
    const total = (of: 'created' | 'changed' | 'dropped') => parts.reduce((sum, part) => sum + part[of], 0);
    const words = [
      [total('created'), 'new'],
      [total('changed'), 'changed'],
      [total('dropped'), 'removed'],
    ] as const;
    const said = words.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
    return said.length > 0 ? [`${what}: ${said.join(', ')}`] : [];
  });
}
