import { randomOf } from '../plan.ts';

/** What happens to one payment, as its buyer, its provider and the network see it. */
export type Fate =
  | 'paid'
  | 'declined'
  | 'cancelled'
  /** The buyer never does the step. */
  | 'abandoned'
  /** The card's bank asks its holder (3-D Secure), who answers, is not believed, cancels, or closes the page. */
  | 'challenge passed'
  | 'challenge failed'
  | 'challenge cancelled'
  | 'challenge abandoned'
  /** The bank's question never reaches the buyer. */
  | 'challenge lost'
  /** The buyer pays after the purchase has expired. */
  | 'paid late'
  /** Made at the provider, and the connection breaks instead of an answer. */
  | 'answer lost'
  /** The connection breaks before anything is made. */
  | 'not made'
  | 'provider down'
  | 'slow'
  /** Answered as a repetition of itself. */
  | 'doubled'
  | 'webhook lost'
  | 'webhook twice'
  | 'webhook early'
  | 'webhook forged'
  | 'wrong amount'
  | 'wrong currency'
  /** Paid, and given back whole by staff. */
  | 'refunded'
  /** The same, and the answer to the refund is lost. */
  | 'refund lost';

export const SHOPS = ['pesos', 'guaranies'] as const;
export type ShopName = (typeof SHOPS)[number];

/** One provider: which shop has it, where its switches and books are, and which of them bring a fate about. */
interface Character {
  readonly shop: ShopName;
  /** The path of its part of the sandbox. */
  readonly path: string;
  readonly kind: 'card' | 'hosted' | 'wallet';
  /** How often each fate is drawn, with the switches of the sandbox for it. */
  readonly fates: Fates;
  /** The same for cards beside its own page. */
  readonly byCard?: Fates;
}
type Fates = Partial<Record<Fate, { readonly times: number; readonly switches?: object }>>;

const SLOW_MS = 1500;
const often = { times: 4 };
const once = (switches: object = {}) => ({ times: 1, switches });

/** What the wallets with a page or an app have in common. */
const hosted: Fates = {
  paid: often,
  declined: once(),
  cancelled: once(),
  abandoned: once(),
  'paid late': once(),
  'answer lost': once({ loseAfter: 1, decideAtOnce: 'approved' }),
  'not made': once({ loseBefore: 1 }),
  'provider down': once({ failNext: 1 }),
  slow: once({ delayMs: SLOW_MS }),
  'webhook lost': once({ webhooks: 'never' }),
  'webhook twice': once({ webhooks: 'twice' }),
  'webhook early': once({ webhooks: 'early' }),
  'webhook forged': once({ webhooks: 'forged' }),
  'wrong amount': once({ wrongAmount: true }),
  'wrong currency': once({ wrongCurrency: true }),
  refunded: once(),
  'refund lost': once({ loseRefunds: 1 }),
};
/** A card is charged at once, unless its bank asks; nothing cancels that question. */
const { cancelled: _cancelled, abandoned: _abandoned, ...atOnce } = hosted;
const byCard: Fates = {
  ...atOnce,
  'challenge passed': once(),
  'challenge failed': once(),
  'challenge abandoned': once(),
  'answer lost': once({ loseAfter: 1 }),
};
/** Nothing in MODO's app cancels, and nobody can pay a request whose answer was lost: its code was never shown. */
const { cancelled: _, ...inApp } = hosted;
const modo = { ...inApp, 'answer lost': once({ loseAfter: 1 }) };

