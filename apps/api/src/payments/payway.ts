import { request } from 'undici';
import { coinsOf, findPayment, type HttpAnswer, readPayment } from './payway-answer.ts';
import type { CardGateway, ChargeRequest, ProviderAnswer, ReturnAnswer } from './provider.ts';

export interface PaywayOptions {
  /** With the version and without a closing slash: `https://…/api/v2`. */
  readonly url: string;
  /** Known to browsers, good for tokens only. */
  readonly publicKey: string;
  readonly privateKey: string;
  /** How long the call that charges may take; the others get a third of it. */
  readonly timeoutMs?: number;
}

/** The call that charges; a process that leaves waits longer for its requests (`http/shutdown.ts`). */
export const GATEWAY_TIMEOUT_MS = 30_000;

/** Payway (docs/payments.md#payway): charges, finds and gives back card payments with the private key. */
export function payway({ url, publicKey, privateKey, timeoutMs = GATEWAY_TIMEOUT_MS }: PaywayOptions): CardGateway {
  /** A broken connection, a timeout and an answer that is not JSON are the same: the outcome is unknown. */
  async function call(method: 'GET' | 'POST', path: string, body: object | null, withinMs: number): Promise<HttpAnswer | Error> {
    try {
      const response = await request(`${url}${path}`, {
        method,
        headers: { apikey: privateKey, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(withinMs),
      });
      const answer = await response.body.json();
      // The key is sent to this address only, and an answer from another one does not count.
      if (response.statusCode >= 300 && response.statusCode < 400) return new Error('redirected');
      return { status: response.statusCode, body: answer };
    } catch (error) {
      return error as Error;
    }
  }
  const read = (path: string) => call('GET', path, null, Math.floor(timeoutMs / 3));
  const answer = (got: HttpAnswer | Error, understand: (got: HttpAnswer) => ProviderAnswer): ProviderAnswer =>
    got instanceof Error ? { result: 'unknown', facts: { trouble: got.name } } : understand(got);

  return {
    name: 'payway',
    tokenUrl: `${url}/tokens`,
    publicKey,

    async charge(request) {
      const got = await call('POST', '/payments', paymentBody(request), timeoutMs);
      const said = answer(got, readPayment);
      // A 404 for the path as a whole proves nothing about a payment.
      return said.result === 'absent' ? { result: 'unknown', facts: said.facts } : said;
    },

    query: async (reference) =>
      answer(await read(`/payments?offset=0&pageSize=10&siteOperationId=${encodeURIComponent(reference)}`), (got) =>
        findPayment(got, reference),
      ),

    /** Looked at before and after, so that trying again never depends on how the last try ended. */
    async reverse({ paymentId }) {
      const path = `/payments/${encodeURIComponent(paymentId)}`;
      const before = returned(answer(await read(path), readPayment));
      if (before.result !== 'unknown') return before;
      await call('POST', `${path}/refunds`, {}, timeoutMs);
      return returned(answer(await read(path), readPayment));
    },
  };
}

const paymentBody = ({ reference, amount, currency, token, bin, gatewayMethodId, instalments, customer }: ChargeRequest) => ({
  site_transaction_id: reference,
  token,
  payment_method_id: gatewayMethodId,
  bin,
  amount: coinsOf(amount, currency),
  currency,
  installments: instalments,
  payment_type: 'single',
  sub_payments: [],
  customer: { id: customer.id, email: customer.email, ip_address: customer.ip },
});

const returned = (answer: ProviderAnswer): ReturnAnswer =>
  answer.result === 'returned' ? { result: answer.how, facts: answer.facts } : { result: 'unknown', facts: answer.facts };
