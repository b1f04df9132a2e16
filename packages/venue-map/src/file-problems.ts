/** Why a file cannot be read, with the place in it: `zones.0.rows.3.seats.2.position`. */
export interface MapProblem {
  readonly path: string;
  readonly reason: string;
}

export type Read<Result> = { readonly ok: true; readonly value: Result } | { readonly ok: false; readonly problems: readonly MapProblem[] };

const MOST_PROBLEMS = 20;

export const refused = (problems: readonly MapProblem[]): { ok: false; problems: readonly MapProblem[] } => ({
  ok: false,
  problems: problems.slice(0, MOST_PROBLEMS),
});

/** A file beyond these limits is refused: no venue is that large, and a page could not draw it. */
export const MOST_PLACES = 200_000;
export const MOST_SEATS_IN_A_ROW = 2000;
export const MOST_DECOR = 500;
/** Largest absolute coordinate, in the map's unit. */
export const MOST_LENGTH = 1e6;
export const LONGEST_ROW_LABEL = 40;
export const LONGEST_DECOR_TEXT = 80;
export const LONGEST_SEAT_NUMBER = 12;
export const MOST_PANORAMAS = 200;
export const LONGEST_IMAGE_NAME = 200;
/** Largest number that a row starts with. */
export const LARGEST_START = 100_000;
/** No control characters and no halves of characters: neither PostgreSQL's jsonb nor a page takes them. */
export const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u;
