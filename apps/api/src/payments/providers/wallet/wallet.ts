import { paymentPage } from '@butaca/contract';
import type { Provider, ProviderAnswer, ProviderAttempt } from '../../provider.ts';
import { coinsOf } from '../coins.ts';
import { callProvider, type HttpCall, understood, unlessUnreached } from '../http-call.ts';
import { answerOf, findPayment, paymentIn, readBeginning, readNotice, readRefund, type WalletPayment } from './read.ts';

export interface WalletOptions {
  /** Without a closing slash. */
  readonly url: string;
  readonly key: string;
  readonly webhookSecret: string;
  /** The origin of its page. */
  readonly pageOrigin: string;
  readonly timeoutMs?: number;
}

interface Kind {
  readonly name: string;
  /** `redirect`: the person leaves for the wallet's page. `poll`: they answer in its app, and the browser asks until they have. */
  readonly flow: 'redirect' | 'poll';
  readonly returnPage: (purchaseId: string) => string;
}

/** How long a payment waits for its person. */
const LIFE_SECONDS = 15 * 60;

/**
 * A wallet with a page or an app of its own. No public interface of such a wallet is known (APay, Pool): this one is a model, its addresses,
 * names and statuses included, and a real wallet of the kind differs in `read.ts` and in the paths here.
 */
function wallet({ name, flow, returnPage }: Kind, { url, key, webhookSecret, pageOrigin, timeoutMs = 20_000 }: WalletOptions): Provider {
  const call = (method: HttpCall['method'], path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
    callProvider({ method, url: `${url}${path}`, body, headers: { authorization: `Bearer ${key}`, ...headers }, withinMs: timeoutMs });

  /** A person who reloads while it waits is shown the same page again, or asked to look at their phone. */
  const withNext = (payment: WalletPayment, pollPath: unknown): ProviderAnswer => {
    const answer = answerOf(payment);
    if (answer.result !== 'processing' || typeof pollPath !== 'string') return answer;
    return { ...answer, next: flow === 'redirect' ? { kind: 'redirect', url: payment.url } : { kind: 'poll', path: pollPath } };
  };

  async function ask({ reference, kept }: ProviderAttempt): Promise<ProviderAnswer> {
    const got = await call('GET', `/payments?reference=${encodeURIComponent(reference)}`);
    return understood(got, (answer): ProviderAnswer => {
      const found = findPayment(answer, reference);
      return typeof found === 'string' ? { result: found, facts: { http: answer.status } } : withNext(found, kept.pollPath);
    });
  }

  const refund = async (paymentId: string, body: object, idempotencyKey: string) =>
    understood(
      await call('POST', `/payments/${encodeURIComponent(paymentId)}/refunds`, body, { 'idempotency-key': idempotencyKey }),
      readRefund,
    );

  return {
    name,
    returnPage,
    capabilities: {
      currencies: ['ARS', 'PYG'],
      instalments: false,
      partialRefund: true,
      voidSameDay: false,
      threeDSecure: false,
      savedCards: false,
      checksBin: false,
      tellsCancelled: true,
      signsWebhooks: true,
      slowMeans: null,
      asksElsewhere: flow === 'poll',
    },
    origins: { redirects: flow === 'redirect' ? [pageOrigin] : [], frames: [] },

    async begin({ reference, amount, currency, description, form, returnUrl, cancelUrl, webhookUrl, pollPath }) {
      const got = await call('POST', '/payments', {
        reference,
        amount: coinsOf(amount, currency),
        currency,
        description,
        return_url: returnUrl,
        cancel_url: cancelUrl,
        notification_url: webhookUrl,
        expires_in_seconds: LIFE_SECONDS,
        ...(typeof form.phone === 'string' ? { phone: form.phone } : {}),
      });
      const answer = understood(got, (told): ProviderAnswer => {
        const payment = paymentIn(told);
        return { ...(payment ? withNext(payment, pollPath) : readBeginning(told)), keep: { pollPath } };
      });
      // An app may have asked its person already; a page that we do not know is shown to nobody.
      return flow === 'redirect' ? unlessUnreached(answer) : answer;
    },

    ask,

    async giveUp(attempt) {
      if (attempt.paymentId !== null) await call('POST', `/payments/${encodeURIComponent(attempt.paymentId)}/cancellation`, {});
      return ask(attempt);
    },

    async webhook({ headers, rawBody }) {
      const notice = readNotice(headers['x-signature'], rawBody, webhookSecret);
      return typeof notice === 'string' ? notice : { about: { reference: notice.reference }, eventId: notice.event_id };
    },

    refund: ({ paymentId, currency }, { amount, key: ours }) => refund(paymentId, { amount: coinsOf(amount, currency) }, ours),
    reverse: ({ reference, paymentId }) => refund(paymentId, {}, `all-${reference}`),
  };
}

/** APay: its page sends the browser back to `/apay/cobro/finalizar`. */
export const redirectWallet = (options: WalletOptions): Provider =>
  wallet({ name: 'apay', flow: 'redirect', returnPage: (id) => paymentPage(id, '/apay/cobro/finalizar') }, options);

/** Pool: paid in its app; the page that waits is `/payConfirmPool`. */
export const polledWallet = (options: WalletOptions): Provider =>
  wallet({ name: 'pool', flow: 'poll', returnPage: (id) => paymentPage(id, '/payConfirmPool') }, options);
