import { request } from 'undici';
import type { Facts, NextStep, Provider, ProviderAnswer, ProviderAttempt, ReturnAnswer, SavedCards } from '../../provider.ts';
import { amountText, cardsOf, type HttpAnswer, problemOf, processOf, readConfirmation, readNotice, sign } from './bancard-answer.ts';
import { cardIdFor, isCardIdOf, userIdOf } from './card-ids.ts';

export interface BancardOptions {
  /** What stands before `/vpos/api` and `/checkout`: `https://vpos.infonet.com.py`. */
  readonly url: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** How long the calls that begin a payment may take; the others get a third of it. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
/** The list of saved cards is read while somebody waits for the ways to pay. */
const LIST_WITHIN_MS = 3000;

/** Where the browser comes back to after a payment, and after 3-D Secure. */
const FINISH = '/bancard/finish/';
const FINISH_3DS = '/bancard/finish3ds/';

/** The pages that Bancard shows in a frame. */
const frames = { single_buy: 'new', charge: 'charge_3ds/new', new_card: 'register_card/new' } as const;

/**
 * Bancard vPOS 2.0 (docs/payments.md#bancard): cards are typed into its own frame, saved ones are charged by an alias that is good for
 * one call. It takes whole guaraníes, gives back on the day of the payment only, and knows a payment by our number.
 */
export function bancard({ url, publicKey, privateKey, timeoutMs = TIMEOUT_MS }: BancardOptions): Provider {
  const { origin } = new URL(url);

  /** A broken connection, a timeout and an answer that is not JSON are the same: nothing is known. */
  async function call(path: string, operation: object, withinMs: number, method: 'POST' | 'DELETE' = 'POST'): Promise<HttpAnswer | Error> {
    try {
      const response = await request(`${url}/vpos/api/0.3${path}`, {
        method,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ public_key: publicKey, operation }),
        signal: AbortSignal.timeout(withinMs),
      });
      const body = await response.body.json();
      if (response.statusCode >= 300 && response.statusCode < 400) return new Error('redirected');
      return { status: response.statusCode, body };
    } catch (error) {
      return error as Error;
    }
  }
  const signed = (...parts: readonly (string | number)[]) => sign(privateKey, ...parts);
  const soon = Math.floor(timeoutMs / 3);

  const frame = (kind: keyof typeof frames, processId: string): NextStep => ({
    kind: 'frame',
    url: `${url}/checkout/${frames[kind]}?process_id=${encodeURIComponent(processId)}`,
    origin,
  });
  const waiting = (kind: 'single_buy' | 'charge', processId: string, facts: Facts): ProviderAnswer => ({
    result: 'processing',
    next: frame(kind, processId),
    facts,
    keep: { process: processId, kind },
  });

  async function confirmation(attempt: ProviderAttempt): Promise<ProviderAnswer | 'not-paid'> {
    const { reference, number, kept, isPaid } = attempt;
    const operation = { token: signed(number, 'get_confirmation'), shop_process_id: number };
    const got = await call('/single_buy/confirmations', operation, soon);
    if (got instanceof Error) return { result: 'unknown', facts: { trouble: got.name } };
    const read = readConfirmation(got, { reference, number, privateKey, isFirst: false });
    if (read) return read;
    const problem = problemOf(got);
    const facts = { http: got.status, error: problem };
    if (problem === 'AlreadyRollbackedError') return isPaid ? returned(attempt, facts) : { result: 'cancelled', facts };
    if (problem === 'PaymentNotFoundError') return kept.process === undefined ? { result: 'absent', facts } : 'not-paid';
    return problem === 'BuyNotFoundError' ? { result: 'absent', facts } : { result: 'unknown', facts };
  }

  async function rollBack(number: number): Promise<HttpAnswer | Error> {
    return call('/single_buy/rollback', { token: signed(number, 'rollback', '0.00'), shop_process_id: number }, timeoutMs);
  }

  /** Every listing makes new aliases, so that the one that is used was never shown to anybody. */
  async function cardsOfBuyer(buyerId: string) {
    const userId = userIdOf(buyerId);
    const got = await call(
      `/users/${userId}/cards`,
      { token: signed(userId, 'request_user_cards'), extra_response_attributes: ['cards.bancard_proccessed'] },
      Math.min(soon, LIST_WITHIN_MS),
    );
    const cards = got instanceof Error ? null : cardsOf(got);
    return cards?.filter(({ card_id: id }) => isCardIdOf(buyerId, Number(id))) ?? null;
  }
  const aliasOf = async (buyerId: string, id: string) => {
    const cards = await cardsOfBuyer(buyerId);
    return cards === null ? 'unavailable' : (cards.find((card) => String(card.card_id) === id)?.alias_token ?? 'absent');
  };

  const savedCards: SavedCards = {
    async list(buyerId) {
      const cards = await cardsOfBuyer(buyerId);
      if (cards === null) return 'unavailable';
      return cards.map(({ card_id: id, card_masked_number: masked, card_brand: brand, expiration_date: expires }) => ({
        id: String(id),
        label: `${brand ?? 'Tarjeta'} terminada en ${masked.slice(-4)}`,
        brand: brand ?? null,
        lastFour: masked.slice(-4),
        expires: expires ?? null,
      }));
    },
    async begin({ id, email }, returnUrl) {
      const [cardId, userId] = [cardIdFor(id), userIdOf(id)];
      const operation = {
        token: signed(cardId, userId, 'request_new_card'),
        card_id: cardId,
        user_id: userId,
        user_cell_phone: '',
        user_mail: email,
        return_url: returnUrl,
      };
      const got = await call('/cards/new', operation, soon);
      const processId = got instanceof Error ? null : processOf(got);
      return processId === null ? 'unavailable' : { next: frame('new_card', processId) };
    },
    async delete(buyerId, id) {
      const alias = await aliasOf(buyerId, id);
      if (alias === 'unavailable' || alias === 'absent') return alias;
      const userId = userIdOf(buyerId);
      const operation = { token: signed('delete_card', userId, alias), alias_token: alias };
      const got = await call(`/users/${userId}/cards`, operation, soon, 'DELETE');
      return !(got instanceof Error) && got.status === 200 ? 'deleted' : 'unavailable';
    },
  };

  return {
    name: 'bancard',
    capabilities: {
      currencies: ['PYG'],
      instalments: false,
      partialRefund: false,
      voidSameDay: true,
      threeDSecure: true,
      savedCards: true,
      checksBin: false,
      tellsCancelled: true,
      signsWebhooks: true,
      slowMeans: null,
      asksElsewhere: false,
    },
    origins: { redirects: [], frames: [origin] },
    webhookReply: { status: 'success' },
    returnPage: (purchaseId) => `${FINISH}${encodeURIComponent(purchaseId)}`,
    savedCards,

    async begin({ reference, number, amount: units, currency, description, form, buyer, returnUrl, cancelUrl, instalments }) {
      const amount = amountText(units);
      const payment = { shop_process_id: number, amount, currency };
      if (form.savedCard === undefined) {
        const got = await call(
          '/single_buy',
          {
            token: signed(number, amount, currency),
            ...payment,
            description: description.slice(0, 20),
            return_url: returnUrl,
            cancel_url: cancelUrl,
          },
          timeoutMs,
        );
        const processId = got instanceof Error ? null : processOf(got);
        if (!(got instanceof Error) && processId !== null) return waiting('single_buy', processId, { http: got.status });
        // No money moves before a card is typed into the frame, which this payment will never have.
        return got instanceof Error ? { result: 'unavailable', facts: { trouble: got.name } } : refusedOr(got, 'unavailable');
      }
      const alias = await aliasOf(buyer.id, String(form.savedCard));
      if (alias === 'unavailable') return { result: 'unavailable', facts: { error: 'cards not listed' } };
      if (alias === 'absent') return { result: 'refused', facts: { error: 'saved card is gone' } };
      const got = await call(
        '/charge',
        {
          token: signed(number, 'charge', amount, currency, alias),
          ...payment,
          return_url: returnUrl.replace(FINISH, FINISH_3DS),
          number_of_payments: instalments,
          alias_token: alias,
          additional_data: '',
          extra_response_attributes: ['confirmation.process_id'],
        },
        timeoutMs,
      );
      if (got instanceof Error) return { result: 'unknown', facts: { trouble: got.name } };
      const read = readConfirmation(got, { reference, number, privateKey, isFirst: true });
      if (read) return read;
      const processId = processOf(got);
      return processId === null ? refusedOr(got, 'unknown') : waiting('charge', processId, { http: got.status });
    },

    /** What the frame said proves nothing. */
    resume: (attempt) => ask(attempt),
    ask,

    /** What was paid meanwhile stays paid. The rollback follows once the attempt is given up here: before, a sale could meet it. */
    async giveUp(attempt) {
      const said = await confirmation(attempt);
      return said === 'not-paid' ? { result: 'cancelled', facts: { error: 'PaymentNotFoundError' } } : said;
    },

    async webhook({ rawBody }) {
      const notice = readNotice(rawBody.toString('utf8'), privateKey);
      // Its signature is an md5: the payment itself is asked about.
      return notice === 'forged' ? 'forged' : { about: { number: notice.number }, eventId: `${notice.number} ${notice.code}` };
    },

    /** On the day of the payment; later it is annulled by hand in Bancard's portal, and the money stays owed until then. */
    async reverse({ number }): Promise<ReturnAnswer> {
      const got = await rollBack(number);
      if (got instanceof Error) return { result: 'unknown', facts: { trouble: got.name } };
      const problem = problemOf(got);
      const facts = { http: got.status, rollback: problem };
      const isDone = got.status === 200 || problem === 'AlreadyRollbackedError';
      return isDone ? { result: 'reversed', facts } : { result: 'unknown', facts };
    },
  };

  /** One that was given up is rolled back, so that its frame takes no money any more. */
  async function ask(attempt: ProviderAttempt): Promise<ProviderAnswer> {
    const said = await confirmation(attempt);
    if (said !== 'not-paid') return said;
    const { kept, isOpen, isPaid, number } = attempt;
    if (isPaid) return { result: 'unknown', facts: { error: 'PaymentNotFoundError' } };
    if (isOpen) {
      const next = frame(kept.kind === 'charge' ? 'charge' : 'single_buy', String(kept.process));
      return { result: 'processing', next, facts: { error: 'PaymentNotFoundError' } };
    }
    const got = await rollBack(number);
    if (got instanceof Error) return { result: 'unknown', facts: { trouble: got.name } };
    const facts = { http: got.status, rollback: problemOf(got) };
    return got.status === 200 ? returned(attempt, facts) : { result: 'absent', facts };
  }
}

/** A rollback that was made by us: what had been paid went back, and Bancard does not repeat the amount. */
const returned = ({ reference, amount, currency, number }: ProviderAttempt, facts: Facts): ProviderAnswer => ({
  result: 'returned',
  how: 'reversed',
  paymentId: String(number),
  echo: { reference, amount, currency },
  facts,
});

/** Bancard's own refusal of the request; anything else leaves it open in this way. */
function refusedOr(got: HttpAnswer, otherwise: 'unavailable' | 'unknown'): ProviderAnswer {
  const problem = problemOf(got);
  const facts = { http: got.status, error: problem };
  // A number that was used before is the one refusal behind which there may be a payment.
  if (problem === 'AlreadyTaken') return { result: 'unknown', facts };
  return { result: got.status < 500 && problem !== null ? 'refused' : otherwise, facts };
}
