import { poll } from '@butaca/browser/poll.ts';
import type { PaymentResult } from '@butaca/contract';
import { outcomeView } from './outcomes.ts';

/** The result of one attempt; undefined without an answer. */
export type Look = { readonly result: PaymentResult } | 'not-found' | 'log-in' | undefined;

export type Verification =
  | { readonly status: 'known'; readonly result: PaymentResult }
  /** The outcome is still unknown after the last attempt (PO-007). */
  | { readonly status: 'delayed' }
  | { readonly status: 'not-found' }
  | { readonly status: 'log-in' };

interface Series {
  readonly look: () => Promise<Look>;
  /** Attempts in a series (PO-011). */
  readonly attempts: number;
  /** From one attempt to the next (PO-012, C-18). */
  readonly stepMs: number;
}

/**
 * One series of attempts: the first at once, then one each step, until the payment has a final status. It only asks and never
 * charges (PO-013); after the last attempt the result is `processing` if the server said so, else a delay.
 */
export async function verifyPayment({ look, attempts, stepMs }: Series): Promise<Verification> {
  let latest: PaymentResult | undefined;
  const lookForEnd = async (): Promise<Verification | undefined> => {
    const seen = await look();
    if (seen === 'not-found' || seen === 'log-in') return { status: seen };
    latest = seen?.result ?? latest;
    return latest && outcomeView(latest.outcome).isEnd ? { status: 'known', result: latest } : undefined;
  };
  const ended = await poll(lookForEnd, { everyMs: stepMs, times: attempts, fromStart: true });
  return ended ?? (latest?.outcome === 'processing' ? { status: 'known', result: latest } : { status: 'delayed' });
}
