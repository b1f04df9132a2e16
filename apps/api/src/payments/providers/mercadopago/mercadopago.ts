import { brandOf, cardBrands, isDebit } from '@butaca/contract/rules/card-brands';
import type { BeginRequest, Provider, ProviderAnswer, ProviderAttempt, ReturnAnswer } from '../../provider.ts';
import { callProvider, type HttpCall, understood, unlessUnreached } from '../http-call.ts';
import {
  type FoundPayments,
  findPayment,
  isSigned,
  type ReadPreference,
  readChargeback,
  readPayment,
  readPreference,
  readSearch,
} from './read.ts';

export interface MercadoPagoOptions {
  /** Without a closing slash: `https://api.mercadopago.com`. */
  readonly url: string;
  readonly accessToken: string;
  /**
   * For browsers, which exchange cards for tokens with it; not needed where only its page is paid on. Unverified: the names of the fields of
   * `card_tokens` (`TokenFormat`, `mercadopago`). Left out, no card is typed into our form.
   */
  readonly publicKey?: string;
  /** Of the webhooks, from the merchant's panel. */
  readonly webhookSecret: string;
  /** The origin of its page: `https://www.mercadopago.com.ar`. */
  readonly pageOrigin: string;
  /** Mercado Pago gives every call 22 s. */
  readonly timeoutMs?: number;
  /** How long a search may take in all, of which each answer has room for a part of what is found; shorter than a turn (`payments/turns.ts`). */
  readonly searchTimeoutMs?: number;
}

/** Of its page: what is confirmed hours or days after it was chosen there, in cash, at a machine or by a transfer. */
const SLOW_TYPES = ['ticket', 'atm', 'bank_transfer'];
type EndsWaiting = Partial<Pick<ProviderAttempt, 'mayWait' | 'isPaid' | 'kept'>>;

/** How long its page can be paid on: a little longer than a purchase keeps its places. */
const PAGE_LIFE_MS = 15 * 60_000;
/** What one answer of its search has room for, and how many tries of one page are looked at in all. */
const SEARCHED_AT_ONCE = 50;
const MOST_SEARCHED = 500;
/** By how much Mercado Pago may be behind when its page is closed at once. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * Mercado Pago (Argentina, pesos; docs/payments.md#mercado-pago): a card by its token, or a page of its own, where people may try several
 * times until it is closed.
 */
