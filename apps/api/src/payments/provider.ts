import type { TokenFormat } from '@butaca/contract';

/** Short facts of a provider, for the event log and for its own next call; no card data and no names. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** What a payment asks of its provider. The card itself is known to the payments host alone. */
export interface BeginRequest {
  /** Ours, unique for ever, 32 characters. */
  readonly reference: string;
  /** Ours too, unique for ever, of 15 digits, for providers that take nothing else. */
  readonly number: number;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** What the buyer reads at the provider, at most 20 characters. */
  readonly description: string;
  /** The brand's method, with what the brand says of it. */
  readonly method: { readonly id: number; readonly options: Facts };
  readonly instalments: number;
  /** Until when a payment that is confirmed later may be, in epoch ms; null: only means that are confirmed at once may be offered. */
  readonly slowUntil: number | null;
  readonly buyer: {
    readonly id: string;
    readonly email: string;
    readonly ip: string;
    readonly userAgent?: string | undefined;
  };
  /** What the form of the method gave (token, bin, savedCard, phone); never a card number. */
  readonly form: Facts;
  /** Where the provider sends the browser back to: absolute, ours. Coming back proves nothing. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** The same for what stands in a frame of ours: takes a form by POST and hands its fields to `resume`. */
  readonly frameReturnUrl: string;
  /** Where the provider's server tells ours of the payment. */
  readonly webhookUrl: string;
  /** Where our page asks about the payment meanwhile: a path of our own api. */
  readonly pollPath: string;
}

/** What the browser has to do before the payment can go on. Addresses are of the provider's own origins, see `Provider.origins`. */
export type NextStep =
  /** Ask again. */
  | { readonly kind: 'wait' }
  /** Leave for the provider's page, and come back to `returnUrl`. */
  | { readonly kind: 'redirect'; readonly url: string }
  /** The provider's own form inside our page. */
  | { readonly kind: 'frame'; readonly url: string; readonly origin: string }
  /** Data of the device: a hidden frame, then `resume`, at the latest after `waitMs`. */
  | {
      readonly kind: 'hidden_form';
      readonly url: string;
      readonly fields: Readonly<Record<string, string>>;
      readonly origin: string;
      readonly waitMs: number;
    }
  /** 3-D Secure: a visible frame, then `resume`. */
  | { readonly kind: 'challenge'; readonly url: string; readonly fields: Readonly<Record<string, string>>; readonly origin: string }
  /** A code to be scanned, shown and asked about again until then (epoch milliseconds). */
  | { readonly kind: 'qr'; readonly content: string; readonly url?: string; readonly until: number }
  /** Asked again at this path of our own api. */
  | { readonly kind: 'poll'; readonly path: string };

/** The request as the provider repeats it. */
interface Echo {
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
}

/** Why a card was declined, as far as its buyer can act on it. */
export type DeclineReason = 'funds' | 'expired' | 'call_bank' | 'other';

interface Answered {
  /** The provider's own wording, for the event log; no card data and no names. */
  readonly facts: Facts;
  /** What the provider's next call needs (an order's id, a rate): kept with the attempt when this answer is recorded. */
  readonly keep?: Facts;
}

interface Told extends Answered {
  readonly paymentId: string;
  readonly echo: Echo;
}

/** Of an answer by which no money moves: a provider may have no payment to name yet. */
type MayTell = Answered & Partial<Pick<Told, 'paymentId' | 'echo'>>;

/** Another payment of the same reference that was approved: people paid more than once on one page. */
export type Surplus = Pick<Told, 'paymentId' | 'echo'>;

export type Approved = Told & {
  readonly result: 'approved';
  readonly returned?: Returned | undefined;
  /** Besides it; left out there are none, or the provider takes one payment of a reference. */
  readonly surplus?: readonly Surplus[];
};

/** What a provider says that went back of a payment so far, by whomever; left out where it does not tell. */
export interface Returned {
  /** Minor units. */
  readonly amount: number;
  /** Minor units by which each part of it may be off, because it went back in another currency. */
  readonly exactTo: number;
}

