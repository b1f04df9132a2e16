import { createHmac, randomBytes } from 'node:crypto';
import { Clock } from '../gateway/clock.ts';
import { type Patience, Webhooks } from '../hosted/webhooks.ts';
import { eventOf, type Happening, transmissionOf } from './events.ts';
import { type Captured, centsOf, leftOf, type Money, moneyOf, type Order, type Refund } from './order.ts';
import { type Countdown, PayPalSwitches } from './switches.ts';

export interface PayPalAccess {
  readonly clientId: string;
  readonly secret: string;
  readonly webhookId: string;
  /** Where the shop is told; at the real PayPal it belongs to the webhook. Without one it is told nothing. */
  readonly webhookUrl: string | null;
}

const MINUTE_MS = 60_000;
const MOST_WAIT_MS = 240 * MINUTE_MS;

/** PayPal tries up to 25 times within three days; how long it waits between them is ours. */
const patience: Patience = {
  answerWithinMs: 30_000,
  retryAfterMs: Array.from({ length: 25 }, (_, tries) => Math.min(MINUTE_MS * 2 ** tries, MOST_WAIT_MS)),
  retries: (answered) => answered === null || answered >= 300,
};

const newId = () => randomBytes(9).toString('hex').slice(0, 17).toUpperCase();
const isCaptured = (order: Order | undefined): order is Captured => order?.capture != null;

type NewOrder = Pick<Order, 'reference' | 'invoiceId' | 'amount' | 'returnUrl' | 'cancelUrl' | 'isInstant'>;

/** A simulation of PayPal's orders, captures, refunds and webhooks; everything ends with the process. */
export class PayPal {
  readonly clock = new Clock();
  readonly webhooks = new Webhooks(this.clock, patience);
  readonly access: Omit<PayPalAccess, 'webhookUrl'>;
  webhookUrl: string | null;
  switches = PayPalSwitches.parse({});
  readonly #orders = new Map<string, Order>();
  readonly #byRequest = new Map<string, Order>();

  constructor({ webhookUrl, ...access }: PayPalAccess) {
    this.access = access;
    this.webhookUrl = webhookUrl;
  }

  get token(): string {
    return createHmac('sha256', this.access.secret).update('token').digest('hex');
  }

  orders(): Order[] {
    return [...this.#orders.values()].reverse();
  }

  order(id: string): Order | undefined {
    return this.#orders.get(id);
  }

  ofReference(reference: string): Order | undefined {
    return this.orders().find((order) => order.reference === reference);
  }

  /** The same request id makes the same order. */
  create(requestId: string, order: NewOrder): Order {
    const made = this.#byRequest.get(requestId) ?? this.#newOrder(order);
    this.#byRequest.set(requestId, made);
    this.#orders.set(made.id, made);
    return made;
  }

  /** What the buyer decided on the page; a cancelled order can still be approved, as at PayPal. */
  async approve(order: Order, isSlow = false): Promise<void> {
    if (order.status !== 'PAYER_ACTION_REQUIRED') return;
    order.isSlow = isSlow;
    order.status = 'APPROVED';
    await this.#tell({ type: 'CHECKOUT.ORDER.APPROVED', order });
  }

  /** An issue, or null when it is captured. */
  async capture(order: Order): Promise<string | null> {
    if (order.status === 'PAYER_ACTION_REQUIRED') return 'ORDER_NOT_APPROVED';
    if (order.capture) return 'ORDER_ALREADY_CAPTURED';
    if (order.willCapture === null || (order.isSlow && order.isInstant)) return 'INSTRUMENT_DECLINED';
    const state: Captured['capture']['state'] = order.isSlow ? 'PENDING' : 'COMPLETED';
    const captured = Object.assign(order, {
      capture: { id: newId(), state, amount: order.willCapture, refunds: [], reversedCents: 0 },
      status: 'COMPLETED' as const,
    });
    if (state === 'COMPLETED') await this.#tell({ type: 'PAYMENT.CAPTURE.COMPLETED', order: captured });
    return null;
  }

  /** What the bank says of a capture that is pending; false when none is. */
  async decide(order: Order | undefined, state: 'COMPLETED' | 'DECLINED'): Promise<boolean> {
    if (!isCaptured(order) || order.capture.state !== 'PENDING') return false;
    order.capture.state = state;
    await this.#tell({ type: state === 'COMPLETED' ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED', order });
    return true;
  }

  ofCapture(captureId: string): Captured | undefined {
    const order = this.orders().find(({ capture }) => capture?.id === captureId);
    return isCaptured(order) ? order : undefined;
  }

  /** Null when there is not so much left. The same request id returns it once. */
  async refund(order: Captured, requestId: string, amount: Money | undefined): Promise<Refund | null> {
    const { capture } = order;
    const known = capture.refunds.find((each) => each.requestId === requestId);
    if (known) return known;
    const left = leftOf(capture);
    const cents = amount ? centsOf(amount) : left;
    if (cents <= 0 || cents > left) return null;
    const refund = { id: newId(), requestId, cents };
    capture.refunds.push(refund);
    await this.#tell({ type: 'PAYMENT.CAPTURE.REFUNDED', order, refundId: refund.id, cents });
    return refund;
  }

  /** The card's bank, or PayPal itself, takes back what is left; false when that is nothing. */
  async chargeBack(order: Order | undefined): Promise<boolean> {
    if (!isCaptured(order)) return false;
    const cents = leftOf(order.capture);
    if (cents === 0) return false;
    order.capture.reversedCents += cents;
    await this.#tell({ type: 'PAYMENT.CAPTURE.REVERSED', order, refundId: newId(), cents });
    return true;
  }

  /** What the shop is told of an order as it is now; forged, it is signed with another secret. */
  notice(order: Order, isForged = false) {
    const happening = isCaptured(order)
      ? ({ type: 'PAYMENT.CAPTURE.COMPLETED', order } as const)
      : ({ type: 'CHECKOUT.ORDER.APPROVED', order } as const);
    return this.transmit(eventOf(happening, this.clock.now()), isForged);
  }

  /** Any event, signed as those that are sent. */
  transmit(event: object, isForged = false) {
    const { secret, webhookId } = this.access;
    return transmissionOf(event, this.clock.now(), { secret: isForged ? `not ${secret}` : secret, webhookId });
  }

  /** Whether a fault is switched on for this call; it then has one call less. */
  takes(fault: Countdown): boolean {
    if (this.switches[fault] === 0) return false;
    this.switches = { ...this.switches, [fault]: this.switches[fault] - 1 };
    return true;
  }

  stop() {
    this.webhooks.stop();
    this.clock.stop();
  }

  #newOrder(order: NewOrder): Order {
    const cents = centsOf(order.amount) - (this.takes('wrongAmount') ? 1 : 0);
    const currency = this.takes('wrongCurrency') ? 'EUR' : order.amount.currency_code;
    const willCapture = this.takes('declineNext') ? null : moneyOf(cents, currency);
    return { ...order, id: newId(), isSlow: false, willCapture, status: 'PAYER_ACTION_REQUIRED', capture: null };
  }

  async #tell(happening: Happening): Promise<void> {
    if (this.webhookUrl === null) return;
    const { webhooks: way } = this.switches;
    const transmission = this.transmit(eventOf(happening, this.clock.now()), way === 'forged');
    await this.webhooks.tell(happening.order, { url: this.webhookUrl, ...transmission }, way);
  }
}
