import { type DeliveryType, type Purchase, Refusal, selectDelivery, wireNameOf } from '@butaca/contract';
import type { Db } from '#db/connect';
import { quote } from '../catalogue/index.ts';
import { patiently } from '../inventory/index.ts';
import { type CheckoutWorld, demandOpen, lockOwn, type Own } from './checkout.ts';
import { findPurchase } from './find-purchase.ts';
import { type DeliveryRow, findDeliveryType, findDeliveryTypes, setDeliveryType } from './queries-checkout.ts';

/** How the tickets of this purchase can reach their buyer; the same for every purchase, as no show restricts it yet. */
export async function listDeliveries(world: CheckoutWorld, { purchaseId, customerId }: Own): Promise<{ items: DeliveryType[] }> {
  await findPurchase(world, purchaseId, customerId);
  const rows = await findDeliveryTypes(world.db);
  return { items: rows.map((row) => present(row, world.displayUnit)) };
}

export async function chooseDelivery(world: CheckoutWorld, own: Own, deliveryTypeId: number): Promise<Purchase> {
  const offered = await findDeliveryTypes(world.db);
  if (!offered.some(({ id }) => id === deliveryTypeId))
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(selectDelivery.body, 'deliveryTypeId'), reason: 'invalid' }] });
  await patiently(world.db, async (tx) => {
    demandOpen(await lockOwn(tx, own));
    await setDeliveryType(tx, own.purchaseId, deliveryTypeId);
  });
  return findPurchase(world, own.purchaseId, own.customerId);
}

/** Per order, in minor units; nothing while none is chosen. */
export async function deliveryPriceOf(db: Db, id: number | null, displayUnit: number): Promise<{ amount: number; net: number }> {
  const row = id === null ? undefined : await findDeliveryType(db, id);
  return row ? priceOf(row, displayUnit) : { amount: 0, net: 0 };
}

function priceOf({ price, taxRate }: DeliveryRow, displayUnit: number) {
  const { final, net } = quote([{ faceValue: price, taxRate, charges: [], quantity: 1 }], displayUnit);
  return { amount: final, net };
}

const present = (row: DeliveryRow, displayUnit: number): DeliveryType => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  ...(row.description === null ? {} : { description: row.description }),
  price: priceOf(row, displayUnit).amount,
});
