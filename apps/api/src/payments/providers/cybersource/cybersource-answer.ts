import { currencyDecimals } from '@butaca/brand/money';
import { z } from 'zod';
import type { DeclineReason, Facts, ProviderAnswer } from '../../provider.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

const ErrorInformation = z.object({ reason: z.string().nullish() }).nullish();
const Refused = z.object({ status: z.string().nullish(), reason: z.string().nullish() });

/**
 * What we read of a payment, of its answer as of its details; everything else in it is left where it is. Unverified, to be looked at with a
 * merchant's account: that a transaction's details (`/tss/v2/transactions`) have the shape of a payment's answer, and their state in
 * `applicationInformation.status`. Details of another shape are unknown, so that the payment stays in doubt.
 */
const Payment = z.object({
  id: z.string(),
  status: z.string().optional(),
  applicationInformation: z.object({ status: z.string().nullish() }).nullish(),
  clientReferenceInformation: z.object({ code: z.string() }),
  orderInformation: z.object({
    amountDetails: z.object({
      totalAmount: z.string().nullish(),
      authorizedAmount: z.string().nullish(),
      currency: z.string().regex(/^[A-Z]{3}$/),
    }),
  }),
  errorInformation: ErrorInformation,
});
type Payment = z.output<typeof Payment>;

type Meaning = 'approved' | 'declined' | 'pending' | 'reversed';

/** Cybersource's states (docs/payments.md#cybersource); a state that is missing here is unknown, never a success (PO-010). */
const meanings: ReadonlyMap<string, Meaning> = new Map([
  ['AUTHORIZED', 'approved'],
  ['TRANSMITTED', 'approved'],
  ['AUTHORIZED_PENDING_REVIEW', 'pending'],
  ['PENDING_REVIEW', 'pending'],
  ['DECLINED', 'declined'],
  ['AUTHORIZED_RISK_DECLINED', 'declined'],
  ['VOIDED', 'reversed'],
  ['REVERSED', 'reversed'],
]);

/** Reasons that a buyer can act on. All others have one sentence: they tell whoever tries out cards which of their data were right. */
const declineReasons: ReadonlyMap<string, DeclineReason> = new Map([
  ['INSUFFICIENT_FUND', 'funds'],
  ['EXCEEDS_CREDIT_LIMIT', 'funds'],
  ['EXPIRED_CARD', 'expired'],
  ['CONTACT_PROCESSOR', 'call_bank'],
]);

/** The meaning of the answer to a call that makes or reads one payment. */
export function readPayment({ status: http, body }: HttpAnswer): ProviderAnswer {
  const payment = Payment.safeParse(body);
  if (payment.success && http < 400) return answerOf(payment.data, http);
  return readRefusal({ status: http, body });
}

/** A request that made no payment, unless there may be one behind it. */
function readRefusal({ status: http, body }: HttpAnswer): ProviderAnswer {
  const { reason = null } = Refused.safeParse(body).data ?? {};
  const facts = { http, error: reason };
  if (http === 401 || http === 403 || reason === 'PROCESSOR_UNAVAILABLE') return { result: 'unavailable', facts };
  // The code was used within the last minutes: by the first of two calls, whose payment is found by its reference.
  if (http !== 400 || reason === null || reason === 'DUPLICATE_REQUEST') return { result: 'unknown', facts };
  return { result: 'refused', facts };
}

function answerOf(payment: Payment, http: number): ProviderAnswer {
  const status = payment.applicationInformation?.status ?? payment.status ?? '';
  const { amountDetails } = payment.orderInformation;
  const amount = amountDetails.authorizedAmount ?? amountDetails.totalAmount;
  const meaning = meanings.get(status);
  const reason = payment.errorInformation?.reason ?? null;
  const facts = { http, status, ...(reason ? { error: reason } : {}) };
  if (meaning === 'declined') return { result: meaning, paymentId: payment.id, facts, reason: declineReasons.get(reason ?? '') ?? 'other' };
  if (meaning === undefined || amount == null) return { result: 'unknown', facts };
  const echo = { reference: payment.clientReferenceInformation.code, amount: unitsOf(amount), currency: amountDetails.currency };
  const told = { paymentId: payment.id, echo, facts };
  return meaning === 'reversed' ? { ...told, result: 'returned', how: 'reversed' } : { ...told, result: meaning };
}

/** Unverified, as the rest of a transaction's details: that it links to its refunds as related transactions. If it does not, no refund is noticed. */
const Related = z.object({ _links: z.object({ relatedTransactions: z.array(z.object({ href: z.string() })) }) });
const Refund = z.object({
  applicationInformation: z.object({ status: z.string().nullish(), applications: z.array(z.object({ name: z.string().nullish() })) }),
  orderInformation: z.object({ amountDetails: z.object({ totalAmount: z.string() }) }),
});

/** The ids of transactions that belong to this one. */
export const relatedTo = ({ body }: HttpAnswer): string[] =>
  (Related.safeParse(body).data?._links.relatedTransactions ?? []).flatMap(({ href }) => /\/transactions\/(\w+)$/.exec(href)?.[1] ?? []);

/** What a transaction gave back, in minor units; 0 for one that is no refund, null for an answer that is not understood. */
export function refundedBy({ status, body }: HttpAnswer): number | null {
  const { data } = Refund.safeParse(body);
  if (status >= 300 || !data) return null;
  const { status: word, applications } = data.applicationInformation;
  // One that was declined or voided gave nothing back.
  const isRefund = applications.some(({ name }) => name === 'ics_credit') && !/DECLINED|VOIDED|REVERSED|FAILED|REJECTED/.test(word ?? '');
  return isRefund ? unitsOf(data.orderInformation.amountDetails.totalAmount) : 0;
}