export const CHARACTERS = {
  payway: {
    shop: 'pesos',
    path: 'gateway',
    kind: 'card',
    fates: {
      paid: often,
      declined: once(),
      'challenge passed': { times: 2 },
      'challenge failed': once(),
      'challenge cancelled': once(),
      'challenge abandoned': once(),
      'challenge lost': once({ loseInstructions: 1 }),
      'answer lost': { times: 2, switches: { loseAfterApproving: 1 } },
      'not made': once({ loseBeforeApproving: 1 }),
      'provider down': once({ failNext: 1 }),
      slow: once({ delayMs: SLOW_MS }),
      doubled: once({ answerDuplicate: 1 }),
      'wrong amount': once({ wrongAmount: true }),
      'wrong currency': once({ wrongCurrency: true }),
      refunded: once(),
      'refund lost': once({ loseRefunds: 1 }),
    },
  },
  cybersource: {
    shop: 'pesos',
    path: 'cybersource',
    kind: 'card',
    fates: {
      paid: often,
      declined: once(),
      abandoned: once(),
      'challenge passed': { times: 2 },
      'challenge failed': once(),
      'challenge cancelled': once(),
      'challenge abandoned': once(),
      'answer lost': { times: 2, switches: { loseAfterApproving: 1 } },
      'not made': once({ loseBeforeApproving: 1 }),
      'provider down': once({ failNext: 1 }),
      slow: once({ delayMs: SLOW_MS }),
      'wrong amount': once({ wrongAmount: 1 }),
      'wrong currency': once({ wrongCurrency: 1 }),
      refunded: once(),
      'refund lost': once({ loseRefund: 1 }),
    },
  },
  paypal: {
    shop: 'pesos',
    path: 'paypal',
    kind: 'wallet',
    fates: {
      paid: often,
      declined: once({ declineNext: 1 }),
      cancelled: once(),
      abandoned: once(),
      'paid late': once(),
      'answer lost': { times: 2, switches: { loseCaptures: 1 } },
      'not made': once({ loseBefore: 1 }),
      'provider down': once({ isDown: true }),
      slow: once({ delayMs: SLOW_MS }),
      'webhook lost': once({ webhooks: 'never' }),
      'webhook twice': once({ webhooks: 'twice' }),
      'webhook early': once({ webhooks: 'early' }),
      'webhook forged': once({ webhooks: 'forged' }),
      'wrong amount': once({ wrongAmount: 1 }),
      'wrong currency': once({ wrongCurrency: 1 }),
      refunded: once(),
      'refund lost': once({ loseRefunds: 1 }),
    },
  },
  mercadopago: { shop: 'pesos', path: 'mercadopago', kind: 'wallet', fates: hosted, byCard },
  modo: { shop: 'pesos', path: 'modo', kind: 'wallet', fates: modo },
  apay: { shop: 'pesos', path: 'apay', kind: 'wallet', fates: hosted },
  pool: { shop: 'pesos', path: 'pool', kind: 'wallet', fates: hosted },
  tigo: { shop: 'guaranies', path: 'tigo', kind: 'wallet', fates: hosted },
  bancard: {
    shop: 'guaranies',
    path: 'bancard',
    kind: 'hosted',
    fates: {
      paid: often,
      declined: once(),
      cancelled: once(),
      abandoned: once(),
      'paid late': once(),
      'answer lost': once({ loseAfter: 1, decideAtOnce: 'approved' }),
      'not made': once({ loseBefore: 1 }),
      'provider down': once({ failNext: 1 }),
      slow: once({ delayMs: SLOW_MS }),
      'webhook lost': once({ confirms: 'never' }),
      'webhook twice': once({ confirms: 'twice' }),
      'webhook early': once({ confirms: 'early' }),
      'webhook forged': once({ confirms: 'forged' }),
      'wrong amount': once({ wrongAmount: true }),
      'wrong currency': once({ wrongCurrency: true }),
      refunded: once(),
      'refund lost': once({ loseRollbacks: 1 }),
    },
  },
} as const satisfies Record<string, Character>;

export type ProviderName = keyof typeof CHARACTERS;
export const PROVIDERS = Object.keys(CHARACTERS) as ProviderName[];
export const characterOf = (provider: ProviderName): Character => CHARACTERS[provider];
/** The fates of what is paid there, with a card or on its own page. */
export const fatesOf = (provider: ProviderName, isByCard: boolean): Fates => {
  const { byCard: ofCards, fates } = characterOf(provider);
  return isByCard && ofCards ? ofCards : fates;
};

export interface PlannedPurchase {
  /** Counted over the whole storm. */
  readonly number: number;
  readonly provider: ProviderName;
  /** The number of a card is typed into the shop's form. */
  readonly byCard: boolean;
  readonly fate: Fate;
  /** The buyer closes the page after the last step and never looks again. */
  readonly leaves: boolean;
  /** What the buyer's balance, which is as much, pays beside a card; minor units, 0 for most. */
  readonly fromBalance: number;
  /** Which of two cards meets the fate, while the other one is simply paid; null for a purchase that one pays. */
  readonly twoCards: 'first' | 'second' | null;
  /** The card is to be kept for its buyer, or is one that was kept before. */
  readonly keptCard: 'keeps' | 'pays' | null;
  /** Somebody without an account pays with the link of the purchase. */
  readonly byLink: boolean;
  /** Whose purchase it is: the number of the first purchase of the same buyer. */
  readonly buyer: number;
}

/** What is paid without a provider: with what buyers have here, and at the counters. */
export const DIRECT = ['balance', 'counter'] as const;
const DIRECT_SHOPS = { balance: 'guaranies', counter: 'pesos' } as const;
/** One purchase follows another in each of them. */
const LANES = [...PROVIDERS, ...DIRECT];

export interface DirectSale {
  /** Counted over the whole storm. */
  readonly number: number;
  readonly lane: (typeof DIRECT)[number];
  readonly shop: ShopName;
  /** `both`: a part on the terminal and the rest in cash; of a counter alone. */
  readonly way: 'cash' | 'terminal' | 'both';
  /** `doubled`: the click that pays comes twice at once. */
  readonly fate: 'paid' | 'doubled' | 'given back';
}

