import { brandOf, cardBrands, isDebit } from '@butaca/contract/rules/card-brands';
import { request } from 'undici';
import type { BeginRequest, CardTokens, Facts, Provider, ProviderAnswer, ProviderAttempt, ReturnAnswer } from '../../provider.ts';
import { ACCEPTS, browserFacts } from '../browser-facts.ts';
import { coinsOf } from '../coins.ts';
import { customerIdOf, keptCards } from './kept-cards.ts';
import { findPayment, type HttpAnswer, readCharge, readPayment, returnedCoins, waitsForBuyer } from './payway-answer.ts';

export interface PaywayOptions {
  /** With the version and without a closing slash: `https://…/api/v2`. */
  readonly url: string;
  /** Known to browsers, good for tokens only. */
  readonly publicKey: string;
  readonly privateKey: string;
  /**
   * Whether issuers may ask their buyers (3-D Secure). That a charge asks for it, its fields and the two states are Payway's; not
   * verified, to be looked at with a merchant's account: the name that instructions are sent under, whose pages ask, how such a page
   * hands over its `instruction_value`, and whether a search finds a payment that waits.
   */
  readonly threeDSecure?: PaywayThreeDSecure | null;
  /** Whether it keeps cards for buyers who ask for it; not every merchant's contract has it. */
  readonly keepsCards?: boolean;
  /** How long the call that charges may take; the others get a third of it. */
  readonly timeoutMs?: number;
}

export interface PaywayThreeDSecure {
  /** `X-Consumer-Username` of instructions. */
  readonly consumer: string;
  /** Whose pages ask. */
  readonly origins: readonly string[];
}

/** The call that charges; a process that leaves waits longer for its requests (`http/shutdown.ts`). */
export const GATEWAY_TIMEOUT_MS = 30_000;

export type Payway = Provider & { readonly tokens: CardTokens };

