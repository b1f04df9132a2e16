import { type DeliveryType, type InputOf, type Purchase, Refusal, selectDelivery as selectCall, wireNameOf } from '@butaca/contract';
import { addressesOf } from '../../customers/index.ts';
import { presentPurchase } from '../present-purchase.ts';
import { needsDelivery } from '../price-purchase.ts';
import { type OwnPurchase, requireOwnPurchase } from '../purchase.ts';
import type { PurchaseRow } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import { chosenDelivery } from './delivery.ts';
import { named } from './delivery-name.ts';
import { findFirstStart } from './queries-checkout.ts';

/** How the tickets of this purchase can reach their buyer now, each with its end before the first performance. */
export async function listDeliveries(world: SaleWorld, own: OwnPurchase): Promise<{ items: DeliveryType[] }> {
  const purchase = await requireOwnPurchase(world, own);
  // What is fetched at the venue needs none, and a file brings no products.
  if (!needsDelivery(purchase)) return { items: [] };
  const offered = (await world.deliveries.offered()).filter(({ kind }) => !isOfProductsAlone(purchase) || kind !== 'eticket');
  const ends = new Map(await Promise.all(offered.map(async ({ id }) => [id, await world.deliveries.closesBefore(id)] as const)));
  const start = [...ends.values()].some((end) => end !== null) ? await firstStart(world, purchase) : null;
  return {
    items: offered.flatMap((found) => {
      const type = named(found, own.language ?? world.languages.language);
      const end = ends.get(type.id) ?? null;
      if (end === null || start === null) return [type];
      return start.inMs > end ? [{ ...type, until: Math.floor(start.startsAtMs - end) }] : [];
    }),
  };
}

/** Chooses a delivery with its point or address, by what the database says now; everything about it, or nothing. */
export async function chooseDelivery(world: SaleWorld, own: OwnPurchase, wanted: InputOf<typeof selectCall>['body']): Promise<Purchase> {
  const delivery = (await world.deliveries.offers(wanted.deliveryTypeId)) ? await world.deliveries.find(wanted.deliveryTypeId) : undefined;
  if (!delivery) throw invalid('deliveryTypeId', 'invalid');
  const addresses = wanted.addressId === undefined ? [] : await addressesOf(world.db, own.customerId);
  const chosen = chosenDelivery(delivery, wanted, addresses, invalid);
  if (delivery.row.closesHours !== null) {
    const purchase = await requireOwnPurchase(world, own);
    await requireDeliverable(world, {
      ...{ holds: purchase.holds, products: purchase.products },
      deliveryTypeId: chosen.typeId,
      deliveryPointId: chosen.pointId,
      deliveryZoneId: chosen.zoneId,
    });
  }
  return presentPurchase(await world.choices.keep({ ...own, delivery: chosen }), world);
}

const invalid = (field: keyof InputOf<typeof selectCall>['body'], reason: 'missing' | 'invalid') =>
  new Refusal('invalid_input', { fields: [{ name: wireNameOf(selectCall.body, field), reason }] });

/** Refuses a delivery that is too late for the first performance, or that is offered no more. */
export async function requireDeliverable(
  world: Pick<SaleWorld, 'db' | 'deliveries'>,
  purchase: Pick<PurchaseRow, 'deliveryTypeId' | 'deliveryPointId' | 'deliveryZoneId' | 'holds' | 'products'>,
): Promise<void> {
  if (purchase.deliveryTypeId === null || !needsDelivery(purchase)) return;
  const delivery = await world.deliveries.find(purchase.deliveryTypeId);
  if (!delivery) return;
  if (isOfProductsAlone(purchase) && delivery.row.kind === 'eticket') throw new Refusal('delivery_unavailable', { reason: 'gone' });
  const { points, zones } = delivery.row;
  const isThere = (id: number | null, all: readonly { readonly id: number; readonly active: boolean }[]) =>
    id === null || all.some((each) => each.active && each.id === id);
  if (!isThere(purchase.deliveryPointId, points) || !isThere(purchase.deliveryZoneId, zones))
    throw new Refusal('delivery_unavailable', { reason: 'gone' });
  const end = await world.deliveries.closesBefore(purchase.deliveryTypeId);
  if (end === null || purchase.holds.length === 0) return;
  const start = await firstStart(world, purchase);
  if (start !== null && start.inMs <= end) throw new Refusal('delivery_unavailable', { reason: 'closed' });
}

const isOfProductsAlone = ({ holds, products }: Pick<PurchaseRow, 'holds' | 'products'>): boolean =>
  holds.length === 0 && products !== null;

async function firstStart({ db }: Pick<SaleWorld, 'db'>, { holds }: Pick<PurchaseRow, 'holds'>) {
  const [row] = await findFirstStart(
    db,
    holds.map(({ performanceId }) => performanceId),
  );
  return row && row.startsAtMs !== null && row.inMs !== null ? { startsAtMs: row.startsAtMs, inMs: row.inMs } : null;
}
