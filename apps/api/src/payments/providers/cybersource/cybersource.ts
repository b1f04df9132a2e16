import { request } from 'undici';
import type { Facts, NextStep, Provider, ProviderAnswer, ProviderAttempt, ReturnAnswer } from '../../provider.ts';
import { ACCEPTS, browserFacts } from '../browser-facts.ts';
import {
  type AuthenticationAnswer,
  amountText,
  findTransaction,
  type HttpAnswer,
  readAuthentication,
  readPayment,
  refundedBy,
  relatedTo,
} from './cybersource-answer.ts';
import { type MerchantKey, signedHeaders } from './signature.ts';

export interface CybersourceOptions extends MerchantKey {
  /** Without a closing slash: `https://api.cybersource.com`. */
  readonly url: string;
  /** Where Cardinal's pages stand, which the browser is sent to; an origin. */
  readonly pagesOrigin: string;
  /** Where browsers exchange a card for a transient token, and the public key for it. */
  readonly tokens: { readonly url: string; readonly publicKey: string };
  /** How long the call that charges may take; the others get a third of it. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
/** Cardinal's own limit for the device page. */
const DEVICE_WAIT_MS = 10_000;

/**
 * Cybersource (docs/payments.md#cybersource): card payments with payer authentication. A payment is set up, the device page is shown,
 * the issuer is asked about the buyer (enrolment), who may have to answer it (challenge, validation), and then the card is charged. Only
 * that last call moves money.
 */
export function cybersource(options: CybersourceOptions): Provider {
  const { pagesOrigin, tokens, timeoutMs = TIMEOUT_MS } = options;
  const { call, post } = signedCalls(options, timeoutMs);

  async function authenticate(path: string, body: object): Promise<AuthenticationAnswer> {
    const got = await post(path, body);
    // None of these calls moves money, so that one without an answer can be given up.
    return got instanceof Error ? { said: 'unavailable', facts: { trouble: got.name } } : readAuthentication(got);
  }

  async function charge(
    attempt: ProviderAttempt,
    authenticated: Extract<AuthenticationAnswer, { said: 'go on' }>,
  ): Promise<ProviderAnswer> {
    const keep = { ...forgotten, step: 'charged' };
    const got = await call('POST', '/pts/v2/payments', paymentBody(attempt, authenticated), timeoutMs);
    if (got instanceof Error) return { result: 'unknown', facts: { trouble: got.name }, keep };
    const answer = readPayment(got);
    // The money is reserved though fraud prevention refused it: it is set free again.
    if (answer.facts.status === 'AUTHORIZED_RISK_DECLINED' && 'paymentId' in answer)
      await post(`${pathOf(answer.paymentId ?? '')}/reversals`, {
        ...referenceOf(attempt),
        reversalInformation: { ...amountOf(attempt), reason: 'risk' },
      });
    return { ...answer, keep };
  }

  /** From an issuer's word to the charge, the challenge, or the end of it. */
  const goOn = (attempt: ProviderAttempt, answer: AuthenticationAnswer): Promise<ProviderAnswer> | ProviderAnswer => {
    switch (answer.said) {
      case 'go on':
        return charge(attempt, answer);
      case 'challenge': {
        const keep = { step: 'challenge', pageUrl: answer.url, pageToken: answer.token, transactionId: answer.transactionId };
        return {
          result: 'processing',
          facts: answer.facts,
          keep,
          next: stepOf({ ...attempt, kept: { ...attempt.kept, ...keep } }, pagesOrigin),
        };
      }
      case 'failed':
        return { result: 'declined', reason: 'other', facts: answer.facts, keep: forgotten };
      case 'refused':
        return { result: 'refused', facts: answer.facts, keep: forgotten };
      // Nothing was charged, and the places are free for another try.
      default:
        return { result: 'cancelled', facts: { ...answer.facts, said: answer.said }, keep: forgotten };
    }
  };

  const find = async (code: string, application: 'ics_bill' | 'ics_credit') => {
    const got = await post('/tss/v2/searches', { query: `clientReferenceInformation.code:${code}`, limit: 20, offset: 0 });
    return got instanceof Error ? got : findTransaction(got, code, application);
  };
  const details = (id: string) => call('GET', `/tss/v2/transactions/${encodeURIComponent(id)}`, null, timeoutMs / 3);
  const read = async (id: string): Promise<ProviderAnswer> => {
    const got = await details(id);
    if (got instanceof Error) return { result: 'unknown', facts: { trouble: got.name } };
    const answer = readPayment(got);
    if (answer.result !== 'approved') return answer;
    const returned = await returnedOf(relatedTo(got));
    // Its status goes on saying that it was paid.
    if (returned && returned.amount >= answer.echo.amount) return { ...answer, result: 'returned', how: 'refunded' };
    return { ...answer, ...(returned && { returned }) };
  };

  /** What these transactions gave back in all; undefined when one of them could not be read. */
  async function returnedOf(ids: readonly string[]) {
    const parts = await Promise.all(
      ids.map(async (id) => {
        const got = await details(id);
        return got instanceof Error ? null : refundedBy(got);
      }),
    );
    const amount = parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0);
    return amount === null ? undefined : { amount, exactTo: 0 };
  }

