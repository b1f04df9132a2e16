/** What a card payment asks of its provider. The card itself is known to the payments host alone. */
export interface ChargeRequest {
  /** Ours, unique for ever, at most 39 characters. */
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** What the payments host gave the browser for the card; good for one payment. */
  readonly token: string;
  /** First six digits. */
  readonly bin: string;
  /** The provider's own number of the card's brand. */
  readonly gatewayMethodId: number;
  readonly instalments: number;
  readonly customer: { readonly id: string; readonly email: string; readonly ip: string };
}

/** The request as the provider repeats it. */
interface Echo {
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
}

/** Why a card was declined, as far as its buyer can act on it. */
export type DeclineReason = 'funds' | 'expired' | 'call_bank' | 'other';

/** What the browser has to do before the payment can go on. */
type NextAction = { readonly kind: 'wait' } | { readonly kind: 'redirect'; readonly url: string };

interface Told {
  readonly paymentId: string;
  readonly echo: Echo;
  /** The provider's own wording, for the event log; no card data and no names. */
  readonly facts: Facts;
}
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

export type Approved = Told & { readonly result: 'approved' };

/** A provider's answer in our words (docs/payments.md#outcomes). An unknown one is not a failure: the money may have moved. */
export type ProviderAnswer =
  | Approved
  | (Told & { readonly result: 'pending' | 'cancelled' })
  | (Told & { readonly result: 'processing'; readonly next: NextAction })
  | (Told & { readonly result: 'declined'; readonly reason: DeclineReason })
  /** The request itself was refused, so that no payment was made. */
  | { readonly result: 'refused'; readonly facts: Facts }
  | (Told & { readonly result: 'returned'; readonly how: 'reversed' | 'refunded' })
  /** The provider has no payment of this reference. */
  | { readonly result: 'absent'; readonly facts: Facts }
  | { readonly result: 'unknown'; readonly facts: Facts };

export type ReturnAnswer =
  | { readonly result: 'reversed' | 'refunded'; readonly facts: Facts }
  | { readonly result: 'unknown'; readonly facts: Facts };

/** One company that moves money. Nothing here throws for trouble on the way or at the other end. */
export interface Provider {
  readonly name: string;
  charge(request: ChargeRequest): Promise<ProviderAnswer>;
  /** Queries the payment with our reference. */
  query(reference: string): Promise<ProviderAnswer>;
  /** Returns the whole amount to the buyer, by annulment or refund as the provider requires today. */
  reverse(payment: { readonly reference: string; readonly paymentId: string }): Promise<ReturnAnswer>;
}

/** A provider of card payments, with the address where browsers exchange a card for a token, and the public key for it. */
export interface CardGateway extends Provider {
  readonly tokenUrl: string;
  readonly publicKey: string;
}

/** The provider of cash payments at a counter. */
export const CASH = 'cash';

/** The provider of purchases that cost nothing. */
export const FREE = 'free';

/** What a provider moves: a gateway charges cards. */
export const kindOfProvider = (provider: string): 'card' | 'cash' | 'free' => (provider === CASH || provider === FREE ? provider : 'card');
