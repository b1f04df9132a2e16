import { charge, type InputOf, type PaymentResult, paymentPage, pollPayment, Refusal, wireNameOf } from '@butaca/contract';
import { mailedEmail } from '@butaca/contract/rules/email';
import type { Tx } from '#db/connect';
import { withLockTimeout } from '#db/lock-timeout';
import { type Click, refuseReused } from '#db/used-key';
import type { CallWatch } from '#http/call-watch';
import { networkOf } from '#http/network';
import { customerById, readMobile, requireConfirmedAddress } from '../../customers/index.ts';
import {
  type Account,
  type AttemptRequest,
  type AttemptRow,
  approveCharges,
  BALANCE,
  beginAttempt,
  CASH,
  cardOfBin,
  type Facts,
  FREE,
  lockBalance,
  plansOf,
  type SplitPart,
  settledAtOnce,
  type TryKeys,
  tryKeysOf,
} from '../../payments/index.ts';
import { requireReceiver } from '../checkout/bill-receiver.ts';
import { requireDeliverable } from '../checkout/choose-delivery.ts';
import {
  BALANCE_METHOD,
  boundsOfFirst,
  CASH_METHOD,
  FREE_METHOD,
  type OfferedMethod,
  requireMethod,
  takesBalanceBeside,
  takesTwoCards,
} from '../checkout/payment-method.ts';
import { slowTimeOf } from '../checkout/slow-payments.ts';
import { purchaseIdOf } from '../claim/purchase-id.ts';
import { findPurchase } from '../present-purchase.ts';
import { type CardTerms, pricePurchase, withFinancing } from '../price-purchase.ts';
import { requireProducts } from '../products/choose-products.ts';
import { cardTermsOf, cardUsesOf } from '../promotions/card-promotions.ts';
import { type OwnPurchase, ownOf, requireOwnPurchase } from '../purchase.ts';
import type { PricedPurchase, PricedTicket, PurchaseRow } from '../queries-purchases.ts';
import { portionsOf } from '../staff/refund-portions.ts';
import type { SaleWorld } from '../world.ts';
import { findPayment, presentPayment } from './present-payment.ts';
import { type Sold, sellPurchases, soldAs } from './sell.ts';
import { dropLost, requireSellable } from './sellable.ts';
import { settlePayment, tellOfAnswer } from './settle.ts';
import { type Started, type StartRequest, startPayment } from './start.ts';

export interface CardPaymentRequest extends OwnPurchase {
  readonly form: InputOf<typeof charge>['body'];
  readonly click: Click;
  readonly ip: string;
  /** What the browser calls itself. */
  readonly userAgent: string | undefined;
  /** The call that serves one provider alone names it. */
  readonly onlyProvider?: string | undefined;
  /** The hash of a pay link's code: somebody else's card pays by it. Null: the purchase's own id was its buyer's link (C-13). */
  readonly linkHash?: string | null;
  readonly call: CallWatch;
  /** Throws its refusal, unless this click has proved a person before: it starts one payment, however often it comes. */
  readonly demandHuman: (click: string) => Promise<void>;
  /** Of the call; only what waits for another click stops when the buyer leaves, never a charge. */
  readonly signal: () => AbortSignal | undefined;
}

/**
 * Pays: what is asked is written down first, then the provider is called with no transaction open, then its answer is applied.
 * What costs nothing asks no provider. The same click again waits for the first one and answers what became of that.
 */