/** A provider's answer in our words (docs/payments.md#outcomes). An unknown one is not a failure: the money may have moved. */
export type ProviderAnswer =
  | Approved
  | (MayTell & { readonly result: 'pending' | 'cancelled' })
  | (MayTell & { readonly result: 'processing'; readonly next: NextStep })
  | (MayTell & { readonly result: 'declined'; readonly reason: DeclineReason })
  /** The request itself was refused, so that no payment was made. */
  | (Answered & { readonly result: 'refused' })
  /** The provider does not work just now, and no payment was made: another method may be tried with the same places. */
  | (Answered & { readonly result: 'unavailable' })
  /** All of it went back. */
  | (Told & {
      readonly result: 'returned';
      readonly how: 'reversed' | 'refunded';
      readonly chargeback?: Notice['chargeback'];
      readonly surplus?: readonly Surplus[];
    })
  /** The provider has no payment of this reference. */
  | (Answered & { readonly result: 'absent' })
  | (Answered & { readonly result: 'unknown' });

export type ReturnAnswer =
  | { readonly result: 'reversed' | 'refunded'; readonly facts: Facts }
  | { readonly result: 'unknown'; readonly facts: Facts };

/** An attempt as its provider sees it. */
export interface ProviderAttempt {
  readonly reference: string;
  /** Of 15 digits. */
  readonly number: number;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The provider's own id of the payment, once it is known. */
  readonly paymentId: string | null;
  /** All that its answers asked to `keep`. */
  readonly kept: Facts;
  /** False once the attempt was given up: it is only asked about, and a payment must not be completed any more. */
  readonly isOpen: boolean;
  /** Whether it is approved here, so that nothing of it may be undone by asking. Left out it is not. */
  readonly isPaid?: boolean;
  /** Whether it may be confirmed later, as cash is: never, still, or no longer. Left out, never. */
  readonly mayWait?: 'never' | 'still' | 'no longer';
}

/** Amounts in minor units. */
interface RefundPart {
  readonly amount: number;
  /** Ours, so that a repetition returns it once, at providers that take a key. */
  readonly key: string;
  /** What the provider had given back of this payment before this part; for providers that take no key. */
  readonly returnedBefore: number;
}

/** A call of the provider's server to ours, as it came. */
export interface WebhookCall {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawBody: Buffer;
  readonly query: Readonly<Record<string, string>>;
}

/** Which payment a verified call is about, by our reference or our number. Without an `answer` of its own the provider is asked. */
export interface Notice {
  readonly about: { readonly reference: string } | { readonly number: number };
  /** The provider's id of the payment, where a reference may have several. */
  readonly paymentId?: string;
  /** The provider's id of this call. */
  readonly eventId: string;
  /** Only of a signed call that says all that a query would. */
  readonly answer?: ProviderAnswer;
  /** The card's bank took this of the payment back, in the provider's currency, which may be another one than the attempt's. */
  readonly chargeback?: { readonly amount: number; readonly currency: string };
}

/** What a provider can do; data for the screens and for the conformance suite. */
interface Capabilities {
  /** ISO 4217; of what we charge, which may be changed into another currency there. */
  readonly currencies: readonly string[];
  readonly instalments: boolean;
  readonly partialRefund: boolean;
  readonly voidSameDay: boolean;
  readonly threeDSecure: boolean;
  readonly savedCards: boolean;
  /** Whether it refuses a charge whose first six digits, as we name them, are not those of the card: then promotions may depend on them. */
  readonly checksBin: boolean;
  /** Whether it has a word for a payment that its buyer called off, apart from those for declined ones. */
  readonly tellsCancelled: boolean;
  /** Whether the calls of its server are signed; unsigned ones, and none, prove nothing and only make us ask. */
  readonly signsWebhooks: boolean;
  /**
   * Its means of payment that are confirmed hours or days later, which it leaves out when it is asked to: `slip` is paid by its buyer later on, as in
   * cash; `collected` is taken by the provider, as from a bank account. Null without any.
   */
  readonly slowMeans: 'slip' | 'collected' | null;
  /** Whether its person is asked outside of the browser as soon as a payment begins: a beginning without an answer is in doubt. */
  readonly asksElsewhere: boolean;
}

/** A card that a provider keeps for a buyer, as it tells of it. */
export interface KeptCard {
  readonly id: string;
  readonly label: string;
  readonly brand: string | null;
  readonly lastFour: string;
  /** `08/30`; null when the provider does not tell. */
  readonly expires: string | null;
  /** Of a card that is paid with our form: its first six digits, and what its owner's browser exchanges with the security code for a token. */
  readonly bin?: string;
  readonly exchange?: string;
}

