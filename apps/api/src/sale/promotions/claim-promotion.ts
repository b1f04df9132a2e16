import { type applyPromotionCode, type InputOf, type PromotionRefusal, type Purchase, Refusal } from '@butaca/contract';
import { withLockTimeout } from '#db/lock-timeout';
import { admitPromotionCode } from '../../customers/index.ts';
import { presentPurchase } from '../present-purchase.ts';
import { judgeHolds, type Prices } from '../price-purchase.ts';
import { lockOpenPurchase, type OwnPurchase, requireOpen, requireOwnPurchase } from '../purchase.ts';
import type { PromotionClaim, PurchaseRow } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import type { Judged } from './judge-promotions.ts';
import { type CodeRow, findCodes, lockPromotions, readUses, type UsesRow, writeClaims } from './queries-promotions.ts';

interface CodeRequest extends OwnPurchase {
  readonly code: InputOf<typeof applyPromotionCode>['body']['code'];
  readonly ip: string;
}

/**
 * Takes a use of a code for a purchase, when the code saves something there and a use is left; answers the purchase with its new price. A
 * use that another code has made useless is given back. The same code again changes nothing.
 */
export async function applyCode(world: SaleWorld, { code: given, ip, ...own }: CodeRequest): Promise<Purchase> {
  const seen = await requireOwnPurchase(world, own);
  requireOpen(seen);
  const isClerk = seen.channel === 'box_office';
  await admitPromotionCode(world.db, { secret: world.secret, customerId: own.customerId, ip, isClerk });
  const code = given.replace(/\s/g, '').toUpperCase();
  const codes = await findCodes(
    world.db,
    code,
    seen.holds.map(({ performanceId }) => performanceId),
  );
  if (codes.length === 0) throw new Refusal('promotion_refused', { reason: 'unknown' });
  // Prices are read before the transaction: one that waits for a second connection could wait for itself.
  const prices = await pricesOf(world, seen);
  const row = await withLockTimeout(world.db, async (tx) => {
    const purchase = await lockOpenPurchase(tx, own);
    await lockPromotions(
      tx,
      codes.map(({ promotionId }) => promotionId),
    );
    const before = purchase.claims ?? [];
    const wanted = codes.filter(({ id }) => !before.some(({ codeId }) => codeId === id));
    const taken: PromotionClaim[] = [];
    for (const each of wanted) {
      const uses = await readUses(tx, {
        code: each,
        purchaseId: purchase.id,
        customerId: own.customerId,
        graceSeconds: world.limits.graceSeconds,
      });
      // The clerk is not who the tickets are for: at a counter a person is one sale.
      taken.push(claimOf(each, isClerk ? { ...uses, tickets: 0 } : uses));
    }
    if (taken.length === 0) return purchase;
    const of = (promotionId: number) => taken.some((claim) => claim.promotionId === promotionId);
    const judged = await judgeHolds({ ...purchase, claims: [...before.filter(({ promotionId }) => !of(promotionId)), ...taken] }, prices);
    const applied = new Set(judged.flatMap(({ applied: all }) => all.map(({ promotion }) => promotion.id)));
    if (!taken.some(({ promotionId }) => applied.has(promotionId))) throw refusalOf(taken, judged);
    const claims = [...before.filter(({ promotionId }) => !of(promotionId)), ...taken].filter(({ promotionId }) =>
      applied.has(promotionId),
    );
    await writeClaims(tx, { purchaseId: purchase.id, customerId: own.customerId, claims });
    return { ...purchase, claims };
  });
  return presentPurchase(row, world);
}

/** Gives the use of a promotion back; one that the purchase does not have changes nothing. */
export async function removePromotion(
  world: SaleWorld,
  { promotionId, ...own }: OwnPurchase & { readonly promotionId: number },
): Promise<Purchase> {
  const row = await withLockTimeout(world.db, async (tx) => {
    const purchase = await lockOpenPurchase(tx, own);
    const claims = (purchase.claims ?? []).filter((claim) => claim.promotionId !== promotionId);
    if (claims.length === (purchase.claims ?? []).length) return purchase;
    await writeClaims(tx, { purchaseId: purchase.id, customerId: own.customerId, claims });
    return { ...purchase, claims: claims.length > 0 ? claims : null };
  });
  return presentPurchase(row, world);
}

/** The use that a code gives now, or why it gives none. */
function claimOf({ id, promotionId, code, mostUses, perCustomer }: CodeRow, { uses, unpaid, tickets }: UsesRow): PromotionClaim {
  if (mostUses !== null && uses >= mostUses) throw new Refusal('promotion_refused', { reason: unpaid > 0 ? 'in_use' : 'used_up' });
  if (perCustomer !== null && tickets >= perCustomer) throw new Refusal('promotion_refused', { reason: 'limit', most: perCustomer });
  return { promotionId, codeId: id, code, mostTickets: perCustomer === null ? null : perCustomer - tickets };
}

/** What the prices of a purchase are read from, read once. */
export async function pricesOf(
  { stockOf, displayUnit, mixesPromotions, languages, deliveries, products }: SaleWorld,
  { holds }: PurchaseRow,
): Promise<Prices> {
  const stocks = new Map(
    await Promise.all(
      holds.map(async ({ performanceId, promisedAtMs }) => [performanceId, await stockOf(performanceId, promisedAtMs)] as const),
    ),
  );
  return {
    displayUnit,
    mixesPromotions,
    languages,
    deliveries,
    products,
    stockOf: async (performanceId) => {
      // Another tab has taken places of one more performance since.
      if (!stocks.has(performanceId)) throw new Refusal('busy', { retryAfterSeconds: 1 });
      return stocks.get(performanceId) ?? null;
    },
  };
}

/** Why a code that exists takes nothing off. */
export function refusalOf(taken: readonly PromotionClaim[], judged: readonly { readonly judged: readonly Judged[] }[]): Refusal {
  const own = judged
    .flatMap((performance) => performance.judged)
    .filter(({ promotion }) => taken.some(({ promotionId }) => promotionId === promotion.id));
  const [first] = own.toSorted((a, b) => b.saved - a.saved || a.lacks - b.lacks);
  const reason: PromotionRefusal = first === undefined ? 'unknown' : (first.obstacle ?? 'better');
  return new Refusal('promotion_refused', { reason, ...(first && first.lacks > 0 ? { lacks: first.lacks } : {}) });
}
