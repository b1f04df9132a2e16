/** When a counter asks again without an answer; a server that is restarted is back before the last of them. */
export const AGAIN_AFTER_MS: readonly number[] = [500, 1000, 2000, 3000, 5000, 8000, 10_000];
