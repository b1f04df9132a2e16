import { randomBytes } from 'node:crypto';
import { type CryptoKey, exportJWK, FlattenedSign, generateKeyPair } from 'jose';
import { z } from 'zod';
import { type Order, paymentOf, stateOf } from '../hosted/orders.ts';
import { type Answer, HostedProvider } from '../hosted/provider.ts';
import type { Webhook } from '../hosted/webhooks.ts';
import { qrOf } from './qr.ts';

const Address = z.url({ protocol: /^https?$/ });
const LIFE_MS = 10 * 60_000;
const TOKEN_LIFE_MS = 7 * 86_400_000;
const TOKEN_WINDOW_MS = 10 * 60_000;
const TOKENS_PER_WINDOW = 10;
const KEY_ID = 'sandbox-modo';

/** MODO, POST /v2/payment-requests/. */
const PaymentRequest = z.object({
  description: z.string().min(1).max(255),
  amount: z.number().positive().max(999_999_999),
  currency: z.literal('ARS'),
  cc_code: z.string().min(1),
  processor_code: z.string().min(1),
  external_intention_id: z.string().min(1).max(64),
  webhook_notification: Address,
});
const TokenRequest = z.object({ username: z.string(), password: z.string() });
const RefundRequest = z.object({ amount: z.number().positive().optional() });

/** Who the shop is at MODO; its name is the `User-Agent` of every call. */
export interface ModoAccess {
  readonly username: string;
  readonly password: string;
  readonly merchant: string;
}

/** MODO: a QR code and a link that its app pays, webhooks signed as a JWS, refunds. */
export class Modo {
  readonly hosted: HostedProvider;
  readonly access: ModoAccess;
  readonly #tokens = new Map<string, number>();
  #tokensMadeAt: readonly number[] = [];
  readonly #keys = generateKeyPair('ES256', { extractable: true });
  readonly #otherKeys = generateKeyPair('ES256');

  constructor(access: ModoAccess) {
    this.access = access;
    this.hosted = new HostedProvider({
      name: 'modo',
      title: 'MODO',
      where: 'phone',
      patience: {
        answerWithinMs: 10_000,
        retryAfterMs: [2000, 4000, 8000],
        retries: (answered) => answered !== null && answered >= 500,
      },
      webhook: async (order, { isForged }) => this.#webhook(order, await (isForged ? this.#otherKeys : this.#keys)),
      returnUrl: ({ returnUrl }) => returnUrl,
    });
  }

  async keys() {
    return { keys: [{ ...(await exportJWK((await this.#keys).publicKey)), kid: KEY_ID, alg: 'ES256', use: 'sig' }] };
  }

  createToken(input: unknown): Promise<Answer> {
    return this.hosted.calling(() => {
      const now = this.hosted.clock.now();
      const read = TokenRequest.safeParse(input);
      const { username, password } = this.access;
      if (!read.success || read.data.username !== username || read.data.password !== password) return problem(401, 'Unauthorized');
      this.#tokensMadeAt = this.#tokensMadeAt.filter((madeAt) => now - madeAt < TOKEN_WINDOW_MS);
      if (this.#tokensMadeAt.length >= TOKENS_PER_WINDOW) return problem(429, 'Too many requests');
      this.#tokensMadeAt = [...this.#tokensMadeAt, now];
      const token = randomBytes(32).toString('base64url');
      this.#tokens.set(token, now + TOKEN_LIFE_MS);
      return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: TOKEN_LIFE_MS / 1000 } };
    });
  }

  isToken = (authorization: string | undefined): boolean =>
    (this.#tokens.get(authorization?.replace(/^Bearer /, '') ?? '') ?? 0) > this.hosted.clock.now();

  createPayment(input: unknown, origin: string): Promise<Answer> {
    return this.hosted.beginning(async () => {
      const read = PaymentRequest.safeParse(input);
      if (!read.success) return problem(400, z.prettifyError(read.error));
      const { external_intention_id: reference, amount, description, webhook_notification: webhookUrl } = read.data;
      if (this.hosted.orders.ofReference(reference).length > 0) return problem(409, 'external_intention_id was used before');
      const order = await this.hosted.open({
        reference,
        amount: Math.round(amount * 100),
        currency: 'ARS',
        description,
        returnUrl: '',
        cancelUrl: '',
        webhookUrl,
        expiresAt: this.hosted.clock.now() + LIFE_MS,
        details: {},
      });
      const deeplink = `${origin}/modo/pay/${order.id}`;
      return {
        status: 201,
        body: { id: order.id, qr: qrOf(order, this.access.merchant), deeplink, expiration_date: timeOf(order.expiresAt) },
      };
    });
  }

  find(id: string): Promise<Answer> {
    return this.hosted.calling(() => {
      const order = this.hosted.orders.find(id);
      return order ? { status: 200, body: this.#body(order) } : problem(404, 'Not found');
    });
  }

  refund(id: string, input: unknown): Promise<Answer> {
    return this.hosted.refunding(() => {
      const read = RefundRequest.safeParse(input ?? {});
      const order = this.hosted.orders.find(id);
      const payment = order && paymentOf(order);
      if (!read.success) return problem(400, z.prettifyError(read.error));
      if (!order || !payment) return problem(404, 'Not found');
      const amount = read.data.amount === undefined ? undefined : Math.round(read.data.amount * 100);
      const refund = this.hosted.refund(order, payment, { amount, key: null });
      return refund
        ? { status: 201, body: { id: refund.id, status: 'ACCEPTED', amount: refund.amount / 100 } }
        : problem(422, 'Invalid amount');
    });
  }

  #body(order: Order) {
    const { amount, currency } = this.hosted.told(order);
    const refunded = (paymentOf(order)?.refunds ?? []).reduce((sum, refund) => sum + refund.amount, 0);
    return {
      id: order.id,
      external_intention_id: order.reference,
      status: statuses[stateOf(order, this.hosted.clock.now())],
      amount: amount / 100,
      currency,
      refunded_amount: refunded / 100,
      expiration_date: timeOf(order.expiresAt),
    };
  }

  async #webhook(order: Order, { privateKey }: { readonly privateKey: CryptoKey }): Promise<Webhook | null> {
    if (!order.webhookUrl) return null;
    const told = this.#body(order);
    const signature = await new FlattenedSign(Buffer.from(JSON.stringify(told)))
      .setProtectedHeader({ alg: 'ES256', kid: KEY_ID })
      .sign(privateKey);
    return { url: order.webhookUrl, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...told, signature }) };
  }
}

const statuses = {
  waiting: 'CREATED',
  pending: 'PROCESSING',
  approved: 'ACCEPTED',
  declined: 'REJECTED',
  cancelled: 'REJECTED',
  expired: 'EXPIRED',
  refunded: 'ACCEPTED',
} as const;

const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

export const problem = (status: number, message: string) => ({ status, body: { code: status, message } });
