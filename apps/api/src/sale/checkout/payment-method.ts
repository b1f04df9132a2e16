import type { Brand } from '@butaca/brand';
import type { LanguageCode } from '@butaca/brand/languages';
import { type AnswerOf, getCardKind, type PaymentMethod, type Purchase, Refusal, type SavedCard, wireNameOf } from '@butaca/contract';
import type { Promotion } from '../../catalogue/index.ts';
import { balanceOf, cardOfBin, exchangeOf, type Provider, plansOf } from '../../payments/index.ts';
import { textsOf } from '../../texts/index.ts';
import { spendable } from '../balance.ts';
import { presentPurchase } from '../present-purchase.ts';
import { pricePurchase } from '../price-purchase.ts';
import { cardTermsOf, promotionsForCards } from '../promotions/card-promotions.ts';
import { type OwnPurchase, requireOwnPurchase } from '../purchase.ts';
import type { Channel, PurchaseRow } from '../queries-purchases.ts';
import type { Payments, SaleWorld } from '../world.ts';
import { slowTimeOf } from './slow-payments.ts';

/** Numbers of the ways to pay that every deployment has; those of the brand have others. */
export const CASH_METHOD = 2;
export const FREE_METHOD = 3;
/** Above those that a brand may have. */
export const BALANCE_METHOD = 10_001;
export const TERMINAL_METHOD = 10_002;

export async function listMethods(world: SaleWorld, own: OwnPurchase): Promise<{ items: PaymentMethod[] }> {
  const purchase = await requireOwnPurchase(world, own);
  const [methods, { total, balance }] = await Promise.all([methodsOf(world, purchase, own.language), balanceFor(world, purchase)]);
  const ofBalance = total > 0 && balance >= total ? [balanceMethod(balance, own.language ?? world.languages.language)] : [];
  // In steps that are shown, so that both parts are what the buyer reads (CO-023).
  const beside = balance < total ? balance : 0;
  const bounds = purchase.stage === 'open' ? boundsOfFirst(total, world.displayUnit) : null;
  const offered = methods.map((method) => ({
    ...method,
    ...(beside > 0 && takesBalanceBeside(purchase, method) ? { balance: beside } : {}),
    ...(bounds && takesTwoCards(purchase, method) ? { firstPart: bounds } : {}),
  }));
  return { items: [...ofBalance, ...(await Promise.all(offered.map((method) => withSavedCards(world, purchase, method))))] };
}

async function withSavedCards(world: SaleWorld, purchase: PurchaseRow, method: PaymentMethod): Promise<PaymentMethod> {
  if (!method.savedCards) return method;
  const { provider } = requireMethod(world.payments, purchase, method.id);
  const cards = await findSavedCards(provider, purchase.customerId);
  return cards === undefined ? method : { ...method, cards };
}

export async function chooseMethod(world: SaleWorld, own: OwnPurchase, paymentMethodId: number): Promise<Purchase> {
  await requireOffered(world, await requireOwnPurchase(world, own), paymentMethodId);
  return presentPurchase(await world.choices.keep({ ...own, paymentMethodId }), world);
}

/** The kind of card that begins with these digits, with its plans for what this purchase costs now beside what the balance pays of it. */
export async function cardKind(
  world: SaleWorld,
  own: OwnPurchase,
  { paymentMethodId, bin, lastFour, isByLink = false, fromBalance = 0 }: CardAsked,
): Promise<AnswerOf<typeof getCardKind>> {
  const purchase = await requireOwnPurchase(world, own);
  const { method, provider } = requireMethod(world.payments, purchase, paymentMethodId);
  if (method.kind !== 'card') throw new Refusal('payment_method_unavailable');
  // What only a card is offered is not had for a part of the price.
  const terms =
    isByLink || fromBalance > 0 || purchase.stage !== 'open' ? null : await cardTermsOf(world, purchase, { provider, bin, lastFour });
  const { totals } = await pricePurchase(purchase, world, terms);
  const card = cardOfBin(bin, world.cards);
  if (!card) throw new Refusal('payment_method_unavailable');
  const rest = totals.total - fromBalance;
  if (fromBalance > 0 && rest <= 0)
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(getCardKind.query, 'fromBalance'), reason: 'invalid' }] });
  return {
    ...card,
    numberLengths: [...card.numberLengths],
    plans: plansOf(card, rest, world),
    ...(terms ? { purchase: await presentPurchase(purchase, world, { card: terms }) } : {}),
  };
}

