/** In the map's own unit, y downwards. */
export type Point = readonly [x: number, y: number];
export type Polygon = readonly Point[];

/** `venue-map/1`, the authoring form: plain JSON, immutable once a performance is on sale. No prices, no offers, no holds. */
export type VenueMap = {
  readonly schema: 'venue-map/1';
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  /** Where everybody looks: the nearest places are the best ones. */
  readonly focal: Point;
  readonly levels: readonly Level[];
  readonly categories: readonly Category[];
  readonly sections: readonly Section[];
  readonly decor?: readonly Decor[];
};

export type Level = { readonly id: string; readonly name: string };

/** Places that usually cost the same; `colour` is `#rrggbb`. */
export type Category = { readonly id: string; readonly name: string; readonly colour: string };

export type Section = SeatedSection | StandingSection;

type SectionBase = {
  readonly id: string;
  readonly label: string;
  /** Id of a level. */
  readonly level: string;
  /** Where the label stands; derived from the outline when missing. */
  readonly anchor?: Point;
};

/** Numbered places in rows; without an outline one is drawn around the rows. */
export type SeatedSection = SectionBase & {
  readonly kind: 'seated';
  readonly outline?: readonly Polygon[];
  readonly rows: readonly Row[];
};

/** Places without row and number, sold by quantity. */
export type StandingSection = SectionBase & {
  readonly kind: 'standing';
  readonly outline: readonly Polygon[];
  readonly category: string;
  readonly capacity: number;
};

/** `count` seats on `count + gaps.length` equal slots from the curve's start to its end; seats are meant by index, 0 at the start. */
export type Row = {
  readonly label: string;
  readonly curve: Curve;
  readonly count: number;
  /** Slots left empty (an aisle), 0 at the curve's start. */
  readonly gaps?: readonly number[];
  /** 1, 2, 3… when missing. */
  readonly numbering?: Numbering;
  readonly category: string;
  /** Seats of another category than the row's: category id → seat indices. */
  readonly otherCategories?: Readonly<Record<string, readonly number[]>>;
  /** Attribute → seat indices. */
  readonly attributes?: { readonly [A in SeatAttribute]?: readonly number[] | undefined };
};

export type SeatAttribute = 'wheelchair' | 'companion' | 'restrictedView';

export type Curve =
  | { readonly type: 'line'; readonly from: Point; readonly to: Point }
  | { readonly type: 'quad'; readonly from: Point; readonly control: Point; readonly to: Point }
  /** Angles in degrees, 0 to the right and 90 downwards; from `start` to `end` in whichever direction `end` lies. */
  | { readonly type: 'arc'; readonly centre: Point; readonly radius: number; readonly start: number; readonly end: number }
  /** One point per seat, no gaps. */
  | { readonly type: 'points'; readonly at: readonly Point[] };

/**
 * `seq` start, start + step…; `odd` 1, 3, 5…; `even` 2, 4, 6…; `desc` ends at start;
 * `center-out` … 5 3 1 2 4 6 …, odd towards the curve's start; `list` as written.
 */
export type Numbering =
  | { readonly scheme: 'seq' | 'desc'; readonly start?: number; readonly step?: number }
  | { readonly scheme: 'odd' | 'even'; readonly start?: number }
  | { readonly scheme: 'center-out' }
  | { readonly scheme: 'list'; readonly list: readonly string[] };

/** What is drawn but not sold. */
export type Decor = DecorShape | DecorText;
export type DecorShape = {
  readonly kind: 'stage' | 'field' | 'aisle' | 'wall' | 'area';
  readonly outline: Polygon;
  readonly label?: string;
};
export type DecorText = { readonly kind: 'text'; readonly text: string; readonly at: Point; readonly size?: number };
