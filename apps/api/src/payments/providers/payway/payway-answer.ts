import { z } from 'zod';
import type { DeclineReason, Facts, ProviderAnswer } from '../../provider.ts';
import { unitsPerCoin } from '../coins.ts';

/**
 * Unverified, to be looked at with a merchant's account: that a payment's answer lists what went back of it as `refunds`, which Payway's public
 * documents do not name. Under another name nobody knows what went back: a part that Payway itself gave back is not noticed, and a refund of
 * ours stays on the office's list and is asked for again, until Payway refuses more than is left.
 */
const Refunds = z.array(z.object({ amount: z.int(), status: z.string().nullish() }));

const Reason = z.object({ id: z.union([z.number(), z.string()]).nullish() });

/** What we read of a payment; everything else in it is left where it is. */
const Payment = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  site_transaction_id: z.string(),
  /** In the currency's smallest coin. */
  amount: z.int(),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/i)
    .transform((code) => code.toUpperCase()),
  status: z.string(),
  status_details: z
    .object({
      error: z.object({ type: z.string().nullish(), reason: Reason.nullish() }).nullish(),
    })
    .nullish(),
  refunds: Refunds.nullish(),
});
type Payment = z.output<typeof Payment>;

/** A step of 3-D Secure instead of a payment. Of its answer only the states are verified; see `PaywayOptions.threeDSecure`. */
const Instruction = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  status: z.string().transform((status) => status.toLowerCase()),
  /** Seconds. */
  timeout: z.number().positive().nullish(),
  http: z.object({ method: z.literal('POST'), url: z.url(), body: z.unknown() }),
});

/**
 * What Payway tells of a kept card. Unverified, to be looked at with a merchant's account: every name of a field here, as its public documents
 * do not show the answer. An answer of another shape is no list, and no kept card is offered (`GATEWAY_KEEPS_CARDS` turns all of it off).
 */
const CardTokens = z.object({
  tokens: z.array(
    z.object({
      token: z.string().min(1).max(100),
      bin: z.string().regex(/^\d{6,8}$/),
      last_four_digits: z.string().regex(/^\d{4}$/),
      expiration_month: z.union([z.string(), z.number()]).nullish(),
      expiration_year: z.union([z.string(), z.number()]).nullish(),
      expired: z.boolean().nullish(),
    }),
  ),
});

/** The cards that Payway keeps for somebody and that are not over yet; null for an answer that is no list. */
export function cardTokensOf({ status, body }: HttpAnswer) {
  const list = CardTokens.safeParse(body);
  return status === 200 && list.success ? list.data.tokens.filter(({ expired }) => !expired) : null;
}

const Payments = z.object({ results: z.array(z.unknown()) });
const Problem = z.object({
  error_type: z.string(),
  validation_errors: z.array(z.object({ code: z.string().nullish(), param: z.string().nullish() })).nullish(),
});

type Meaning = 'approved' | 'declined' | 'pending' | 'processing' | 'cancelled' | 'reversed' | 'refunded';

/** Payway's states (docs/payments.md#payment-states); a state that is missing here is unknown, never a success (PO-010). */
const meanings: Readonly<Record<string, Meaning>> = {
  approved: 'approved',
  accredited: 'approved',
  pre_approved: 'processing',
  review: 'pending',
  invoice_generated: 'pending',
  adhered: 'pending',
  rejected: 'declined',
  group_rejected: 'declined',
  'challenge pending': 'processing',
  'fingerprint pending': 'processing',
  cancelled: 'cancelled',
  annulled: 'reversed',
  annulment_approved: 'reversed',
  reversed: 'reversed',
  refunded: 'refunded',
  refund_approved: 'refunded',
  // Part of it went back; the payment stands.
  approved_with_refund: 'approved',
};

/** Refusals of a request that made no payment, by what Payway calls them. */
const refusals = ['malformed_request_error', 'invalid_request_error', 'authentication_error'];

const WAITING: readonly unknown[] = ['challenge pending', 'fingerprint pending'];

/** Whether a payment waits for 3-D Secure, so that only our own instruction could move its money. */
export const waitsForBuyer = (answer: ProviderAnswer): boolean =>
  answer.result === 'processing' && WAITING.includes(String(answer.facts.status).toLowerCase());

export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** How long the hidden frame of the device's data is waited for, whatever Payway says. */
const MOST_WAIT_MS = 10_000;

