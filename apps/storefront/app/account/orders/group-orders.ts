import type { Order } from '@butaca/contract';

/** Assumed for a show without a duration. */
const USUAL_MINUTES = 120;

const startOf = ({ performances }: Order) => Math.min(Number.MAX_SAFE_INTEGER, ...performances.map(({ startsAt }) => startsAt));
const endOf = ({ performances }: Order) =>
  Math.max(0, ...performances.map(({ startsAt, durationMinutes = USUAL_MINUTES }) => startsAt + durationMinutes * 60_000));

/** `ahead`: performances to come and orders without a final status, the next one first; `over`: past or refunded ones, the latest first. */
export function groupOrders(orders: readonly Order[], now: number): { readonly ahead: readonly Order[]; readonly over: readonly Order[] } {
  const isAhead = (order: Order) => (order.state === 'paid' ? endOf(order) > now : order.state !== 'refunded');
  return {
    ahead: orders.filter(isAhead).sort((a, b) => startOf(a) - startOf(b)),
    over: orders.filter((order) => !isAhead(order)).sort((a, b) => startOf(b) - startOf(a)),
  };
}
