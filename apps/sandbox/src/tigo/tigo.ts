import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { leftOf, type Order, paymentOf, stateOf } from '../hosted/orders.ts';
import { type Answer, type Decision, HostedProvider } from '../hosted/provider.ts';

/** Whole guaraníes. */
const Amount = z.string().regex(/^[1-9]\d{0,11}$/);
const Address = z.url({ protocol: /^https?$/ }).max(255);
const TOKEN_LIFE_MS = 60 * 60_000;

/** Tigo Money, POST /v2/tigo/mfs/payments/authorizations. */
const Authorisation = z.object({
  MasterMerchant: z.object({ account: z.string().min(1), pin: z.string().min(1), id: z.string().min(1) }),
  Subscriber: z.object({
    account: z.string().regex(/^9\d{8}$/),
    countryCode: z.literal('595'),
    country: z.literal('PRY'),
    emailId: z.email(),
    firstName: z.string(),
    lastName: z.string(),
  }),
  redirectUri: Address,
  callbackUri: Address,
  language: z.literal('spa'),
  terminalId: z.string(),
  OriginPayment: z.object({ amount: Amount, currencyCode: z.literal('PYG'), tax: z.literal('0.00'), fee: z.literal('0.00') }),
  exchangeRate: z.literal('1'),
  LocalPayment: z.object({ amount: Amount, currencyCode: z.literal('PYG') }),
  merchantTransactionId: z.string().min(1).max(64),
});

/** Who the shop is at Tigo Money. */
export interface TigoAccess {
  readonly key: string;
  readonly secret: string;
  readonly account: string;
  readonly pin: string;
  readonly merchantId: string;
}

/** Tigo Money (Paraguay): a token for each transaction, a page of its own, callbacks without a signature, whole reversals. */
export class Tigo {
  readonly hosted: HostedProvider;
  readonly access: TigoAccess;
  readonly #tokens = new Map<string, number>();

  constructor(access: TigoAccess) {
    this.access = access;
    this.hosted = new HostedProvider({
      name: 'tigo',
      title: 'Tigo Money',
      where: 'window',
      patience: { answerWithinMs: 30_000, retryAfterMs: [], retries: () => false },
      webhook: (order, { isForged }) => ({
        url: order.webhookUrl ?? '',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...this.#told(order), ...(isForged ? { transactionStatus: 'success' } : {}) }).toString(),
      }),
      returnUrl: (order, decision) => this.#returnUrl(order, decision),
    });
  }

  isShop = (authorization: string | undefined): boolean =>
    authorization === `Basic ${Buffer.from(`${this.access.key}:${this.access.secret}`).toString('base64')}`;

  createToken(): Promise<Answer> {
    return this.hosted.calling(() => {
      const accessToken = randomBytes(16).toString('hex');
      this.#tokens.set(accessToken, this.hosted.clock.now() + TOKEN_LIFE_MS);
      return { status: 200, body: { accessToken, tokenType: 'BearerToken', expiresIn: '3599' } };
    });
  }

  isToken = (authorization: string | undefined): boolean =>
    (this.#tokens.get(authorization?.replace(/^Bearer /, '') ?? '') ?? 0) > this.hosted.clock.now();

  authorise(input: unknown, origin: string): Promise<Answer> {
    return this.hosted.beginning(async () => {
      const read = Authorisation.safeParse(input);
      if (!read.success) return problem(400, 'invalid_request', z.prettifyError(read.error));
      const { MasterMerchant: shop, LocalPayment, OriginPayment, merchantTransactionId: reference } = read.data;
      const { account, pin, merchantId } = this.access;
      if (shop.account !== account || shop.pin !== pin || shop.id !== merchantId)
        return problem(403, 'forbidden', 'Invalid master merchant');
      if (LocalPayment.amount !== OriginPayment.amount) return problem(400, 'invalid_request', 'Amounts differ');
      if (this.hosted.orders.ofReference(reference).length > 0) return problem(400, 'duplicate', 'Duplicate merchantTransactionId');
      const order = await this.hosted.open({
        reference,
        amount: Number(LocalPayment.amount) * 100,
        currency: 'PYG',
        description: `Teléfono ${read.data.Subscriber.account}`,
        returnUrl: read.data.redirectUri,
        cancelUrl: read.data.redirectUri,
        webhookUrl: read.data.callbackUri,
        expiresAt: null,
        details: {},
      });
      return {
        status: 200,
        body: {
          redirectUrl: `${origin}/tigo/pay/${order.id}`,
          authCode: randomBytes(8).toString('hex'),
          merchantTransactionId: reference,
          creationDateTime: new Date(order.madeAt).toISOString(),
        },
      };
    });
  }

  find(merchantId: string, reference: string): Promise<Answer> {
    return this.hosted.calling(() => {
      const order = merchantId === this.access.merchantId ? this.hosted.orders.ofReference(reference)[0] : undefined;
      if (!order) return problem(404, 'not_found', 'Transaction not found');
      const { amount, currency } = this.hosted.told(order);
      const payment = paymentOf(order);
      return {
        status: 200,
        body: {
          Transaction: {
            merchantTransactionId: reference,
            mfsTransactionId: payment?.id ?? 'undefined',
            status: this.#statusOf(order),
            createdOn: new Date(order.madeAt).toISOString(),
            completedOn: payment ? new Date(payment.madeAt).toISOString() : 'undefined',
          },
          LocalPayment: { amount: String(amount / 100), currencyCode: currency },
        },
      };
    });
  }

  /** All of it; Tigo Money gives back no parts. */
  reverse(paymentId: string, reference: string): Promise<Answer> {
    return this.hosted.refunding(() => {
      const order = this.hosted.orders.ofReference(reference)[0];
      const payment = order && paymentOf(order);
      if (!order || !payment || (paymentId !== payment.id && paymentId !== this.access.merchantId))
        return problem(404, 'not_found', 'Transaction not found');
      if (payment.state === 'approved' && leftOf(order, payment) === 0) return problem(400, 'reversed', 'transaction already reversed');
      const refund = this.hosted.refund(order, payment, { key: null });
      if (!refund) return problem(400, 'invalid_request', 'Transaction is not successful');
      return {
        status: 200,
        body: { status: 'success', Transaction: { status: 'reversed', message: 'Reversed', mfsReverseTransactionId: refund.id } },
      };
    });
  }

  #statusOf(order: Order): string {
    const state = stateOf(order, this.hosted.clock.now());
    const words = { approved: 'success', declined: 'fail', cancelled: 'cancel', refunded: 'reversed' } as const;
    return state in words ? words[state as keyof typeof words] : 'initiated';
  }

  #told(order: Order) {
    const payment = paymentOf(order);
    const status = this.#statusOf(order);
    return {
      transactionStatus: status === 'initiated' ? 'undefined' : status,
      merchantTransactionId: order.reference,
      mfsTransactionId: payment?.id ?? 'undefined',
      accessToken: 'undefined',
      transactionCode: payment?.state === 'declined' ? (payment.reason ?? '60019') : 'undefined',
      transactionDescription: payment?.state === 'declined' ? 'INTERNAL 60019 subscriber refused' : 'undefined',
    };
  }

  #returnUrl(order: Order, _: Decision): string {
    const url = new URL(order.returnUrl);
    for (const [name, value] of Object.entries(this.#told(order))) url.searchParams.set(name, value);
    return url.href;
  }
}

export const problem = (status: number, type: string, description: string) => ({
  status,
  body: { error: String(status), error_type: type, error_description: description },
});
