const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;

/** The wait after `failures` failures in a row, counted from 0: doubled each time, up to a cap. */
export const pauseMs = (failures: number) => Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
