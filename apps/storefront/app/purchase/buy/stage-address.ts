import type { PurchaseStage } from '@butaca/contract';
import { pathTo } from '../../paths.ts';

/** Where a purchase belongs by its stage; null for the buy screen itself, which also says why one is over. */
export const stageAddress: Readonly<Record<PurchaseStage, (purchaseId: string) => string | null>> = {
  open: () => null,
  paying: (purchase) => pathTo('payConfirm', {}, { purchase }),
  offered: (purchase) => pathTo('payConfirm', {}, { purchase }),
  paid: (purchaseId) => pathTo('BuyTicketOk', { purchaseId }),
  expired: () => null,
  cancelled: () => null,
};
