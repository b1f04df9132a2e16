import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';

const Count = z.int().min(0).max(1_000_000).default(0);

/** Faults that can be switched on. A switch that is left out has its default. */
export const PayPalSwitches = z.strictObject({
  /** Everything is answered with a 503 and not done. */
  isDown: z.boolean().default(false),
  /** The next captures and refunds are done, and the connection breaks instead of an answer. */
  loseCaptures: Count,
  loseRefunds: Count,
  /** The next captures are declined (INSTRUMENT_DECLINED). */
  declineNext: Count,
  /** The next captures are said to be of a cent less, or of euros. */
  wrongAmount: Count,
  wrongCurrency: Count,
});
type Countdown = 'loseCaptures' | 'loseRefunds' | 'declineNext' | 'wrongAmount' | 'wrongCurrency';

interface Money {
  readonly currency_code: string;
  readonly value: string;
}

interface Capture {
  readonly id: string;
  readonly amount: Money;
  readonly refunds: { readonly id: string; readonly requestId: string; readonly cents: number }[];
}

export interface Order {
  readonly id: string;
  readonly reference: string;
  readonly amount: Money;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  capture: Capture | null;
}

const centsOf = ({ value }: Money) => Math.round(Number(value) * 100);
const newId = () => randomBytes(9).toString('hex').slice(0, 17).toUpperCase();

/** A simulation of PayPal's orders, captures and refunds; everything ends with the process. */
export class PayPal {
  readonly clientId: string;
  readonly secret: string;
  readonly webhookId: string;
  switches = PayPalSwitches.parse({});
  readonly #orders = new Map<string, Order>();
  readonly #byRequest = new Map<string, Order>();

  constructor({ clientId = 'sandbox-paypal', secret = 'sandbox-paypal-secret', webhookId = 'sandbox-webhook' } = {}) {
    this.clientId = clientId;
    this.secret = secret;
    this.webhookId = webhookId;
  }

  get token(): string {
    return createHmac('sha256', this.secret).update('token').digest('hex');
  }

  orders(): Order[] {
    return [...this.#orders.values()].reverse();
  }

  order(id: string): Order | undefined {
    return this.#orders.get(id);
  }

  /** The same request id makes the same order. */
  create(requestId: string, order: Omit<Order, 'id' | 'status' | 'capture'>): Order {
    const made = this.#byRequest.get(requestId) ?? { ...order, id: newId(), status: 'PAYER_ACTION_REQUIRED' as const, capture: null };
    this.#byRequest.set(requestId, made);
    this.#orders.set(made.id, made);
    return made;
  }

  /** What the buyer decided on the page; a cancelled order can still be approved, as at PayPal. */
  approve(order: Order): void {
    if (order.status === 'PAYER_ACTION_REQUIRED') order.status = 'APPROVED';
  }

  /** An issue, or null when it is captured. */
  capture(order: Order): string | null {
    if (order.status === 'PAYER_ACTION_REQUIRED') return 'ORDER_NOT_APPROVED';
    if (order.capture) return 'ORDER_ALREADY_CAPTURED';
    if (this.takes('declineNext')) return 'INSTRUMENT_DECLINED';
    const { currency_code: currency } = order.amount;
    const less = this.takes('wrongAmount') ? 1 : 0;
    const amount = {
      currency_code: this.takes('wrongCurrency') ? 'EUR' : currency,
      value: ((centsOf(order.amount) - less) / 100).toFixed(2),
    };
    order.capture = { id: newId(), amount, refunds: [] };
    order.status = 'COMPLETED';
    return null;
  }

  captured(captureId: string): Capture | undefined {
    return this.orders().find(({ capture }) => capture?.id === captureId)?.capture ?? undefined;
  }

  /** Null when there is not so much left. The same request id returns it once. */
  refund(capture: Capture, requestId: string, amount: Money | undefined): { id: string } | null {
    const known = capture.refunds.find((each) => each.requestId === requestId);
    if (known) return known;
    const left = centsOf(capture.amount) - this.returnedOf(capture);
    const cents = amount ? centsOf(amount) : left;
    if (cents <= 0 || cents > left) return null;
    const refund = { id: newId(), requestId, cents };
    capture.refunds.push(refund);
    return refund;
  }

  returnedOf = ({ refunds }: Capture): number => refunds.reduce((sum, { cents }) => sum + cents, 0);

  /** Whether a fault is switched on for this call; it then has one call less. */
  takes(fault: Countdown): boolean {
    if (this.switches[fault] === 0) return false;
    this.switches = { ...this.switches, [fault]: this.switches[fault] - 1 };
    return true;
  }

  /** What stands in PAYPAL-TRANSMISSION-SIG; ours, for PayPal's certificates are its own. */
  signature(transmissionId: string, time: string, event: unknown): string {
    return createHmac('sha256', this.secret)
      .update(`${transmissionId}|${time}|${this.webhookId}|${JSON.stringify(event)}`)
      .digest('base64');
  }
}
