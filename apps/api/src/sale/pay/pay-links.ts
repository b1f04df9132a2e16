import { createHash, randomBytes } from 'node:crypto';
import {
  type AnswerOf,
  type getPayLinkCard,
  makePayLink,
  type PayLink,
  type PayLinkResult,
  type PaymentOutcome,
  type PaymentResult,
  type PurchaseStage,
  Refusal,
  wireNameOf,
} from '@butaca/contract';
import type { Tx } from '#db/connect';
import type { Click } from '#db/used-key';
import { isOwnMachine, networkOf } from '#http/network';
import type { Session } from '#http/serve';
import { lockCustomerIn } from '../../customers/index.ts';
import { buyerIn, isOwnedBy } from '../../orders/index.ts';
import { attemptsOf, balanceIn, type Facts, lockBalance } from '../../payments/index.ts';
import { cardKind, linkMethod } from '../checkout/payment-method.ts';
import { refuseBuyersReused } from '../claim/buyers-key.ts';
import { presentPurchase } from '../present-purchase.ts';
import { lockOpenPurchase, type OwnPurchase, ownOf, requireOwnPurchase } from '../purchase.ts';
import type { PurchaseRow } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import { type CardPaymentRequest, chargePurchase } from './charge.ts';
import { findPayment, outcomeOf, presentStep } from './present-payment.ts';
import { deletePayLink, findPayLink, setPayLink } from './queries-pay-links.ts';
import { confirmPayment, resumePayment } from './settle.ts';
import { requireComplete } from './start.ts';

interface NewLink extends OwnPurchase {
  /** Of the buyer. */
  readonly session: Session;
  /** What the buyer's balance is to pay, in minor units. */
  readonly fromBalance?: number | undefined;
}

/**
 * Makes the link of an open purchase of the shop; what is sold at a counter is paid there. It lasts as long as the purchase. What the buyer's
 * balance is to pay of it stays in the balance until the payer's charge starts: the buyer may still spend it otherwise.
 */
export async function makeLink(world: SaleWorld, { fromBalance, session, ...own }: NewLink): Promise<AnswerOf<typeof makePayLink>> {
  const row = await requireOwnPurchase(world, own);
  linkMethod(world, row);
  const { totals } = await presentPurchase(row, world);
  if (totals?.total === 0) throw new Refusal('payment_method_unavailable');
  if (fromBalance !== undefined) requirePart(world, fromBalance, totals?.total ?? 0);
  const code = randomBytes(16).toString('base64url');
  try {
    const { deadlineMs } = await world.db.begin(async (tx) => {
      // A session that ends meanwhile leaves no link behind (decision 089).
      await lockCustomerIn(tx, session);
      const purchase = await lockOpenPurchase(tx, own);
      requireComplete(purchase);
      await setPayLink(tx, { purchaseId: own.purchaseId, codeHash: hashOf(code), fromBalance: fromBalance ?? 0 });
      if (fromBalance !== undefined) await requireBalance(tx, { customerId: own.customerId, currency: world.locale.currency, fromBalance });
      return purchase;
    });
    return { code, expiresAt: Math.round(deadlineMs) };
  } catch (error) {
    throw await withFirstCard(world, own.purchaseId, error);
  }
}

/** A part of the price, in steps that are shown (CO-023); the price is judged again when the charge starts. */
function requirePart({ displayUnit }: SaleWorld, fromBalance: number, total: number): void {
  if (fromBalance < total && fromBalance % displayUnit === 0) return;
  throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(makePayLink.body, 'fromBalance'), reason: 'invalid' }] });
}

interface Part {
  readonly customerId: string;
  readonly currency: string;
  readonly fromBalance: number;
}

/** Whether the buyer has it now; the start of the charge takes it. */
async function requireBalance(tx: Tx, { fromBalance, ...of }: Part): Promise<void> {
  const balance = await lockBalance(tx, of);
  if (balance < fromBalance) throw new Refusal('balance_too_low', { balance });
}

