import type { Order } from '@butaca/contract';
import { currentSession } from '../../session/store.ts';

export interface KeptOrder {
  readonly order: Order;
  /** Its tickets may have been issued anew since: the order is without their codes, which may be void. */
  readonly isWithheld: boolean;
}

const MOST = 20;

/** Orders that were opened, for the door without a connection. In memory only, and shown only in the session that read them. */
const kept = new Map<string, KeptOrder & { readonly token: string }>();

let withheld = 0;

const keyOf = (orderId: string, part = 1) => `${orderId} ${part}`;

export function keepOrder(order: Order, part: number | undefined): void {
  const token = currentSession()?.token;
  if (token === undefined) return;
  if (kept.size >= MOST) kept.clear();
  // Other parts of an order whose tickets were issued anew since have codes that are void.
  for (const [key, { order: before }] of kept)
    if (before.id === order.id && before.reissues?.length !== order.reissues?.length) kept.delete(key);
  kept.set(keyOf(order.id, part), { order, token, isWithheld: false });
}

export function keptOrder(orderId: string, part: number | undefined): KeptOrder | undefined {
  const found = kept.get(keyOf(orderId, part));
  return found?.token === currentSession()?.token ? found : undefined;
}

/** Takes the codes from what is kept of an order, until it is read again or given back. */
export function withholdCodes(orderId: string): { readonly giveBack: () => void } {
  withheld++;
  const before = [...kept].filter(([, { order }]) => order.id === orderId);
  for (const [key, found] of before) kept.set(key, { ...found, order: withoutCodes(found.order), isWithheld: true });
  return {
    giveBack: () => {
      for (const [key, found] of before) if (kept.get(key)?.isWithheld) kept.set(key, found);
    },
  };
}

/** Counts up with each time that codes were withheld: a reading that began before may bring void ones. */
export const timesWithheld = (): number => withheld;

export const withoutCodes = (order: Order): Order => ({ ...order, tickets: order.tickets.map(({ code, ...ticket }) => ticket) });
