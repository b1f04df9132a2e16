import type { AttemptRow, RefundRow, SplitPart } from '../../payments/index.ts';

/** What goes back one way; amounts in minor units. */
export interface Portion {
  readonly amount: number;
  readonly parts: readonly SplitPart[];
}

type Earlier = Pick<RefundRow, 'way' | 'amount'>;

/**
 * What a payment's provider still has of it. What went to the balance counts against what the balance had paid beside it first, so that the
 * provider gives back all of its own before anything else stays here (decision 043).
 */
export function leftAtProvider({ amount, fromBalance }: Pick<AttemptRow, 'amount' | 'fromBalance'>, earlier: readonly Earlier[]): number {
  const sumOf = (isBalance: boolean) =>
    earlier.reduce((sum, refund) => ((refund.way === 'balance') === isBalance ? sum + refund.amount : sum), 0);
  return amount - sumOf(false) - Math.max(0, sumOf(true) - fromBalance);
}

/**
 * Divides what goes back in two: the first comes to `amount`, with every discount and the cost of instalments, which only a card has; the
 * second is the rest.
 */
export function portionsOf(parts: readonly SplitPart[], amount: number): [Portion, Portion] {
  const rankOf = (part: SplitPart) => (part.amount < 0 ? 0 : part.account === 'financing' ? 1 : 2);
  let left = amount;
  const taken = parts
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((part) => {
      const own = Math.min(part.amount, left);
      left -= own;
      return { first: { ...part, amount: own }, second: { ...part, amount: part.amount - own } };
    });
  return [portion(taken.map(({ first }) => first)), portion(taken.map(({ second }) => second))];
}

const portion = (parts: readonly SplitPart[]): Portion => ({
  amount: parts.reduce((sum, part) => sum + part.amount, 0),
  parts: parts.filter((part) => part.amount !== 0),
});
