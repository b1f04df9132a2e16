export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the seats of a row stand; along a curve they are spaced by equal lengths of it. Angles in degrees, clockwise from east. */
export type Curve =
  | { readonly type: 'line'; readonly from: Point; readonly to: Point }
  | { readonly type: 'quad'; readonly from: Point; readonly control: Point; readonly to: Point }
  | { readonly type: 'arc'; readonly center: Point; readonly radius: number; readonly start: number; readonly end: number }
  | { readonly type: 'points'; readonly points: readonly Point[] };

/**
 * How seats are numbered from the first to the last: one by one, only odd or even, downwards, outwards from the middle
 * with odd numbers on one side and even ones on the other, or as listed.
 */
export type Numbering =
  | { readonly scheme: 'up' | 'down' | 'odd' | 'even' | 'center-out'; readonly start?: number | undefined }
  | { readonly scheme: 'list'; readonly numbers: readonly string[] };

export type SeatTrait = 'wheelchair' | 'companion' | 'restricted-view';

export interface Row {
  readonly label: string;
  readonly curve: Curve;
  /** Seats that the curve has room for; a curve of points has one for each. */
  readonly count?: number | undefined;
  /** Positions, counted from 0, that stay empty: aisles and pillars. */
  readonly gaps?: readonly number[] | undefined;
  readonly numbering?: Numbering | undefined;
  readonly category: string;
  /** Seats, counted from 0 without gaps, of another category than the row's. */
  readonly exceptions?: readonly { readonly from: number; readonly to: number; readonly category: string }[] | undefined;
  readonly traits?: readonly { readonly seat: number; readonly trait: SeatTrait }[] | undefined;
}

interface AnySection {
  readonly id: string;
  readonly label: string;
  readonly level?: string | undefined;
  /** A closed polygon; derived from the rows where it is left out. */
  readonly outline?: readonly Point[] | undefined;
  readonly labelAt?: Point | undefined;
}

export interface SeatedSection extends AnySection {
  readonly kind: 'seated';
  readonly rows: readonly Row[];
}

/** Places without numbers: a standing field, or admissions to a museum. */
export interface OpenSection extends AnySection {
  readonly kind: 'standing' | 'quantity';
  readonly capacity: number;
  readonly category: string;
}

export type Section = SeatedSection | OpenSection;

export interface Decor {
  readonly kind: 'stage' | 'field' | 'wall' | 'bar' | 'text';
  readonly polygon?: readonly Point[] | undefined;
  readonly at?: Point | undefined;
  readonly text?: string | undefined;
}

/** A picture of everything around a seat, a row or a section: equirectangular, twice as wide as high. */
export interface Panorama {
  readonly section: string;
  readonly row?: string | undefined;
  /** Its number, as it is printed; of a row. */
  readonly seat?: string | undefined;
  /** In a file, the picture's name beside it; in a stored map, its address. */
  readonly image: string;
  /** Degrees, clockwise, from the middle of the picture to what people look at. */
  readonly facing?: number | undefined;
}

/** A venue as people draw it, with lengths in one arbitrary unit. A version never changes once something was sold on it. */
export interface VenueMap {
  readonly schema: 'venue-map/1';
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  /** The point that the audience looks at; the best places are near it. */
  readonly focal: Point;
  readonly levels?: readonly { readonly id: string; readonly name: string }[] | undefined;
  readonly categories: readonly { readonly id: string; readonly name: string; readonly color?: string | undefined }[];
  readonly sections: readonly Section[];
  readonly decor?: readonly Decor[] | undefined;
  readonly panoramas?: readonly Panorama[] | undefined;
}
