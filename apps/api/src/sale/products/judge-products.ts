import { Refusal } from '@butaca/contract';
import type { ChosenProduct } from '../queries-purchases.ts';
import type { PersonsPurchase, VariantTerms } from './queries-products.ts';

/** Everything that the products of one performance are judged by. Read once the products are locked, it stays as it is. */
export interface ProductFacts {
  readonly purchaseId: string;
  readonly performanceId: number;
  readonly terms: readonly VariantTerms[];
  /** By variant, with what this purchase has. */
  readonly taken: ReadonlyMap<number, number>;
  /** Of the same person, this purchase among them. */
  readonly purchases: readonly PersonsPurchase[];
  /** Of the performance; likewise. */
  readonly tickets: readonly { readonly purchaseId: string; readonly isPaid: boolean; readonly tickets: number }[];
  /** What this purchase has of them now. */
  readonly had: readonly ChosenProduct[];
}

export interface WantedProduct {
  readonly variantId: number;
  readonly quantity: number;
}

/** Throws why a purchase cannot have these products for the performance, all of them together. */
export function judgeProducts(wanted: readonly WantedProduct[], facts: ProductFacts): void {
  for (const { variantId, quantity } of wanted) {
    const { most, reason } = mostOf(variantId, wanted, facts);
    if (quantity > most) throw new Refusal('product_refused', { reason, variantId, most });
  }
}

/** How many of a variant this purchase may have beside the others that it wants, and what stops it there. */
export function mostOf(variantId: number, wanted: readonly WantedProduct[], facts: ProductFacts) {
  const terms = facts.terms.find((each) => each.variantId === variantId);
  if (!terms?.isSold) return { most: 0, reason: 'gone' } as const;
  const { productId, mostPerPurchase, mostPerTicket, mostPerPerson } = terms;
  const isOf = (other: number) => facts.terms.some((each) => each.variantId === other && each.productId === productId);
  const beside = sumOf(wanted.filter((other) => other.variantId !== variantId && isOf(other.variantId)));
  // In another performance of the same purchase.
  const elsewhere = sumOf(facts.had.filter((each) => each.productId === productId && each.performanceId !== facts.performanceId));
  const own = sumOf(facts.had.filter((each) => each.variantId === variantId && each.performanceId === facts.performanceId));
  const others = facts.purchases.filter((each) => each.productId === productId && each.purchaseId !== facts.purchaseId);
  const limits = [
    { most: terms.stock - (facts.taken.get(variantId) ?? 0) + own, reason: 'out_of_stock' },
    { most: mostPerPurchase - elsewhere - beside, reason: 'purchase' },
    ...(mostPerPerson === null ? [] : [{ most: mostPerPerson - sumOf(others) - elsewhere - beside, reason: 'person' } as const]),
    ...(mostPerTicket === null ? [] : [{ most: mostForTickets(productId, mostPerTicket, facts) - beside, reason: 'tickets' } as const]),
  ] as const;
  const least = limits.reduce((first, each) => (each.most < first.most ? each : first));
  return { most: Math.max(0, least.most), reason: least.reason };
}

/**
 * Of a product that goes with tickets: so many for each ticket of this purchase, and for each paid one that has none yet. Other open purchases
 * have first what they took beyond their own tickets, which may be for the same paid ones.
 */
function mostForTickets(productId: number, perTicket: number, { purchaseId, performanceId, purchases, tickets }: ProductFacts): number {
  const own = tickets.find((each) => each.purchaseId === purchaseId)?.tickets ?? 0;
  const ids = new Set([...tickets, ...purchases].map((each) => each.purchaseId));
  ids.delete(purchaseId);
  let paid = 0;
  let beyond = 0;
  for (const id of ids) {
    const of = tickets.find((each) => each.purchaseId === id);
    const has = sumOf(
      purchases.filter((each) => each.purchaseId === id && each.productId === productId && each.performanceId === performanceId),
    );
    const left = (of?.tickets ?? 0) * perTicket - has;
    if (of?.isPaid) paid += left;
    else beyond += Math.max(0, -left);
  }
  return own * perTicket + Math.max(0, paid - beyond);
}

const sumOf = (some: readonly { readonly quantity: number }[]): number => some.reduce((sum, { quantity }) => sum + quantity, 0);
