import type { ClosedPerformance, ImageKind, ReservationRule } from '@butaca/contract';
import type { ChargeRule, Ticket } from './pricing.ts';

export type Channel = 'online' | 'box_office';
export type PerformanceStateName = 'announced' | 'on_sale' | 'sold_out' | 'cancelled';

export interface ImageFile {
  readonly hash: string;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

export interface GalleryImageRow extends ImageFile {
  readonly alt: string;
  readonly ink: string | null;
  readonly variants: readonly ImageFile[];
}

export interface ImageRow extends GalleryImageRow {
  readonly kind: ImageKind;
}

export interface VenueRow {
  readonly id: number;
  readonly seo: string;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly province: string | null;
  readonly postcode: string | null;
  readonly timeZone: string;
  readonly capacity: number | null;
  readonly mapHash: string | null;
  readonly transport: string | null;
  readonly access: string | null;
  readonly sellsProducts: boolean;
}

/** A show with a summary of its upcoming performances; without any, its own venue is used. */
export interface ShowRow {
  readonly id: number;
  readonly seo: string;
  readonly name: string;
  readonly subtitle: string | null;
  readonly typeId: number;
  readonly typeName: string;
  readonly venue: VenueRow;
  readonly images: readonly ImageRow[];
  readonly firstStartsAt: Temporal.Instant | null;
  readonly lastStartsAt: Temporal.Instant | null;
  readonly lastTimeZone: string | null;
  readonly performanceCount: number;
  /** `2026-11-21`, in order. */
  readonly days: readonly string[];
  readonly soldOut: boolean;
  /** Few places are left of every one that is not sold out. */
  readonly lastPlaces: boolean;
  /** There is something to come that is not sold out, and none of it is on sale yet. */
  readonly announced: boolean;
  /** When the next of them goes on sale. */
  readonly opensAt: Temporal.Instant | null;
  /** The next opening or start. */
  readonly changesAt: Temporal.Instant | null;
  /** The cheapest ticket of each performance that can still be bought, or of each one when none can. */
  readonly cheapest: readonly (Ticket | null)[];
}

export interface ShowDetailRow extends ShowRow {
  readonly description: string | null;
  readonly credits: string | null;
  readonly ageNote: string | null;
  readonly durationMinutes: number | null;
  readonly people: readonly { readonly name: string; readonly role?: string }[];
  readonly trailerUrl: string | null;
}

export interface ShowPerformanceRow {
  readonly id: number;
  readonly showId: number;
  readonly startsAt: Temporal.Instant;
  readonly state: PerformanceStateName;
  readonly onSaleAt: Temporal.Instant | null;
  readonly venueId: number;
  readonly venueName: string;
  readonly venueAddress: string;
  readonly venueCity: string;
  readonly venueProvince: string | null;
  readonly venuePostcode: string | null;
  readonly timeZone: string;
  readonly lastPlaces: boolean;
  readonly cheapest: Ticket | null;
  /** Of its dearest ticket, in minor units. */
  readonly highestFace: number | null;
  /** When it was to start before it moved for the last time. */
  readonly movedFrom: Temporal.Instant | null;
}

export interface CounterPerformanceRow {
  readonly id: number;
  readonly startsAt: Temporal.Instant;
  readonly state: PerformanceStateName;
  readonly onSaleAt: Temporal.Instant | null;
  readonly showName: string;
  readonly venueName: string;
  readonly timeZone: string;
  /** When counters end to sell it. */
  readonly sellsUntil: Temporal.Instant;
}

export interface AgendaFilter {
  readonly showId?: number | undefined;
  readonly venueId?: number | undefined;
}

export interface AgendaRow {
  readonly id: number;
  readonly startsAt: Temporal.Instant;
  readonly durationMinutes: number | null;
  readonly showName: string;
  readonly showSeo: string;
  readonly venueId: number;
  readonly venueName: string;
  readonly venueAddress: string;
  readonly revision: number;
  readonly changedAt: Temporal.Instant | null;
  readonly isCancelled: boolean;
}

export interface PerformanceCardRow {
  readonly id: number;
  readonly startsAt: Temporal.Instant;
  readonly timeZone: string;
  readonly venueName: string;
  readonly showName: string;
  readonly showSeo: string;
  readonly showTypeId: number;
  /** Null where the show asks for no names. */
  readonly namesUntil: Temporal.Instant | null;
  readonly images: readonly ImageRow[];
}

/** The rule by which a show's places may be reserved. */
export interface ShowReservation extends ReservationRule {
  /** Percent of a performance's places that may be reserved at a time, all customers and counters together. */
  readonly mostPercent: number;
}

/** How a show takes payments that are confirmed later, as cash is. */
export interface SlowPayments {
  /** How long one may take, and keeps its places. */
  readonly hours: number;
  /** Percent of a performance's places that may wait for such payments at a time. */
  readonly mostPercent: number;
}

export interface ClosedPerformanceRow {
  readonly startsAt: Temporal.Instant;
  readonly timeZone: string;
  readonly venueName: string;
  readonly showId: number;
  readonly showName: string;
  readonly showSeo: string;
  readonly listed: boolean;
  /** Null while it is open. */
  readonly reason: ClosedPerformance['reason'] | null;
}

export interface PerformanceRow {
  readonly id: number;
  readonly showId: number;
  readonly startsAt: Temporal.Instant;
  readonly state: PerformanceStateName;
  readonly onSaleAt: Temporal.Instant | null;
  readonly showName: string;
  readonly showSeo: string;
  readonly showTypeId: number;
  /** When the channel that asked ends to sell it. */
  readonly sellsUntil: Temporal.Instant;
  readonly mapHash: string | null;
  readonly mostPerCustomer: number | null;
  readonly reservation: ShowReservation | null;
  readonly images: readonly ImageRow[];
  readonly venue: VenueRow;
  readonly charges: readonly ChargeRule[];
  readonly levels: readonly {
    readonly id: number;
    readonly name: string;
    readonly color: string | null;
    readonly category: string;
    readonly types: readonly { readonly id: number; readonly name: string; readonly faceValue: number; readonly taxRate: number }[];
  }[];
  readonly sectors: readonly {
    readonly id: number;
    readonly name: string;
    readonly kind: 'seated' | 'standing' | 'quantity';
    readonly section: string;
    readonly capacity: number;
    readonly levelIds: readonly number[];
  }[];
}

/** Places of one kind beside each other: a range of ids in the map. */
export interface SaleSector {
  readonly id: number;
  readonly name: string;
  readonly kind: 'seated' | 'standing' | 'quantity';
  readonly firstPlace: number;
  readonly placeCount: number;
}

/** One of the prices that a buyer may choose for a place of its level. */
export interface SalePriceType {
  readonly id: number;
  readonly name: string;
  /** Minor units, taxes included. */
  readonly faceValue: number;
  /** Basis points. */
  readonly taxRate: number;
}

export type PromotionKind = 'percentage' | 'n_for_m' | 'fixed_price';

/** Cards that a promotion is for: of one of these brands, and in one of these ranges of first six digits, both ends included. */
export interface PromotionCards {
  readonly brands: readonly string[] | null;
  readonly bins: readonly (readonly [first: number, last: number])[] | null;
}

/** A rule by which tickets of a performance cost less, as the catalogue has it; a null is no condition. */
export interface PromotionRow {
  readonly id: number;
  readonly name: string;
  readonly note: string | null;
  readonly kind: PromotionKind;
  /** Basis points off the face value. */
  readonly percent: number | null;
  /** Of so many tickets so many are paid. */
  readonly take: number | null;
  readonly pay: number | null;
  /** The face value that a ticket has instead, in minor units. */
  readonly price: number | null;
  readonly channels: readonly Channel[];
  readonly sectorIds: readonly number[] | null;
  readonly priceTypes: readonly string[] | null;
  /** It applies to who has entered a code, or given a document where `perDocument` says so. */
  readonly needsCode: boolean;
  /** It applies to who pays with one of these cards. */
  readonly cards: PromotionCards | null;
  /** Most tickets of one person, and of one card, all purchases together. */
  readonly perCustomer: number | null;
  readonly perCard: number | null;
  /** It applies to tickets that a document was given for, and to so many of each one at most; null: it asks for none. */
  readonly perDocument: number | null;
  /** Milliseconds until it begins and ends by the database's clock. */
  readonly fromMs: number | null;
  readonly untilMs: number | null;
}

/** What the places of one category cost. */
export interface SaleLevel {
  readonly id: number;
  readonly name: string;
  /** Id of the map's category that it prices. */
  readonly category: string;
  readonly types: readonly SalePriceType[];
}