/** The meaning of the answer to a charge, or to an instruction: a payment, or the next step of 3-D Secure. */
export function readCharge(got: HttpAnswer): ProviderAnswer {
  const read = got.status < 300 ? Instruction.safeParse(got.body) : undefined;
  if (!read?.success || !WAITING.includes(read.data.status)) return readPayment(got);
  const { id, status, timeout, http } = read.data;
  const { origin } = new URL(http.url);
  const page = { url: http.url, fields: fieldsOf(http.body), origin };
  return {
    result: 'processing',
    facts: { http: got.status, status },
    keep: { instruction: id },
    next:
      status === 'challenge pending'
        ? { kind: 'challenge', ...page }
        : { kind: 'hidden_form', ...page, waitMs: Math.min((timeout ?? 10) * 1000, MOST_WAIT_MS) },
  };
}

/** What is posted to the page of a step, written as an object, as its JSON, or as a form. */
function fieldsOf(body: unknown): Record<string, string> {
  if (typeof body !== 'string') return textsIn(body);
  try {
    return textsIn(JSON.parse(body));
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}

const textsIn = (body: unknown) =>
  Object.fromEntries(Object.entries(body ?? {}).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));

/** The meaning of the answer to a call that creates or reads one payment. */
export function readPayment({ status, body }: HttpAnswer): ProviderAnswer {
  const payment = Payment.safeParse(body);
  if (payment.success) return answerOf(payment.data, status);
  const problem = Problem.safeParse(body);
  if (!problem.success) return { result: 'unknown', facts: { http: status } };
  const { error_type: type, validation_errors: errors } = problem.data;
  const params = (errors ?? []).map(({ code, param }) => `${param}:${code}`).join(' ');
  const facts = { http: status, error: type, params };
  if (type === 'not_found_error') return { result: 'absent', facts };
  // A reference that was used before is the one refusal behind which there may be a payment.
  const repeated = errors?.some(({ param }) => param === 'site_transaction_id') ?? false;
  if (status >= 500 || repeated || !refusals.includes(type)) return { result: 'unknown', facts };
  return { result: 'refused', facts };
}

const Returned = z.object({ id: z.union([z.number(), z.string()]), refunds: Refunds.default([]) });

/** What of a payment has gone back, in the currency's smallest coin; null for an answer that is no payment. */
export function returnedCoins({ status, body }: HttpAnswer): number | null {
  const payment = Returned.safeParse(body);
  return status === 200 && payment.success ? sumOf(payment.data.refunds) : null;
}

/** One that was refused or annulled gave nothing back. */
const FAILED = /reject|annul|cancel|error|fail/i;

const sumOf = (refunds: z.output<typeof Refunds>): number =>
  refunds.reduce((sum, { amount, status }) => (FAILED.test(status ?? '') ? sum : sum + amount), 0);

/** The payment with our reference among those that a search found. */
export function findPayment({ status, body }: HttpAnswer, reference: string): ProviderAnswer {
  const list = Payments.safeParse(body);
  if (status !== 200 || !list.success) return { result: 'unknown', facts: { http: status } };
  const ours = list.data.results.map((each) => Payment.safeParse(each)).find(({ data }) => data?.site_transaction_id === reference);
  return ours?.data ? answerOf(ours.data, status) : { result: 'absent', facts: { http: status } };
}

function answerOf(payment: Payment, http: number): ProviderAnswer {
  const meaning = meanings[payment.status.toLowerCase()];
  const facts = { http, status: payment.status, ...reasonOf(payment) };
  if (http >= 500 || meaning === undefined) return { result: 'unknown', facts };
  const told = {
    paymentId: payment.id,
    echo: { reference: payment.site_transaction_id, amount: unitsOf(payment.amount, payment.currency), currency: payment.currency },
    facts,
  };
  if (meaning === 'reversed' || meaning === 'refunded') return { ...told, result: 'returned', how: meaning };
  if (meaning === 'processing') return { ...told, result: meaning, next: { kind: 'wait' } };
  if (meaning === 'declined') return { ...told, result: meaning, reason: declineReasonOf(payment) };
  if (meaning === 'approved') {
    const { refunds, currency } = payment;
    return { ...told, result: meaning, returned: refunds ? { amount: unitsOf(sumOf(refunds), currency), exactTo: 0 } : undefined };
  }
  return { ...told, result: meaning };
}

function reasonOf({ status_details: details }: Payment): Facts {
  const error = details?.error;
  return error ? { error: error.type ?? null, reason: error.reason?.id ?? null } : {};
}

/**
 * Payway's error types that a buyer can act on. Its own sentence about the reason is shown to nobody: it tells whoever tries out cards
 * which of their data were right.
 */
const declineReasons: ReadonlyMap<string, DeclineReason> = new Map([
  ['insufficient_amount', 'funds'],
  ['expired_card', 'expired'],
  ['request_authorization_card', 'call_bank'],
]);

const declineReasonOf = ({ status_details: details }: Payment): DeclineReason =>
  declineReasons.get(details?.error?.type?.toLowerCase() ?? '') ?? 'other';

const unitsOf = (coins: number, currency: string): number => coins * unitsPerCoin(currency);
