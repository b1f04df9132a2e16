import { createHmac } from 'node:crypto';
import { randomId } from '#db/random-id';

/**
 * The id of the purchase that a click starts. It follows from the click's idempotency key, so that a click whose answer
 * was lost finds its own purchase when it is repeated, on whichever process; without a key nothing can be repeated.
 */
export function purchaseIdOf(secret: string, customerId: string, key: string | undefined): string {
  if (key === undefined) return randomId();
  return createHmac('sha256', secret).update(`purchase ${customerId} ${key}`).digest().subarray(0, 16).toString('base64url');
}