export async function chargePurchase(world: SaleWorld, wanted: CardPaymentRequest): Promise<PaymentResult> {
  const { form, purchaseId, click } = wanted;
  const { key } = click;
  if (!form.acceptsTerms) throw new Refusal('terms_not_accepted');
  const [purchase, known] = await Promise.all([requireOwnPurchase(world, wanted), world.attempts.ofClick({ purchaseId, key })]);
  // What a clerk sells for less is written down with the sale, which the counter's own calls do.
  if (purchase.counterPrice !== null) throw new Refusal('payment_method_unavailable');
  const isFree = form.paymentMethodId === FREE_METHOD;
  const isFromBalance = form.paymentMethodId === BALANCE_METHOD && purchase.channel === 'online';
  const offered = isFree || isFromBalance ? null : requireMethod(world.payments, purchase, form.paymentMethodId);
  if (wanted.onlyProvider !== undefined && offered?.provider.name !== wanted.onlyProvider) throw new Refusal('payment_method_unavailable');
  const paid = offered?.method.kind === 'card' ? requireCard(form) : requirePhone(form, offered?.provider);
  if (form.fromBalance !== undefined) requireBalanceBeside(world, purchase, offered, form.fromBalance);
  if (form.firstPart !== undefined) requireTwoCards(purchase, offered, form);

  if (known !== undefined) {
    await refuseReused(world.db, click);
    return answerOfFirstClick(world, wanted);
  }
  if (needsAddress(world, { purchase, isFree })) await requireConfirmedAddress(world.db, wanted.customerId);
  await wanted.demandHuman(`${purchaseId} ${key}`);
  try {
    if (isFromBalance) return await payFromBalance(world, purchase, wanted);
    return await (offered ? chargeAt(world, purchase, { ...wanted, ...offered, form: paid }) : confirmFree(world, purchase, wanted));
  } catch (error) {
    // The refusal has undone the start; what is left can be paid by the next click.
    if (error instanceof Refusal && error.failure === 'places_lost') await dropLost(world, wanted);
    throw error;
  }
}

/** A click, and the purchase that a claim with its key would have started. */
export const clickToStart = ({ secret }: Pick<SaleWorld, 'secret'>, click: Click): Pick<StartRequest, 'click' | 'startedId'> => ({
  click,
  startedId: purchaseIdOf(secret, click.callerId, click.key),
});

/** Who takes tickets for nothing with many accounts needs a mailbox for each of them. */
const needsAddress = (
  { confirmAddress }: Pick<SaleWorld, 'confirmAddress'>,
  { purchase, isFree }: { readonly purchase: PurchaseRow; readonly isFree: boolean },
): boolean => purchase.channel === 'online' && (confirmAddress === 'all' || (confirmAddress === 'free' && isFree));

type Charge = CardPaymentRequest & OfferedMethod;

async function chargeAt(world: SaleWorld, purchase: PurchaseRow, { method, provider, ...wanted }: Charge): Promise<PaymentResult> {
  const { customerId, form, ip, linkHash } = wanted;
  const isByLink = linkHash !== undefined;
  const card = method.kind === 'card' ? (form as CardForm) : null;
  // A card that is typed at its provider is unknown here: it counts for its customer and network, and as a card of its own.
  const { bin, lastFour } = card ?? { bin: provider.name, lastFour: wanted.click.key };
  const tries = method.kind === 'wallet' ? null : tryKeysOf(world.secret, { customerId, network: networkOf(ip), bin, lastFour });
  const email = card?.email ?? (await customerById(world.db, customerId))?.email ?? '';
  // Whoever pays by a link sees one amount, whatever their card; and what only a card is offered is not had for a part of the price.
  const given =
    card && !isByLink && !form.fromBalance && form.firstPart === undefined ? { provider, bin: card.bin, lastFour: card.lastFour } : null;
  const termsNow = async () => given && cardTermsOf(world, purchase, given);
  const first = isByLink || !card ? undefined : await firstOf(world, purchase);
  if (first && form.fromBalance !== undefined) throw invalid('fromBalance');
  if (first && form.firstPart !== undefined) throw invalid('firstPart');
  const priced = first ? await pricedForBoth(world, purchase) : await priceToPay(world, purchase, await termsNow());
  // Somebody else who pays by a link cannot name the receiver of the bill; the buyer can.
  if (priced && !first && !linkHash) await requireReceiver(world, purchase, priced.totals.total);
  const parts = first
    ? ({ part: 2, first: first.amount } as const)
    : form.firstPart === undefined
      ? null
      : ({ part: 1, first: form.firstPart } as const);
  // A price that two cards pay does not wait for days, and a stranger with a link does not make its buyer wait.
  const slowMs = provider.capabilities.slowMeans !== null && !parts && !isByLink ? await slowTimeOf(world, purchase) : null;
  const answered = await world.starts.start({
    purchase,
    customerId,
    ...clickToStart(world, wanted.click),
    total: form.total,
    fromBalance: form.fromBalance,
    linkHash,
    byOtherCard: parts?.part === 1 ? form.total - parts.first : parts?.first,
    first,
    priced,
    tries,
    attempt: (fixed, nowMs) => ({
      ...attemptAt(world, { ...wanted, method, card, tries, parts }, fixed),
      slowUntilMs: slowMs === null ? null : Math.round(nowMs + slowMs),
    }),
    cardUses: given && (await cardUsesOf(world, purchase, { ...given, priced })),
  });
  if (answered === 'repeated') return answerOfFirstClick(world, wanted);
  const started = await requireUnchanged(world, wanted, answered, termsNow);
  world.live.changedAll(started.changes);

  const answer = await beginAttempt(provider, started.attempt, {
    ...addressesOf(world, provider.name, purchase.id),
    description: describe(started.purchase),
    method: { id: method.id, options: method.options },
    buyer: { id: customerId, email: mailedEmail(email), ip, userAgent: wanted.userAgent },
    form: formFor(world, form, card),
  });
  tellOfAnswer(wanted.call, started.attempt, { answer, asked: 'charge' });
  const sold = answer.result === 'approved' && !answer.keep && !parts ? await world.sales.sell({ ...started, answer }) : 'alone';
  if (sold === 'alone') {
    await settlePayment(world, started.attempt, { answer, asked: 'charge' });
    if (answer.result === 'unavailable') throw new Refusal('payment_method_down');
    return findPayment(world, wanted);
  }
  world.live.changedAll(sold.changes);
  return presentPayment(world, sold.purchase, sold.attempt, wanted.language);
}

