import type { Db, Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { requestCreditNote } from '../../bills/index.ts';
import { type OrderTicketRow, voidTickets } from '../../orders/index.ts';
import { type AttemptRow, attemptsOf, type RefundKey, type RefundRow, type RefundWay, startRefund } from '../../payments/index.ts';
import { returnProducts } from '../products/queries-products.ts';
import { freed, freePlaces, type PlaceChanges } from '../queries-places.ts';
import type { PurchaseRow } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import type { RefundedPerformance } from './queries-staff.ts';
import type { Portion } from './refund-portions.ts';
import type { ProductMoney } from './refund-products.ts';

/** What a refund gives back, and what becomes of the tickets and their places. */
export interface RefundPlan {
  readonly attempt: AttemptRow;
  readonly way: RefundWay;
  /** What goes back that way. */
  readonly portion: Portion;
  /** What goes back beside it, because that is what it was paid with: to the customer's balance, or on another card; null for most. */
  readonly beside: Share | null;
  /** What of it is cash, of what was paid on a terminal and in cash. */
  readonly cashAmount: number;
  readonly tickets: readonly OrderTicketRow[];
  /** Places that are free for others at once, by performance. */
  readonly soldAgain: ReadonlyMap<number, readonly number[]>;
  /** With the last ticket; null where there are none. */
  readonly products: ProductMoney | null;
  /** What went back before for no ticket, and is counted for these; left out it is 0. */
  readonly covered?: number;
  /** Left out: where a part of their money goes back. */
  readonly returnsProducts?: boolean;
  /** Products stay bought, also where a part of their money is gone. */
  readonly keepsProducts?: boolean;
}

/** What goes back of one attempt in one way. */
interface Share {
  readonly attempt: AttemptRow;
  readonly way: RefundWay;
  readonly portion: Portion;
}

type LockedPlacesOf = (performanceId: number) => ReadonlyMap<number, Parameters<typeof freed>[0]> | undefined;

export interface Written {
  readonly key: RefundKey;
  readonly besideKey: RefundKey | null;
  readonly changes: PlaceChanges;
}

/** The refund, the ledger, the tickets, their places and the buyer's mail: all or nothing. */
export async function writeRefund(
  tx: Tx,
  { purchase, plan, reason, placesOf }: { purchase: PurchaseRow; plan: RefundPlan; reason: string; placesOf: LockedPlacesOf },
): Promise<Written> {
  const { attempt, way, portion, beside, cashAmount, tickets, covered = 0 } = plan;
  const changes = new Map(
    [...plan.soldAgain].map(([performanceId, placeIds]) => {
      const rows = placeIds.flatMap((placeId) => placesOf(performanceId)?.get(placeId) ?? []);
      return [performanceId, rows.filter(({ state, purchaseId }) => state === 'sold' && purchaseId === purchase.id).map(freed)] as const;
    }),
  );
  await voidTickets(tx, tickets);
  if ((plan.returnsProducts ?? hasProducts(plan)) && !plan.keepsProducts) await returnProducts(tx, purchase.id);
  for (const [performanceId, rows] of changes) {
    await freePlaces(
      tx,
      performanceId,
      rows.map(({ placeId }) => placeId),
    );
  }
  const named = tickets.map(({ performanceId, id }) => ({ performanceId, id }));
  const commonOf = ({ reference, provider, currency }: AttemptRow) => ({ purchaseId: purchase.id, reference, provider, currency, reason });
  const key = await startRefund(tx, { ...commonOf(attempt), ...portion, cashAmount, way, tickets: named, covered });
  const besideKey = beside && (await startRefund(tx, { ...commonOf(beside.attempt), ...beside.portion, way: beside.way, tickets: [] }));
  const isOtherCard = beside !== null && beside.attempt.reference !== attempt.reference;
  // Each movement of the ledger has its credit note, where the purchase has a bill.
  await requestCreditNote(tx, { purchaseId: purchase.id, refundId: key.id, amount: portion.amount });
  if (besideKey) await requestCreditNote(tx, { purchaseId: purchase.id, refundId: besideKey.id, amount: beside.portion.amount });
  const payload = {
    ...{ purchaseId: purchase.id, refundId: key.id },
    ...(besideKey && (isOtherCard ? { otherCardId: besideKey.id } : { toBalanceId: besideKey.id })),
  };
  if (way === 'chargeback') await enqueue(tx, 'tell-of-chargeback', payload, { key: `tell-of-chargeback.${key.id}` });
  // Of a part that voids nothing the provider itself has told its buyer.
  else if (purchase.channel === 'online' && (way !== 'elsewhere' || tickets.length > 0))
    await enqueue(tx, 'tell-of-refund', payload, { key: `tell-of-refund.${key.id}` });
  return { key, besideKey, changes };
}

const hasProducts = ({ portion, beside }: RefundPlan): boolean =>
  [...portion.parts, ...(beside?.portion.parts ?? [])].some(({ account }) => account === 'products');

/** What paid a purchase: one attempt, or the two cards that did, the first one first. */
export const cardsOf = async (db: Db | Tx, latest: AttemptRow): Promise<AttemptRow[]> =>
  latest.part === 0
    ? [latest]
    : (await attemptsOf(db, latest.purchaseId)).filter(({ state }) => state === 'approved').sort((a, b) => a.part - b.part);

/** The refunds of one attempt of a purchase. */
export const ofAttempt = (refunds: readonly RefundRow[], { reference }: Pick<AttemptRow, 'reference'>): RefundRow[] =>
  refunds.filter((refund) => refund.reference === reference);

/** Which places are free for others, by performance: where the show, or else the brand, says so and somebody can still buy them. */
export function placesSoldAgain(
  rules: SaleWorld['refunds'],
  tickets: readonly OrderTicketRow[],
  performances: readonly RefundedPerformance[],
): Map<number, number[]> {
  const open = performances.filter(({ isOver, soldAgain }) => !isOver && (soldAgain ?? rules.placesAreSoldAgain));
  const placesOf = (performance: number) =>
    tickets.flatMap(({ performanceId, placeId }) => (performanceId === performance ? [placeId] : []));
  return new Map(open.map(({ id }) => [id, placesOf(id)] as const).filter(([, places]) => places.length > 0));
}

/** All that goes back, in minor units. */
export const amountOf = ({ portion, beside }: RefundPlan): number => portion.amount + (beside?.portion.amount ?? 0);