/** Says why a purchase is being paid that nobody is charged for at the moment: the first of two cards waits for the second. */
async function withFirstCard(world: SaleWorld, purchaseId: string, error: unknown): Promise<unknown> {
  if (!(error instanceof Refusal) || error.failure !== 'purchase_paying') return error;
  return (await world.attempts.latestOf(purchaseId))?.state === 'secured' ? new Refusal('first_card_waits') : error;
}

export async function revokeLink(world: SaleWorld, own: OwnPurchase): Promise<Record<string, never>> {
  await requireOwnPurchase(world, own);
  await deletePayLink(world.db, own.purchaseId);
  return {};
}

/** Who follows a link: the code, and the network that made-up codes are counted under. */
interface Follower {
  /** Or a purchase's own id, which is a link for its buyer alone (C-13). */
  readonly code: string;
  readonly ip: string;
  /** The caller's session, if there is one. */
  readonly session: Session | undefined;
}

interface Looker extends Follower {
  /** Idempotency keys of the payer's own clicks, with commas between them. */
  readonly clicks?: string | undefined;
}

/** What a link is for, read now; a payment that is under way is asked about at its provider. */
export async function showLink(world: SaleWorld, { clicks, ...follower }: Looker): Promise<PayLink> {
  let followed = await linkBehind(world, follower);
  if (followed.purchase.stage === 'paying') {
    const own = ownOf(followed.purchase);
    await confirmPayment(world, own);
    followed = { ...followed, purchase: await requireOwnPurchase(world, own) };
  }
  const link = await presentLink(world, followed);
  // Read after the purchase: once that is paid or over no click can begin a payment of it.
  return clicks === undefined ? link : { ...link, mine: await paymentOfPayer(world, followed.purchase, clicks.split(',')) };
}

/** What all clicks of one payer came to: one of them may have been charged while another was refused. */
async function paymentOfPayer(world: SaleWorld, { id: purchaseId }: PurchaseRow, clicks: readonly string[]) {
  const begun = await Promise.all(clicks.map((click) => world.attempts.ofClick({ purchaseId, key: keyOfPayer(click) })));
  const references = new Set(begun.map((attempt) => attempt?.reference));
  const own = (await attemptsOf(world.db, purchaseId)).filter(({ reference }) => references.has(reference));
  const first = tellingFirst.flatMap((outcome) => own.find(({ state }) => outcomeOf(state) === outcome) ?? [])[0] ?? own[0];
  if (!first) return { outcome: 'cancelled' as const };
  const outcome = outcomeOf(first.state);
  return { outcome, ...(first.isUnproven && (outcome === 'late' || outcome === 'refunded') ? { isUnproven: true } : {}) };
}

/** What was charged is told before what was not. */
const tellingFirst: readonly PaymentOutcome[] = ['approved', 'offered', 'late', 'refunded', 'unknown', 'pending', 'processing'];

export async function cardOfLink(
  world: SaleWorld,
  { bin, ...follower }: Follower & { readonly bin: string },
): Promise<AnswerOf<typeof getPayLinkCard>> {
  const { purchase, fromBalance } = await linkBehind(world, follower);
  const { purchase: _, ...kind } = await cardKind(world, ownOf(purchase), {
    paymentMethodId: linkMethod(world, purchase).id,
    bin,
    isByLink: true,
    fromBalance,
  });
  return kind;
}

/** Of somebody without an account. */
type PayersClick = Omit<Click, 'callerId'>;
type LinkPayment = Follower & Omit<CardPaymentRequest, keyof OwnPurchase | 'ip' | 'click'> & { readonly click: PayersClick };

/**
 * Charges a stranger's card for the purchase behind the link. It is the same charge as the buyer's own: whoever begins first pays, and
 * of two at once the second is refused. What the buyer's balance pays beside it is the link's word, not the payer's. The answer names no person,
 * no card and not the purchase: with its id it could be given up.
 */