/** Less than a ticket. */
const BALANCE = 400_000;

const LEAVES = 0.3;

/** How purchases are paid in turn, whatever their fate. */
type Way = 'alone' | 'beside a balance' | 'first of two cards' | 'second of two cards' | 'keeps its card' | 'with a kept card' | 'by link';
const WAYS_OF_CARDS: readonly Way[] = [
  'beside a balance',
  'first of two cards',
  'alone',
  'beside a balance',
  'second of two cards',
  'alone',
];
const WAYS: Partial<Record<ProviderName, readonly Way[]>> = {
  // It keeps cards, and it is what a pay link is paid with.
  payway: ['beside a balance', 'first of two cards', 'keeps its card', 'by link', 'second of two cards', 'with a kept card', 'alone'],
  cybersource: WAYS_OF_CARDS,
  mercadopago: WAYS_OF_CARDS,
  bancard: ['beside a balance', 'alone', 'alone'],
};
/** So many purchases of a provider before the one that is paid with a card, that card was kept. */
const KEPT_BEFORE = 3;

/**
 * Who pays with what and what becomes of it: a matter of the seed alone. Each provider has a share of the purchases, and a deck of all its
 * fates, shuffled, and again when all were drawn; one for its page and one for cards.
 */
export function planStorm(seed: number, purchases: number): PlannedPurchase[] {
  const draws = new Map(
    PROVIDERS.map((provider) => {
      const random = randomOf(seed, `storm of ${provider}`);
      const left = { card: [] as Fate[], page: [] as Fate[] };
      const draw = (isByCard: boolean) => {
        const deck = left[isByCard ? 'card' : 'page'];
        if (deck.length === 0) deck.push(...random.shuffled(deckOf(fatesOf(provider, isByCard))));
        return { fate: deck.pop() as Fate, leaves: random.chance(LEAVES) };
      };
      return [provider, draw] as const;
    }),
  );
  return Array.from({ length: purchases }, (_, index) => index).flatMap((index) => {
    const provider = PROVIDERS[index % LANES.length];
    if (provider === undefined) return [];
    const round = Math.floor(index / LANES.length);
    const { kind, byCard: ofCards } = characterOf(provider);
    const isByCard = kind === 'card' || (ofCards !== undefined && round % 2 === 0);
    const ways = (isByCard || kind === 'hosted' ? WAYS[provider] : undefined) ?? ['alone'];
    const way = ways[(ofCards ? round / 2 : round) % ways.length];
    const drawn = (draws.get(provider) as (isByCard: boolean) => Pick<PlannedPurchase, 'fate' | 'leaves'>)(isByCard);
    return {
      number: index,
      provider,
      byCard: isByCard,
      fromBalance: way === 'beside a balance' ? BALANCE : 0,
      twoCards: way === 'first of two cards' ? 'first' : way === 'second of two cards' ? 'second' : null,
      keptCard: way === 'keeps its card' ? 'keeps' : way === 'with a kept card' ? 'pays' : null,
      byLink: way === 'by link',
      buyer: way === 'with a kept card' ? index - KEPT_BEFORE * LANES.length : index,
      ...(way === 'keeps its card' ? { fate: 'paid', leaves: false } : drawn),
    };
  });
}

/** The purchases of the same storm that need no provider, by its seed. */
export function planDirectSales(seed: number, purchases: number): DirectSale[] {
  const random = randomOf(seed, 'storm of direct sales');
  return Array.from({ length: purchases }, (_, index) => index).flatMap((index) => {
    const lane = DIRECT[(index % LANES.length) - PROVIDERS.length];
    if (lane === undefined) return [];
    const round = Math.floor(index / LANES.length);
    const way = (['cash', 'terminal', 'both'] as const)[round % 3] as DirectSale['way'];
    const [fate = 'paid'] = random.shuffled(['paid', 'paid', 'doubled', 'given back'] as const);
    return [{ number: index, lane, shop: DIRECT_SHOPS[lane], way, fate }];
  });
}

const deckOf = (fates: Fates) => Object.entries(fates).flatMap(([fate, { times }]) => Array<Fate>(times).fill(fate as Fate));

/** After so many purchases these processes are killed. */
export function planKills(purchases: number, each: number): { readonly after: number; readonly victim: 'api' | 'worker' }[] {
  const victims = Array.from({ length: each * 2 }, (_, index) => (index % 2 === 0 ? ('api' as const) : ('worker' as const)));
  return victims.map((victim, index) => ({ after: Math.floor((purchases * (index + 1)) / (victims.length + 1)), victim }));
}
