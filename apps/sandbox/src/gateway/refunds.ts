import { RefundRequest } from './payment-request.ts';
import { type Payment, remainingOf, statusOf } from './payments.ts';
import { type Answer, refusal, refusalOf } from './problems.ts';

const VISA_DEBIT = 31;

/** All that is left of an approved payment, or part of it; Visa Débito gives back no parts. */
export function refund(payment: Payment, input: unknown, { id, now }: { id: number; now: number }): Answer {
  const request = RefundRequest.safeParse(input ?? {});
  if (!request.success) return refusalOf(request.error, input);
  const status = statusOf(payment, now);
  if (status !== 'approved' && status !== 'approved_with_refund') return refusal({ code: 'invalid_status', param: 'status' });
  const left = remainingOf(payment);
  const { amount = left } = request.data;
  if (amount > left || (amount < left && payment.methodId === VISA_DEBIT)) return refusal({ code: 'invalid_param', param: 'amount' });
  payment.refunds.push({ id, amount });
  if (amount === left) payment.returnedAt = now;
  return { status: 201, body: { id, amount, sub_payments: null, error: null, status: 'approved', status_details: null } };
}