/** The first of two cards, where it waits for the second. */
async function firstOf(world: SaleWorld, { id, stage }: PurchaseRow): Promise<AttemptRow | undefined> {
  const latest = stage === 'paying' ? await world.attempts.latestOf(id) : undefined;
  return latest?.state === 'secured' ? latest : undefined;
}

/** The price that the first card has paid a part of: it stays as it was. */
async function pricedForBoth(world: SaleWorld, purchase: PurchaseRow): Promise<PricedPurchase | null> {
  await requireSellable(world, purchase);
  return purchase.priced;
}

/** Where a provider sends the browser and calls the server; coming there proves nothing. */
export function addressesOf({ payments: { publicOrigin, providers } }: SaleWorld, provider: string, purchaseId: string) {
  const page = providers.get(provider)?.returnPage?.(purchaseId) ?? paymentPage(purchaseId);
  return {
    returnUrl: `${publicOrigin}${page}`,
    cancelUrl: `${publicOrigin}${page}`,
    frameReturnUrl: `${publicOrigin}/v2/pagos/${provider}/vuelta`,
    webhookUrl: `${publicOrigin}/v2/pagos/${provider}/aviso`,
    pollPath: pollPayment.path.replace(':id', purchaseId),
  };
}

/** What a buyer reads at the provider; some take 20 characters. */
const describe = ({ holds, products }: PurchaseRow): string => {
  const tickets = holds.reduce((sum, { placeIds }) => sum + placeIds.length, 0);
  const bought = products?.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0;
  if (tickets === 0 && bought > 0) return bought === 1 ? '1 producto' : `${bought} productos`;
  return tickets === 1 ? '1 entrada' : `${tickets} entradas`;
};

/** What the form gave, as the provider gets it. */
function formFor({ cards }: Pick<SaleWorld, 'cards'>, form: Form, card: CardForm | null): Facts {
  const given = Object.fromEntries((form.details ?? []).map(({ name, value }) => [name, value]));
  const details = form.phone === undefined ? given : { ...given, phone: form.phone };
  if (!card) return details;
  const { token, bin, lastFour, holder, documentType, documentNumber } = card;
  const gatewayMethodId = cardOfBin(bin, cards)?.gatewayMethodId ?? 0;
  return {
    ...{ ...details, token, bin, lastFour, gatewayMethodId },
    ...{ holder: holder ?? null, documentType: documentType ?? null, documentNumber: documentNumber ?? null },
    ...{ savedCard: card.savedCard ?? null, keepCard: card.keepCard === true },
  };
}

