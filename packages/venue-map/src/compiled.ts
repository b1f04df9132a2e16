import { type Category, type Decor, type Level, type Point, type Polygon } from './venue-map.ts';

/** Places numbered 0…placeCount - 1 in section → row → seat order; every per-place array is indexed by that number. */
export type CompiledVenueMap = {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly focal: Point;
  readonly levels: readonly Level[];
  readonly categories: readonly Category[];
  readonly decor: readonly Decor[];
  readonly placeCount: number;
  readonly sections: readonly CompiledSection[];
  /** All rows in place order; a section's are `firstRow` … `firstRow + rowCount - 1`. */
  readonly rows: readonly CompiledRow[];
  /** Of a standing place: its section's anchor. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Index into `categories`. */
  readonly category: Uint8Array;
  /** Sum of `placeFlags`. */
  readonly flags: Uint8Array;
};

/** A contiguous range of places: `firstPlace` … `firstPlace + placeCount - 1`. */
export type CompiledSection = {
  readonly id: string;
  readonly label: string;
  /** Id of the level. */
  readonly level: string;
  readonly kind: 'seated' | 'standing';
  readonly firstPlace: number;
  readonly placeCount: number;
  readonly firstRow: number;
  /** 0 in a standing section. */
  readonly rowCount: number;
  /** Ids of the categories of its places, the most frequent first. */
  readonly categories: readonly string[];
  readonly outline: readonly Polygon[];
  readonly anchor: Point;
};

/** A contiguous range of places inside its section. */
export type CompiledRow = {
  /** Index into `sections`. */
  readonly section: number;
  readonly label: string;
  readonly firstPlace: number;
  readonly placeCount: number;
  /** Seat numbers in place order. */
  readonly numbers: readonly string[];
};

/** Bits of `CompiledVenueMap.flags`. */
export const placeFlags = { wheelchair: 1, companion: 2, restrictedView: 4 } as const;