  /**
   * Takes back a payment that no search finds though it may have been made, by the transaction id that we gave it (timeout void):
   * repeated it does nothing.
   */
  async function voidUnseen(attempt: ProviderAttempt): Promise<ProviderAnswer> {
    const got = await post('/pts/v2/voids', {
      clientReferenceInformation: { code: attempt.reference, transactionId: String(attempt.number) },
    });
    if (got instanceof Error) return { result: 'unknown', facts: { trouble: got.name } };
    if (got.status === 404) return { result: 'absent', facts: { http: got.status } };
    const id = (got.body as { id?: unknown } | null)?.id;
    return typeof id === 'string' ? read(id) : { result: 'unknown', facts: { http: got.status } };
  }

  async function ask(attempt: ProviderAttempt): Promise<ProviderAnswer> {
    const id = attempt.paymentId ?? (await find(attempt.reference, 'ics_bill'));
    if (id instanceof Error) return { result: 'unknown', facts: { trouble: id.message } };
    if (id !== null) return read(id);
    const waitsForBuyer = attempt.kept.step === 'device' || attempt.kept.step === 'challenge';
    // The buyer is where the attempt says; nothing was charged yet.
    if (waitsForBuyer && attempt.isOpen) return { result: 'absent', facts: { waits: String(attempt.kept.step) } };
    return voidUnseen(attempt);
  }

  /** The refund that was made under a code of ours; null when there is none. */
  async function refundOf(code: string): Promise<ReturnAnswer | null> {
    const id = await find(code, 'ics_credit');
    if (id instanceof Error) return { result: 'unknown', facts: { trouble: id.message } };
    return id === null ? null : { result: 'refunded', facts: { refund: id } };
  }

  async function sendRefund(paymentId: string, { code, ...sum }: Sum & { readonly code: string }): Promise<ReturnAnswer> {
    const body = { clientReferenceInformation: { code }, orderInformation: amountOf(sum) };
    const got = await post(`${pathOf(paymentId)}/refunds`, body);
    if (got instanceof Error || got.status !== 201) return { result: 'unknown', facts: troubleOf(got) };
    return { result: 'refunded', facts: { http: got.status } };
  }

  return {
    name: 'cybersource',
    capabilities: {
      currencies: ['ARS', 'PYG', 'USD'],
      instalments: true,
      partialRefund: true,
      voidSameDay: true,
      threeDSecure: true,
      savedCards: false,
      checksBin: false,
      tellsCancelled: true,
      signsWebhooks: false,
      slowMeans: null,
      asksElsewhere: false,
    },
    origins: { redirects: [], frames: [pagesOrigin] },
    tokens: { ...tokens, format: 'payway' },

    async begin({ reference, form, buyer, instalments, frameReturnUrl }) {
      const token = String(form.token ?? '');
      const answer = await authenticate('/risk/v1/authentication-setups', {
        clientReferenceInformation: { code: reference },
        ...tokenOf({ token }),
      });
      if (answer.said !== 'set up')
        return answer.said === 'refused' ? { result: 'refused', facts: answer.facts } : { result: 'unavailable', facts: answer.facts };
      const { url: pageUrl, token: pageToken, referenceId, facts } = answer;
      const keep = { step: 'device', token, referenceId, pageUrl, pageToken, ip: buyer.ip, instalments, frameReturnUrl };
      return { result: 'processing', facts, keep, next: stepOf({ reference, kept: keep }, pagesOrigin) };
    },

    async resume(attempt, given) {
      const { step, transactionId } = attempt.kept;
      if (step === 'device') return goOn(attempt, await authenticate('/risk/v1/authentications', enrolmentBody(attempt, given)));
      if (step !== 'challenge') return ask(attempt);
      // What the browser gives proves nothing: the validation names what came of this attempt's own challenge.
      const consumerAuthenticationInformation = { authenticationTransactionId: transactionId };
      return goOn(
        attempt,
        await authenticate('/risk/v1/authentication-results', { ...paymentOf(attempt), consumerAuthenticationInformation }),
      );
    },

    ask,

    async giveUp(attempt) {
      const id = await find(attempt.reference, 'ics_bill');
      if (typeof id === 'string') return read(id);
      const answer = await voidUnseen(attempt);
      return answer.result === 'absent' ? { result: 'cancelled', facts: answer.facts, keep: forgotten } : answer;
    },

    /** Looked at first, so that trying again never depends on how the last try ended. */
    async reverse({ reference, paymentId }): Promise<ReturnAnswer> {
      const now = await read(paymentId);
      if (now.result === 'returned') return { result: now.how, facts: now.facts };
      if (now.result !== 'approved') return { result: 'unknown', facts: now.facts };
      const code = `${reference}-return`;
      const refunded = await refundOf(code);
      if (refunded) return refunded;
      const voided = await post(`${pathOf(paymentId)}/voids`, referenceOf({ reference }));
      if (!(voided instanceof Error) && voided.status === 201) return { result: 'reversed', facts: { http: voided.status } };
      if (voided instanceof Error || !isNotVoidable(voided)) return { result: 'unknown', facts: troubleOf(voided) };
      return sendRefund(paymentId, { code, ...now.echo });
    },

    /** A part goes back under our key, by which it is found before it is sent again. */
    async refund({ paymentId, currency }, { amount, key: code }) {
      return (await refundOf(code)) ?? sendRefund(paymentId, { code, amount, currency });
    },
  };
}

