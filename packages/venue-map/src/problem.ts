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