interface CardAsked {
  readonly paymentMethodId: number;
  /** The first six digits. */
  readonly bin: string;
  /** Only of a card that was going to be charged. */
  readonly lastFour?: string | undefined;
  /** Whoever pays by a link sees one amount, whatever their card. */
  readonly isByLink?: boolean;
  /** What is paid with the balance beside it. */
  readonly fromBalance?: number | undefined;
}

/** How it can be paid as it is now. What costs nothing is confirmed, and offered alone (decision 018); else a counter takes cash, and whatever the brand has for it (C-09). */
async function methodsOf(world: SaleWorld, row: PurchaseRow, language = world.languages.language): Promise<PaymentMethod[]> {
  const { answers: t } = textsOf(language);
  const { tickets, totals } = await pricePurchase(row, world);
  if (tickets.length > 0 && totals.total === 0) return [{ id: FREE_METHOD, kind: 'free', name: t('method.free'), brands: [] }];
  const methods = offeredMethods(world.payments, row);
  const slowMs = methods.some(({ provider }) => provider.capabilities.slowMeans !== null) ? await slowTimeOf(world, row) : null;
  const own = await Promise.all(
    methods.map(async (offered) => {
      const promotions = offered.method.kind === 'card' ? await promotionsForCards(world, row, offered.provider) : [];
      const shown = presentMethod(world, offered, { total: totals.total, language, slowMs });
      return promotions.length === 0 ? shown : { ...shown, promotions: promotions.map(presentPromotion) };
    }),
  );
  if (row.channel !== 'box_office') return own;
  return [
    { id: CASH_METHOD, kind: 'cash', name: t('method.cash'), brands: [] },
    ...(world.cardTerminal ? [terminalOf(world, t('method.terminal'))] : []),
    ...own,
  ];
}

const presentPromotion = ({ name, note }: Promotion) => ({ name, ...(note === null ? {} : { note }) });

export async function requireOffered(world: SaleWorld, row: PurchaseRow, paymentMethodId: number): Promise<void> {
  if (paymentMethodId === BALANCE_METHOD) return requireBalance(world, row);
  if (!(await methodsOf(world, row)).some(({ id }) => id === paymentMethodId)) throw new Refusal('payment_method_unavailable');
}

/** What the customer has here, which covers the purchase as it costs now. */
const balanceMethod = (balance: number, language: LanguageCode): PaymentMethod => ({
  id: BALANCE_METHOD,
  kind: 'balance',
  name: textsOf(language).answers('method.balance'),
  brands: [],
  balance,
});

/** With what a balance may be spent that does not cover the purchase: a card, online (decision 043). */
export const takesBalanceBeside = ({ channel }: Sold, { kind }: Pick<PaymentMethod, 'kind'>): boolean =>
  channel === 'online' && (kind === 'card' || kind === 'hosted');

/** With what a purchase may be paid in two parts: a card that is typed here, online (decision 057). */
export const takesTwoCards = ({ channel }: Sold, { kind }: Pick<PaymentMethod, 'kind'>): boolean => channel === 'online' && kind === 'card';

/** What each of two cards pays at least, of the price. */
const LEAST_SHARE = 1 / 10;

/**
 * What the first of two cards may pay, in minor units and in steps that are shown (CO-023), so that neither part is too small to be worth a
 * charge. Null for a price that cannot be divided so.
 */
export function boundsOfFirst(total: number, displayUnit: number): { least: number; most: number } | null {
  const least = Math.ceil((total * LEAST_SHARE) / displayUnit) * displayUnit;
  return least > 0 && least <= total - least ? { least, most: total - least } : null;
}

async function requireBalance(world: SaleWorld, row: PurchaseRow): Promise<void> {
  const { total, balance } = await balanceFor(world, row);
  if (total === 0 || row.channel !== 'online') throw new Refusal('payment_method_unavailable');
  if (balance < total) throw new Refusal('balance_too_low', { balance });
}

/** The customer of a counter's sale is the clerk, who has none. */
async function balanceFor(world: SaleWorld, row: PurchaseRow): Promise<{ total: number; balance: number }> {
  const { customerId, channel } = row;
  const [{ totals }, balance] = await Promise.all([
    pricePurchase(row, world),
    channel === 'online' ? balanceOf(world.db, { customerId, currency: world.locale.currency }) : 0,
  ]);
  return { total: totals.total, balance: spendable(balance, world) };
}