/**
 * Unverified, to be looked at with a merchant's account: the shape of a search's answer, that `ics_bill` and `ics_credit` name a charge and a
 * refund in it, and how soon it finds a payment. What it does not find is taken back by our number, so that no money stays unseen.
 */
const Search = z.object({
  _embedded: z
    .object({
      transactionSummaries: z.array(
        z.object({
          id: z.string(),
          clientReferenceInformation: z.object({ code: z.string().nullish() }).nullish(),
          applicationInformation: z.object({ applications: z.array(z.object({ name: z.string().nullish() })).nullish() }).nullish(),
        }),
      ),
    })
    .nullish(),
});

/** The transaction with this code that a search found: a payment (`ics_bill`) or a refund (`ics_credit`). An Error when it did not answer. */
export function findTransaction({ status, body }: HttpAnswer, code: string, application: 'ics_bill' | 'ics_credit'): string | null | Error {
  const search = Search.safeParse(body);
  if (status >= 300 || !search.success) return new Error(`search answered ${status}`);
  const found = search.data._embedded?.transactionSummaries.find(
    ({ clientReferenceInformation: ours, applicationInformation: its }) =>
      ours?.code === code && its?.applications?.some(({ name }) => name === application),
  );
  return found?.id ?? null;
}

const Authentication = z.object({
  status: z.string(),
  errorInformation: ErrorInformation,
  consumerAuthenticationInformation: z.object({
    accessToken: z.string().nullish(),
    referenceId: z.string().nullish(),
    deviceDataCollectionUrl: z.url().nullish(),
    stepUpUrl: z.url().nullish(),
    authenticationTransactionId: z.string().nullish(),
    paresStatus: z.string().nullish(),
    veresEnrolled: z.string().nullish(),
    challengeCancelCode: z.string().nullish(),
    cavv: z.string().nullish(),
    ucafAuthenticationData: z.string().nullish(),
    xid: z.string().nullish(),
    eciRaw: z.string().nullish(),
    ecommerceIndicator: z.string().nullish(),
    directoryServerTransactionId: z.string().nullish(),
    specificationVersion: z.string().nullish(),
  }),
});

/** What an issuer said of the buyer's identity, for the charge. */
type Proof = Readonly<Record<string, string>>;

export type AuthenticationAnswer =
  | { readonly said: 'set up'; readonly url: string; readonly token: string; readonly referenceId: string; readonly facts: Facts }
  | { readonly said: 'go on'; readonly proof: Proof; readonly commerceIndicator: string; readonly facts: Facts }
  | { readonly said: 'challenge'; readonly url: string; readonly token: string; readonly transactionId: string; readonly facts: Facts }
  /** None of these moved money. `failed`: not the cardholder; `cancelled`: the buyer left the challenge or it took too long. */
  | { readonly said: 'failed' | 'cancelled' | 'refused' | 'unavailable'; readonly facts: Facts };

/** EMV's codes for a challenge that the buyer left (01) or that took too long (04, 05). */
const LEFT = new Set(['01', '04', '05']);

/** The meaning of the answer to a set-up, an enrolment check or a validation. */
export function readAuthentication({ status: http, body }: HttpAnswer): AuthenticationAnswer {
  const read = Authentication.safeParse(body);
  if (http >= 400 || !read.success) {
    const { reason = null } = Refused.safeParse(body).data ?? {};
    return { said: http === 400 && reason !== null ? 'refused' : 'unavailable', facts: { http, error: reason } };
  }
  const { status, errorInformation, consumerAuthenticationInformation: its } = read.data;
  const facts = factsOf({
    http,
    status,
    error: errorInformation?.reason,
    pares: its.paresStatus,
    enrolled: its.veresEnrolled,
    cancel: its.challengeCancelCode,
  });
  if (status === 'COMPLETED' && its.deviceDataCollectionUrl && its.accessToken && its.referenceId)
    return { said: 'set up', url: its.deviceDataCollectionUrl, token: its.accessToken, referenceId: its.referenceId, facts };
  if (status === 'PENDING_AUTHENTICATION' && its.stepUpUrl && its.accessToken && its.authenticationTransactionId)
    return { said: 'challenge', url: its.stepUpUrl, token: its.accessToken, transactionId: its.authenticationTransactionId, facts };
  if (status === 'AUTHENTICATION_FAILED') return { said: LEFT.has(its.challengeCancelCode ?? '') ? 'cancelled' : 'failed', facts };
  // Rejected by the issuer: not to be charged, whatever the status says.
  if (its.paresStatus === 'R' || its.paresStatus === 'N') return { said: 'failed', facts };
  if (status === 'AUTHENTICATION_SUCCESSFUL')
    return { said: 'go on', proof: proofOf(its), commerceIndicator: its.ecommerceIndicator ?? 'internet', facts };
  return { said: 'unavailable', facts };
}

const proofOf = (its: z.output<typeof Authentication>['consumerAuthenticationInformation']): Proof => {
  const { cavv, ucafAuthenticationData, xid, eciRaw, directoryServerTransactionId, specificationVersion } = its;
  const given = { cavv, ucafAuthenticationData, xid, eciRaw, directoryServerTransactionId, paSpecificationVersion: specificationVersion };
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])));
};

const factsOf = (facts: Readonly<Record<string, string | number | null | undefined>>): Facts =>
  Object.fromEntries(Object.entries(facts).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value]])));

/** An amount in minor units as Cybersource writes it: units with the currency's decimals. */
export const amountText = (amount: number, currency: string): string => (amount / 100).toFixed(currencyDecimals(currency));

const unitsOf = (text: string): number => Math.round(Number(text) * 100);
