import { request } from 'undici';
import { exchangeOf } from '../../exchange.ts';
import type { BeginRequest, Facts, Provider, ProviderAnswer, ProviderAttempt, ReturnAnswer } from '../../provider.ts';
import { type HttpAnswer, readEvent, readOrder } from './paypal-answer.ts';

export interface PayPalOptions {
  /** Of the api, without a closing slash: `https://api-m.paypal.com`. */
  readonly url: string;
  /** Where buyers approve: `https://www.paypal.com`. */
  readonly pagesOrigin: string;
  readonly clientId: string;
  readonly secret: string;
  /** Of the webhook as PayPal knows it. */
  readonly webhookId: string;
  readonly timeoutMs?: number;
}

/** A token is asked for again so long before it ends. */
const TOKEN_SPARE_MS = 60_000;

/**
 * PayPal, Orders v2: create, the buyer approves, capture. It takes neither pesos nor guaraníes, so the method's options name a currency, a
 * rate and its day, and what they came to is kept with the attempt. An order takes no money by itself: only our capture does.
 */
export function paypal({ url, pagesOrigin, clientId, secret, webhookId, timeoutMs = 30_000 }: PayPalOptions): Provider {
  let token = { value: '', untilMs: 0 };

  async function send(method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: string): Promise<HttpAnswer | Error> {
    try {
      const response = await request(`${url}${path}`, {
        method,
        headers: { accept: 'application/json', ...headers },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer = await response.body.json();
      if (response.statusCode >= 300 && response.statusCode < 400) return new Error('redirected');
      return { status: response.statusCode, body: answer };
    } catch (error) {
      return error as Error;
    }
  }

  async function accessToken(): Promise<string | null> {
    if (Date.now() < token.untilMs) return token.value;
    const basic = Buffer.from(`${clientId}:${secret}`).toString('base64');
    const form = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
    const got = await send('POST', '/v1/oauth2/token', form, 'grant_type=client_credentials');
    if (got instanceof Error || got.status !== 200) return null;
    const { access_token: value, expires_in: seconds } = got.body as { access_token?: unknown; expires_in?: unknown };
    if (typeof value !== 'string' || typeof seconds !== 'number') return null;
    token = { value, untilMs: Date.now() + seconds * 1000 - TOKEN_SPARE_MS };
    return value;
  }

  async function call(method: 'GET' | 'POST', path: string, { body, key }: { body?: object; key?: string } = {}) {
    const bearer = await accessToken();
    if (bearer === null) return new Error('no access token');
    const headers = {
      authorization: `Bearer ${bearer}`,
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'paypal-request-id': key, prefer: 'return=representation' } : {}),
    };
    return send(method, path, headers, method === 'POST' ? JSON.stringify(body ?? {}) : undefined);
  }

  const answer = (got: HttpAnswer | Error, attempt: Parameters<typeof readOrder>[1]): ProviderAnswer =>
    got instanceof Error ? { result: 'unknown', facts: { trouble: got.name } } : readOrder(got, attempt);

  const orderPath = (kept: Facts) => `/v2/checkout/orders/${encodeURIComponent(String(kept.orderId))}`;

  /** Reads the order, and captures one that its buyer has approved as long as the attempt may still be paid. */
  async function ask(attempt: ProviderAttempt): Promise<ProviderAnswer> {
    if (typeof attempt.kept.orderId !== 'string') return { result: 'absent', facts: { order: null } };
    const got = await call('GET', orderPath(attempt.kept));
    const found = answer(got, attempt);
    if (!attempt.isOpen || found.result !== 'processing' || found.facts.status !== 'APPROVED') return found;
    const captured = answer(await call('POST', `${orderPath(attempt.kept)}/capture`, { key: `${attempt.reference}-capture` }), attempt);
    // It may have been captured all the same, by this call or by another one.
    return captured.result === 'absent' ? { result: 'unknown', facts: captured.facts } : captured;
  }

  async function giveBack(payment: ProviderAttempt & { paymentId: string }, key: string, cents: number | null): Promise<ReturnAnswer> {
    const path = `/v2/payments/captures/${encodeURIComponent(payment.paymentId)}/refund`;
    const amount = cents === null ? {} : { amount: { currency_code: payment.kept.otherCurrency, value: (cents / 100).toFixed(2) } };
    const got = await call('POST', path, { body: amount, key });
    if (got instanceof Error) return { result: 'unknown', facts: { trouble: got.name } };
    const { status } = got.body as { status?: unknown };
    const facts = { http: got.status, refund: String(status) };
    return got.status < 300 && (status === 'COMPLETED' || status === 'PENDING')
      ? { result: 'refunded', facts }
      : { result: 'unknown', facts };
  }

  return {
    name: 'paypal',
    capabilities: {
      currencies: ['ARS', 'PYG', 'USD'],
      instalments: false,
      partialRefund: true,
      voidSameDay: false,
      threeDSecure: false,
      savedCards: false,
      checksBin: false,
      tellsCancelled: true,
      signsWebhooks: true,
      slowMeans: 'collected',
      asksElsewhere: false,
    },
    origins: { redirects: [pagesOrigin], frames: [] },

    async begin(wanted) {
      const exchange = exchangeOf(wanted.method.options, wanted.amount);
      if (!exchange) return { result: 'unavailable', facts: { trouble: 'no exchange rate' } };
      const { currency: otherCurrency, amount: otherCents, rate, date: rateDate } = exchange;
      const keep = { otherCurrency, otherCents, rate, rateDate };
      const got = await call('POST', '/v2/checkout/orders', { body: orderOf(wanted, keep), key: wanted.reference });
      const said = answer(got, { ...wanted, kept: keep });
      // An order takes no money: whatever went wrong, nothing can have been paid.
      if (said.result !== 'processing') return { result: 'unavailable', facts: said.facts };
      return { ...said, keep: { ...keep, ...said.keep } };
    },

    ask,
    /** The buyer came back: an address of an order before this one, kept in the history, ends nothing. */
    async resume(attempt, given) {
      const found = await ask(attempt);
      const isCancelled =
        given.cancelled === '1' && given.token === attempt.kept.orderId && found.result === 'processing' && found.next.kind === 'redirect';
      return isCancelled ? { result: 'cancelled', facts: { ...found.facts, claimed: 'cancelled' } } : found;
    },

    /** An order that we do not capture takes no money, even one that its buyer has approved. */
    async giveUp(attempt) {
      const found = await ask({ ...attempt, isOpen: false });
      const isUnpaid = found.result === 'processing' || found.result === 'absent';
      return isUnpaid ? { result: 'cancelled', facts: { ...found.facts, claimed: found.result } } : found;
    },

    async webhook({ headers, rawBody }) {
      const event = jsonOf(rawBody);
      const header = (name: string) => String(headers[name] ?? '');
      const got = await call('POST', '/v1/notifications/verify-webhook-signature', {
        body: {
          auth_algo: header('paypal-auth-algo'),
          cert_url: header('paypal-cert-url'),
          transmission_id: header('paypal-transmission-id'),
          transmission_sig: header('paypal-transmission-sig'),
          transmission_time: header('paypal-transmission-time'),
          webhook_id: webhookId,
          webhook_event: event,
        },
      });
      if (got instanceof Error || got.status !== 200) throw new Error('PayPal does not verify its webhook just now');
      if ((got.body as { verification_status?: unknown }).verification_status !== 'SUCCESS') return 'forged';
      return readEvent(event);
    },

    reverse: (payment) => giveBack(payment, `${payment.reference}-return`, null),
    refund: (payment, { amount, key }) =>
      giveBack(payment, key, Math.max(1, Math.round((Number(payment.kept.otherCents) * amount) / payment.amount))),
  };
}

const jsonOf = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return {};
  }
};

const orderOf = (
  { reference, description, slowUntil, returnUrl, cancelUrl }: BeginRequest,
  { otherCurrency, otherCents }: { otherCurrency: string; otherCents: number },
) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: reference,
      invoice_id: reference,
      description,
      amount: { currency_code: otherCurrency, value: (otherCents / 100).toFixed(2) },
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        return_url: returnUrl,
        // What the return page hands to `resume`.
        cancel_url: `${cancelUrl}${cancelUrl.includes('?') ? '&' : '?'}cancelled=1`,
        user_action: 'PAY_NOW',
        // Without it a capture may be `PENDING` for days: a bank account that PayPal has yet to collect from.
        ...(slowUntil === null && { payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED' }),
        shipping_preference: 'NO_SHIPPING',
      },
    },
  },
});
