import { currencyDecimals } from '@butaca/brand/money';
import { z } from 'zod';
import type { DeclineReason, Facts, ProviderAnswer } from './provider.ts';

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
});
type Payment = z.output<typeof Payment>;

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

export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

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

/** Minor units of ours in the smallest coin of a currency: one cent of a peso, a hundred of a guaraní. */
const unitsPerCoin = (currency: string): number => 10 ** (2 - currencyDecimals(currency));

/** An amount in minor units as gateways count it: in the currency's smallest coin, which guaraníes are themselves. */
export function coinsOf(amount: number, currency: string): number {
  const coins = amount / unitsPerCoin(currency);
  if (!Number.isInteger(coins)) throw new RangeError(`${amount} minor units are no whole coins of ${currency}`);
  return coins;
}

const unitsOf = (coins: number, currency: string): number => coins * unitsPerCoin(currency);