export async function payLink(world: SaleWorld, { code, ip, session, click, ...wanted }: LinkPayment): Promise<PayLinkResult> {
  const followed = await linkBehind(world, { code, ip, session });
  const { purchase, fromBalance, linkHash } = followed;
  if (wanted.form.paymentMethodId !== linkMethod(world, purchase).id) throw new Refusal('payment_method_unavailable');
  // The buyer's balance is not the payer's to spend, and the payer's card pays all of the rest.
  if (wanted.form.fromBalance !== undefined || wanted.form.firstPart !== undefined) throw new Refusal('payment_method_unavailable');
  try {
    // A click of the buyer never has the key of a payer's click, whatever keys both choose.
    // The buyer's cards are not the payer's, and the payer's is not kept for the buyer.
    const { savedCard: _, keepCard: __, ...form } = wanted.form;
    const result = await chargePurchase(world, {
      ...wanted,
      ...ownOf(purchase),
      form: fromBalance > 0 ? { ...form, fromBalance, total: form.total + fromBalance } : form,
      ip,
      click: clickOfPayer(purchase, click),
      linkHash,
    });
    return await resultOf(world, followed, { result, begunBy: click.key });
  } catch (error) {
    if (error instanceof Refusal && error.failure === 'total_changed')
      throw new Refusal('price_changed', { amount: (await showLink(world, { code, ip, session })).amount });
    // How much the buyer has is nothing to tell a payer.
    if (error instanceof Refusal && error.failure === 'balance_too_low') throw new Refusal('link_balance_gone');
    throw await withFirstCard(world, purchase.id, error);
  }
}

interface StepDone extends Follower {
  /** The idempotency key of the click that began the payment. */
  readonly begunBy: string;
  readonly click: PayersClick;
  readonly given: Facts;
}

/** Goes on after the payer's step. A click that began nothing here is refused: who has the link does not go on with the buyer's own payment. */
export async function continueLink(world: SaleWorld, { begunBy, click, given, ...follower }: StepDone): Promise<PayLinkResult> {
  const followed = await linkBehind(world, follower);
  const { purchase } = followed;
  const own = ownOf(purchase);
  const { begun, latest } = await attemptsOfPayer(world, purchase, begunBy);
  if (!begun) throw new Refusal('not_found');
  const result =
    begun.reference === latest?.reference
      ? await resumePayment(world, own, { click: clickOfPayer(purchase, click), given, isByLink: true })
      : await findLater(world, own, clickOfPayer(purchase, click));
  return resultOf(world, followed, { result, begunBy });
}

/** What became of the purchase, when a later payment has taken the place of the one that this payer began. */
async function findLater(world: SaleWorld, own: OwnPurchase, click: Click): Promise<PaymentResult> {
  await refuseBuyersReused(world, click);
  return findPayment(world, own);
}

interface Answered {
  readonly result: PaymentResult;
  /** The payer's idempotency key. */
  readonly begunBy: string;
}

/** The step is for the payer whose payment it belongs to; somebody else's is none of theirs, and the buyer is never told it. */
async function resultOf(world: SaleWorld, followed: Followed, { result, begunBy }: Answered): Promise<PayLinkResult> {
  const { outcome, message } = result;
  const [purchase, { begun, latest }] = await Promise.all([
    requireOwnPurchase(world, ownOf(followed.purchase)),
    attemptsOfPayer(world, followed.purchase, begunBy),
  ]);
  const isTheirs = outcome === 'processing' && latest?.state === 'processing' && begun?.reference === latest.reference;
  const link = await presentLink(world, { ...followed, purchase });
  return {
    outcome,
    link,
    ...(message === undefined ? {} : { message }),
    ...(isTheirs ? { next: presentStep(latest.next ?? { kind: 'wait' }) } : {}),
  };
}

/** The payment that this click of a payer began, and the purchase's last one. */
async function attemptsOfPayer(world: SaleWorld, { id: purchaseId }: PurchaseRow, key: string) {
  const [begun, latest] = await Promise.all([
    world.attempts.ofClick({ purchaseId, key: keyOfPayer(key) }),
    world.attempts.latestOf(purchaseId),
  ]);
  return { begun, latest };
}

