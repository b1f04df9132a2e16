import type { ProviderAnswer, Returned } from './provider.ts';
import type { RefundRow } from './queries-refunds.ts';

/** Whether a refund is part of the amount that its provider reports as given back; providers report chargebacks separately. */
export const isAtProvider = ({ way }: Pick<RefundRow, 'way'>): boolean => way === 'provider' || way === 'elsewhere';

/** What an answer that is believed says that went back of a paid attempt; null where it says nothing of that, or nothing did. */
export function returnedIn(answer: ProviderAnswer): Returned | null {
  if (answer.result === 'returned') return { amount: answer.echo.amount, exactTo: 0 };
  return answer.result === 'approved' && answer.returned && answer.returned.amount > 0 ? answer.returned : null;
}

/**
 * What of it no refund of ours explains, in minor units; `own` are all of the attempt's. One that is under way explains its amount before its
 * provider has said that it is done.
 */
export function unexplained({ amount, exactTo }: Returned, own: readonly Pick<RefundRow, 'way' | 'amount'>[]): number {
  const parts = own.filter(isAtProvider);
  const news = amount - parts.reduce((sum, part) => sum + part.amount, 0);
  return news > roundingOf({ exactTo }, parts.length) ? news : 0;
}

/** By how much the sum of so many parts may be off. */
export const roundingOf = ({ exactTo }: Pick<Returned, 'exactTo'>, parts: number): number => (exactTo * (parts + 1)) / 2;
