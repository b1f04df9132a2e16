import { Refusal } from '@butaca/contract';
import type { ShowReservation } from '../../catalogue/index.ts';
import type { Channel } from '../queries-purchases.ts';
import type { ReservedBefore } from './queries-reservations.ts';

/** Reservations that one customer may have at a time, over all performances. */
const MOST_RESERVATIONS = 6;
/** Slots of running purchases are below it, so that reservations keep nobody from buying. */
const FIRST_SLOT = 101;

const HOUR_MS = 3_600_000;
/** What would end sooner is bought, not reserved. */
const SHORTEST_MS = HOUR_MS;

interface ReservationFacts extends ReservedBefore {
  readonly channel: Channel;
  readonly rule: ShowReservation | null;
  /** Places to be reserved. */
  readonly places: number;
  /** Of the performance's map. */
  readonly capacity: number;
  /** Slots of the customer's running purchases and reservations. */
  readonly slots: readonly number[];
}

/**
 * Until when places may be reserved, in milliseconds by the database's clock, and in which slot; refuses with the reason. The days count
 * from the customer's first reservation of the performance, so that nobody keeps places by reserving again and again.
 */
export function judgeReservation(facts: ReservationFacts): { readonly untilMs: number; readonly slot: number | null } {
  const { rule, channel, places, capacity, slots, nowMs, startsAtMs, firstMs, byCustomer, byAll } = facts;
  if (!rule) throw new Refusal('cannot_reserve', { reason: 'show' });
  const isOnline = channel === 'online';
  const untilMs = Math.min((isOnline ? (firstMs ?? nowMs) : nowMs) + rule.days * 24 * HOUR_MS, startsAtMs - rule.closesHours * HOUR_MS);
  if (untilMs < nowMs + SHORTEST_MS) throw new Refusal('cannot_reserve', { reason: 'closed' });
  if ((isOnline ? byCustomer : 0) + places > rule.mostPerCustomer)
    throw new Refusal('cannot_reserve', { reason: 'customer', most: rule.mostPerCustomer });
  if (byAll + places > Math.floor((capacity * rule.mostPercent) / 100)) throw new Refusal('cannot_reserve', { reason: 'full' });
  if (!isOnline) return { untilMs, slot: null };
  for (let slot = FIRST_SLOT; slot < FIRST_SLOT + MOST_RESERVATIONS; slot++) if (!slots.includes(slot)) return { untilMs, slot };
  throw new Refusal('cannot_reserve', { reason: 'reservations', most: MOST_RESERVATIONS });
}
