import { charge, type InputOf, type PaymentResult, Refusal, wireNameOf } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { withLockTimeout } from '#db/lock-timeout';
import type { CallWatch } from '#http/call-watch';
import { networkOf } from '#http/network';
import { requireConfirmedAddress } from '../../customers/index.ts';
import {
  type Account,
  type AttemptRequest,
  approveCharges,
  CASH,
  type CardGateway,
  cardOfBin,
  chargeAttempt,
  FREE,
  plansOf,
  type SplitPart,
  settledAtOnce,
  type TryKeys,
  tryKeysOf,
} from '../../payments/index.ts';
import { CASH_METHOD, FREE_METHOD, requireGateway } from '../checkout/payment-method.ts';
import { findPurchase } from '../present-purchase.ts';
import { pricePurchase } from '../price-purchase.ts';
import { type OwnPurchase, requireOwnPurchase } from '../purchase.ts';
import type { PricedPurchase, PricedTicket, PurchaseRow } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import { findPayment, presentPayment } from './present-payment.ts';
import { type Sold, sellPurchases, soldAs } from './sell.ts';
import { settlePayment, tellOfAnswer } from './settle.ts';
import { type StartRequest, startPayment } from './start.ts';

export interface CardPaymentRequest extends OwnPurchase {
  readonly form: InputOf<typeof charge>['body'];
  /** Of the click. */
  readonly idempotencyKey: string;
  readonly ip: string;
  readonly call: CallWatch;
  /** Throws its refusal, unless this click has proved a person before: it starts one payment, however often it comes. */
  readonly demandHuman: (click: string) => Promise<void>;
  /** Of the call; only what waits for another click stops when the buyer leaves, never a charge. */
  readonly signal: () => AbortSignal | undefined;
}

/**
 * Pays: what is asked is written down first, then the gateway is called with no transaction open, then its answer is applied.
 * What costs nothing asks no gateway. The same click again waits for the first one and answers what became of that.
 */
export async function chargePurchase(world: SaleWorld, wanted: CardPaymentRequest): Promise<PaymentResult> {
  const { form, purchaseId, idempotencyKey: key } = wanted;
  if (!form.acceptsTerms) throw new Refusal('terms_not_accepted');
  const [purchase, known] = await Promise.all([requireOwnPurchase(world, wanted), world.attempts.ofClick({ purchaseId, key })]);
  const isFree = form.paymentMethodId === FREE_METHOD;
  const card = isFree ? null : { gateway: requireGateway(world.payments, purchase, form.paymentMethodId), form: requireCard(form) };

  if (known !== undefined) return answerOfFirstClick(world, wanted);
  if (needsAddress(world, { purchase, isFree })) await requireConfirmedAddress(world.db, wanted.customerId);
  await wanted.demandHuman(`${purchaseId} ${key}`);
  return card ? chargeCard(world, purchase, { ...wanted, ...card }) : confirmFree(world, purchase, wanted);
}

/** Who takes tickets for nothing with many accounts needs a mailbox for each of them. */
const needsAddress = (
  { confirmAddress }: Pick<SaleWorld, 'confirmAddress'>,
  { purchase, isFree }: { readonly purchase: PurchaseRow; readonly isFree: boolean },
): boolean => purchase.channel === 'online' && (confirmAddress === 'all' || (confirmAddress === 'free' && isFree));

type CardCharge = CardPaymentRequest & { readonly form: CardForm; readonly gateway: CardGateway };

async function chargeCard(world: SaleWorld, purchase: PurchaseRow, { gateway, ...wanted }: CardCharge): Promise<PaymentResult> {
  const { customerId, form, ip } = wanted;
  const { token, bin, lastFour, email } = form;
  const tries = tryKeysOf(world.secret, { customerId, network: networkOf(ip), bin, lastFour });
  const answered = await world.starts.start({
    purchase,
    customerId,
    key: wanted.idempotencyKey,
    total: form.total,
    priced: await priceToPay(world, purchase),
    tries,
    attempt: (priced) => cardAttempt(world, { ...wanted, tries, channel: purchase.channel }, priced),
  });
  if (answered === 'repeated') return answerOfFirstClick(world, wanted);
  const started = await requireUnchanged(world, wanted, answered);
  world.live.changedAll(started.changes);

  const gatewayMethodId = cardOfBin(bin, world.cards)?.gatewayMethodId ?? 0;
  const answer = await chargeAttempt(gateway, started.attempt, { token, bin, gatewayMethodId, customer: { id: customerId, email, ip } });
  tellOfAnswer(wanted.call, started.attempt, { answer, asked: 'charge' });
  const sold = answer.result === 'approved' ? await world.sales.sell({ ...started, answer }) : 'alone';
  if (sold === 'alone') {
    await settlePayment({ ...world, gateway }, started.attempt, { answer, asked: 'charge' });
    return findPayment(world, wanted);
  }
  world.live.changedAll(sold.changes);
  return presentPayment(world, sold.purchase, sold.attempt);
}

