import type { Brand } from '@butaca/brand';
import type { Db } from '#db/connect';
import { Inventory } from './inventory.ts';

/** Longer than the deadline says, so that a click in the last second still counts. */
const GRACE_SECONDS = 5;

/** The inventory on a brand's terms, for every process that sells, settles or sweeps. */
export const inventoryOf = (db: Db, { constants: { purchaseMinutes, mostPlaces, mostPurchases } }: Brand) =>
  new Inventory({ db, terms: { minutes: purchaseMinutes, graceSeconds: GRACE_SECONDS, mostPlaces, mostPurchases } });
