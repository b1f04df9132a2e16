import { type InputOf, type Purchase, Refusal, selectProducts, wireNameOf } from '@butaca/contract';
import { shareAccounts } from '#db/account-lock';
import type { Db, Tx } from '#db/connect';
import { withLockTimeout } from '#db/lock-timeout';
import { randomId } from '#db/random-id';
import type { Click } from '#db/used-key';
import { useBuyersKey } from '../claim/buyers-key.ts';
import { freeSlot } from '../claim/judge.ts';
import { purchaseIdOf } from '../claim/purchase-id.ts';
import { lockRunning, readRunning, startPurchases } from '../claim/queries-claim.ts';
import { requireTurn } from '../claim/require-turn.ts';
import { presentPurchase } from '../present-purchase.ts';
import { lockOwnPurchase, lockPurchase, type OwnPurchase, ownOf, requireChangeable } from '../purchase.ts';
import { selectClock } from '../queries-places.ts';
import { type ChosenProduct, erasedAmong, type PurchaseRow } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import { judgeProducts, type ProductFacts } from './judge-products.ts';
import { lockProducts, readOfPerson, readTaken, readTerms, readTicketsOfPerson, writeProducts } from './queries-products.ts';
import { requireShop } from './require-shop.ts';

interface ProductsRequest extends OwnPurchase {
  /** Without a key a click cannot be repeated. */
  readonly click: Click | undefined;
  /** Of the performance's waiting room, if it has one. */
  readonly pass: string | undefined;
  readonly wanted: InputOf<typeof selectProducts>['body'];
}

/**
 * Makes the products of a purchase for one performance exactly these, or changes nothing. What it has of them is out of stock for others until
 * it ends. Without a purchase (`0`) one of products alone is started.
 */
export async function chooseProducts(world: SaleWorld, { purchaseId, click, wanted, pass, ...of }: ProductsRequest): Promise<Purchase> {
  const { performanceId, products } = wanted;
  const isFresh = purchaseId === '0';
  // A purchase that has some from before the shop was closed may give them back.
  if (isFresh || products.length > 0) requireShop(world);
  if (isFresh && of.channel !== 'online') throw new Refusal('not_for_you');
  const variantIds = products.map(({ variantId }) => variantId);
  if (new Set(variantIds).size < variantIds.length) throw invalid('invalid');
  if (isFresh && products.length === 0) throw invalid('missing');
  const own = { ...of, purchaseId: isFresh ? purchaseIdOf(world.secret, of.customerId, click?.key) : purchaseId };
  if (products.length > 0) await requireTurn(world, { ...own, purchaseId: isFresh ? undefined : own.purchaseId, performanceId, pass });
  const row = await startedOnce(world, async (tx): Promise<PurchaseRow> => {
    if (isFresh) await startAlone(tx, world, { ...own, click });
    const purchase = await lockOwnPurchase(tx, own);
    if (click && (await useBuyersKey(world, tx, click)) === 'again') return purchase;
    requireChangeable(purchase);
    if (purchase.channel !== 'online') throw new Refusal('not_for_you');
    const had = purchase.products ?? [];
    const chosen = products.length > 0 ? await take(tx, world, { ...own, performanceId, had, products }) : [];
    const now = [...had.filter((each) => each.performanceId !== performanceId), ...chosen];
    await writeProducts(tx, { purchaseId: purchase.id, products: now });
    return { ...purchase, products: now.length > 0 ? now : null };
  });
  return presentPurchase(row, world);
}

/** Another transaction took the id or the slot of the purchase that was to be started. */
class StartedElsewhere extends Error {}
const MOST_STARTS = 4;

/** Runs it again when another click started a purchase at the same moment: then that one is found, or the next slot. */
async function startedOnce(world: Pick<SaleWorld, 'db'>, work: (tx: Tx) => Promise<PurchaseRow>): Promise<PurchaseRow> {
  for (let tries = 1; ; tries++) {
    try {
      return await withLockTimeout(world.db, work);
    } catch (error) {
      if (!(error instanceof StartedElsewhere)) throw error;
      if (tries === MOST_STARTS) throw new Refusal('busy', { retryAfterSeconds: 1 });
    }
  }
}

type Taking = Omit<Asked, 'variantIds'> & { readonly products: ProductsRequest['wanted']['products'] };

