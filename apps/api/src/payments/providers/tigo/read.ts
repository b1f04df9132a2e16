import { z } from 'zod';
import type { ProviderAnswer, ReturnAnswer } from '../../provider.ts';
import type { HttpAnswer } from '../http-call.ts';

const Token = z.object({ accessToken: z.string().min(1) });
const Authorisation = z.object({ redirectUrl: z.url({ protocol: /^https?$/ }), merchantTransactionId: z.string() });
const Transaction = z.object({
  Transaction: z.object({
    merchantTransactionId: z.string(),
    mfsTransactionId: z.string().nullish(),
    status: z.string(),
  }),
  LocalPayment: z.object({
    /** Whole guaraníes, as text. */
    amount: z.union([z.string().regex(/^\d+(\.0+)?$/), z.int()]).transform(Number),
    currencyCode: z.string().default('PYG'),
  }),
});
const Problem = z.object({ error_type: z.string().nullish(), error_description: z.string().nullish() });
const Reversal = z.object({ status: z.string(), Transaction: z.object({ status: z.string().nullish() }).nullish() });

/** The token of one transaction; null when there is none. */
export const readToken = ({ status, body }: HttpAnswer): string | null => {
  const token = Token.safeParse(body);
  return status === 200 && token.success ? token.data.accessToken : null;
};

/** The address of Tigo Money's page for a transaction that was begun, or what stands in its way. */
export function readAuthorisation({ status, body }: HttpAnswer, reference: string): { readonly page: string } | ProviderAnswer {
  const read = Authorisation.safeParse(body);
  if (status === 200 && read.data?.merchantTransactionId === reference) return { page: read.data.redirectUrl };
  const type = Problem.safeParse(body).data?.error_type ?? null;
  const facts = { http: status, error: type };
  // Behind a reference that was used before there may be a payment.
  return status >= 400 && status < 500 && type !== null && type !== 'duplicate'
    ? { result: 'refused', facts }
    : { result: 'unknown', facts };
}

/**
 * A transaction as Tigo Money itself tells of it, the only word that counts: what browsers and callbacks bring is unsigned. `undefined` as a
 * text is how it writes what it does not have.
 */
export function readTransaction({ status, body }: HttpAnswer): ProviderAnswer {
  const read = Transaction.safeParse(body);
  if (status !== 200 || !read.success) {
    const isAbsent = status === 404 && Problem.safeParse(body).data?.error_type === 'not_found';
    return { result: isAbsent ? 'absent' : 'unknown', facts: { http: status } };
  }
  const { Transaction: transaction, LocalPayment: payment } = read.data;
  const id = transaction.mfsTransactionId;
  const paymentId = id && id !== 'undefined' ? id : null;
  const told = {
    echo: { reference: transaction.merchantTransactionId, amount: payment.amount * 100, currency: payment.currencyCode },
    facts: { status: transaction.status },
  };
  switch (transaction.status.toLowerCase()) {
    case 'success':
      return paymentId !== null
        ? { ...told, paymentId, result: 'approved' }
        : { result: 'unknown', facts: { ...told.facts, missing: 'mfsTransactionId' } };
    case 'fail':
      return { ...told, result: 'declined', reason: 'other' };
    case 'cancel':
      return { ...told, result: 'cancelled' };
    case 'initiated':
      return { ...told, result: 'processing', next: { kind: 'wait' } };
    // From memory: the sources name no status of a transaction that was reversed.
    case 'reversed':
      return { ...told, paymentId: paymentId ?? transaction.merchantTransactionId, result: 'returned', how: 'reversed' };
    default:
      return { result: 'unknown', facts: told.facts };
  }
}

/** `transaction already reversed` is done too. */
export function readReversal({ status, body }: HttpAnswer): ReturnAnswer {
  const done = Reversal.safeParse(body);
  if (status === 200 && done.data?.status.toLowerCase() === 'success') return { result: 'reversed', facts: { http: status } };
  const description = Problem.safeParse(body).data?.error_description ?? '';
  if (/already reversed/i.test(description)) return { result: 'reversed', facts: { http: status, repeated: true } };
  return { result: 'unknown', facts: { http: status } };
}
