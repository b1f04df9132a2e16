import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { leftOf, type Order, paymentOf, stateOf } from '../hosted/orders.ts';
import { type Answer, HostedProvider, type WebhookEvent } from '../hosted/provider.ts';

const Address = z.url({ protocol: /^https?$/ });

/** In the currency's smallest coin: cents of a peso, whole guaraníes. */
const Coins = z.int().positive().max(99_999_999_999);
const PaymentRequest = z.object({
  reference: z.string().min(1).max(64),
  amount: Coins,
  currency: z.enum(['ARS', 'PYG']),
  description: z.string().max(255),
  return_url: Address,
  cancel_url: Address,
  notification_url: Address,
  expires_in_seconds: z.int().positive().max(86_400),
  phone: z.string().max(20).optional(),
});
const RefundRequest = z.object({ amount: Coins.optional() });

export interface WalletAccess {
  readonly key: string;
  readonly webhookSecret: string;
}

interface WalletOptions {
  readonly name: string;
  readonly title: string;
  /** `phone`: the shop waits while the person decides in an app. */
  readonly where: 'window' | 'phone';
  readonly access: WalletAccess;
}

/** A wallet of the generic kind (docs/sandbox.md#wallets): all of its interface is a model, for no public one is known. */
export class Wallet {
  readonly hosted: HostedProvider;
  readonly access: WalletAccess;

  constructor({ name, title, where, access }: WalletOptions) {
    this.access = access;
    this.hosted = new HostedProvider({
      name,
      title,
      where,
      patience: {
        answerWithinMs: 10_000,
        retryAfterMs: [60_000, 600_000, 3_600_000],
        retries: (answered) => answered === null || answered >= 300,
      },
      webhook: (order, event) => this.#webhook(order, event),
      returnUrl: (order, decision) => {
        const url = new URL(decision === 'cancelled' ? order.cancelUrl : order.returnUrl);
        url.searchParams.set('status', decision);
        return url.href;
      },
    });
  }

  createPayment(input: unknown, origin: string): Promise<Answer> {
    return this.hosted.beginning(async () => {
      const read = PaymentRequest.safeParse(input);
      if (!read.success) return problem(400, z.prettifyError(read.error));
      const { reference, amount, currency, description, expires_in_seconds: seconds, ...request } = read.data;
      if (this.hosted.orders.ofReference(reference).length > 0) return problem(409, 'reference was used before');
      const order = await this.hosted.open({
        reference,
        amount: amount * unitsPerCoin(currency),
        currency,
        description,
        returnUrl: request.return_url,
        cancelUrl: request.cancel_url,
        webhookUrl: request.notification_url,
        expiresAt: this.hosted.clock.now() + seconds * 1000,
        details: {},
      });
      return { status: 201, body: this.#body(order, origin) };
    });
  }

  find(id: string, origin: string): Promise<Answer> {
    return this.hosted.calling(() => {
      const order = this.hosted.orders.find(id);
      return order ? { status: 200, body: this.#body(order, origin) } : problem(404, 'payment not found');
    });
  }

  search(reference: string | undefined, origin: string): Promise<Answer> {
    return this.hosted.calling(() => {
      const orders = this.hosted.orders.ofReference(reference ?? '');
      return { status: 200, body: { payments: orders.map((order) => this.#body(order, origin)) } };
    });
  }

  /** The shop gives up; what was decided stays. */
  cancel(id: string, origin: string): Promise<Answer> {
    return this.hosted.calling(async () => {
      const order = this.hosted.orders.find(id);
      if (!order) return problem(404, 'payment not found');
      if (!(await this.hosted.decide(order, 'cancelled'))) return problem(409, 'payment was decided');
      return { status: 200, body: this.#body(order, origin) };
    });
  }

  refund(id: string, input: unknown, key: string | undefined): Promise<Answer> {
    return this.hosted.refunding(() => {
      const read = RefundRequest.safeParse(input ?? {});
      const order = this.hosted.orders.find(id);
      const payment = order && paymentOf(order);
      if (!read.success) return problem(400, z.prettifyError(read.error));
      if (!key) return problem(400, 'idempotency-key is missing');
      if (!order || !payment) return problem(404, 'payment not found');
      const units = unitsPerCoin(order.currency);
      const amount = read.data.amount === undefined ? undefined : read.data.amount * units;
      const refund = this.hosted.refund(order, payment, { amount, key });
      if (!refund) return problem(409, 'there is not so much to give back');
      return { status: 201, body: { id: refund.id, amount: refund.amount / units } };
    });
  }

  #body(order: Order, origin: string) {
    const { amount, currency } = this.hosted.told(order);
    const payment = paymentOf(order);
    const units = unitsPerCoin(currency);
    return {
      id: order.id,
      reference: order.reference,
      amount: amount / units,
      currency,
      status: stateOf(order, this.hosted.clock.now()),
      refunded: payment ? (order.amount - leftOf(order, payment)) / units : 0,
      url: `${origin}/${this.hosted.character.name}/pay/${order.id}`,
      expires_at: order.expiresAt === null ? null : new Date(order.expiresAt).toISOString(),
    };
  }

  #webhook(order: Order, { id, at, isForged }: WebhookEvent) {
    if (!order.webhookUrl) return null;
    const body = JSON.stringify({ event_id: id, id: order.id, reference: order.reference, status: stateOf(order, at) });
    const secret = isForged ? 'another secret' : this.access.webhookSecret;
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    return { url: order.webhookUrl, headers: { 'content-type': 'application/json', 'x-signature': `t=${at},v1=${signature}` }, body };
  }
}

/** A guaraní has no cents. */
const unitsPerCoin = (currency: string): number => (currency === 'PYG' ? 100 : 1);

export const problem = (status: number, message: string) => ({ status, body: { error: message } });