/** Payway (docs/payments.md#payway): charges, finds and gives back card payments with the private key. */
export function payway({
  url,
  publicKey,
  privateKey,
  threeDSecure = null,
  keepsCards = false,
  timeoutMs = GATEWAY_TIMEOUT_MS,
}: PaywayOptions): Payway {
  /** A broken connection, a timeout and an answer that is not JSON are the same: the outcome is unknown. */
  async function call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body: object | null,
    withinMs: number,
    more: Readonly<Record<string, string>> = {},
  ): Promise<HttpAnswer | Error> {
    try {
      const response = await request(`${url}${path}`, {
        method,
        headers: { apikey: privateKey, accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...more },
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
  const kept = keptCards((method, path, withinMs) => call(method, path, null, withinMs), Math.floor(timeoutMs / 3));
  const read = (path: string) => call('GET', path, null, Math.floor(timeoutMs / 3));
  const answer = (got: HttpAnswer | Error, understand: (got: HttpAnswer) => ProviderAnswer): ProviderAnswer =>
    got instanceof Error ? { result: 'unknown', facts: { trouble: got.name } } : understand(got);

  /** A 404 for the path as a whole proves nothing about a payment. */
  const moved = (said: ProviderAnswer): ProviderAnswer => (said.result === 'absent' ? { result: 'unknown', facts: said.facts } : said);

  async function ask({ reference, isOpen }: ProviderAttempt): Promise<ProviderAnswer> {
    const path = `/payments?offset=0&pageSize=10&siteOperationId=${encodeURIComponent(reference)}`;
    const found = answer(await read(path), (got) => findPayment(got, reference));
    // Only our own instruction goes on from the bank's question, and of an attempt that was given up none is sent.
    return waitsForBuyer(found) ? { result: isOpen ? 'absent' : 'cancelled', facts: found.facts } : found;
  }

  /** Whom a charge names: who pays with a kept card, or wants this one kept, and nobody else. */
  async function customerOf({ form, buyer }: BeginRequest): Promise<string | null> {
    if (typeof form.savedCard === 'string') {
      const isKept = await kept.isKept(buyer.id, { id: form.savedCard, bin: String(form.bin) });
      if (isKept !== true) return isKept === 'unavailable' ? isKept : 'absent';
      return customerIdOf(buyer.id);
    }
    return form.keepCard === true && (await kept.mayKeepMore(buyer.id)) ? customerIdOf(buyer.id) : null;
  }

  return {
    name: 'payway',
    capabilities: {
      currencies: ['ARS', 'PYG', 'USD'],
      instalments: true,
      partialRefund: true,
      voidSameDay: true,
      threeDSecure: threeDSecure !== null,
      savedCards: keepsCards,
      checksBin: true,
      tellsCancelled: true,
      signsWebhooks: false,
      slowMeans: null,
      asksElsewhere: false,
    },
    ...(keepsCards && { savedCards: kept.savedCards }),
    origins: { redirects: [], frames: threeDSecure?.origins ?? [] },
    tokens: { url: `${url}/tokens`, publicKey, format: 'payway' },

    async begin(request) {
      const customer = keepsCards ? await customerOf(request) : null;
      if (customer === 'unavailable') return { result: 'unavailable', facts: { error: 'cards not listed' } };
      if (customer === 'absent') return { result: 'refused', facts: { error: 'saved card is gone' } };
      const body = { ...paymentBody(request, customer), ...(threeDSecure && authenticated(request)) };
      return moved(answer(await call('POST', '/payments', body, timeoutMs), readCharge));
    },

    /** What the page handed over proves nothing: Payway knows what its buyer answered. */
    async resume(attempt, given) {
      const { instruction } = attempt.kept;
      if (!threeDSecure || typeof instruction !== 'string') return ask(attempt);
      const body = { id: instruction, instruction_value: String(given.instruction_value ?? '') };
      const got = await call('POST', '/threeds/instruction', body, timeoutMs, { 'x-consumer-username': threeDSecure.consumer });
      const said = moved(answer(got, readCharge));
      return said.keep ? said : { ...said, keep: { instruction: null } };
    },

    ask,

    /** Looked at before and after, so that trying again never depends on how the last try ended. */
    async reverse({ paymentId }) {
      const path = `/payments/${encodeURIComponent(paymentId)}`;
      const before = returned(answer(await read(path), readPayment));
      if (before.result !== 'unknown') return before;
      await call('POST', `${path}/refunds`, {}, timeoutMs);
      return returned(answer(await read(path), readPayment));
    },

    /** Payway takes no key, so what it has given back in all says whether this part is among it. */
    async refund({ paymentId, currency }, { amount, returnedBefore }) {
      const path = `/payments/${encodeURIComponent(paymentId)}`;
      const all = coinsOf(returnedBefore + amount, currency);
      const isDone = (got: HttpAnswer | Error): ReturnAnswer | null =>
        !(got instanceof Error) && (returnedCoins(got) ?? 0) >= all ? { result: 'refunded', facts: { http: got.status } } : null;
      const before = await read(path);
      if (before instanceof Error) return { result: 'unknown', facts: { trouble: before.name } };
      if (returnedCoins(before) === null) return { result: 'unknown', facts: { http: before.status } };
      const done = isDone(before);
      if (done) return done;
      const told = await call('POST', `${path}/refunds`, { amount: coinsOf(amount, currency) }, timeoutMs);
      return isDone(await read(path)) ?? { result: 'unknown', facts: refundTrouble(told) };
    },

    returnsParts: ({ brand, bin }) => !(brand === 'visa' && bin !== null && isVisaDebit(bin)),
  };
}

/** Visa Débito returns all or nothing (docs/payments.md#refunds). */
const isVisaDebit = (bin: string): boolean => {
  const known = brandOf(bin, cardBrands);
  return known?.brand === 'visa' && isDebit(known, bin);
};

const refundTrouble = (told: HttpAnswer | Error): Facts => (told instanceof Error ? { trouble: told.name } : readPayment(told).facts);

/**
 * Payway keeps a card for whoever `customer.id` names, so that most charges name nobody: the address of mail and the network are for its
 * fraud prevention.
 */
const paymentBody = ({ reference, amount, currency, form, instalments, buyer }: BeginRequest, customer: string | null) => ({
  site_transaction_id: reference,
  token: form.token,
  payment_method_id: form.gatewayMethodId,
  bin: form.bin,
  amount: coinsOf(amount, currency),
  currency,
  installments: instalments,
  payment_type: 'single',
  sub_payments: [],
  customer: { ...(customer !== null && { id: customer }), email: buyer.email, ip_address: buyer.ip },
});

/** Asks for 3-D Secure, with what the buyer's browser told of itself. */
function authenticated({ form, buyer }: BeginRequest) {
  const { language, colorDepth, screenHeight, screenWidth, timeDifference, userAgent } = browserFacts(form, buyer.userAgent);
  return {
    cardholder_auth_required: true,
    auth_3ds_data: {
      device_type: 'BROWSER',
      accept_header: ACCEPTS,
      user_agent: userAgent,
      ip: buyer.ip,
      java_enabled: false,
      language,
      color_depth: colorDepth,
      screen_height: screenHeight,
      screen_width: screenWidth,
      time_zone_offset: timeDifference,
    },
  };
}

const returned = (answer: ProviderAnswer): ReturnAnswer =>
  answer.result === 'returned' ? { result: answer.how, facts: answer.facts } : { result: 'unknown', facts: answer.facts };
