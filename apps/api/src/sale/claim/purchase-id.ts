import { createHmac } from 'node:crypto';
import { randomId } from '#db/random-id';

/**
 * The id of the purchase that a click starts, derived from the idempotency key: a repeated click finds its own purchase on any
 * process. Without a key the id is random.
 */
export function purchaseIdOf(secret: string, customerId: string, key: string | undefined): string {
  if (key === undefined) return randomId();
  return createHmac('sha256', secret).update(`purchase ${customerId} ${key}`).digest().subarray(0, 16).toString('base64url');
}
