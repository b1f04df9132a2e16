import { type MoneyLocale, roundToDisplayUnit } from '@butaca/brand/money';
import type { Card } from './cards.ts';

export interface Plan {
  readonly instalments: number;
  /** Of each, in minor units. */
  readonly amount: number;
  /** Of all of them, in minor units; the interest in it is the issuer's, who asks the cardholder for it. */
  readonly total: number;
  /** TEA and CFTEA, percent a year with two places. */
  readonly annualRate: number;
  readonly totalCostRate: number;
}

/** TEA in percent, by number of instalments. */
const annualRates = new Map([
  [1, 0],
  [3, 54.9],
  [6, 59.9],
  [9, 63.9],
  [12, 66.9],
]);
/** Interest bears 21 % of IVA, which is the whole difference between TEA and CFTEA here. */
const TAX_ON_INTEREST = 0.21;

/** The plans that a card offers for an amount in minor units; a debit card pays at once. */
export function plansOf({ kind }: Pick<Card, 'kind'>, amount: number, locale: Pick<MoneyLocale, 'decimals'>): Plan[] {
  const offered = [...annualRates].filter(([instalments]) => kind === 'credit' || instalments === 1);
  return offered.map(([instalments, annualRate]) => plan(amount, instalments, annualRate, locale));
}

/** Equal instalments, the first a month from now, each rounded as every price is (CO-023). */
function plan(amount: number, instalments: number, annualRate: number, locale: Pick<MoneyLocale, 'decimals'>): Plan {
  if (annualRate === 0) {
    const each = instalments === 1 ? amount : roundToDisplayUnit(amount / instalments, locale);
    return { instalments, amount: each, total: each * instalments, annualRate: 0, totalCostRate: 0 };
  }
  const interest = (1 + annualRate / 100) ** (1 / 12) - 1;
  const cost = interest * (1 + TAX_ON_INTEREST);
  const each = roundToDisplayUnit((amount * cost) / (1 - (1 + cost) ** -instalments), locale);
  return { instalments, amount: each, total: each * instalments, annualRate, totalCostRate: percent((1 + cost) ** 12 - 1) };
}

const percent = (ratio: number) => Math.round(ratio * 10_000) / 100;
