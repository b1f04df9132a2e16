import type { Brand } from '@butaca/brand';
import type { Account, SplitPart } from '../../payments/index.ts';
import { accounts, discountOnWhole } from '../pay/charge.ts';
import type { PricedPurchase, PricedTicket } from '../queries-purchases.ts';

type RefundRules = Pick<Brand['refunds'], 'ticketPercent' | 'serviceCharge' | 'antiFraudQr' | 'delivery'>;

/** What is refunded, and by which rules. */
export interface PartsRequest {
  readonly priced: PricedPurchase;
  readonly tickets: readonly PricedTicket[];
  /** Whether no valid ticket is left after it. */
  readonly isLast: boolean;
  /** Performances that were cancelled: theirs goes back whole, whatever the rules say. */
  readonly cancelled: ReadonlySet<number>;
  /** The tickets have left the house: what bringing them cost is spent. */
  readonly isOnItsWay?: boolean;
  /** What products cost that their buyer has and keeps. */
  readonly productsKept?: number;
  /** What earlier refunds gave back. */
  readonly before: readonly SplitPart[];
  readonly rules: RefundRules;
  /** Minor units that every component is rounded to (CO-023). */
  readonly displayUnit: number;
}

/**
 * What goes back for some tickets of a purchase, by reason. Each component of a ticket by its rule; delivery and products with the last
 * ticket, and of an order without tickets at once. What a promotion took off a ticket
 * is not paid back; a discount on the whole purchase shrinks each ticket's part by its share; the last ticket has what the rounding left. The cost of
 * instalments goes back in proportion to the price that has gone back in all, to the cent (decision 044).
 */
export function refundParts(request: PartsRequest): SplitPart[] {
  const { priced, tickets, isLast, cancelled, isOnItsWay = false, productsKept = 0, before, rules, displayUnit } = request;
  const sums = new Map<string, SplitPart>();
  const add = (account: Account, performanceId: number | null, amount: number) => {
    const key = `${account} ${performanceId}`;
    sums.set(key, { account, performanceId, amount: (sums.get(key)?.amount ?? 0) + amount });
  };
  const rounded = (amount: number) => Math.floor(amount / displayUnit + 0.5) * displayUnit;
  const percentOf = ({ performanceId }: PricedTicket) => (cancelled.has(performanceId) ? 100 : rules.ticketPercent);
  const isReturned = { service: rules.serviceCharge, anti_fraud_qr: rules.antiFraudQr };
  for (const ticket of tickets) {
    const off = ticket.quote.components.reduce((sum, { kind, amount }) => sum + (kind === 'discount' ? amount : 0), 0);
    // Rounded once for what was paid: rounded apart, a ticket of nothing could give a unit back.
    const offBack = rounded((-off * percentOf(ticket)) / 100);
    add('discounts', ticket.performanceId, -offBack);
    for (const { kind, amount } of ticket.quote.components) {
      if (kind === 'discount') continue;
      if (kind === 'ticket') add(accounts[kind], ticket.performanceId, rounded(((amount + off) * percentOf(ticket)) / 100) + offBack);
      else if (isReturned[kind] || cancelled.has(ticket.performanceId)) add(accounts[kind], ticket.performanceId, amount);
    }
  }
  const { delivery, products } = priced.totals;
  const discounts = discountOnWhole(priced);
  const face = priced.tickets.reduce((sum, { quote }) => sum + quote.face, 0);
  const isWhole = isLast && tickets.every((ticket) => percentOf(ticket) === 100);
  const earlier = before.reduce(
    (sum, { account, performanceId, amount }) => sum + (account === 'discounts' && performanceId === null ? amount : 0),
    0,
  );
  const share = tickets.reduce((sum, ticket) => sum + (discounts * ticket.quote.face * percentOf(ticket)) / 100, 0) / Math.max(1, face);
  add('discounts', null, isWhole ? discounts - earlier : rounded(share));
  const allCancelled = tickets.length > 0 && tickets.every(({ performanceId }) => cancelled.has(performanceId));
  if (isLast && (allCancelled || (rules.delivery && !isOnItsWay))) add('delivery', null, delivery);
  // Whole, whatever the rules say of tickets, and never in parts.
  if (isLast) add('products', null, products - productsKept);
  if (priced.totals.financing)
    add('financing', null, financingShare(priced.totals.financing, priced.totals.total, [...before, ...sums.values()]));
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}

/** What of the instalments' cost is to go back now. Counted over everything that went back, so that no rounding is left over. */
function financingShare(financing: number, total: number, returned: readonly SplitPart[]): number {
  const sumOf = (parts: readonly SplitPart[]) => parts.reduce((sum, { amount }) => sum + amount, 0);
  const [earlier, price] = [
    returned.filter(({ account }) => account === 'financing'),
    returned.filter(({ account }) => account !== 'financing'),
  ].map(sumOf) as [number, number];
  return Math.floor(financing * (price / (total - financing)) + 0.5) - earlier;
}