/** Sells what costs nothing, and only that: its buyer has agreed, and no gateway is asked (decision 018). */
async function confirmFree(world: SaleWorld, purchase: PurchaseRow, wanted: CardPaymentRequest): Promise<PaymentResult> {
  return sellAtOnce(world, {
    purchase,
    customerId: wanted.customerId,
    ...clickToStart(world, wanted.click),
    total: wanted.form.total,
    priced: await priceToPay(world, purchase),
    tries: null,
    attempt: (priced) => {
      if (priced.totals.total !== 0) throw new Refusal('payment_method_unavailable');
      return attemptAtOnce(world, wanted, priced);
    },
  });
}

/**
 * Sells for what the customer has here: taken, sold and booked in one transaction, for it stands in our own ledger (decision 043). Of two
 * purchases that want the same money the second is refused.
 */
async function payFromBalance(world: SaleWorld, purchase: PurchaseRow, wanted: CardPaymentRequest): Promise<PaymentResult> {
  const { customerId, click, form } = wanted;
  const { currency } = world.locale;
  const priced = await priceToPay(world, purchase);
  if (priced) await requireReceiver(world, purchase, priced.totals.total);
  const request = {
    purchase,
    customerId,
    ...clickToStart(world, click),
    total: form.total,
    priced,
    tries: null,
    attempt: (priced: PricedPurchase): AttemptRequest => {
      if (priced.totals.total === 0) throw new Refusal('payment_method_unavailable');
      return { ...attemptAtOnce(world, wanted, priced), provider: BALANCE, paymentMethodId: BALANCE_METHOD };
    },
  };
  return sellAtOnce(world, request, {
    beforeSale: async (tx, { attempt }) => {
      const balance = await lockBalance(tx, { customerId, currency });
      if (balance < attempt.amount) throw new Refusal('balance_too_low', { balance });
    },
  });
}

interface AtOnce {
  /** Under the locks of the purchase; its refusal undoes all. */
  readonly beforeSale?: (tx: Tx, started: Started) => Promise<void>;
  readonly also?: ((tx: Tx) => Promise<unknown>) | undefined;
  readonly onSold?: (sold: Sold) => void;
}

/**
 * Fixes what is paid, sells and books it in one transaction, for there is no provider to wait for; what else belongs to the sale is
 * written by `also`. A click that has sold before changes nothing.
 */
export async function sellAtOnce(
  world: SaleWorld,
  wanted: StartRequest,
  { beforeSale, also, onSold }: AtOnce = {},
): Promise<PaymentResult> {
  const own = ownOf(wanted.purchase);
  const answered = await withLockTimeout(world.db, async (tx) => {
    const started = await startPayment(tx, wanted, world.cardTries);
    if (started === 'repeated' || started === 'changed') return started;
    const { purchase, attempt } = started;
    await beforeSale?.(tx, started);
    const [changes] = await Promise.all([
      sellPurchases(tx, [purchase], { areBilled: world.billing !== null }),
      approveCharges(tx, [{ attempt, answer: settledAtOnce(attempt) }]),
      also?.(tx),
    ]);
    return soldAs(started, changes);
  });
  if (answered === 'repeated') return findPayment(world, own);
  const sold = await requireUnchanged(world, own, answered);
  world.live.changedAll(sold.changes);
  const { paymentAnswers } = world.watch.counts;
  paymentAnswers.add(paymentAnswers.keyOf({ provider: sold.attempt.provider, asked: 'charge', result: 'approved' }));
  onSold?.(sold);
  return presentPayment(world, sold.purchase, sold.attempt);
}

/** When what was priced is not what is to be paid, the buyer has to see it first. */
async function requireUnchanged<Answer extends object>(
  world: SaleWorld,
  own: OwnPurchase,
  answer: Answer | 'changed',
  terms: () => Promise<CardTerms | null> = async () => null,
): Promise<Answer> {
  if (answer !== 'changed') return answer as Answer;
  throw new Refusal('total_changed', { purchase: await findPurchase(world, own, await terms()) });
}

/**
 * What an open purchase costs now; null for one that is not open, which is refused once it is locked. Prices are read before the
 * transaction: one that waits for a second connection could wait for itself.
 */
export async function priceToPay(world: SaleWorld, purchase: PurchaseRow, card: CardTerms | null = null): Promise<PricedPurchase | null> {
  if (purchase.stage !== 'open') return null;
  await requireSellable(world, purchase);
  await requireDeliverable(world, purchase);
  await requireProducts(world, purchase);
  return pricePurchase(purchase, world, card);
}