/** Locks these products and judges them; what the purchase has of them then. */
async function take(tx: Tx, world: SaleWorld, { products, ...asked }: Taking): Promise<ChosenProduct[]> {
  const variantIds = products.map(({ variantId }) => variantId);
  await lockProducts(tx, variantIds);
  const facts = await readFacts(tx, world, { ...asked, variantIds });
  judgeProducts(products, facts);
  return products.map(({ variantId, quantity }) => {
    const { productId, handover } = facts.terms.find((terms) => terms.variantId === variantId) as (typeof facts.terms)[number];
    return { performanceId: asked.performanceId, productId, variantId, quantity, withOrder: handover === 'with_order' };
  });
}

const invalid = (reason: 'missing' | 'invalid') =>
  new Refusal('invalid_input', { fields: [{ name: wireNameOf(selectProducts.body, 'products'), reason }] });

interface Asked extends OwnPurchase {
  /** They are had already, and about to be paid. */
  readonly held?: boolean;
  readonly performanceId: number;
  readonly variantIds: readonly number[];
  readonly had: readonly ChosenProduct[];
}

/** What the products of a performance are judged by; final once they are locked. */
export async function readFacts(
  db: Db | Tx,
  { limits: { graceSeconds } }: Pick<SaleWorld, 'limits'>,
  { purchaseId, customerId, performanceId, variantIds, had, held = false }: Asked,
): Promise<ProductFacts> {
  const terms = await readTerms(db, { variantIds, performanceId, held });
  const productIds = [...new Set(terms.map(({ productId }) => productId))];
  const isLimited = terms.some(({ mostPerPerson, mostPerTicket }) => mostPerPerson !== null || mostPerTicket !== null);
  const [taken, purchases, tickets] = await Promise.all([
    readTaken(db, variantIds, graceSeconds),
    isLimited ? readOfPerson(db, { customerId, productIds, graceSeconds }) : [],
    terms.some(({ mostPerTicket }) => mostPerTicket !== null) ? readTicketsOfPerson(db, { customerId, performanceId, graceSeconds }) : [],
  ]);
  return {
    ...{ purchaseId, performanceId, terms, purchases, tickets, had },
    taken: new Map(taken.map((row) => [row.variantId, row.taken])),
  };
}

/** Starts a purchase without places in a free slot of its customer; the same click again finds it. */
async function startAlone(
  tx: Tx,
  { limits }: Pick<SaleWorld, 'limits'>,
  { purchaseId, customerId, language, click }: OwnPurchase & { readonly click: Click | undefined },
): Promise<void> {
  await shareAccounts(tx, [customerId]);
  if ((await erasedAmong(tx, [customerId])).length > 0) throw new Refusal('not_found');
  await lockRunning(tx, customerId);
  if (await lockPurchase(tx, purchaseId)) return;
  const [running, [clock]] = await Promise.all([readRunning(tx, [customerId]).execute(), selectClock(tx).execute()]);
  const slot = freeSlot(running, limits.mostPurchases);
  if (slot === undefined) throw new Refusal('too_many_purchases', { most: limits.mostPurchases });
  const nowMs = clock?.nowMs ?? 0;
  const purchase = {
    ...{
      id: purchaseId,
      customerId,
      claimKey: click?.key ?? randomId(),
      asked: click?.asked ?? null,
      slot,
      channel: 'online',
      language: language ?? null,
      placeIds: [],
      contiguous: true,
    },
    startedAtMs: nowMs,
    deadlineMs: nowMs + limits.minutes * 60_000,
  };
  if ((await startPurchases(tx, [purchase], 'skip')).length === 0) throw new StartedElsewhere();
}

/** Refuses to pay for products that are not to be had like that any more, by what the database says now. */
export async function requireProducts(world: Pick<SaleWorld, 'db' | 'limits'>, purchase: PurchaseRow): Promise<void> {
  const had = purchase.products ?? [];
  for (const [performanceId, some] of Map.groupBy(had, (each) => each.performanceId)) {
    const variantIds = some.map(({ variantId }) => variantId);
    const own = ownOf(purchase);
    judgeProducts(some, await readFacts(world.db, world, { ...own, performanceId, variantIds, had, held: true }));
  }
}
