import { createRemoteJWKSet, flattenedVerify } from 'jose';
import { z } from 'zod';
import type { NextStep, Provider, ReturnAnswer } from '../../provider.ts';
import { callProvider, type HttpAnswer, type HttpCall, understood, unlessUnreached } from '../http-call.ts';
import { readRequest, readStatus, readToken, returnedIn } from './read.ts';

export interface ModoOptions {
  /** Without a closing slash: `https://merchants.playdigital.com.ar`. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** The merchant's name, which MODO demands as `User-Agent`. */
  readonly merchant: string;
  /** Of the acquirer behind MODO; named in the merchant's contract. */
  readonly processorCode: string;
  /**
   * Where one request is asked about, from `url`, with `{id}` for its id: `/v2/payment-requests/{id}/data`. Unverified, therefore a
   * setting: MODO's public documents show how a request is made and told of, and not how it is queried.
   */
  readonly queryPath: string;
  /** The origin of the links that open its app. */
  readonly pageOrigin: string;
  readonly timeoutMs?: number;
}

const Notice = z.object({ id: z.string(), external_intention_id: z.string(), status: z.string(), signature: z.looseObject({}) });
/** What is needed to ask about a request, and to show its code again to a person who reloads. */
const Kept = z.object({ request: z.string(), qr: z.string(), link: z.string(), until: z.number() });
/** MODO says five to ten minutes. */
const LIFE_MS = 10 * 60_000;
/** A token is good for seven days, and only ten may be asked for in ten minutes: one is kept until MODO refuses it. */
const UNAUTHORISED = 401;
/** In one payment without interest. */
const ONE_PAYMENT = '1CSI';

/** MODO (Argentina, pesos; docs/payments.md#modo): a QR code on the screen, or a link on the phone that it is bought with. */
export function modo({
  url,
  username,
  password,
  merchant,
  processorCode,
  queryPath,
  pageOrigin,
  timeoutMs = 20_000,
}: ModoOptions): Provider {
  let token: Promise<string | null> | null = null;
  const keys = createRemoteJWKSet(new URL(`${url}/v2/payment-requests/.well-known/jwks.json`), { timeoutDuration: timeoutMs });
  const headers = { 'user-agent': merchant };

  const newToken = async (): Promise<string | null> => {
    const got = await callProvider({
      method: 'POST',
      url: `${url}/v2/stores/companies/token`,
      headers,
      body: { username, password },
      withinMs: timeoutMs,
    });
    return got instanceof Error ? null : readToken(got);
  };

  async function call(method: HttpCall['method'], path: string, body?: object, tries = 2): Promise<HttpAnswer | Error> {
    token ??= newToken();
    const bearer = await token;
    if (bearer === null) {
      token = null;
      return new Error('no token');
    }
    const got = await callProvider({
      method,
      url: `${url}${path}`,
      headers: { ...headers, authorization: `Bearer ${bearer}` },
      body,
      withinMs: timeoutMs,
    });
    if (got instanceof Error || got.status !== UNAUTHORISED || tries === 1) return got;
    token = null;
    return call(method, path, body, tries - 1);
  }
  const query = (id: string) => call('GET', queryPath.replace('{id}', encodeURIComponent(id)));
  /** Without a key of ours: what MODO has given back in all says whether this part is among it, before and after. */
  async function giveBack(id: string, { amount, all }: { readonly amount: number; readonly all: number }): Promise<ReturnAnswer> {
    const returned = async () => {
      const got = await query(id);
      return got instanceof Error ? null : returnedIn(got);
    };
    const before = await returned();
    if (before === null) return { result: 'unknown', facts: { trouble: 'query' } };
    if (before < all) await call('POST', `/v2/payment-requests/${encodeURIComponent(id)}/refund`, { amount: amount / 100 });
    const after = before < all ? await returned() : before;
    return { result: after !== null && after >= all ? 'refunded' : 'unknown', facts: { returned: after } };
  }

  return {
    name: 'modo',
    capabilities: {
      currencies: ['ARS'],
      instalments: false,
      partialRefund: true,
      voidSameDay: false,
      threeDSecure: false,
      savedCards: false,
      checksBin: false,
      tellsCancelled: false,
      signsWebhooks: true,
      slowMeans: null,
      asksElsewhere: false,
    },
    origins: { redirects: [pageOrigin], frames: [] },

    async begin({ reference, amount, currency, description, webhookUrl }) {
      const got = await call('POST', '/v2/payment-requests/', {
        description,
        amount: amount / 100,
        currency,
        cc_code: ONE_PAYMENT,
        processor_code: processorCode,
        external_intention_id: reference,
        webhook_notification: webhookUrl,
      });
      const made = understood(got, readRequest);
      if ('result' in made) return unlessUnreached(made);
      const { id, qr, deeplink, expiration_date: until } = made;
      const keep = { request: id, qr, link: deeplink, until: until ? Date.parse(until) : Date.now() + LIFE_MS };
      return { result: 'processing', next: codeOf(keep), keep, facts: {} };
    },

    /** MODO finds a request by its own id alone: one whose id was lost was never shown to anybody, and nobody can pay it. */
    async ask({ kept }) {
      const request = Kept.safeParse(kept);
      if (!request.success) return { result: 'absent', facts: { request: null } };
      const answer = understood(await query(request.data.request), readStatus);
      return answer.result === 'processing' ? { ...answer, next: codeOf(request.data) } : answer;
    },

    /** The body carries itself again, signed: what is signed is read, and has to say the same. */
    async webhook({ rawBody }) {
      const notice = Notice.safeParse(parsed(rawBody.toString()));
      if (!notice.success) return 'irrelevant';
      const { signature, ...told } = notice.data;
      const signed = await flattenedVerify(signature as never, keys).catch(() => null);
      const said = signed && Notice.omit({ signature: true }).safeParse(parsed(Buffer.from(signed.payload).toString()));
      if (!said?.success || JSON.stringify(said.data) !== JSON.stringify(told)) return 'forged';
      return { about: { reference: told.external_intention_id }, eventId: `${told.id} ${told.status}` };
    },

    reverse: ({ paymentId, amount }) => giveBack(paymentId, { amount, all: amount }),
    refund: ({ paymentId }, { amount, returnedBefore }) => giveBack(paymentId, { amount, all: returnedBefore + amount }),
  };
}

const codeOf = ({ qr: content, link: url, until }: z.output<typeof Kept>): NextStep => ({ kind: 'qr', content, url, until });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
