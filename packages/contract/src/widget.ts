/** What the widget for other people's sites reads: the shows that a venue has to come, as the public document `/widget/{seo}.json`. */
export interface WidgetDocument {
  readonly venue: string;
  /** Of the venue, in the shop. */
  readonly page: string;
  /** By their next date. */
  readonly shows: readonly WidgetShow[];
}

export interface WidgetShow {
  readonly name: string;
  /** Of the show, in the shop. */
  readonly page: string;
  readonly image?: { readonly url: string; readonly width: number; readonly height: number };
  /** `coming_soon`: no performance is on sale yet, and one will be. */
  readonly state: 'on_sale' | 'sold_out' | 'coming_soon';
  /** The next three in that state, in the venue's own time with its offset: `2026-12-05T21:00-03:00`. */
  readonly dates: readonly string[];
  /** Of all dates in that state. */
  readonly dateCount: number;
  /** Lowest final price of a date in that state, as the brand writes it. */
  readonly price?: string;
  /** When the sale of the first one begins, in the venue's own time. */
  readonly onSaleAt?: string;
}

/** The answer for a venue that there is not. */
export interface WidgetProblem {
  readonly error: 'unknown_venue';
  readonly venue: string;
}
