import type { AttemptRow } from './attempt.ts';
import type { Approved } from './provider.ts';

/** The provider of what is paid over the counter. */
export const CASH = 'cash';

/** And of what costs nothing. */
export const FREE = 'free';

/** What a provider moves: a gateway charges cards. */
export const kindOfProvider = (provider: string): 'card' | 'cash' | 'free' => (provider === CASH || provider === FREE ? provider : 'card');

/** There is nobody to ask: whoever sells has the money in hand, or there is none, and it is known by our own reference. */
export const settledAtOnce = ({ reference, amount, currency }: AttemptRow): Approved => ({
  result: 'approved',
  paymentId: reference,
  echo: { reference, amount, currency },
  facts: {},
});
