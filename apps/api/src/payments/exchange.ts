import type { Facts } from './provider.ts';

/** An amount in another currency, at a stored rate. */
export interface Exchange {
  readonly currency: string;
  /** Hundredths of the other currency. */
  readonly amount: number;
  /** Units of the brand's currency for one of the other. */
  readonly rate: number;
  /** The day that the rate is of, `2026-11-20`. */
  readonly date: string;
}

/**
 * What an amount in minor units comes to by the rate that a method's `options` name (`currency`, `rate`, `rateDate`); null for a method
 * that charges the brand's own currency. Rounded half up to a hundredth, and never to nothing.
 */
export function exchangeOf({ currency, rate, rateDate: date }: Facts, amount: number): Exchange | null {
  if (typeof currency !== 'string' || typeof rate !== 'number' || typeof date !== 'string' || rate <= 0) return null;
  return { currency, amount: Math.max(1, Math.round(amount / rate)), rate, date };
}
