import type { Brand } from '@butaca/brand';
import type { MoneyLocale } from '@butaca/brand/money';
import type { Db } from '#db/connect';
import type { PerformanceCard } from '../catalogue/index.ts';
import type { AttemptReader, CardGateway } from '../payments/index.ts';
import type { CheckoutChoices } from './checkout/choices.ts';
import type { DeliveryTypes } from './checkout/delivery-types.ts';
import type { Inventory } from './live/inventory.ts';
import type { Stock } from './live/stock.ts';
import type { Beginning, Begun } from './pay/begin-terms.ts';
import type { Sale } from './pay/sales.ts';
import type { Changes } from './pay/sell-places.ts';
import type { ReadPurchase } from './purchase.ts';

/** Who moves the money; a deployment without a gateway takes no cards. */
export interface Payments {
  readonly card: CardGateway | null;
}

/** What the verbs of the sale work with; made once per process. */
export interface SaleWorld {
  readonly db: Db;
  /** Derives the id of a purchase from its first click. */
  readonly secret: string;
  readonly inventory: Inventory;
  readonly payments: Payments;
  readonly locale: Pick<MoneyLocale, 'currency' | 'decimals'>;
  readonly cards: Brand['cards'];
  /** Minor units that every component of a price is rounded to (CO-023). */
  readonly displayUnit: number;
  readonly stockOf: (performanceId: number) => Promise<Stock | null>;
  readonly cardsOf: (performanceIds: readonly number[]) => Promise<readonly PerformanceCard[]>;
  readonly readPurchase: ReadPurchase;
  readonly deliveries: DeliveryTypes;
  readonly attempts: AttemptReader;
  readonly choices: CheckoutChoices;
  readonly begin: (wanted: Beginning) => Promise<Begun>;
  readonly sell: (sale: Sale) => Promise<Changes | 'alone'>;
}
