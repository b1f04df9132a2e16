import { paymentPage } from '@butaca/contract';
import { z } from 'zod';
import type { Provider } from '../../provider.ts';
import { coinsOf } from '../coins.ts';
import { callProvider, type HttpAnswer, type HttpCall, understood, unlessUnreached } from '../http-call.ts';
import { readAuthorisation, readReversal, readToken, readTransaction } from './read.ts';

export interface TigoOptions {
  /** Without a closing slash: `https://prod.api.tigo.com`. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  /** The merchant's own wallet. */
  readonly account: string;
  readonly pin: string;
  readonly merchantId: string;
  /** What stands before our reference in the address of a reversal: the published sources disagree. */
  readonly reversesBy: 'payment' | 'merchant';
  /** The origin of its page. */
  readonly pageOrigin: string;
  readonly timeoutMs?: number;
}

const API = '/v2/tigo/mfs/payments';

/**
 * Tigo Money (Paraguay, guaraníes only; docs/payments.md#tigo-money). The page that people return from and the callbacks are unsigned: they
 * only lead to a question. Whole reversals, no parts.
 */
export function tigo(options: TigoOptions): Provider {
  const { url, key, secret, account, pin, merchantId, reversesBy, pageOrigin, timeoutMs = 25_000 } = options;

  /** With a token of its own, as Tigo Money wants one for each transaction. */
  async function call(method: HttpCall['method'], path: string, body?: object): Promise<HttpAnswer | Error> {
    const got = await callProvider({
      method: 'POST',
      url: `${url}/v1/oauth/mfs/payments/tokens`,
      headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      withinMs: Math.floor(timeoutMs / 3),
    });
    const token = got instanceof Error ? null : readToken(got);
    if (token === null) return got instanceof Error ? got : new Error('no token');
    return callProvider({ method, url: `${url}${path}`, headers: { authorization: `Bearer ${token}` }, body, withinMs: timeoutMs });
  }
  const transaction = (reference: string) => `${API}/transactions/PRY/${encodeURIComponent(merchantId)}/${encodeURIComponent(reference)}`;

  return {
    name: 'tigo',
    returnPage: (purchaseId) => paymentPage(purchaseId, '/payConfirmTigoMoney'),
    capabilities: {
      currencies: ['PYG'],
      instalments: false,
      partialRefund: false,
      voidSameDay: false,
      threeDSecure: false,
      savedCards: false,
      checksBin: false,
      tellsCancelled: true,
      signsWebhooks: false,
      slowMeans: null,
      asksElsewhere: false,
    },
    origins: { redirects: [pageOrigin], frames: [] },
    phoneCountry: 'PY',

    async begin({ reference, amount, currency, buyer, form, returnUrl, webhookUrl }) {
      const guaranies = String(coinsOf(amount, currency));
      const got = await call('POST', `${API}/authorizations`, {
        MasterMerchant: { account, pin, id: merchantId },
        Subscriber: {
          account: String(form.phone ?? '').replace(/^(\+?595|0)/, ''),
          countryCode: '595',
          country: 'PRY',
          emailId: buyer.email,
          // Asked for there, and nothing that we have to tell.
          firstName: '',
          lastName: '',
        },
        redirectUri: returnUrl,
        callbackUri: webhookUrl,
        language: 'spa',
        terminalId: '',
        OriginPayment: { amount: guaranies, currencyCode: 'PYG', tax: '0.00', fee: '0.00' },
        exchangeRate: '1',
        LocalPayment: { amount: guaranies, currencyCode: 'PYG' },
        merchantTransactionId: reference,
      });
      const begun = understood(got, (answer) => readAuthorisation(answer, reference));
      if (!('page' in begun)) return unlessUnreached(begun);
      return { result: 'processing', next: { kind: 'redirect', url: begun.page }, keep: { page: begun.page }, facts: {} };
    },

    /** A person who reloads while it waits is shown the same page again. One that we never learned was shown to nobody, and it has no end. */
    async ask({ reference, kept, isOpen }) {
      const answer = understood(await call('GET', transaction(reference)), readTransaction);
      if (answer.result !== 'processing') return answer;
      if (typeof kept.page === 'string') return { ...answer, next: { kind: 'redirect', url: kept.page } };
      return { result: isOpen ? 'absent' : 'cancelled', facts: answer.facts };
    },

    /** Unsigned: all that it can do is that we ask. */
    async webhook({ rawBody, query }) {
      const { merchantTransactionId: reference, mfsTransactionId, transactionStatus } = { ...query, ...fieldsOf(rawBody.toString()) };
      return reference ? { about: { reference }, eventId: `${mfsTransactionId} ${transactionStatus}` } : 'irrelevant';
    },

    async reverse({ reference, paymentId }) {
      const id = reversesBy === 'payment' ? paymentId : merchantId;
      const path = `${API}/transactions/PRY/${encodeURIComponent(id)}/${encodeURIComponent(reference)}`;
      return understood(await call('DELETE', path, {}), readReversal);
    },
  };
}

/** A form or JSON: the sources do not say which. */
function fieldsOf(body: string): Readonly<Record<string, string>> {
  try {
    return z.record(z.string(), z.coerce.string()).parse(JSON.parse(body));
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}
