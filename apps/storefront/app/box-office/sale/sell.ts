import type { Client, Outcome, Purchase } from '@butaca/contract';
import { chargeCash } from '@butaca/contract/payment';
import { type Refused, readRefusal } from '../../purchase/buy/troubles.ts';

/** The dependencies of a sale. */
export interface SellWorld {
  readonly call: Client['call'];
  /** Stops the purchase's clock (C-02). False when the purchase has expired: nothing may be sold. */
  readonly beginCharge: () => Promise<boolean>;
  /** A new idempotency key for each press. */
  readonly newKey: () => string;
}

export interface CashOrder {
  /** As shown on the screen: the server refuses when its total differs. */
  readonly purchase: Purchase;
  /** May be empty. */
  readonly holder: string;
}

export type SellResult = { readonly status: 'sold' } | { readonly status: 'log-in' } | { readonly status: 'terms' } | Refused;

const SELL_WITHIN_MS = 20_000;

/** One press of the button: sells once. An unknown outcome is verified with the server, never repeated. */
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
