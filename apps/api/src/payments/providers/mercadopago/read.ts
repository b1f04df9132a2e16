import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { DeclineReason, Notice, ProviderAnswer, Surplus } from '../../provider.ts';
import type { HttpAnswer } from '../http-call.ts';

/** What we read of a payment; everything else in it is left where it is. */
const Payment = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  status: z.string(),
  status_detail: z.string().nullish(),
  external_reference: z.string().nullish(),
  /** Pesos with two decimals. */
  transaction_amount: z.number(),
  /** What went back to the buyer before; absent is none. Unverified: its name; a chargeback then counts as of the whole payment. */
  transaction_amount_refunded: z.number().nullish(),
  currency_id: z.string().regex(/^[A-Z]{3}$/),
  date_created: z.string().nullish(),
  /** Of a payment that its card's issuer wants to ask about. Unverified: its names; without them the payment only waits, and is given up. */
  three_ds_info: z.object({ external_resource_url: z.url({ protocol: /^https?$/ }), creq: z.string() }).nullish(),
  /** Of cash and transfers: where the buyer finds what they have to pay with. Unverified: its name; without it there is no link. */
  transaction_details: z
    .object({ external_resource_url: z.url({ protocol: /^https?$/ }) })
    .nullish()
    .catch(null),
});
type Payment = z.output<typeof Payment>;

const Payments = z.object({ results: z.array(z.unknown()) });
const Preference = z.object({
  id: z.string().min(1),
  init_point: z.url({ protocol: /^https?$/ }),
  expires: z.boolean().nullish(),
  expiration_date_to: z.string().nullish(),
});
const Problem = z.object({ message: z.string().nullish(), error: z.string().nullish() });

type Meaning = 'approved' | 'declined' | 'pending' | 'processing' | 'cancelled' | 'refunded';

/** Mercado Pago's statuses (docs/payments.md#mercado-pago); one that is missing here is unknown, never a success (PO-010). */
const meanings: Readonly<Record<string, Meaning>> = {
  // `partially_refunded` is a detail of it: part went back, the payment stands.
  approved: 'approved',
  authorized: 'processing',
  in_process: 'pending',
  // The money is disputed, and held back.
  in_mediation: 'pending',
  pending: 'pending',
  rejected: 'declined',
  cancelled: 'cancelled',
  refunded: 'refunded',
  charged_back: 'refunded',
};

/** Details that a buyer can act on. Mercado Pago's own wording is shown to nobody. */
const declineReasons: ReadonlyMap<string, DeclineReason> = new Map([
  ['cc_rejected_insufficient_amount', 'funds'],
  ['cc_rejected_call_for_authorize', 'call_bank'],
  ['cc_rejected_card_disabled', 'call_bank'],
]);

/** The meaning of the answer to a call that makes or reads one payment. */
export function readPayment({ status, body }: HttpAnswer): ProviderAnswer {
  const payment = Payment.safeParse(body);
  if (payment.success && status < 300) return answerOf(payment.data);
  const problem = Problem.safeParse(body);
  const facts = { http: status, error: problem.data?.error ?? null };
  if (status === 404) return { result: 'absent', facts };
  // 400 and 401 say that the request was not taken; of all others the payment may have been made.
  return status === 400 || status === 401 ? { result: 'refused', facts } : { result: 'unknown', facts };
}

/** What the card's bank took back of a payment: what was left of it. Undefined of one that stands. */
export function readChargeback({ status, body }: HttpAnswer): Notice['chargeback'] {
  const { data } = Payment.safeParse(body);
  return status < 300 && data ? chargebackOf(data) : undefined;
}

function chargebackOf({ status, transaction_amount: amount, transaction_amount_refunded: refunded, currency_id: currency }: Payment) {
  return status === 'charged_back' ? { amount: Math.round((amount - (refunded ?? 0)) * 100), currency } : undefined;
}

/** One answer of a search; null where it is none. */
export function readSearch({ status, body }: HttpAnswer): readonly unknown[] | null {
  const { data } = Payments.safeParse(body);
  return status === 200 && data ? data.results : null;
}

/** What a search found, of as many answers as it took. */
export interface FoundPayments {
  readonly status: number;
  /** Null where an answer was none. */
  readonly results: readonly unknown[] | null;
  /** There are no more than these. */
  readonly isAll: boolean;
}

/**
 * The payment of our reference that counts: the known one if it was paid, else an approved one, else one that was paid and went back, else the
 * last that was tried, if all of them were seen. Every other approved one was paid beside it.
 */
