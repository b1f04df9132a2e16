import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ProviderAnswer, ReturnAnswer } from '../../provider.ts';
import { unitsPerCoin } from '../coins.ts';
import type { HttpAnswer } from '../http-call.ts';

const Payment = z.object({
  id: z.string().min(1),
  reference: z.string(),
  /** In the currency's smallest coin. */
  amount: z.int(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  status: z.string(),
  /** In the currency's smallest coin. */
  refunded: z.int().default(0),
  url: z.url({ protocol: /^https?$/ }),
});
export type WalletPayment = z.output<typeof Payment>;

const Payments = z.object({ payments: z.array(z.unknown()) });
const Notice = z.object({ event_id: z.string().min(1).max(100), reference: z.string().min(1).max(64) });

/** One payment; null for what is none. */
export const paymentIn = ({ status, body }: HttpAnswer): WalletPayment | null =>
  status < 300 ? (Payment.safeParse(body).data ?? null) : null;

/** The answer to the call that begins a payment; `wait` says what the browser does meanwhile. */
export function readBeginning(answer: HttpAnswer): ProviderAnswer {
  const payment = paymentIn(answer);
  if (payment) return answerOf(payment);
  const facts = { http: answer.status };
  // 409: the reference was used before, and there may be a payment behind it.
  return answer.status === 400 || answer.status === 401 ? { result: 'refused', facts } : { result: 'unknown', facts };
}

/** The payment with our reference among those that a search found. */
export function findPayment({ status, body }: HttpAnswer, reference: string): WalletPayment | 'absent' | 'unknown' {
  const list = Payments.safeParse(body);
  if (status !== 200 || !list.success) return 'unknown';
  const ours = list.data.payments.flatMap((each) => Payment.safeParse(each).data ?? []);
  return ours.find((payment) => payment.reference === reference) ?? 'absent';
}

/** The generic wallet's statuses; one that is missing here is unknown, never a success (PO-010). */
export function answerOf({ id, reference, amount, currency, status, refunded }: WalletPayment): ProviderAnswer {
  const facts = { status };
  const told = { paymentId: id, echo: { reference, amount: amount * unitsPerCoin(currency), currency }, facts };
  switch (status) {
    case 'approved':
      return { ...told, result: status, returned: { amount: refunded * unitsPerCoin(currency), exactTo: 0 } };
    case 'pending':
    case 'cancelled':
      return { ...told, result: status };
    case 'expired':
      return { ...told, result: 'cancelled' };
    case 'declined':
      return { ...told, result: 'declined', reason: 'other' };
    case 'waiting':
      return { ...told, result: 'processing', next: { kind: 'wait' } };
    case 'refunded':
      return { ...told, result: 'returned', how: 'refunded' };
    default:
      return { result: 'unknown', facts };
  }
}

export const readRefund = ({ status }: HttpAnswer): ReturnAnswer =>
  status === 200 || status === 201 ? { result: 'refunded', facts: { http: status } } : { result: 'unknown', facts: { http: status } };

/** A webhook that is signed over its bytes and its time: `t=…,v1=…`, HMAC-SHA256 of `t.body`. */
export function readNotice(signature: unknown, rawBody: Buffer, secret: string): z.output<typeof Notice> | 'forged' | 'irrelevant' {
  const [, at, given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(signature)) ?? [];
  const right = createHmac('sha256', secret).update(`${at}.`).update(rawBody).digest();
  if (at === undefined || !timingSafeEqual(right, Buffer.from(given, 'hex'))) return 'forged';
  try {
    return Notice.safeParse(JSON.parse(rawBody.toString())).data ?? 'irrelevant';
  } catch {
    return 'irrelevant';
  }
}
