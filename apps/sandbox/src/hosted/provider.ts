import { randomBytes } from 'node:crypto';
import { Clock } from '../gateway/clock.ts';
import { backOf, leftOf, type Order, Orders, type Payment, paymentOf, stateOf } from './orders.ts';
import { type Countdown, HostedSwitches } from './switches.ts';
import { type Patience, type Webhook, Webhooks } from './webhooks.ts';

/** What a person decides on the provider's page or phone. */
export type Decision = 'approved' | 'declined' | 'cancelled' | 'pending';

/** An answer over HTTP; null where the connection breaks instead. */
export type Answer = { readonly status: number; readonly body: object } | null;

/** What sets one provider apart from another. */
export interface Character {
  /** The first part of its addresses here: `tigo`. */
  readonly name: string;
  /** As people call it. */
  readonly title: string;
  /** Where the person decides: in the shop's own window, which comes back, or on a phone beside it. */
  readonly where: 'window' | 'phone';
  /** Whether a declined order can be paid on the same page with something else. */
  readonly canTryAgain?: boolean;
  readonly patience: Patience;
  /** What the shop is told of a change of this order, signed with `secret`; null where it is told nothing. */
  readonly webhook: (order: Order, event: WebhookEvent) => Webhook | null | Promise<Webhook | null>;
  /** Where the browser goes after a decision, with what the provider adds to it. */
  readonly returnUrl: (order: Order, decision: Decision) => string;
}

export interface WebhookEvent {
  /** What changed; left out, the order's payment that counts. */
  readonly payment?: Payment;
  readonly id: string;
  readonly at: number;
  readonly isFirst: boolean;
  /** Whether to sign with a secret that the shop does not share. */
  readonly isForged: boolean;
}

export type NewOrder = Omit<Order, 'id' | 'madeAt' | 'payments' | 'cancelledAt'>;

/** A company whose own page or app asks people for their money, and that fails on demand. */
export class HostedProvider {
  readonly clock = new Clock();
  readonly orders = new Orders();
  readonly webhooks: Webhooks;
  readonly character: Character;
  #switches: HostedSwitches = HostedSwitches.parse({});
  /** No two runs of the sandbox give the same number to different payments: a shop may remember one from before. */
  #lastId = Date.now();

  constructor(character: Character) {
    this.character = character;
    this.webhooks = new Webhooks(this.clock, character.patience);
  }

  get switches(): HostedSwitches {
    return this.#switches;
  }

  set switches(switches: HostedSwitches) {
    this.#switches = { ...switches };
  }

