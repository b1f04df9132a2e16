const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;

/** How long to wait before the next try after so many failures in a row, from 0: twice as long each time, up to a cap. */
export const pauseMs = (failures: number) => Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