export function findPayment({ status, results, isAll }: FoundPayments, reference: string, known?: string | null): ProviderAnswer {
  if (results === null) return { result: 'unknown', facts: { http: status } };
  const ours = paymentsOf(results, reference);
  const counts = ['approved', 'authorized', 'in_process', 'pending', 'in_mediation', 'refunded', 'charged_back'];
  const byState = () => counts.flatMap((state) => ours.find((each) => each.status === state) ?? [])[0];
  const wasPaid = ({ status: each }: Payment) => each === 'approved' || each === 'refunded' || each === 'charged_back';
  const payment = ours.find((each) => each.id === known && wasPaid(each)) ?? byState() ?? (isAll ? ours.at(-1) : undefined);
  if (!payment)
    return isAll ? { result: 'absent', facts: { http: status } } : { result: 'unknown', facts: { trouble: 'too many payments' } };
  const answer = answerOf(payment);
  const surplus = ours.filter((each) => each !== payment && each.status === 'approved').map(toldOf);
  return surplus.length > 0 && (answer.result === 'approved' || answer.result === 'returned') ? { ...answer, surplus } : answer;
}

/** Those of this reference, each once, the first that was tried first. */
function paymentsOf(results: readonly unknown[], reference: string): Payment[] {
  const ours = results.flatMap((each) => {
    const { data } = Payment.safeParse(each);
    return data?.external_reference === reference ? [data] : [];
  });
  const madeAt = ({ date_created: at }: Payment) => Date.parse(at ?? '') || 0;
  // A payment that is made while later answers are read moves the others on, so that one may be told twice.
  return [...new Map(ours.map((each) => [each.id, each])).values()].sort((one, other) => madeAt(one) - madeAt(other));
}

function answerOf(payment: Payment): ProviderAnswer {
  const { status, status_detail: detail } = payment;
  const facts = { status, detail: detail ?? null };
  const meaning = detail === 'pending_challenge' ? 'processing' : meanings[status];
  if (meaning === undefined) return { result: 'unknown', facts };
  const told = { ...toldOf(payment), facts };
  if (meaning === 'refunded') {
    const chargeback = chargebackOf(payment);
    return { ...told, result: 'returned', how: 'refunded', ...(chargeback && { chargeback }) };
  }
  if (meaning === 'approved') {
    const { transaction_amount_refunded: refunded } = payment;
    return { ...told, result: meaning, returned: refunded == null ? undefined : { amount: Math.round(refunded * 100), exactTo: 0 } };
  }
  if (meaning === 'declined') return { ...told, result: meaning, reason: declineReasons.get(detail ?? '') ?? 'other' };
  const { transaction_details: slip } = payment;
  if (meaning === 'pending' && slip) return { ...told, result: meaning, keep: { slip: slip.external_resource_url } };
  if (meaning !== 'processing') return { ...told, result: meaning };
  const { three_ds_info: challenge } = payment;
  if (detail !== 'pending_challenge' || !challenge) return { ...told, result: meaning, next: { kind: 'wait' } };
  const url = challenge.external_resource_url;
  return { ...told, result: meaning, next: { kind: 'challenge', url, fields: { creq: challenge.creq }, origin: new URL(url).origin } };
}

const toldOf = ({ id, external_reference, transaction_amount, currency_id: currency }: Payment): Surplus => ({
  paymentId: id,
  echo: { reference: external_reference ?? '', amount: Math.round(transaction_amount * 100), currency },
});

export interface ReadPreference {
  readonly id: string;
  /** Where people pay. */
  readonly page: string;
  /** Nothing can be paid on it any more, by Mercado Pago's own clock. */
  readonly isOver: boolean;
}

/** Null for what is not a preference. */
export function readPreference({ status, body, date }: HttpAnswer): ReadPreference | null {
  const read = Preference.safeParse(body);
  if (status >= 300 || !read.success) return null;
  const { id, init_point: page, expires, expiration_date_to: until } = read.data;
  return { id, page, isOver: Boolean(expires && until && date !== null && Date.parse(until) <= date) };
}

interface SignedCall {
  readonly signature: unknown;
  readonly requestId: unknown;
  /** `data.id` of the address. */
  readonly dataId: string | undefined;
}

/**
 * Whether a webhook is signed with the secret that Mercado Pago shares with this shop: `ts=…,v1=…` over `id:…;request-id:…;ts:…;`, without the
 * parts that are absent. Its documentation writes an alphanumeric id in small letters, its library as it is: both are good.
 */
export function isSigned({ signature, requestId, dataId }: SignedCall, secret: string): boolean {
  const parts = new Map(
    String(signature)
      .split(',')
      .map((part) => part.split('=', 2).map((text) => text.trim()) as [string, string]),
  );
  const ts = parts.get('ts');
  const given = Buffer.from(parts.get('v1') ?? '', 'hex');
  if (!ts || given.length !== 32) return false;
  return [dataId, dataId?.toLowerCase()].some((id) => {
    const manifest = [id && `id:${id};`, requestId && `request-id:${requestId};`, `ts:${ts};`].filter(Boolean).join('');
    return timingSafeEqual(createHmac('sha256', secret).update(manifest).digest(), given);
  });
}