  /** Digits, unique. */
  nextId(): string {
    this.#lastId += 1;
    return String(this.#lastId);
  }

  /** A call that begins a payment, with the faults that are switched on for those. */
  async beginning(make: () => Answer | Promise<Answer>): Promise<Answer> {
    return this.calling(async () => {
      if (this.#countDown('failNext')) return unavailable;
      if (this.#countDown('loseBefore')) return null;
      const answer = await make();
      return answer && answer.status < 400 && this.#countDown('loseAfter') ? null : answer;
    });
  }

  /** A call that gives money back. */
  async refunding(make: () => Answer): Promise<Answer> {
    return this.calling(async () => {
      if (this.#countDown('failRefunds')) return unavailable;
      const answer = make();
      return answer && answer.status < 400 && this.#countDown('loseRefunds') ? null : answer;
    });
  }

  /** Any call of the shop. */
  async calling(answer: () => Answer | Promise<Answer>): Promise<Answer> {
    const { silent, silentMs, delayMs } = this.#switches;
    await this.clock.wait(silent ? silentMs : delayMs);
    return silent ? null : answer();
  }

  /** Makes an order, and what the switches say that a person does at once. */
  async open(order: NewOrder, id = randomBytes(12).toString('hex')): Promise<Order> {
    const made: Order = { ...order, id, madeAt: this.clock.now(), payments: [], cancelledAt: null };
    this.orders.add(made);
    const { decideAtOnce } = this.#switches;
    if (decideAtOnce !== 'no') await this.decide(made, decideAtOnce);
    return made;
  }

  /** What a person, or later the provider's own review, says; false when there is nothing left to decide. */
  async decide(order: Order, decision: Decision, reason: string | null = null): Promise<boolean> {
    const now = this.clock.now();
    this.endOverdue(order);
    const pending = order.payments.find(({ state }) => state === 'pending');
    // Of means that are decided at once, what is not approved is declined.
    if (decision === 'pending' && order.isInstant) return this.decide(order, 'declined', reason);
    if (pending && (decision === 'approved' || decision === 'declined')) Object.assign(pending, { state: decision, reason });
    else if (this.#isPaidAgain(order, decision)) return this.#payAgain(order);
    else if (!this.isPayable(order)) return false;
    else if (decision === 'cancelled') order.cancelledAt = now;
    else this.orders.addPayment(order, { id: this.nextId(), madeAt: now, state: decision, reason, refunds: [] });
    await this.#tell(order, pending === undefined);
    return true;
  }

  #isPaidAgain = (order: Order, decision: Decision): boolean =>
    decision === 'approved' && paymentOf(order)?.state === 'approved' && this.#countDown('payTwice');

  async #payAgain(order: Order): Promise<true> {
    const payment: Payment = { id: this.nextId(), madeAt: this.clock.now(), state: 'approved', reason: null, refunds: [] };
    this.orders.addPayment(order, payment);
    await this.#tell(order, true, payment);
    return true;
  }

  /** The shop does not want to wait any longer; false when it is decided. */
  async cancel(order: Order, payment: Payment): Promise<boolean> {
    this.endOverdue(order);
    if (payment.state !== 'pending') return false;
    Object.assign(payment, { state: 'cancelled', reason: 'by_collector' });
    await this.#tell(order, false);
    return true;
  }

  /** Cancels payments that were not decided in their time. */
  endOverdue({ payments, pendingUntil = Number.POSITIVE_INFINITY }: Order) {
    if (pendingUntil > this.clock.now()) return;
    for (const payment of payments) if (payment.state === 'pending') Object.assign(payment, { state: 'cancelled', reason: 'expired' });
  }

  /** One payment that is not declined ends an order. */
  isPayable({ payments, cancelledAt, expiresAt }: Order): boolean {
    if (cancelledAt !== null || (expiresAt !== null && expiresAt <= this.clock.now())) return false;
    return payments.length === 0 || (this.character.canTryAgain === true && payments.every(({ state }) => state === 'declined'));
  }

  /** Gives back all that is left of an approved payment, or a part; a repeated key returns what it returned before. */
  refund(order: Order, payment: Payment, { amount, key }: { readonly amount?: number | undefined; readonly key: string | null }) {
    const before = key === null ? undefined : payment.refunds.find((refund) => refund.key === key);
    if (before) return before;
    const left = leftOf(order, payment);
    const wanted = amount ?? left;
    if (payment.state !== 'approved' || payment.isChargedBack || wanted <= 0 || wanted > left) return null;
    const refund = { id: this.nextId(), amount: wanted, key };
    payment.refunds.push(refund);
    void this.#tell(order, false);
    return refund;
  }

  /** The card's bank takes back what is left of an approved payment, and the shop is told; false when there is nothing left. */
  chargeBack(order: Order, payment = paymentOf(order)): boolean {
    if (payment?.state !== 'approved' || payment.isChargedBack || leftOf(order, payment) === 0) return false;
    payment.isChargedBack = true;
    void this.#tell(order, false, payment);
    return true;
  }

  /** Amount and currency of an order as the provider tells them, which switches make wrong. */
  told({ amount, currency }: Order): { readonly amount: number; readonly currency: string } {
    const { wrongAmount, wrongCurrency } = this.#switches;
    return { amount: wrongAmount ? amount - 100 : amount, currency: wrongCurrency ? 'USD' : currency };
  }

  /** What the page and tests look at, the newest first. */
  paymentsMade() {
    const now = this.clock.now();
    return this.orders.newestFirst().map((order) => ({
      id: order.id,
      reference: order.reference,
      amount: order.amount,
      currency: order.currency,
      state: stateOf(order, now),
      paymentId: paymentOf(order)?.id ?? null,
      refunded: order.payments.flatMap(({ refunds }) => refunds).reduce((sum, { amount }) => sum + amount, 0),
      tries: order.payments.map((payment) => ({ id: payment.id, state: payment.state, back: backOf(order, payment) })),
      madeAt: order.madeAt,
    }));
  }

  stop() {
    this.webhooks.stop();
    this.clock.stop();
  }

  /** Sends what the shop is told of a change, in the way that is switched on. */
  async #tell(order: Order, isFirst: boolean, payment?: Payment): Promise<void> {
    const { webhooks } = this.#switches;
    const event = {
      id: randomBytes(12).toString('hex'),
      at: this.clock.now(),
      isFirst,
      isForged: webhooks === 'forged',
      ...(payment && { payment }),
    };
    const webhook = await this.character.webhook(order, event);
    if (webhook) await this.webhooks.tell(order, webhook, webhooks);
  }

  #countDown(name: Countdown): boolean {
    if (this.#switches[name] === 0) return false;
    this.#switches = { ...this.#switches, [name]: this.#switches[name] - 1 };
    return true;
  }
}

const unavailable = { status: 503, body: { message: 'Service unavailable' } };
