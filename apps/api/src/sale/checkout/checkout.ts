import type { Brand } from '@butaca/brand';
import type { MoneyLocale } from '@butaca/brand/money';
import type { charge, InputOf } from '@butaca/contract';
import type { AttemptReader, CardGateway } from '../../payments/index.ts';
import type { Inventory } from '../live/inventory.ts';
import type { Own } from '../own-purchase.ts';
import type { Beginning, Begun } from '../pay/begin-terms.ts';
import type { Sale } from '../pay/sales.ts';
import type { Changes } from '../pay/sell-places.ts';
import type { PurchaseWorld } from '../present-purchase.ts';
import type { Choice } from './choices.ts';
import type { DeliveryTypes } from './delivery-types.ts';

/** Who moves the money; a deployment without a gateway takes no cards. */
export interface Payments {
  readonly card: CardGateway | null;
}

export interface CheckoutWorld extends PurchaseWorld {
  readonly deliveries: DeliveryTypes;
  readonly attempts: AttemptReader;
  readonly begin: (wanted: Beginning) => Promise<Begun>;
  readonly sell: (sale: Sale) => Promise<Changes | 'alone'>;
  readonly choose: (choice: Choice) => Promise<void>;
  readonly inventory: Inventory;
  readonly payments: Payments;
  readonly locale: Pick<MoneyLocale, 'currency' | 'decimals'>;
  readonly cards: Brand['cards'];
}

export interface WantedCharge extends Own {
  readonly form: InputOf<typeof charge>['body'];
  /** Of the click. */
  readonly idempotencyKey: string;
  readonly ip: string;
  /** Throws its refusal; asked for once per payment, not when a click is repeated. */
  readonly demandHuman: () => Promise<void>;
}
