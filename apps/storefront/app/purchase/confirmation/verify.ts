import { poll } from '@butaca/browser/poll.ts';
import type { PaymentResult } from '@butaca/contract';
import { outcomeView } from './outcomes.ts';

/** What one look at the payment brought; nothing when no answer came. */
export type Look = { readonly result: PaymentResult } | 'not-found' | 'log-in' | undefined;

export type Verification =
  | { readonly status: 'known'; readonly result: PaymentResult }
  /** The looks are used up and nobody knows yet (PO-007). */
  | { readonly status: 'delayed' }
  | { readonly status: 'not-found' }
  | { readonly status: 'log-in' };

interface Series {
  readonly look: () => Promise<Look>;
  /** Looks in a series (PO-011). */
  readonly attempts: number;
  /** From one look to the next (PO-012, C-18). */
  readonly stepMs: number;
}

/**
 * One series of looks: the first at once, then one each step, until the payment has an end. It only asks and never
 * charges (PO-013); a payment that is still under way after the last look is told as such, silence as a delay.
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
