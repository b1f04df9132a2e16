import { serverClock } from '@butaca/browser/server-clock.ts';
/** One's own orders, bookings among them (C-23); null when they could not be read. Without an open session, to login. */
export async function readOrders(request: Request) {
  const [{ listOrders }, { pageCall }] = await Promise.all([import('@butaca/contract/order'), import('../../calls/page-call.ts')]);
  const answer = await pageCall(listOrders, { query: {} }, request);
  return { orders: answer.ok ? answer.data.items : null, now: serverClock.now() };
}

/** Those of the orders that began as a booking (C-23). */
export async function readBookings(request: Request) {
  const { orders } = await readOrders(request);
  return orders?.filter(({ bookingId }) => bookingId !== undefined) ?? null;
}
