import { currencyDecimals } from '@butaca/brand/money';

/** Minor units of ours in the smallest coin of a currency: one cent of a peso, a hundred of a guaraní. */
export const unitsPerCoin = (currency: string): number => 10 ** (2 - currencyDecimals(currency));

/** An amount in minor units as gateways count it: in the currency's smallest coin, which guaraníes are themselves. */
export function coinsOf(amount: number, currency: string): number {
  const coins = amount / unitsPerCoin(currency);
  if (!Number.isInteger(coins)) throw new RangeError(`${amount} minor units are no whole coins of ${currency}`);
  return coins;
}
