import type { TheirPayment } from './books.ts';

/** A payment as our database has it; minor units. */
export interface OurPayment {
  readonly provider: string;
  readonly reference: string;
  /** Of 15 digits. */
  readonly number: number;
  readonly purchaseId: string;
  readonly state: string;
  readonly stage: string;
  /** 1 or 2 of two cards; 0 where one pays. */
  readonly part: number;
  /** What the whole purchase costs; null before a payment began. */
  readonly price: number | null;
  readonly amount: number;
  readonly currency: string;
  /** What was asked of the provider, which may be in another currency. */
  readonly askedAmount: number;
  readonly askedCurrency: string;
  /** By the ledger: at the provider, and owed to the buyer. */
  readonly kept: number;
  readonly owed: number;
  /** What the buyer's balance was to pay beside it, and what of the balance is spent or set aside for it. */
  readonly fromBalance: number;
  readonly balanceUsed: number;
  /** Sum of everything that is booked of it. */
  readonly sum: number;
  readonly validTickets: number;
  /** Who is told when something happens to the money. */
  readonly buyer: string | null;
  /** `/oficina` shows it: a payment in doubt, or a refund that is not done. */
  readonly isListed: boolean;
}

export const PLACES_OF_MONEY = ['paid', 'given back', 'never charged', 'in doubt'] as const;
type PlaceOfMoney = (typeof PLACES_OF_MONEY)[number];

interface Sum {
  readonly payments: number;
  /** Minor units of the shop's currency. */
  readonly amount: number;
}

export interface ProviderSheet {
  readonly provider: string;
  readonly currency: string;
  readonly asked: Sum;
  readonly at: Readonly<Record<PlaceOfMoney, Sum>>;
  /** By the provider's books, for each currency that it took. */
  readonly theirs: readonly { readonly currency: string; readonly taken: number; readonly returned: number }[];
  readonly held: boolean;
}

export interface StormSheet {
  readonly providers: readonly ProviderSheet[];
  /** A sentence for each thing that does not hold, with its provider. */
  readonly broken: readonly { readonly provider: string; readonly what: string }[];
  readonly held: boolean;
}

const UNDER_WAY = ['started', 'unknown', 'pending', 'processing', 'offered', 'secured', 'returning'];
const NOT_CHARGED = ['declined', 'cancelled'];
/** Providers that know a payment by our number alone. */
const BY_NUMBER = ['bancard'];

/**
 * Puts every payment where its money is, by our database and by the provider's books; what fits nowhere, or differs between the two, is
 * broken.
 */
export function judgeStorm(ours: readonly OurPayment[], theirs: readonly TheirPayment[]): StormSheet {
  const broken: { provider: string; what: string }[] = [];
  const keyOf = ({ provider, reference, number }: OurPayment) => `${provider} ${BY_NUMBER.includes(provider) ? number : reference}`;
  const known = new Map(ours.map((payment) => [keyOf(payment), payment]));
  const booksOf = Map.groupBy(theirs, ({ provider, key }) => `${provider} ${key}`);
  for (const [key, [first]] of booksOf) {
    if (first && !known.has(key)) broken.push({ provider: first.provider, what: `${key} is a payment there and none of ours` });
  }
  const placed = ours.map((payment) => {
    const books = booksOf.get(keyOf(payment)) ?? [];
    const there = {
      taken: books.reduce((sum, { taken }) => sum + taken, 0),
      returned: books.reduce((sum, { returned }) => sum + returned, 0),
      currencies: [...new Set(books.filter(({ taken }) => taken > 0).map(({ currency }) => currency))],
    };
    const place = placeOf(payment, there);
    if (place === null) broken.push({ provider: payment.provider, what: sentenceOf(payment, there) });
    return { payment, books, place };
  });
  for (const [purchaseId, all] of Map.groupBy(placed, ({ payment }) => payment.purchaseId)) {
    const paying = all.flatMap(({ payment, place }) => (place === 'paid' ? [payment] : []));
    const sum = paying.reduce((paid, { amount, fromBalance }) => paid + amount + fromBalance, 0);
    const [first] = paying;
    if (first && sum !== first.price)
      broken.push({ provider: first.provider, what: `${purchaseId} costs ${first.price}, and its ${paying.length} payments are ${sum}` });
  }
  const providers = [...Map.groupBy(placed, ({ payment }) => payment.provider)].map(([provider, all]): ProviderSheet => {
    const sumOf = (some: typeof all) => ({ payments: some.length, amount: some.reduce((sum, { payment }) => sum + payment.amount, 0) });
    const books = theirs.filter((each) => each.provider === provider && each.taken > 0);
    return {
      provider,
      currency: all[0]?.payment.currency ?? '',
      asked: sumOf(all),
      at: Object.fromEntries(
        PLACES_OF_MONEY.map((place) => [place, sumOf(all.filter((each) => each.place === place))]),
      ) as ProviderSheet['at'],
      theirs: [...Map.groupBy(books, ({ currency }) => currency)].map(([currency, some]) => ({
        currency,
        taken: some.reduce((sum, { taken }) => sum + taken, 0),
        returned: some.reduce((sum, { returned }) => sum + returned, 0),
      })),
      held: broken.every((each) => each.provider !== provider),
    };
  });
  return { providers: providers.sort((a, b) => a.provider.localeCompare(b.provider)), broken, held: broken.length === 0 };
}

interface There {
  readonly taken: number;
  readonly returned: number;
  readonly currencies: readonly string[];
}

/** Exactly one place, or null: the conditions exclude each other. */
function placeOf(payment: OurPayment, { taken, returned, currencies }: There): PlaceOfMoney | null {
  const { state, stage, amount, askedAmount, askedCurrency, kept, owed, fromBalance, balanceUsed, sum, validTickets, buyer, isListed } =
    payment;
  if (sum !== 0 || kept < 0 || owed < 0) return null;
  if (isListed) return buyer === null ? null : 'in doubt';
  if (UNDER_WAY.includes(state) || owed !== 0) return null;
  // The balance is spent exactly when the purchase is paid.
  if (balanceUsed !== (kept > 0 ? fromBalance : 0)) return null;
  if (kept > 0) {
    const isAsAsked = taken === askedAmount && returned === 0 && String(currencies) === askedCurrency;
    return isAsAsked && kept === amount && state === 'approved' && stage === 'paid' && validTickets > 0 ? 'paid' : null;
  }
  if (taken !== returned || validTickets > 0) return null;
  if (taken > 0) return 'given back';
  return NOT_CHARGED.includes(state) ? 'never charged' : null;
}

const sentenceOf = (payment: OurPayment, { taken, returned, currencies }: There): string => {
  const { reference, purchaseId, state, stage, amount, currency, kept, owed, fromBalance, balanceUsed, sum, validTickets } = payment;
  const facts = [
    `${reference} of ${purchaseId}: ${state}, its purchase ${stage} with ${validTickets} tickets`,
    `asked ${amount} ${currency}, kept ${kept}, owed ${owed}${sum === 0 ? '' : `, its entries sum to ${sum}`}`,
    ...(fromBalance === balanceUsed && fromBalance === 0 ? [] : [`${balanceUsed} of a balance used, ${fromBalance} wanted`]),
    `there ${taken} taken and ${returned} given back${currencies.length > 0 ? ` in ${currencies}` : ''}`,
  ];
  return facts.join('; ');
};