type Sold = { readonly channel: Channel };

/** Cash and the cards of a terminal are taken over a counter and nowhere else. */
export function requireCounter({ channel }: Sold): void {
  if (channel !== 'box_office') throw new Refusal('payment_method_unavailable');
}

type BrandMethod = Brand['payments']['methods'][number];

export interface OfferedMethod {
  readonly method: BrandMethod;
  readonly provider: Provider;
}

/** The brand's methods of this channel whose provider this deployment has. */
const offeredMethods = ({ methods, providers }: Payments, { channel }: Sold): OfferedMethod[] =>
  methods.flatMap((method) => {
    const provider = method.channels.includes(channel) ? providers.get(method.provider) : undefined;
    return provider ? [{ method, provider }] : [];
  });

/** The brand's method of this provider; refused when it has none here. */
export function requireMethodOf(payments: Payments, sold: Sold, provider: string): OfferedMethod {
  const found = offeredMethods(payments, sold).find(({ method }) => method.provider === provider);
  if (!found) throw new Refusal('payment_method_unavailable');
  return found;
}

/** A customer's cards as their provider has them now: we keep none. Undefined when it gives no answer. */
export async function findSavedCards(provider: Pick<Provider, 'savedCards'>, customerId: string): Promise<SavedCard[] | undefined> {
  const cards = await provider.savedCards?.list(customerId);
  if (cards === undefined || cards === 'unavailable') return undefined;
  return cards.map(({ brand, expires, ...card }) => ({
    ...card,
    ...(brand === null ? {} : { brand }),
    ...(expires === null ? {} : { expires }),
  }));
}

/** A method with its provider; one that has none, or is not offered here, is refused. */
export function requireMethod(payments: Payments, sold: Sold, paymentMethodId: number): OfferedMethod {
  const found = offeredMethods(payments, sold).find(({ method: { id } }) => id === paymentMethodId);
  if (!found) throw new Refusal('payment_method_unavailable');
  return found;
}

/** How strangers pay by a link: with a card that is typed into our form, what was chosen in the shop and costs something. */
export function linkMethod(
  world: Pick<SaleWorld, 'payments' | 'cards' | 'methodName' | 'languages'>,
  { channel, total }: Sold & Pick<PurchaseRow, 'total'>,
  language = world.languages.language,
): PaymentMethod {
  const offered = channel === 'box_office' || total === 0 ? [] : offeredMethods(world.payments, { channel });
  const byCard = offered.find(({ method, provider }) => method.kind === 'card' && provider.tokens);
  if (!byCard) throw new Refusal('payment_method_unavailable');
  return presentMethod(world, byCard, { total: total ?? 0, language });
}

/** What a terminal beside the counter takes. */
const terminalOf = ({ cards }: Pick<SaleWorld, 'cards'>, name: string): PaymentMethod => ({
  id: TERMINAL_METHOD,
  kind: 'terminal',
  name,
  brands: [...cards.brands],
});

function presentMethod(
  { payments: { health }, cards, methodName }: Pick<SaleWorld, 'payments' | 'cards' | 'methodName'>,
  { method, provider }: OfferedMethod,
  { total, language, slowMs = null }: { readonly total: number; readonly language: LanguageCode; readonly slowMs?: number | null },
): PaymentMethod {
  const { id, kind, mark, options } = method;
  const { tokens, capabilities, phoneCountry } = provider;
  const exchange = exchangeOf(options, total);
  return {
    id,
    kind,
    name: methodName(id, language) ?? method.name,
    mark,
    ...(kind === 'card' && tokens ? { tokenUrl: tokens.url, publicKey: tokens.publicKey, tokenFormat: tokens.format } : {}),
    brands: kind === 'card' ? [...cards.brands] : [],
    ...(health.isDown(provider.name) ? { down: true } : {}),
    ...(capabilities.instalments ? { instalments: true } : {}),
    ...(capabilities.savedCards ? { savedCards: true } : {}),
    ...(phoneCountry ? { phoneCountry } : {}),
    ...(capabilities.slowMeans !== null && slowMs !== null
      ? { slowHours: Math.floor(slowMs / 3_600_000), ...(capabilities.slowMeans === 'slip' ? { maySlip: true } : {}) }
      : {}),
    ...(exchange ? { exchange } : {}),
  };
}