const clickOfPayer = ({ id }: PurchaseRow, click: PayersClick): Click => ({ ...click, callerId: `link ${id}`, key: keyOfPayer(click.key) });

const keyOfPayer = (key: string) => createHash('sha256').update(`pay link ${key}`).digest('base64url');

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url');

interface Followed {
  readonly purchase: PurchaseRow;
  /** What the buyer's balance is to pay of it, in minor units. */
  readonly fromBalance: number;
  /** Null for the buyer, who needs no link. */
  readonly linkHash: string | null;
}

/** `not_found` for a code that was never given out, was revoked, or whose purchase ended more than a day ago; its buyer may read it later, too. */
async function linkBehind(world: SaleWorld, { code, ip, session }: Follower): Promise<Followed> {
  const network = isOwnMachine(ip) ? null : networkOf(ip);
  if (network !== null) madeUpCodes.admit(network);
  const linkHash = hashOf(code);
  const link = await findPayLink(world.db, linkHash);
  const purchase = link && (await world.readPurchase(link.purchaseId));
  if (link && purchase) return { purchase, fromBalance: link.fromBalance, linkHash };
  const own = session && (await world.readPurchase(code));
  if (session && own?.channel === 'online' && isOwnedBy(own, buyerIn(session))) return { purchase: own, fromBalance: 0, linkHash: null };
  if (network !== null) madeUpCodes.count(network);
  throw new Refusal('not_found');
}

/** How many codes that lead nowhere one network may try in a minute, at each process. */
const MOST_MADE_UP = 30;
const MINUTE_MS = 60_000;

/** Counts codes that lead nowhere by network, a minute at a time. 128 random bits are not guessed; this bounds the readings. */
export class MadeUpCodes {
  readonly #now: () => number;
  readonly #counted = new Map<string, number>();
  #until = 0;

  constructor(now: () => number = performance.now.bind(performance)) {
    this.#now = now;
  }

  admit(network: string): void {
    if (this.#now() >= this.#until) {
      this.#counted.clear();
      this.#until = this.#now() + MINUTE_MS;
    }
    if ((this.#counted.get(network) ?? 0) >= MOST_MADE_UP)
      throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil((this.#until - this.#now()) / 1000) });
  }

  count(network: string): void {
    this.#counted.set(network, (this.#counted.get(network) ?? 0) + 1);
  }
}

const madeUpCodes = new MadeUpCodes();

const states: Readonly<Record<PurchaseStage, PayLink['state']>> = {
  open: 'payable',
  reserved: 'over',
  paying: 'paying',
  // The money has come, and the buyer is asked about other places.
  offered: 'paid',
  paid: 'paid',
  expired: 'over',
  cancelled: 'over',
};

async function presentLink(world: SaleWorld, { purchase: row, fromBalance: chosen }: Followed): Promise<PayLink> {
  const isOpen = row.stage === 'open';
  const [{ performances, totals }, latest] = await Promise.all([
    presentPurchase(row, world),
    isOpen ? undefined : world.attempts.latestOf(row.id),
  ]);
  // Once a payment has begun, what the balance pays of that one counts: it may be the buyer's own.
  const fromBalance = isOpen ? chosen : latest ? balanceIn(latest) : 0;
  const isCovered = isOpen && totals !== undefined && totals.total <= fromBalance;
  const state = isOpen && row.deadlineMs <= row.nowMs ? 'over' : isCovered ? 'covered' : states[row.stage];
  return {
    state,
    performances,
    amount: Math.max(0, (totals?.total ?? 0) - fromBalance),
    ...(fromBalance > 0 ? { fromBalance } : {}),
    ...(totals && { totals }),
    expiresAt: Math.round(row.deadlineMs),
    serverNow: Math.round(row.nowMs),
    ...(state === 'payable' ? { method: linkMethod(world, row) } : {}),
  };
}
