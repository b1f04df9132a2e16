import type { Purchase } from '@butaca/contract';

/** What the screens of a purchase tell its clock, which stands in `purchase/clock`. */
export interface PurchaseClock {
  /** A purchase is on the screen: the clock runs to its deadline (PT-007). */
  started(purchase: Purchase): void;
  /** A charge is about to leave: no tab may finish or cancel the purchase until it has ended (C-02). */
  charging(): void | Promise<void>;
  /** The charge ended without being paid; the purchase goes on until its deadline. */
  chargeEnded(): void;
  /** Paid: the clock stops without a word (PO-002). */
  paid(purchaseId: string): void;
  /** The purchase that this browser is at, for return pages whose address names none. */
  storedPurchaseId(): string | null;
}

/** Until the clock is there, nothing listens. */
export const purchaseClock: PurchaseClock = {
  started: () => undefined,
  charging: () => undefined,
  chargeEnded: () => undefined,
  paid: () => undefined,
  storedPurchaseId: () => null,
};