/** Of cards that a provider keeps for a buyer; we keep none of them, neither numbers nor tokens (decisions 039 and 045). */
export interface SavedCards {
  list(buyerId: string): Promise<readonly KeptCard[] | 'unavailable'>;
  /** Starts to add one: what the browser has to do. Left out where a card is kept by a payment (`form.keepCard`). */
  begin?(buyer: BeginRequest['buyer'], returnUrl: string): Promise<{ readonly next: NextStep } | 'unavailable'>;
  delete(buyerId: string, id: string): Promise<'deleted' | 'absent' | 'unavailable'>;
}

/** Where browsers exchange a card for a token, and the public key for it. */
export interface CardTokens {
  readonly url: string;
  readonly publicKey: string;
  /** Whose words the browser uses there. */
  readonly format: TokenFormat;
}

/**
 * One company that moves money (docs/adding-a-payment-provider.md). Nothing here throws for trouble on the way or at the other end,
 * and everything may be repeated: the same attempt is never charged or given back twice.
 */
export interface Provider {
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Where its steps lead the browser to; a step to anywhere else is not passed on. Pages may frame and post forms to `frames`. */
  readonly origins: { readonly redirects: readonly string[]; readonly frames: readonly string[] };
  /** The page that the browser comes back to; the result page of every payment when it is left out. */
  readonly returnPage?: (purchaseId: string) => string;
  /** The country of the mobile number that `begin` needs as `form.phone` (ISO 3166). */
  readonly phoneCountry?: 'PY';
  /** Only of a provider whose cards are typed into our form. */
  readonly tokens?: CardTokens;
  /** The call that starts a payment, and for most cards moves the money. */
  begin(request: BeginRequest): Promise<ProviderAnswer>;
  /** After a form, a challenge or a return. What the browser gives is its word alone: it proves nothing. */
  resume?(attempt: ProviderAttempt, given: Facts): Promise<ProviderAnswer>;
  /** Queries the payment; may complete one that its buyer has approved, as long as the attempt is open. */
  ask(attempt: ProviderAttempt): Promise<ProviderAnswer>;
  /** Ends what waits for the buyer, so that it cannot be paid any more; without it the attempt is given up here alone. */
  giveUp?(attempt: ProviderAttempt): Promise<ProviderAnswer>;
  /** Cancels a payment that waits to be confirmed for hours, as cash does; left out where it cannot be cancelled there. */
  callOff?(attempt: ProviderAttempt): Promise<ProviderAnswer>;
  /** Verifies a call of the provider's server. */
  webhook?(call: WebhookCall): Promise<Notice | 'forged' | 'irrelevant'>;
  /** What a taken call is answered; `{}` when it is left out. */
  readonly webhookReply?: object;
  /** One reference may be paid more than once, as on a page that takes another try: after its attempt is over it is looked for again. */
  readonly mayBePaidTwice?: true;
  /** Returns the whole amount to the buyer, by annulment or refund as the provider requires today. */
  reverse(payment: ProviderAttempt & { readonly paymentId: string }): Promise<ReturnAnswer>;
  /** Returns a part of the amount. Left out where a provider returns all or nothing. */
  refund?(payment: ProviderAttempt & { readonly paymentId: string }, part: RefundPart): Promise<ReturnAnswer>;
  /** Whether parts of a payment with this card can go back; left out, they can. */
  returnsParts?(card: { readonly brand: string | null; readonly bin: string | null }): boolean;
  readonly savedCards?: SavedCards;
}

/** The provider of cash payments at a counter. */
export const CASH = 'cash';

/** The provider of what a clerk takes on a card terminal beside the screen, with or without cash: we are told and cannot ask (decision 056). */
export const TERMINAL = 'terminal';

/** The provider of purchases that cost nothing. */
export const FREE = 'free';

/** The provider of what is paid with the customer's own balance: our ledger, so that there is nobody to ask (decision 043). */
export const BALANCE = 'balance';

/** Those that nobody is asked for: what is paid with them is paid as soon as it is written. */
export const OURSELVES = [CASH, TERMINAL, FREE, BALANCE] as const;
export const isOurselves = (provider: string): provider is (typeof OURSELVES)[number] =>
  (OURSELVES as readonly string[]).includes(provider);

/** What a payment was made with: a card is known by its brand. */
export const kindOfPayment = ({ provider, brand }: { readonly provider: string; readonly brand: string | null }) => {
  if (isOurselves(provider)) return provider;
  return brand === null ? 'wallet' : 'card';
};
