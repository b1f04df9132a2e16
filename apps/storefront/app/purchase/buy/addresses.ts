import type { PurchaseStage } from '@butaca/contract';
import { pathTo } from '../../paths.ts';

/** Where a purchase belongs by its stage; null for the buy screen itself, which also shows why one has ended. */
export const stageAddress: Readonly<Record<PurchaseStage, (purchaseId: string) => string | null>> = {
  open: () => null,
  reserved: () => pathTo('myBookings', {}),
  paying: (purchase) => pathTo('payConfirm', {}, { purchase }),
  offered: (purchase) => pathTo('payConfirm', {}, { purchase }),
  paid: (purchaseId) => pathTo('BuyTicketOk', { purchaseId }),
  expired: () => null,
  cancelled: () => null,
};

/** A purchase that takes no more changes and stands in a list of the account. */
export type ListedEnd = 'paid' | 'offered' | 'reserved';

const lists: Readonly<Record<ListedEnd, () => string>> = {
  paid: () => pathTo('myOrders', {}),
  offered: () => pathTo('myOrders', {}),
  reserved: () => pathTo('myBookings', {}),
};

const isListed = (stage: string): stage is ListedEnd => Object.hasOwn(lists, stage);

/** How a purchase ended, for a buyer who wanted to change it: `over` left nothing behind. */
export const endOf = (stage: PurchaseStage): ListedEnd | 'over' => (isListed(stage) ? stage : 'over');

/** Such an end with the address of its list; null for anything else. */
export const listedEnd = (kind: string) => (isListed(kind) ? { end: kind, list: lists[kind]() } : null);

/** The process that an address means: the path's, else the query's; null when it is no id of ours. */
export function purchaseIdOf(inPath: string | undefined, inQuery: string | null): string | null {
  const id = inPath ?? inQuery ?? '';
  return /^[A-Za-z0-9_-]{22}$/.test(id) ? id : null;
}
