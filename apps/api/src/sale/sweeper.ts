import { type ReleaseWorld, sweepLapsed } from './claim/release-places.ts';

const EVERY_MS = 1000;

/** Sweeps every second until it is stopped; a round that takes longer is not overtaken, one that fails is tried again. */
export function startSweeper(world: ReleaseWorld, failed: (error: unknown) => void): { stop: () => Promise<void> } {
  let round: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    round ??= sweepLapsed(world)
      .catch(failed)
      .finally(() => {
        round = undefined;
      });
  }, EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}