/** Sells what costs nothing, and only that: its buyer has agreed, and no gateway is asked (decision 018). */
async function confirmFree(world: SaleWorld, purchase: PurchaseRow, wanted: CardPaymentRequest): Promise<PaymentResult> {
  return sellAtOnce(world, {
    purchase,
    customerId: wanted.customerId,
    key: wanted.idempotencyKey,
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
 * Fixes what is paid, sells and books it in one transaction, for there is no provider to wait for; what else belongs to the sale is
 * written by `also`. A click that has sold before changes nothing.
 */
export async function sellAtOnce(
  world: SaleWorld,
  wanted: StartRequest,
  { also, onSold }: { readonly also?: ((tx: Tx) => Promise<unknown>) | undefined; readonly onSold?: (sold: Sold) => void } = {},
): Promise<PaymentResult> {
  const own = { purchaseId: wanted.purchase.id, customerId: wanted.customerId };
  const answered = await withLockTimeout(world.db, async (tx) => {
    const started = await startPayment(tx, wanted, world.cardTries);
    if (started === 'repeated' || started === 'changed') return started;
    const { purchase, attempt } = started;
    const [changes] = await Promise.all([
      sellPurchases(tx, [purchase]),
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
async function requireUnchanged<Answer extends object>(world: SaleWorld, own: OwnPurchase, answer: Answer | 'changed'): Promise<Answer> {
  if (answer !== 'changed') return answer as Answer;
  throw new Refusal('total_changed', { purchase: await findPurchase(world, own) });
}

/**
 * What an open purchase costs now; null for one that is not open, which is refused once it is locked. Prices are read before the
 * transaction: one that waits for a second connection could wait for itself.
 */
export async function priceToPay(world: SaleWorld, purchase: PurchaseRow): Promise<PricedPurchase | null> {
  if (purchase.stage !== 'open') return null;
  await requireOnSale(world, purchase);
  return pricePurchase(purchase, world);
}

/** What was called off, or has started, while it was being chosen is not paid any more. */
export async function requireOnSale({ live }: Pick<SaleWorld, 'live'>, { holds }: Pick<PurchaseRow, 'holds'>): Promise<void> {
  await Promise.all(holds.map(({ performanceId }) => live.onSale(performanceId)));
}

async function answerOfFirstClick(world: SaleWorld, { idempotencyKey: key, signal, ...own }: CardPaymentRequest): Promise<PaymentResult> {
  await world.repeated.untilAnswered({ purchaseId: own.purchaseId, key, signal: signal() });
  return findPayment(world, own);
}

const cardFields = ['token', 'bin', 'lastFour', 'instalments', 'holder', 'documentType', 'documentNumber', 'email'] as const;

type Form = CardPaymentRequest['form'];
type CardForm = Form & { readonly [Field in (typeof cardFields)[number]]: NonNullable<Form[Field]> };

/** What a charge to a card needs; each field that is not there is named. */
function requireCard(form: Form): CardForm {
  const missing = cardFields.filter((field) => form[field] === undefined);
  if (missing.length > 0)
    throw new Refusal('invalid_input', { fields: missing.map((field) => ({ name: wireNameOf(charge.body, field), reason: 'missing' })) });
  return form as CardForm;
}

/** When another process may look after an attempt whose own is gone: later than the slowest charge. */
const CHECK_AFTER_SECONDS = 45;

interface CardAttemptRequest extends Omit<CardPaymentRequest, 'form'> {
  readonly form: CardForm;
  readonly tries: TryKeys;
  readonly channel: PurchaseRow['channel'];
}

/** What is going to be asked of the gateway for what the purchase costs; a card or a plan that is not offered is refused by name. */
function cardAttempt(
  { payments, locale, cards }: Pick<SaleWorld, 'payments' | 'locale' | 'cards'>,
  { purchaseId, idempotencyKey, form, tries, channel }: CardAttemptRequest,
  priced: PricedPurchase,
): AttemptRequest {
  const { paymentMethodId, bin, lastFour, instalments } = form;
  const { total: amount } = priced.totals;
  // What costs nothing is confirmed, not charged.
  if (amount === 0) throw new Refusal('payment_method_unavailable');
  const card = cardOfBin(bin, cards);
  if (!card) throw invalid('bin');
  if (!plansOf(card, amount, { locale, cards }).some((plan) => plan.instalments === instalments)) throw invalid('instalments');
  const provider = requireGateway(payments, { channel }, paymentMethodId).name;
  const split = splitOf(priced);
  const { brand } = card;
  const { currency } = locale;
  const checkAfterSeconds = CHECK_AFTER_SECONDS;
  return {
    purchaseId,
    idempotencyKey,
    provider,
    paymentMethodId,
    amount,
    currency,
    split,
    instalments,
    brand,
    bin,
    lastFour,
    checkAfterSeconds,
    tries,
  };
}

const invalid = (field: 'bin' | 'instalments') =>
  new Refusal('invalid_input', { fields: [{ name: wireNameOf(charge.body, field), reason: 'invalid' }] });

/** Cash that has been taken, or nothing where nothing is asked for: there is no provider that could be asked about it later. */
export function attemptAtOnce(
  { locale: { currency } }: Pick<SaleWorld, 'locale'>,
  { purchaseId, idempotencyKey }: Pick<CardPaymentRequest, 'purchaseId' | 'idempotencyKey'>,
  priced: PricedPurchase,
): AttemptRequest {
  const { total: amount } = priced.totals;
  const way = amount === 0 ? { provider: FREE, paymentMethodId: FREE_METHOD } : { provider: CASH, paymentMethodId: CASH_METHOD };
  const noCard = { instalments: 1, brand: null, bin: null, lastFour: null };
  return { purchaseId, idempotencyKey, ...way, amount, currency, split: splitOf(priced), ...noCard, checkAfterSeconds: null, tries: null };
}

type Reason = PricedTicket['quote']['components'][number]['kind'];
const accounts: Readonly<Record<Reason, Account>> = { ticket: 'tickets', service: 'service_charge', anti_fraud_qr: 'anti_fraud_qr' };

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
  add('discounts', null, totals.discounts);
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}
