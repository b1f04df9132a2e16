import type { Purchase } from '@butaca/contract';
import { endCharge, type Held, isCharging, pay, startTimer } from './timer.ts';

/** The tab that charges may still be waiting for its answer; others believe an open purchase only after this. */
const CHARGE_GRACE_MS = 30_000;

interface Answer {
  readonly purchase: Purchase;
  readonly performanceId?: number | undefined;
  readonly tabId: number;
  /** This tab waits for the answer to a charge, so an older answer proves nothing. */
  readonly chargingHere: boolean;
  readonly now: number;
}

/** What the server says of a purchase wins over what the browser thought (C-02); an expired or cancelled one is finished. */
export function followPurchase(held: Held, answer: Answer): Held {
  const { purchase, now } = answer;
  const known = held.timer.purchaseId === purchase.id;
  switch (purchase.stage) {
    // Paid too: what is offered instead has all day, and a place of its own.
    case 'offered':
    case 'paid':
      return pay(held, purchase.id, now);
    case 'expired':
    case 'cancelled':
      return known && held.timer.state === 'started' ? finished(held) : held;
    case 'paying': {
      const started = startTimer(held, answer);
      return { ...started, timer: { ...started.timer, situation: 'charging' } };
    }
    default:
      return startTimer(known && chargeIsOver(held, answer) ? endCharge(held) : held, answer);
  }
}

/** The server has let its places go already, so nothing is left to invalidate. */
const finished = ({ timer, purchase }: Held): Held => ({ timer: { ...timer, state: 'finished' }, purchase, toInvalidate: null });

const chargeIsOver = ({ timer }: Held, { purchase, tabId, chargingHere, now }: Answer): boolean =>
  isCharging(timer) &&
  purchase.stage === 'open' &&
  !chargingHere &&
  (timer.principalTabId === tabId || now > (timer.deadline ?? 0) + CHARGE_GRACE_MS);
