import type { Purchase } from '@butaca/contract';
import { type Held, nothingHeld, selectTab, startTimer } from '../../../app/purchase/clock/timer.ts';

export const noon = Date.parse('2026-11-21T12:00:00Z');
export const minutes = (count: number) => count * 60_000;

export const purchase = (facts: Partial<Purchase> = {}): Purchase => ({
  id: 'Zm9vYmFyYmF6cXV4cXV1eA',
  performances: [{ id: 101, placeCount: 2 }],
  quantity: { total: 2 },
  stage: 'open',
  type: 'cart',
  ...facts,
});
export const otherId = 'b3Ryby1wcm9jZXNvLW90cm';

/** A timer that tab 1 started at noon. */
export const running = (facts: Partial<Purchase> = {}): Held => {
  const held = startTimer(nothingHeld, { purchase: purchase(facts), performanceId: 101, now: noon });
  return { ...held, timer: selectTab(held.timer, 1, noon) };
};
