import { z } from 'zod';
import type { ProviderAnswer } from '../../provider.ts';
import type { HttpAnswer } from '../http-call.ts';

const Request = z.object({
  id: z.string().min(1),
  /** Text of the QR code. */
  qr: z.string().min(1).max(512),
  /** Opens MODO's app on the same phone. */
  deeplink: z.url(),
  expiration_date: z.string().nullish(),
});
const Status = z.object({
  id: z.string().min(1),
  external_intention_id: z.string(),
  status: z.string(),
  /** Pesos. */
  amount: z.number(),
  currency: z.string().default('ARS'),
  refunded_amount: z.number().default(0),
});
/** Unverified: the name of the token in the answer to `/v2/stores/companies/token`. Under another name there is no token, and MODO is down. */
const Token = z.object({ access_token: z.string().min(1) });

export const readToken = ({ status, body }: HttpAnswer): string | null =>
  status === 200 ? (Token.safeParse(body).data?.access_token ?? null) : null;

export type QrRequest = z.output<typeof Request>;

/** A request that was made, or what stands in its way. */
export function readRequest({ status, body }: HttpAnswer): QrRequest | ProviderAnswer {
  const read = Request.safeParse(body);
  if (status < 300 && read.success) return read.data;
  return { result: status === 400 || status === 401 || status === 403 ? 'refused' : 'unknown', facts: { http: status } };
}

/**
 * A request as MODO tells of it; the five statuses are MODO's (docs/payments.md#modo). Unverified: the address of this call
 * (`ModoOptions.queryPath`), the names of its fields, and that a request that nobody paid in time is `EXPIRED`. A field of another name or
 * another word makes the outcome unknown, never a success; a request that is not answered ends here all the same, ten minutes later.
 */
export function readStatus({ status, body }: HttpAnswer): ProviderAnswer {
  const read = Status.safeParse(body);
  if (status !== 200 || !read.success) return { result: status === 404 ? 'absent' : 'unknown', facts: { http: status } };
  const { id, external_intention_id: reference, amount, currency, status: word, refunded_amount: refunded } = read.data;
  const facts = { status: word };
  const told = { paymentId: id, echo: { reference, amount: Math.round(amount * 100), currency }, facts };
  switch (word.toUpperCase()) {
    case 'ACCEPTED':
      return refunded > 0 && refunded >= amount
        ? { ...told, result: 'returned', how: 'refunded' }
        : { ...told, result: 'approved', returned: { amount: Math.round(refunded * 100), exactTo: 0 } };
    case 'REJECTED':
      return { ...told, result: 'declined', reason: 'other' };
    case 'CREATED':
    case 'SCANNED':
    case 'PROCESSING':
      return { ...told, result: 'processing', next: { kind: 'wait' } };
    case 'EXPIRED':
      return { ...told, result: 'cancelled' };
    default:
      return { result: 'unknown', facts };
  }
}

/** What MODO has given back of a payment, in minor units; null for what says nothing of it. */
export function returnedIn({ status, body }: HttpAnswer): number | null {
  const read = Status.safeParse(body);
  return status === 200 && read.success ? Math.round(read.data.refunded_amount * 100) : null;
}
