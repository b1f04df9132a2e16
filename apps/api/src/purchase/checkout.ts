import type { MoneyLocale } from '@butaca/brand/money';
import { type charge, type InputOf, Refusal } from '@butaca/contract';
import type { Tx } from '#db/connect';
import type { Inventory } from '../inventory/index.ts';
import type { CardGateway } from '../payments/index.ts';
import type { DeliveryTypes } from './delivery-types.ts';
import type { PurchaseWorld } from './present-purchase.ts';
import { type LockedPurchase, lockPurchase } from './queries-checkout.ts';

/** Who moves the money; a deployment without a gateway takes no cards. */
export interface Payments {
  readonly card: CardGateway | null;
}

export interface CheckoutWorld extends PurchaseWorld {
  readonly deliveries: DeliveryTypes;
  readonly choose: (choice: Choice) => Promise<void>;
  readonly inventory: Inventory;
  readonly payments: Payments;
  readonly locale: Pick<MoneyLocale, 'currency' | 'decimals'>;
}

/** Of whom and what a call is about. */
export interface Own {
  readonly purchaseId: string;
  readonly customerId: string;
}

export interface Choice extends Own {
  readonly deliveryTypeId?: number;
  readonly paymentMethodId?: number;
}

export interface WantedCharge extends Own {
  readonly form: InputOf<typeof charge>['body'];
  /** Of the click. */
  readonly idempotencyKey: string;
  readonly ip: string;
  /** Throws its refusal; asked for once per payment, not when a click is repeated. */
  readonly demandHuman: () => Promise<void>;
}

/** Locks a purchase of this customer; anybody else's does not exist for them. */
export async function lockOwn(tx: Tx, { purchaseId, customerId }: Own): Promise<LockedPurchase> {
  const purchase = await lockPurchase(tx, purchaseId);
  if (purchase?.customerId !== customerId) throw new Refusal('not_found');
  return purchase;
}

/** Refuses to change or pay what is being paid, or over. */
export function demandOpen({ stage, inTime }: Pick<LockedPurchase, 'stage' | 'inTime'>): void {
  if (stage === 'paying') throw new Refusal('purchase_paying');
  if (stage !== 'open') throw new Refusal('purchase_over', { stage });
  if (!inTime) throw new Refusal('purchase_over', { stage: 'expired' });
}
