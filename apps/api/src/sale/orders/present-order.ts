import type { KnownOrderState, Order, Purchase, PurchaseStage } from '@butaca/contract';
import { holderOf, type OrderRecord } from '../../orders/index.ts';
import { type AttemptRow, kindOfProvider } from '../../payments/index.ts';
import { presentOffer } from '../pay/present-payment.ts';
import type { SaleWorld } from '../world.ts';

interface Parts extends Pick<Order, 'tickets' | 'performances'> {
  readonly purchase: Purchase;
  /** Of a paid one. */
  readonly record: OrderRecord | undefined;
  readonly attempt: AttemptRow | undefined;
}

/** An order as its buyer sees it. */
export async function presentOrder(world: SaleWorld, { purchase, record, attempt, ...parts }: Parts): Promise<Order> {
  const { totals } = purchase;
  if (!totals) throw new Error('a purchase that was paid for has its totals');
  const state = stateOf(purchase, attempt);
  const offer = state === 'offered' ? await presentOffer(world, purchase) : null;
  const amount = attempt?.amount ?? totals.total;
  return {
    id: purchase.id,
    purchaseId: purchase.id,
    state,
    ...parts,
    totals,
    pending: state === 'pending' ? amount : 0,
    paid: state === 'pending' || state === 'refunded' ? 0 : amount,
    ...(attempt ? { instalments: attempt.instalments, paymentKind: kindOfProvider(attempt.provider) } : {}),
    ...(attempt?.brand && attempt.lastFour ? { lastFour: attempt.lastFour, brand: attempt.brand } : {}),
    ...(record ? presentRecord(record) : {}),
    ...(offer ? { offer } : {}),
    purchase,
  };
}

function presentRecord(record: OrderRecord) {
  const holder = holderOf(record);
  return {
    paidAt: record.paidAt.epochMilliseconds,
    ...(holder === null ? {} : { holder }),
    ...(record.delivery ? { delivery: record.delivery } : {}),
  };
}

const states: Readonly<Partial<Record<PurchaseStage, KnownOrderState>>> = { paid: 'paid', paying: 'pending', offered: 'offered' };

/** Of a purchase that ended otherwise the money goes back, or has gone. */
const stateOf = ({ stage = 'cancelled' }: Purchase, attempt: AttemptRow | undefined): KnownOrderState =>
  states[stage] ?? (attempt?.state === 'returning' ? 'returning' : 'refunded');
