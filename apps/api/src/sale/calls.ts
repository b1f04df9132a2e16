import type { LanguageCode } from '@butaca/brand/languages';
import { Refusal } from '@butaca/contract';
import type { Session } from '#http/serve';
import type { OwnPurchase } from './purchase.ts';

/** The purchase in a call's address, as a purchase of who calls. */
export const own = ({ params, session, language }: OwnCall): OwnPurchase => ({
  purchaseId: params.purchaseId,
  customerId: session.customerId,
  language,
});

interface OwnCall {
  readonly params: { readonly purchaseId: string };
  readonly session: Session;
  readonly language: LanguageCode;
}

/** A call that moves money needs a key, so that its repetition moves none. */
export function requireKey({ idempotencyKey }: { idempotencyKey: string | undefined }): string {
  if (idempotencyKey === undefined) throw new Refusal('invalid_input', { fields: [{ name: 'idempotency-key', reason: 'missing' }] });
  return idempotencyKey;
}