/** Signed calls: a broken connection, a timeout and an answer that is not JSON are the same, the outcome is not known. */
function signedCalls({ url: base, ...key }: CybersourceOptions, timeoutMs: number) {
  async function call(method: 'GET' | 'POST', path: string, content: object | null, withinMs: number): Promise<HttpAnswer | Error> {
    try {
      const url = new URL(`${base}${path}`);
      const body = content && JSON.stringify(content);
      const response = await request(url, {
        method,
        headers: {
          ...signedHeaders(key, { method, url, body, now: new Date() }),
          accept: 'application/json',
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        body,
        signal: AbortSignal.timeout(Math.floor(withinMs)),
      });
      const answer = await response.body.json();
      // An answer from another address does not count.
      if (response.statusCode >= 300 && response.statusCode < 400) return new Error('redirected');
      return { status: response.statusCode, body: answer };
    } catch (error) {
      return error as Error;
    }
  }
  return { call, post: (path: string, body: object) => call('POST', path, body, timeoutMs / 3) };
}

type Known = Pick<ProviderAttempt, 'reference' | 'kept'>;

/** What the browser has to do, from what the attempt keeps: the same again after a reload. */
function stepOf({ reference, kept }: Known, origin: string): NextStep {
  const url = String(kept.pageUrl);
  const JWT = String(kept.pageToken);
  if (kept.step === 'challenge') return { kind: 'challenge', url, fields: { JWT, MD: reference }, origin };
  return { kind: 'hidden_form', url, fields: { JWT }, origin, waitMs: DEVICE_WAIT_MS };
}

/** What no later call needs any more is not kept: the card's token, the buyer's address. */
const forgotten: Facts = { token: null, ip: null, pageToken: null };

const referenceOf = ({ reference }: Pick<ProviderAttempt, 'reference'>) => ({ clientReferenceInformation: { code: reference } });
const tokenOf = ({ token }: Facts) => ({ tokenInformation: { transientTokenJwt: token } });
type Sum = Pick<ProviderAttempt, 'amount' | 'currency'>;
const amountOf = ({ amount, currency }: Sum) => ({ amountDetails: { totalAmount: amountText(amount, currency), currency } });

/** What enrolment, validation and charge say alike. */
const paymentOf = (attempt: ProviderAttempt) => ({
  ...referenceOf(attempt),
  ...tokenOf(attempt.kept),
  orderInformation: amountOf(attempt),
});

const paymentBody = (attempt: ProviderAttempt, { proof, commerceIndicator }: Extract<AuthenticationAnswer, { said: 'go on' }>) => ({
  ...paymentOf(attempt),
  // The transaction id is what a payment without an answer is taken back by.
  clientReferenceInformation: { code: attempt.reference, transactionId: String(attempt.number) },
  processingInformation: { capture: true, commerceIndicator },
  installmentInformation: { totalCount: String(attempt.kept.instalments ?? 1) },
  consumerAuthenticationInformation: proof,
});

/** With the eleven fields of a browser, all of which are mandatory. */
function enrolmentBody(attempt: ProviderAttempt, given: Facts) {
  const { kept } = attempt;
  const browser = browserFacts(given);
  return {
    ...paymentOf(attempt),
    consumerAuthenticationInformation: {
      referenceId: kept.referenceId,
      returnUrl: kept.frameReturnUrl,
      deviceChannel: 'BROWSER',
      transactionMode: 'eCommerce',
    },
    deviceInformation: {
      ipAddress: String(kept.ip),
      httpAcceptContent: ACCEPTS,
      httpBrowserLanguage: browser.language,
      httpBrowserJavaEnabled: 'N',
      httpBrowserJavaScriptEnabled: 'Y',
      httpBrowserColorDepth: String(browser.colorDepth),
      httpBrowserScreenHeight: String(browser.screenHeight),
      httpBrowserScreenWidth: String(browser.screenWidth),
      httpBrowserTimeDifference: String(browser.timeDifference),
      userAgentBrowserValue: browser.userAgent,
    },
  };
}

const pathOf = (paymentId: string) => `/pts/v2/payments/${encodeURIComponent(paymentId)}`;
const troubleOf = (got: HttpAnswer | Error): Facts => (got instanceof Error ? { trouble: got.name } : readPayment(got).facts);

const isNotVoidable = ({ status, body }: HttpAnswer): boolean =>
  status === 400 && (body as { reason?: unknown } | null)?.reason === 'NOT_VOIDABLE';
