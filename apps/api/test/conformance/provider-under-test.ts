import type { Brand } from '@butaca/brand';
import type { charge, InputOf } from '@butaca/contract';
import type { NextStep, Provider } from '../../src/payments/provider.ts';

/** What a payment is meant to come to; `challenge` asks for a card whose issuer asks its buyer, `fail` for one who fails there. */
export type Fate = 'approve' | 'decline' | 'cancel' | 'leave' | 'challenge' | 'fail';

export type JourneyName =
  | 'approved'
  | 'declined'
  | 'cancelled'
  | 'abandoned'
  | 'keeps its places'
  | 'challenge passed'
  | 'challenge failed'
  | 'back in two tabs'
  | 'answer lost'
  | 'webhook lost'
  | 'webhook instead of the buyer'
  | 'webhook doubled'
  | 'webhook early'
  | 'webhook reordered'
  | 'webhook forged'
  | 'wrong amount'
  | 'wrong currency'
  | 'approval after expiry'
  | 'refund whole'
  | 'refund lost and repeated'
  | 'refund in part'
  | 'given back whole'
  | 'given back in part'
  | 'given back twice'
  | 'given back before it is known'
  | 'given back whole before it is known'
  | 'given back after a refund'
  | 'given back before a refund'
  | 'charged back'
  | 'provider down';

/** A payment that has begun, as the tables have it. */
export interface Begun {
  readonly reference: string;
  readonly number: number;
  readonly paymentId: string | null;
  readonly kept: Readonly<Record<string, unknown>>;
  /** Where the buyer stands. */
  readonly next: NextStep | null;
}

/** A call of the provider's server, as it would send it. */
export interface SentNotice {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly query?: string;
}

type ChargeForm = InputOf<typeof charge>['body'];

/** What the buy screen sends for a method without a card form. */
export const withoutCard = {
  token: undefined,
  bin: undefined,
  lastFour: undefined,
  instalments: undefined,
  holder: undefined,
  documentType: undefined,
  documentNumber: undefined,
  email: undefined,
} as const;

/** One row of the conformance suite: a provider whose sandbox can be made to do what a journey needs. */
export interface ProviderUnderTest {
  readonly provider: Provider;
  readonly currency: 'ARS' | 'PYG';
  readonly method: Brand['payments']['methods'][number];
  /** What the buy screen sends besides the amount, for a payment of this fate. */
  readonly form: (fate: Fate, buyerId: string) => Promise<Partial<ChargeForm>> | Partial<ChargeForm>;
  /**
   * What the buyer does in the step that the payment waits in; answers what the browser brings back to `resume`. Left out where the
   * charge is the end.
   */
  readonly atTheProvider?: (fate: Fate, begun: Begun) => Promise<Readonly<Record<string, string>>>;
  /** The charge moves the money, unless its buyer is asked first. */
  readonly isChargedAtOnce?: boolean;
  /** Arms a fault. `lost`: done, and the next answer does not arrive; `down`: no payment can begin. */
  readonly arm: (fault: 'lost' | 'down' | 'wrong amount' | 'wrong currency' | 'refund lost') => Promise<unknown> | unknown;
  /** Ends all faults. */
  readonly calm: () => Promise<unknown> | unknown;
  /** What the provider's server sends about a payment as it is now; `forged` with a signature that does not hold. */
  readonly notice?: (begun: Begun, kind: 'true' | 'forged') => Promise<SentNotice>;
  /** The provider's own words for a decline, which no buyer may see. */
  readonly ownWords: RegExp;
  /** Minor units that went back, by our reference. */
  readonly returned: (begun: Begun) => Promise<number> | number;
  /** By how many minor units a part that went back may differ, where it is counted in another currency. */
  readonly rounding?: number;
  /** Journeys that do not exist for the provider, each with the reason; the suite checks each against its capabilities and its interface. */
  readonly missing: Readonly<Partial<Record<JourneyName, string>>>;
}

export const noChallenge = (why: string) => ({ 'challenge passed': why, 'challenge failed': why });

/** Of a provider that gives back all of a payment and no parts. */
export const noParts = (why: string) => ({
  'refund in part': why,
  'given back in part': why,
  'given back twice': why,
  'given back before it is known': why,
  'given back after a refund': why,
  'given back before a refund': why,
});

export const noWebhooks = (why: string) => ({
  'webhook instead of the buyer': why,
  'webhook doubled': why,
  'webhook early': why,
  'webhook reordered': why,
  'webhook forged': why,
});
