import type { Client, Outcome, Purchase } from '@butaca/contract';
import { chargeCash } from '@butaca/contract/payment';
import { type Refused, readRefusal } from '../../purchase/buy/troubles.ts';

/** What one press on "sell" needs of the world. */
export interface SellWorld {
  readonly call: Client['call'];
  /** Protects the sale from its clock (C-02). False: its time is over, and nothing may be sold. */
  readonly beginCharge: () => Promise<boolean>;
  /** A key that no other press has. */
  readonly newKey: () => string;
}

export interface CashOrder {
  /** As it is seen: its total is what is taken, or nothing is. */
  readonly purchase: Purchase;
  /** Empty when nobody said a name. */
  readonly holder: string;
}

export type SellResult = { readonly status: 'sold' } | { readonly status: 'log-in' } | { readonly status: 'terms' } | Refused;

const SELL_WITHIN_MS = 20_000;

/** One press: sells once. Whatever is not known is asked of the server, never sold a second time. */
export async function sell(world: SellWorld, { purchase, holder }: CashOrder): Promise<SellResult> {
  if (!(await world.beginCharge())) return { status: 'trouble', trouble: { kind: 'text', text: 'payment.not here' } };
  const name = holder.trim();
  const outcome = await world.call(
    chargeCash,
    {
      params: { purchaseId: purchase.id },
      body: { total: purchase.totals?.total ?? 0, acceptsTerms: true, ...(name && { holder: name }) },
    },
    { purpose: 'charging', idempotencyKey: world.newKey(), signal: AbortSignal.timeout(SELL_WITHIN_MS) },
  );
  return afterSale(outcome, purchase);
}

function afterSale(outcome: Outcome<typeof chargeCash>, purchase: Purchase): SellResult {
  switch (outcome.status) {
    case 'ok':
      return outcome.data.outcome === 'approved' ? { status: 'sold' } : { status: 'to-verify' };
    case 'unauthorised':
      return { status: 'log-in' };
    case 'refusal':
      return outcome.failure === 'terms_not_accepted' ? { status: 'terms' } : readRefusal(outcome, purchase);
    case 'fault':
    case 'unreadable':
    case 'ERROR':
      return { status: 'to-verify' };
  }
}