export function mercadoPago({
  url,
  accessToken,
  publicKey,
  webhookSecret,
  pageOrigin,
  timeoutMs = 22_000,
  searchTimeoutMs = 30_000,
}: MercadoPagoOptions): Provider {
  const call = (
    method: HttpCall['method'],
    path: string,
    { body, key, withinMs = timeoutMs }: { body?: object; key?: string; withinMs?: number } = {},
  ) =>
    callProvider({
      method,
      url: `${url}${path}`,
      headers: { authorization: `Bearer ${accessToken}`, ...(key ? { 'x-idempotency-key': key } : {}) },
      body,
      withinMs,
    });
  const payment = (id: string) => `/v1/payments/${encodeURIComponent(id)}`;
  const preference = (id: string) => `/checkout/preferences/${encodeURIComponent(id)}`;

  const search = async (attempt: ProviderAttempt): Promise<ProviderAnswer> => {
    const { reference, paymentId, isOpen } = attempt;
    const found = await searchAll(reference);
    const answer: ProviderAnswer =
      found instanceof Error
        ? { result: 'unknown', facts: { trouble: found.name } }
        : findPayment(found, reference, isOpen ? null : paymentId);
    return endWaiting(attempt, answer);
  };

  /** Every payment of a reference, the oldest first: a page of Mercado Pago may be tried more often than one answer of its search has room for. */
  async function searchAll(reference: string): Promise<FoundPayments | Error> {
    const all: unknown[] = [];
    const until = Date.now() + searchTimeoutMs;
    for (;;) {
      const asked = { external_reference: reference, sort: 'date_created', criteria: 'desc', limit: SEARCHED_AT_ONCE, offset: all.length };
      const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
      const got = await call('GET', `/v1/payments/search?${query}`, { withinMs: Math.max(1, Math.min(timeoutMs, until - Date.now())) });
      if (got instanceof Error) return got;
      const some = readSearch(got);
      if (some === null) return { status: got.status, results: null, isAll: false };
      all.push(...some);
      const isAll = some.length < SEARCHED_AT_ONCE;
      if (isAll || all.length >= MOST_SEARCHED) return { status: got.status, results: all.reverse(), isAll };
    }
  }

  /**
   * Cancels a payment that Mercado Pago would decide later and that may not wait for it. Cards cannot be asked for in `binary_mode`, in which
   * nothing waits: the question of a card's issuer waits, too. What it says in the end counts: it may have been decided meanwhile.
   */
  async function endWaiting({ mayWait = 'never', isPaid = false, kept = {} }: EndsWaiting, answer: ProviderAnswer) {
    if (answer.result !== 'pending' || answer.paymentId === undefined || mayWait === 'still' || isPaid) return answer;
    // A page of before pages were asked for means that are confirmed at once: its buyer may have a slip to pay.
    if (mayWait === 'never' && kept.preference !== undefined && kept.instant !== true) return answer;
    const ended = understood(await call('PUT', payment(answer.paymentId), { body: { status: 'cancelled' } }), readPayment);
    if (ended.result !== 'cancelled') return isOfPayment(ended) ? ended : readAgain(answer, answer.paymentId);
    return mayWait === 'never' ? ({ ...answer, result: 'declined', reason: 'other' } satisfies ProviderAnswer) : ended;
  }

  /** What became of a payment that could not be cancelled; without an answer what was known of it. */
  async function readAgain(known: ProviderAnswer, id: string): Promise<ProviderAnswer> {
    const now = understood(await call('GET', payment(id)), readPayment);
    return isOfPayment(now) ? now : known;
  }

  async function findPage(id: string): Promise<ReadPreference | null> {
    const got = await call('GET', preference(id));
    return got instanceof Error ? null : readPreference(got);
  }

  async function charge({ reference, amount, description, instalments, slowUntil, buyer, form, webhookUrl }: BeginRequest) {
    const answer = understood(
      await call('POST', '/v1/payments', {
        key: reference,
        body: {
          transaction_amount: amount / 100,
          token: form.token,
          installments: instalments,
          payment_method_id: methodOf(String(form.bin)),
          payer: { email: buyer.email },
          external_reference: reference,
          notification_url: webhookUrl,
          description,
          // Unverified, as `three_ds_info` is (`read.ts`): without it a card is charged without a question to its owner.
          three_d_secure_mode: 'optional',
        },
      }),
      readPayment,
    );
    return endWaiting({ mayWait: slowUntil === null ? 'never' : 'still' }, answer);
  }

  async function openPage({
    reference,
    amount,
    currency,
    description,
    slowUntil,
    buyer,
    returnUrl,
    cancelUrl,
    webhookUrl,
  }: BeginRequest): Promise<ProviderAnswer> {
    const got = await call('POST', '/checkout/preferences', {
      key: reference,
      body: {
        items: [{ title: description, quantity: 1, unit_price: amount / 100, currency_id: currency }],
        payer: { email: buyer.email },
        back_urls: { success: returnUrl, pending: returnUrl, failure: cancelUrl },
        auto_return: 'approved',
        external_reference: reference,
        notification_url: webhookUrl,
        expires: true,
        expiration_date_to: new Date(Date.now() + PAGE_LIFE_MS).toISOString(),
        // Unverified: the name of the types, and that `date_of_expiration` of a preference ends what is to be paid in cash.
        ...(slowUntil === null
          ? { binary_mode: true, payment_methods: { excluded_payment_types: SLOW_TYPES.map((id) => ({ id })) } }
          : { date_of_expiration: new Date(slowUntil).toISOString() }),
      },
    });
    return understood(got, (answer): ProviderAnswer => {
      const page = readPreference(answer);
      if (!page) return { result: answer.status === 400 || answer.status === 401 ? 'refused' : 'unknown', facts: { http: answer.status } };
      const waiting = waitingOn(page);
      return { ...waiting, keep: { ...waiting.keep, instant: slowUntil === null } };
    });
  }

  const endPage = (id: string) => {
    const until = new Date(Date.now() - CLOCKS_DIFFER_MS).toISOString();
    return call('PUT', preference(id), { body: { expires: true, expiration_date_to: until } });
  };

  /** A page without a payment that counts is over only once Mercado Pago says so, and what was paid before that is found. */
  async function askPage(id: string, attempt: ProviderAttempt): Promise<ProviderAnswer> {
    const first = await search(attempt);
    // Its buyer has chosen: what they pay with a slip is not to be paid once more on the page.
    if (first.result === 'pending' && attempt.kept.closed !== true) {
      await endPage(id);
      return { ...first, keep: { ...first.keep, closed: true } };
    }
    if (!isUnpaid(first)) return first;
    const page = await findPage(id);
    if (!page) return { result: 'unknown', facts: { trouble: 'preference' } };
    if (!page.isOver) return waitingOn(page);
    const last = await search(attempt);
    return last.result === 'absent' ? { result: 'cancelled', facts: { page: 'over' } } : last;
  }

  const ask = async (attempt: ProviderAttempt) => {
    const { preference } = attempt.kept;
    return withNewSlip(attempt, await (typeof preference === 'string' ? askPage(preference, attempt) : search(attempt)));
  };

  /** A slip is kept once, and only where buyers are sent for paying, too. */
  function withNewSlip({ kept }: ProviderAttempt, answer: ProviderAnswer): ProviderAnswer {
    const { slip, ...keep } = answer.keep ?? {};
    if (typeof slip !== 'string' || (slip !== kept.slip && new URL(slip).origin === pageOrigin)) return answer;
    if (Object.keys(keep).length > 0) return { ...answer, keep };
    const { keep: _, ...told } = answer;
    return told as ProviderAnswer;
  }

  /**
   * So that nobody pays on it later from another window. Unverified: that `PUT` of a preference changes when it ends. Where it does not, the
   * page stays payable for `PAGE_LIFE_MS`, the attempt waits as long, and what is paid meanwhile is found by its search.
   */
  async function closePage(attempt: ProviderAttempt): Promise<ProviderAnswer> {
    const { preference: id } = attempt.kept;
    if (typeof id === 'string') await endPage(id);
    return ask(attempt);
  }

  async function giveBack(paymentId: string, body: object, key: string): Promise<ReturnAnswer> {
    const got = await call('POST', `${payment(paymentId)}/refunds`, { body, key });
    const done = !(got instanceof Error) && got.status < 300;
    return { result: done ? 'refunded' : 'unknown', facts: { http: got instanceof Error ? got.name : got.status } };
  }

  return {
    name: 'mercadopago',
    capabilities: {
      currencies: ['ARS'],
      instalments: true,
      partialRefund: true,
      voidSameDay: false,
      threeDSecure: true,
      savedCards: false,
      checksBin: false,
      tellsCancelled: true,
      signsWebhooks: true,
      slowMeans: 'slip',
      asksElsewhere: false,
    },
    mayBePaidTwice: true,
    // The question of a card's issuer stands where the calls go.
    origins: { redirects: [pageOrigin], frames: [new URL(url).origin] },
    ...(publicKey && {
      tokens: { url: `${url}/v1/card_tokens?public_key=${encodeURIComponent(publicKey)}`, publicKey, format: 'mercadopago' as const },
    }),
    begin: async (request) => (request.form.token === undefined ? unlessUnreached(await openPage(request)) : charge(request)),
    ask,

    /** Who comes back without having paid has left the page; an address of a payment before this one, kept in the history, ends nothing. */
    resume: (attempt, { status, external_reference: reference = attempt.reference }) =>
      status === 'approved' || status === 'pending' || reference !== attempt.reference ? ask(attempt) : closePage(attempt),
    giveUp: closePage,
    callOff: (attempt) => closePage({ ...attempt, mayWait: 'no longer' }),

    async webhook({ headers, query }) {
      const { 'data.id': dataId, type } = query;
      const { 'x-signature': signature, 'x-request-id': requestId } = headers;
      if (!isSigned({ signature, requestId, dataId }, webhookSecret)) return 'forged';
      if (type !== 'payment' || !dataId) return 'irrelevant';
      const got = await call('GET', payment(dataId));
      const found = understood(got, readPayment);
      if (!('echo' in found && found.echo)) return 'irrelevant';
      const chargeback = got instanceof Error ? undefined : readChargeback(got);
      return {
        about: { reference: found.echo.reference },
        ...(found.paymentId !== undefined && { paymentId: found.paymentId }),
        eventId: String(requestId),
        ...(chargeback && { chargeback }),
      };
    },

    refund: ({ paymentId }, { amount, key }) => giveBack(paymentId, { amount: amount / 100 }, key),
    async reverse({ reference, paymentId }) {
      const answer = await giveBack(paymentId, {}, `all-${reference}`);
      if (answer.result !== 'unknown') return answer;
      // By its own number: what was paid beside another payment of a page has that one's reference there.
      const now = understood(await call('GET', payment(paymentId)), readPayment);
      if (now.result !== 'returned') return answer;
      return { result: now.how, facts: { ...answer.facts, ...now.facts, ...(now.chargeback && { chargeback: true }) } };
    },
  };
}

/** Mercado Pago's names of card brands, from memory; those of debit cards begin with `deb`, and a brand that is missing goes by our name. */
const names: Readonly<Record<string, { readonly credit: string; readonly debit?: string }>> = {
  mastercard: { credit: 'master', debit: 'debmaster' },
  visa: { credit: 'visa', debit: 'debvisa' },
  cabal: { credit: 'cabal', debit: 'debcabal' },
};

function methodOf(bin: string): string | undefined {
  const known = brandOf(bin, cardBrands);
  if (!known) return undefined;
  const { credit, debit = credit } = names[known.brand] ?? { credit: known.brand };
  return isDebit(known, bin) ? debit : credit;
}

/** It tells of a payment, and not of a request that failed. */
const isOfPayment = (answer: ProviderAnswer): boolean => 'echo' in answer && answer.echo !== undefined;

/** Declined or nothing yet: people may still try with something else. */
const isUnpaid = ({ result }: ProviderAnswer): boolean => result === 'absent' || result === 'declined' || result === 'cancelled';

const waitingOn = ({ id, page }: ReadPreference): ProviderAnswer => ({
  result: 'processing',
  next: { kind: 'redirect', url: page },
  keep: { preference: id },
  facts: {},
});
