/** What a shop asked for, and what people did about it on the provider's page or phone. */
export interface Order {
  readonly id: string;
  /** The shop's. */
  readonly reference: string;
  /** Hundredths, in every currency. */
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly webhookUrl: string | null;
  readonly madeAt: number;
  /** From here on nothing can be paid; null where the provider waits for ever. */
  expiresAt: number | null;
  /** Left out, what is decided later may be chosen; the shop asked for none of that. */
  readonly isInstant?: boolean;
  /** Until when what is decided later may be; left out, for ever. */
  readonly pendingUntil?: number;
  /** Of this provider alone: a phone, the method of a card. */
  readonly details: Readonly<Record<string, string>>;
  /** Tries to pay it, the oldest first. */
  readonly payments: Payment[];
  cancelledAt: number | null;
}

export interface Payment {
  readonly id: string;
  readonly madeAt: number;
  /** `cancelled`: by the shop, or by its time, before it was decided. */
  state: 'approved' | 'declined' | 'pending' | 'cancelled';
  /** The provider's own word of why it was declined. */
  reason: string | null;
  readonly refunds: Refund[];
  /** The card's bank took back what was left of it. */
  isChargedBack?: true;
}

interface Refund {
  readonly id: string;
  readonly amount: number;
  /** The shop's, so that a repetition returns once. */
  readonly key: string | null;
}

export type OrderState = 'waiting' | 'expired' | 'cancelled' | Payment['state'] | 'refunded';

/** An approved payment counts, whatever else was tried. */
export function stateOf(order: Order, now: number): OrderState {
  const payment = paymentOf(order);
  if (payment) return payment.state === 'approved' && leftOf(order, payment) === 0 ? 'refunded' : payment.state;
  if (order.cancelledAt !== null) return 'cancelled';
  return order.expiresAt !== null && order.expiresAt <= now ? 'expired' : 'waiting';
}

/** The approved payment of an order, else its last one. */
export const paymentOf = ({ payments }: Order): Payment | undefined =>
  payments.find(({ state }) => state === 'approved') ?? payments.at(-1);

/** What has not been given back. */
export const leftOf = ({ amount }: Order, { refunds }: Payment): number => refunds.reduce((left, refund) => left - refund.amount, amount);

/** What went back of a payment, or was taken back by the card's bank. */
export const backOf = (order: Order, payment: Payment): number =>
  payment.isChargedBack ? order.amount : order.amount - leftOf(order, payment);

const MOST_ORDERS = 100_000;

/** The last orders, in memory. */
export class Orders {
  readonly #byId = new Map<string, Order>();
  readonly #byReference = new Map<string, Order[]>();
  readonly #byPayment = new Map<string, Order>();

  add(order: Order) {
    this.#byId.set(order.id, order);
    this.#byReference.set(order.reference, [...this.ofReference(order.reference), order]);
    const [oldest] = this.#byId.values();
    if (this.#byId.size > MOST_ORDERS && oldest) this.#forget(oldest);
  }

  addPayment(order: Order, payment: Payment) {
    order.payments.push(payment);
    this.#byPayment.set(payment.id, order);
  }

  find(id: string): Order | undefined {
    return this.#byId.get(id);
  }

  ofPayment(id: string): Order | undefined {
    return this.#byPayment.get(id);
  }

  ofReference(reference: string): readonly Order[] {
    return this.#byReference.get(reference) ?? [];
  }

  newestFirst(): readonly Order[] {
    return [...this.#byId.values()].reverse();
  }

  #forget({ id, reference, payments }: Order) {
    this.#byId.delete(id);
    this.#byReference.delete(reference);
    for (const payment of payments) this.#byPayment.delete(payment.id);
  }
}
