import type { LanguageCode } from '@butaca/brand/languages';
import type { Session } from '#http/serve';
import { buyerIn } from '../orders/index.ts';
import type { OwnPurchase } from './purchase.ts';

/** The purchase in a call's address, as a purchase of who calls. */
export const own = ({ params, session, language }: OwnCall): OwnPurchase => ({
  purchaseId: params.purchaseId,
  ...buyerIn(session),
  language,
});

interface OwnCall {
  readonly params: { readonly purchaseId: string };
  readonly session: Session;
  readonly language: LanguageCode;
}
