import type { ListedProduct, Product, PurchaseProduct } from '@butaca/contract';
import { findOnSaleProducts } from '../../catalogue/index.ts';
import { findPurchase } from '../present-purchase.ts';
import { type OwnPurchase, requireOwnPurchase } from '../purchase.ts';
import type { Channel } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import { readFacts } from './choose-products.ts';
import { mostOf } from './judge-products.ts';
import { readTaken, readTerms } from './queries-products.ts';
import { requireShop } from './require-shop.ts';

/** Of each product on the shop's page. */
const MOST_PERFORMANCES = 6;

/** The products that can be bought for performances to come, in the order of the catalogue. */
export async function listShop(world: SaleWorld, venueId: number | undefined): Promise<{ items: ListedProduct[] }> {
  requireShop(world);
  const [all, onSale] = await Promise.all([
    world.products.products(),
    findOnSaleProducts(world.db, { performanceId: null, most: MOST_PERFORMANCES }),
  ]);
  const performancesOf = new Map(onSale.map(({ productId, performanceIds }) => [productId, performanceIds]));
  const shown = all.filter((each) => performancesOf.has(each.id) && (venueId === undefined || each.venueId === venueId));
  if (shown.length === 0) return { items: [] };
  const variantIds = shown.flatMap(({ variants }) => variants.map(({ id }) => id));
  const [left, cards] = await Promise.all([
    leftOf(world, variantIds),
    world.cardsOf([...new Set(shown.flatMap(({ id }) => performancesOf.get(id) ?? []))]),
  ]);
  return {
    items: shown.map((row) => ({
      ...world.products.present(row, (id) => ({ soldOut: (left.get(id) ?? 0) <= 0 })),
      ...{ venueId: row.venueId, venueName: row.venueName, venueSeo: row.venueSeo },
      performances: cards.filter(({ id }) => performancesOf.get(row.id)?.includes(id)).map((card) => ({ ...card, placeCount: 0 })),
    })),
  };
}

async function leftOf({ db, limits }: SaleWorld, variantIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const [terms, taken] = await Promise.all([
    readTerms(db, { variantIds, performanceId: 0 }),
    readTaken(db, variantIds, limits.graceSeconds),
  ]);
  const takenOf = new Map(taken.map((row) => [row.variantId, row.taken]));
  return new Map(terms.map(({ variantId, stock }) => [variantId, stock - (takenOf.get(variantId) ?? 0)]));
}

interface ShopRequest {
  /** `0`: none is started yet. */
  readonly purchaseId: string;
  readonly customerId: string;
  /** Of the caller: a counter sells no products. */
  readonly channel: Channel;
  readonly performanceId: number;
}

/** Whether a purchase can have products for this performance. */
export async function hasProducts(world: SaleWorld, request: ShopRequest): Promise<{ active: boolean }> {
  const { performanceId, channel } = request;
  await purchaseOf(world, request);
  if (channel !== 'online' || !world.sellsProducts) return { active: false };
  return { active: (await findOnSaleProducts(world.db, { performanceId, most: 1 })).length > 0 };
}

/** The products for a performance, with what the purchase has and may have of each. */
export async function listForPerformance(world: SaleWorld, request: ShopRequest): Promise<{ items: Product[] }> {
  requireShop(world);
  const { performanceId, channel } = request;
  const purchase = await purchaseOf(world, request);
  if (channel !== 'online') return { items: [] };
  const [all, onSale] = await Promise.all([world.products.products(), findOnSaleProducts(world.db, { performanceId, most: 1 })]);
  const shown = all.filter(({ id }) => onSale.some(({ productId }) => productId === id));
  if (shown.length === 0) return { items: [] };
  const variantIds = shown.flatMap(({ variants }) => variants.map(({ id }) => id));
  const had = purchase?.products ?? [];
  const facts = await readFacts(world.db, world, { ...request, variantIds, had });
  const own = had.filter((each) => each.performanceId === performanceId);
  return {
    items: shown.map((row) =>
      world.products.present(row, (id) => {
        const { most, reason } = mostOf(id, own, facts);
        const quantity = own.find(({ variantId }) => variantId === id)?.quantity ?? 0;
        return { soldOut: most <= 0 && reason === 'out_of_stock', most, limit: reason, quantity };
      }),
    ),
  };
}

/** The products of a purchase with what they cost. */
export async function findSelected(world: SaleWorld, own: OwnPurchase): Promise<{ items: PurchaseProduct[]; total: number }> {
  const { products = [], totals } = await findPurchase(world, own);
  if (products.length === 0) requireShop(world);
  return { items: products, total: totals?.products ?? 0 };
}

const purchaseOf = (world: SaleWorld, { purchaseId, customerId, channel }: ShopRequest) =>
  purchaseId === '0' ? null : requireOwnPurchase(world, { purchaseId, customerId, channel });
