import type { Brand } from '@butaca/brand';
import { type MoneyLocale, roundToDisplayUnit } from '@butaca/brand/money';
import { brandOf, cardBrands, isDebit } from '@butaca/contract/rules/card-brands';

export interface Card {
  readonly brand: string;
  readonly name: string;
  readonly kind: 'credit' | 'debit';
  readonly issuer?: string;
  readonly gatewayMethodId: number;
  readonly numberLengths: readonly number[];
  readonly securityCodeLength: number;
}

/** What kind of card begins with these six digits; null when the deployment takes no such card. The acquirer's answer wins. */
export function cardOfBin(bin: string, { brands }: Pick<Brand['cards'], 'brands'>): Card | null {
  const known = brandOf(
    bin,
    cardBrands.filter(({ brand }) => brands.includes(brand)),
  );
  if (!known) return null;
  const kind = isDebit(known, bin) ? 'debit' : 'credit';
  const gatewayMethodId = known.methods[kind];
  if (gatewayMethodId === undefined) return null;
  const { brand, name, issuer, numberLengths, securityCodeLength } = known;
  return { brand, name, kind, ...(issuer ? { issuer } : {}), gatewayMethodId, numberLengths, securityCodeLength };
}

export interface Plan {
  readonly instalments: number;
  /** The amount of each instalment, in minor units. */
  readonly amount: number;
  /** What is charged in this plan, in minor units: the sum of all instalments, their cost included (decision 044). */
  readonly total: number;
  /** TEA and CFTEA, percent a year with two places. */
  readonly annualRate: number;
  readonly totalCostRate: number;
}

export interface PlanTerms {
  readonly locale: Pick<MoneyLocale, 'decimals'>;
  readonly cards: Pick<Brand['cards'], 'plans' | 'taxOnInterest'>;
}

/** The plans that a card offers for an amount in minor units; a debit card pays at once. */
export function plansOf({ kind }: Pick<Card, 'kind'>, amount: number, terms: PlanTerms): Plan[] {
  const offered = terms.cards.plans.filter(({ instalments }) => kind === 'credit' || instalments === 1);
  return offered.map(({ instalments, annualPercent }) => plan(amount, instalments, annualPercent, terms));
}

/** Equal instalments, the first a month from now, each rounded as every price is (CO-023); the tax on its interest is all that the credit costs on top. */
function plan(amount: number, instalments: number, annualRate: number, { locale, cards }: PlanTerms): Plan {
  if (annualRate === 0) {
    const each = instalments === 1 ? amount : roundToDisplayUnit(amount / instalments, locale);
    // Without interest it is the price, whatever rounding an instalment for the screen leaves.
    return { instalments, amount: each, total: amount, annualRate: 0, totalCostRate: 0 };
  }
  const interest = (1 + annualRate / 100) ** (1 / 12) - 1;
  const cost = interest * (1 + cards.taxOnInterest / 100);
  const each = roundToDisplayUnit((amount * cost) / (1 - (1 + cost) ** -instalments), locale);
  return {
    instalments,
    amount: each,
    total: Math.max(amount, each * instalments),
    annualRate,
    totalCostRate: percent((1 + cost) ** 12 - 1),
  };
}

const percent = (ratio: number) => Math.round(ratio * 10_000) / 100;