async function answerOfFirstClick(world: SaleWorld, { click: { key }, signal, ...own }: CardPaymentRequest): Promise<PaymentResult> {
  await world.repeated.untilAnswered({ purchaseId: own.purchaseId, key, signal: signal() });
  return findPayment(world, own);
}

const chargedFields = ['token', 'bin', 'lastFour', 'instalments'] as const;
/** Whose a kept card is its provider knows. */
const cardFields = [...chargedFields, 'holder', 'documentType', 'documentNumber', 'email'] as const;

type Form = CardPaymentRequest['form'];
type CardForm = Form & { readonly [Field in (typeof chargedFields)[number]]: NonNullable<Form[Field]> };

/** What a charge to a card needs; each field that is not there is named. */
function requireCard(form: Form): CardForm {
  const missing = (form.savedCard === undefined ? cardFields : chargedFields).filter((field) => form[field] === undefined);
  if (missing.length > 0)
    throw new Refusal('invalid_input', { fields: missing.map((field) => ({ name: wireNameOf(charge.body, field), reason: 'missing' })) });
  return form as CardForm;
}

/** What a charge to a phone's wallet needs: a mobile number of the wallet's country, as it is dialled from anywhere. */
function requirePhone(form: Form, provider: OfferedMethod['provider'] | undefined): Form {
  const country = provider?.phoneCountry;
  if (!country) return form;
  const phone = form.phone === undefined ? null : readMobile(form.phone, country);
  if (phone !== null) return { ...form, phone };
  const reason = form.phone === undefined ? 'missing' : 'invalid';
  throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(charge.body, 'phone'), reason }] });
}

/** Part of the price may be paid with the customer's balance; in steps that are shown, so that both parts are what the buyer reads (CO-023). */
function requireBalanceBeside({ displayUnit }: SaleWorld, purchase: PurchaseRow, offered: OfferedMethod | null, fromBalance: number): void {
  if (!offered || !takesBalanceBeside(purchase, offered.method)) throw new Refusal('payment_method_unavailable');
  if (fromBalance <= 0 || fromBalance % displayUnit !== 0) throw invalid('fromBalance');
}

/** Two cards pay a price that no balance pays a part of; how much the first pays is judged with the price. */
function requireTwoCards(purchase: PurchaseRow, offered: OfferedMethod | null, { fromBalance }: Form): void {
  if (!offered || !takesTwoCards(purchase, offered.method)) throw new Refusal('payment_method_unavailable');
  if (fromBalance !== undefined) throw invalid('fromBalance');
}

/** When another process may look after an attempt whose own is gone: later than the slowest charge. */
const CHECK_AFTER_SECONDS = 45;

interface PaidAttempt extends CardPaymentRequest {
  readonly method: OfferedMethod['method'];
  readonly card: CardForm | null;
  readonly tries: TryKeys | null;
  /** Which of two cards it is, and what the first pays; null for one that pays all. */
  readonly parts: { readonly part: 1 | 2; readonly first: number } | null;
}

/** What is going to be asked of the provider for what the purchase costs; a card or a plan that is not offered is refused by name. */
function attemptAt(
  { locale, cards, displayUnit }: Pick<SaleWorld, 'locale' | 'cards' | 'displayUnit'>,
  { purchaseId, click, form: { fromBalance = 0 }, linkHash, method, card, tries, parts }: PaidAttempt,
  priced: PricedPurchase,
): AttemptRequest {
  // What costs nothing is confirmed, not charged.
  if (priced.totals.total === 0) throw new Refusal('payment_method_unavailable');
  if (parts?.part === 1) requireWithin(boundsOfFirst(priced.totals.total, displayUnit), parts.first, displayUnit);
  // A price that two cards pay has no cost of instalments: it is fixed before the second card is known.
  if (parts && card?.instalments !== 1) throw invalid('instalments');
  const second = parts ? priced.totals.total - parts.first : 0;
  const rest = parts ? (parts.part === 1 ? parts.first : second) : priced.totals.total - fromBalance;
  if (rest <= 0) throw invalid('fromBalance');
  // Only what the card pays is paid in instalments, and costs more for it.
  const { cost, ...paid } = card ? paidByCard(card, rest, { locale, cards }) : { cost: 0, ...noCard };
  const financed = withFinancing(priced, cost);
  return {
    purchaseId,
    idempotencyKey: click.key,
    provider: method.provider,
    paymentMethodId: method.id,
    amount: rest + cost,
    fromBalance,
    byLink: linkHash !== undefined,
    currency: locale.currency,
    ...(parts
      ? { part: parts.part, split: portionsOf(splitOf(financed), parts.first)[parts.part === 1 ? 0 : 1].parts }
      : { split: splitOf(financed) }),
    ...paid,
    checkAfterSeconds: CHECK_AFTER_SECONDS,
    tries,
  };
}

