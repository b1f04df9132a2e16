import type { Inventory } from './live/inventory.ts';

const EVERY_MS = 1000;

/** Sweeps every second as long as the process runs; a round that takes longer is not overtaken, one that fails is tried again. */
export function keepSwept(inventory: Inventory, failed: (error: unknown) => void): { stop: () => Promise<void> } {
  let round: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    round ??= inventory
      .sweep()
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
