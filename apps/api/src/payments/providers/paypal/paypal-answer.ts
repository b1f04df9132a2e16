import { z } from 'zod';
import type { Facts, Notice, ProviderAnswer, ProviderAttempt } from '../../provider.ts';

const Money = z.object({ currency_code: z.string(), value: z.string().regex(/^\d+(\.\d{1,2})?$/) });
const Capture = z.object({ id: z.string(), status: z.string(), amount: Money, custom_id: z.string().nullish() });
const Refund = z.object({ status: z.string(), amount: Money });

/** What we read of an order; everything else in it is left where it is. */
const Order = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z.array(
    z.object({
      custom_id: z.string().nullish(),
      amount: Money.nullish(),
      payments: z.object({ captures: z.array(Capture).nullish(), refunds: z.array(Refund).nullish() }).nullish(),
    }),
  ),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).nullish(),
});
const Problem = z.object({ name: z.string(), details: z.array(z.object({ issue: z.string() })).nullish() });

/** Of a webhook: our reference, and of a reversal what was taken; a reversal's resource is a refund, which has the number of our invoice. */
const WebhookEvent = z.object({
  id: z.string(),
  event_type: z.string().nullish(),
  resource: z.object({
    custom_id: z.string().nullish(),
    invoice_id: z.string().nullish(),
    amount: Money.nullish(),
    purchase_units: z.array(z.object({ custom_id: z.string().nullish() })).nullish(),
  }),
});

/**
 * What a verified webhook is about. `PAYMENT.CAPTURE.REVERSED`: the card's bank or PayPal took the payment back. Unverified: the fields of that
 * event's resource; without an amount it only makes us ask, and without our reference or invoice nothing is done.
 */
export function readEvent(event: unknown): Notice | 'irrelevant' {
  const { data } = WebhookEvent.safeParse(event);
  const { custom_id: custom, invoice_id: invoice, purchase_units: units, amount } = data?.resource ?? {};
  const reference = custom ?? units?.[0]?.custom_id ?? invoice;
  if (!data || !reference) return 'irrelevant';
  const isReversed = data.event_type === 'PAYMENT.CAPTURE.REVERSED' && amount;
  return {
    about: { reference },
    eventId: data.id,
    ...(isReversed && { chargeback: { amount: Math.round(Number(amount.value) * 100), currency: amount.currency_code } }),
  };
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Issues of a capture that the buyer's own means of payment caused. */
const declinedIssues = [
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'TRANSACTION_LIMIT_EXCEEDED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'COMPLIANCE_VIOLATION',
];

type Seen = Pick<ProviderAttempt, 'reference' | 'amount' | 'currency'> & { readonly kept: Facts };

/**
 * The meaning of an order for an attempt. What was captured counts as the attempt's own amount only when it is what the attempt kept in
 * the other currency (`otherCents`, `otherCurrency`); a state that is not here is unknown.
 */
export function readOrder({ status, body }: HttpAnswer, attempt: Seen): ProviderAnswer {
  const read = Order.safeParse(body);
  if (!read.success) return readProblem({ status, body });
  const { id, status: state, purchase_units: units, links } = read.data;
  const facts = { http: status, order: id, status: state };
  if (status >= 500) return { result: 'unknown', facts };
  const capture = units[0]?.payments?.captures?.[0];
  if (capture) return readCapture(capture, { attempt, facts, refunds: units[0]?.payments?.refunds ?? [] });
  switch (state) {
    case 'CREATED':
    case 'PAYER_ACTION_REQUIRED': {
      const url = links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href;
      return { result: 'processing', next: url ? { kind: 'redirect', url } : { kind: 'wait' }, facts, keep: { orderId: id } };
    }
    case 'APPROVED':
    case 'SAVED':
      return { result: 'processing', next: { kind: 'wait' }, facts };
    case 'VOIDED':
      return { result: 'cancelled', facts };
  }
  return { result: 'unknown', facts };
}

interface Around {
  readonly attempt: Seen;
  readonly facts: Facts;
  readonly refunds: readonly z.output<typeof Refund>[];
}

function readCapture(
  { id, status, amount, custom_id: custom }: z.output<typeof Capture>,
  { attempt, facts, refunds }: Around,
): ProviderAnswer {
  const { reference, currency, kept } = attempt;
  const isSame = Math.round(Number(amount.value) * 100) === kept.otherCents && amount.currency_code === kept.otherCurrency;
  const told = {
    paymentId: id,
    echo: isSame
      ? { reference: custom ?? reference, amount: attempt.amount, currency }
      : { reference: custom ?? reference, amount: Math.round(Number(amount.value) * 100), currency: amount.currency_code },
    facts: { ...facts, capture: status },
  };
  switch (status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
      return { ...told, result: 'approved', returned: returnedOf(refunds, attempt) };
    case 'REFUNDED':
      return { ...told, result: 'returned', how: 'refunded' };
    case 'PENDING':
      return { ...told, result: 'pending' };
    case 'DECLINED':
    case 'FAILED':
      return { ...told, result: 'declined', reason: 'other' };
  }
  return { result: 'unknown', facts: told.facts };
}

/** In the currency of the attempt, by the rate that it kept; a refund that is not over yet counts. */
function returnedOf(refunds: Around['refunds'], { amount, kept: { otherCents, otherCurrency } }: Seen) {
  if (typeof otherCents !== 'number') return undefined;
  const cents = refunds
    .filter(({ status, amount: each }) => (status === 'COMPLETED' || status === 'PENDING') && each.currency_code === otherCurrency)
    .reduce((sum, { amount: { value } }) => sum + Math.round(Number(value) * 100), 0);
  return { amount: Math.round((amount * cents) / otherCents), exactTo: amount / otherCents };
}

/** A refusal of a call; of an order that is not approved yet, or captured already, the order itself is to be read. */
function readProblem({ status, body }: HttpAnswer): ProviderAnswer {
  const problem = Problem.safeParse(body);
  const issue = problem.data?.details?.[0]?.issue ?? problem.data?.name ?? '';
  const facts = { http: status, issue };
  if (status === 404) return { result: 'absent', facts };
  if (status === 422 && declinedIssues.includes(issue)) return { result: 'declined', reason: 'other', facts };
  return { result: 'unknown', facts };
}