/** The card and its plan; `cost` is what the plan adds to the price. */
function paidByCard({ bin, lastFour, instalments }: CardForm, price: number, terms: Pick<SaleWorld, 'locale' | 'cards'>) {
  const card = cardOfBin(bin, terms.cards);
  if (!card) throw invalid('bin');
  const plan = plansOf(card, price, terms).find((each) => each.instalments === instalments);
  if (!plan) throw invalid('instalments');
  return { cost: plan.total - price, instalments, brand: card.brand, bin, lastFour };
}

const noCard = { instalments: 1, brand: null, bin: null, lastFour: null };

function requireWithin(bounds: ReturnType<typeof boundsOfFirst>, first: number, displayUnit: number): void {
  if (!bounds || first < bounds.least || first > bounds.most || first % displayUnit !== 0) throw invalid('firstPart');
}

const invalid = (field: 'bin' | 'instalments' | 'fromBalance' | 'firstPart') =>
  new Refusal('invalid_input', { fields: [{ name: wireNameOf(charge.body, field), reason: 'invalid' }] });

/** Cash that has been taken, or nothing where nothing is asked for: there is no provider that could be asked about it later. */
export function attemptAtOnce(
  { locale: { currency } }: Pick<SaleWorld, 'locale'>,
  { purchaseId, click }: Pick<CardPaymentRequest, 'purchaseId' | 'click'>,
  priced: PricedPurchase,
): AttemptRequest {
  const { total: amount } = priced.totals;
  const way = amount === 0 ? { provider: FREE, paymentMethodId: FREE_METHOD } : { provider: CASH, paymentMethodId: CASH_METHOD };
  return {
    purchaseId,
    idempotencyKey: click.key,
    ...way,
    amount,
    currency,
    split: splitOf(priced),
    ...noCard,
    checkAfterSeconds: null,
    tries: null,
  };
}

type Reason = PricedTicket['quote']['components'][number]['kind'];
/** Where each component of a ticket is booked. */
export const accounts: Readonly<Record<Reason, Account>> = {
  ticket: 'tickets',
  discount: 'discounts',
  service: 'service_charge',
  anti_fraud_qr: 'anti_fraud_qr',
};

/** What is taken off a purchase and off no single ticket of it. */
export const discountOnWhole = ({ tickets, totals }: PricedPurchase): number =>
  tickets.reduce((left, { quote: { components } }) => left - sumOf(components, 'discount'), totals.discounts);

const sumOf = (components: PricedTicket['quote']['components'], reason: Reason) =>
  components.reduce((sum, { kind, amount }) => sum + (kind === reason ? amount : 0), 0);

/** What a total consists of, for the ledger: by reason, and by performance where a performance is the reason. */
export function splitOf({ tickets, totals }: PricedPurchase): SplitPart[] {
  const sums = new Map<string, SplitPart>();
  const add = (account: Account, performanceId: number | null, amount: number) => {
    const key = `${account} ${performanceId}`;
    sums.set(key, { account, performanceId, amount: (sums.get(key)?.amount ?? 0) + amount });
  };
  for (const { performanceId, quote } of tickets) {
    for (const { kind, amount } of quote.components) add(accounts[kind], performanceId, amount);
  }
  add('delivery', null, totals.delivery);
  add('products', null, totals.products);
  // Those of tickets are booked with their performances.
  add('discounts', null, discountOnWhole({ tickets, totals }));
  add('financing', null, totals.financing ?? 0);
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}
