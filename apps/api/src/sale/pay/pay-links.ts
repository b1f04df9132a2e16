import { createHash, randomBytes } from 'node:crypto';
import {
  type AnswerOf,
  type getPayLinkCard,
  type makePayLink,
  type PayLink,
  type PayLinkResult,
  type PaymentResult,
  type PurchaseStage,
  Refusal,
} from '@butaca/contract';
import { isOwnMachine, networkOf } from '#http/network';
import type { Facts } from '../../payments/index.ts';
import { cardKind, linkMethod } from '../checkout/payment-method.ts';
import { presentPurchase } from '../present-purchase.ts';
import { lockOpenPurchase, type OwnPurchase, requireOwnPurchase } from '../purchase.ts';
import type { PurchaseRow } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import { type CardPaymentRequest, chargePurchase } from './charge.ts';
import { findPayment } from './present-payment.ts';
import { deletePayLink, purchaseOfLink, setPayLink } from './queries-pay-links.ts';
import { confirmPayment, resumePayment } from './settle.ts';
import { requireComplete } from './start.ts';

/** Makes the link of an open purchase of the shop; what is sold at a counter is paid there. It lasts as long as the purchase. */
export async function makeLink(world: SaleWorld, own: OwnPurchase): Promise<AnswerOf<typeof makePayLink>> {
  const row = await requireOwnPurchase(world, own);
  linkMethod(world, row);
  const { totals } = await presentPurchase(row, world);
  if (totals?.total === 0) throw new Refusal('payment_method_unavailable');
  const code = randomBytes(16).toString('base64url');
  const { deadlineMs } = await world.db.begin(async (tx) => {
    const purchase = await lockOpenPurchase(tx, own);
    requireComplete(purchase);
    await setPayLink(tx, { purchaseId: own.purchaseId, codeHash: hashOf(code) });
    return purchase;
  });
  return { code, expiresAt: Math.round(deadlineMs) };
}

export async function revokeLink(world: SaleWorld, own: OwnPurchase): Promise<Record<string, never>> {
  await requireOwnPurchase(world, own);
  await deletePayLink(world.db, own.purchaseId);
  return {};
}

/** Who follows a link: the code, and the network that made-up codes are counted under. */
interface Follower {
  readonly code: string;
  readonly ip: string;
}

/** What a link is for, read now; a payment that is under way is asked about at its provider. */
export async function showLink(world: SaleWorld, follower: Follower): Promise<PayLink> {
  const purchase = await purchaseBehind(world, follower);
  if (purchase.stage !== 'paying') return presentLink(world, purchase);
  const own = ownOf(purchase);
  await confirmPayment(world, own);
  return presentLink(world, await requireOwnPurchase(world, own));
}

export async function cardOfLink(
  world: SaleWorld,
  { bin, ...follower }: Follower & { readonly bin: string },
): Promise<AnswerOf<typeof getPayLinkCard>> {
  const purchase = await purchaseBehind(world, follower);
  const { purchase: _, ...kind } = await cardKind(world, ownOf(purchase), {
    paymentMethodId: linkMethod(world, purchase).id,
    bin,
    isByLink: true,
  });
  return kind;
}

type LinkPayment = Follower & Omit<CardPaymentRequest, keyof OwnPurchase | 'ip'>;

/**
 * Charges a stranger's card for the purchase behind the link. It is the same charge as the buyer's own: whoever begins first pays, and
 * of two at once the second is refused. The answer names no person, no card and not the purchase: with its id it could be given up.
 */
export async function payLink(world: SaleWorld, { code, ip, idempotencyKey, ...wanted }: LinkPayment): Promise<PayLinkResult> {
  const purchase = await purchaseBehind(world, { code, ip });
  if (wanted.form.paymentMethodId !== linkMethod(world, purchase).id) throw new Refusal('payment_method_unavailable');
  // The buyer's balance is not the payer's to spend.
  if (wanted.form.fromBalance !== undefined) throw new Refusal('payment_method_unavailable');
  try {
    // A click of the buyer never has the key of a payer's click, whatever keys both choose.
    // The buyer's cards are not the payer's, and the payer's is not kept for the buyer.
    const { savedCard: _, keepCard: __, ...form } = wanted.form;
    const result = await chargePurchase(world, {
      ...wanted,
      ...ownOf(purchase),
      form,
      ip,
      idempotencyKey: keyOfPayer(idempotencyKey),
      isByLink: true,
    });
    return await resultOf(world, purchase, { result, click: idempotencyKey });
  } catch (error) {
    if (error instanceof Refusal && error.failure === 'total_changed')
      throw new Refusal('price_changed', { amount: (await showLink(world, { code, ip })).amount });
    throw error;
  }
}

interface StepDone extends Follower {
  /** The idempotency key of the click that began the payment. */
  readonly click: string;
  readonly key: string;
  readonly given: Facts;
}

/** Goes on after the payer's step. A click that began nothing here is refused: who has the link does not go on with the buyer's own payment. */
export async function continueLink(world: SaleWorld, { code, ip, click, key, given }: StepDone): Promise<PayLinkResult> {
  const purchase = await purchaseBehind(world, { code, ip });
  const own = ownOf(purchase);
  if (!(await world.attempts.ofClick({ purchaseId: purchase.id, key: keyOfPayer(click) }))) throw new Refusal('not_found');
  const result = (await isLatest(world, purchase, click))
    ? await resumePayment(world, own, { key: keyOfPayer(key), given })
    : await findPayment(world, own);
  return resultOf(world, purchase, { result, click });
}

interface Answered {
  readonly result: PaymentResult;
  /** The payer's. */
  readonly click: string;
}

/** The step is for the payer whose payment it belongs to; somebody else's is none of theirs. */
async function resultOf(world: SaleWorld, purchase: PurchaseRow, { result, click }: Answered): Promise<PayLinkResult> {
  const { outcome, message, next } = result;
  const [now, isTheirs] = await Promise.all([
    requireOwnPurchase(world, ownOf(purchase)),
    next === undefined ? false : isLatest(world, purchase, click),
  ]);
  const link = await presentLink(world, now);
  return { outcome, link, ...(message === undefined ? {} : { message }), ...(isTheirs ? { next } : {}) };
}

/** Whether the purchase's last payment is the one that this click of a payer began. */
async function isLatest(world: SaleWorld, { id: purchaseId }: PurchaseRow, click: string): Promise<boolean> {
  const [begun, latest] = await Promise.all([
    world.attempts.ofClick({ purchaseId, key: keyOfPayer(click) }),
    world.attempts.latestOf(purchaseId),
  ]);
  return begun !== undefined && begun.reference === latest?.reference;
}

const keyOfPayer = (key: string) => createHash('sha256').update(`pay link ${key}`).digest('base64url');

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url');

const ownOf = ({ id: purchaseId, customerId }: PurchaseRow): OwnPurchase => ({ purchaseId, customerId });

/** `not_found` for a code that was never given out, was revoked, or whose purchase ended more than a day ago. */
async function purchaseBehind(world: SaleWorld, { code, ip }: Follower): Promise<PurchaseRow> {
  const network = isOwnMachine(ip) ? null : networkOf(ip);
  if (network !== null) madeUpCodes.admit(network);
  const id = await purchaseOfLink(world.db, hashOf(code));
  const purchase = id === undefined ? undefined : await world.readPurchase(id);
  if (purchase) return purchase;
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

  constructor(now: () => number = Date.now) {
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

async function presentLink(world: SaleWorld, row: PurchaseRow): Promise<PayLink> {
  const { performances, totals } = await presentPurchase(row, world);
  const state = row.stage === 'open' && row.deadlineMs <= row.nowMs ? 'over' : states[row.stage];
  return {
    state,
    performances,
    amount: totals?.total ?? 0,
    ...(totals && { totals }),
    expiresAt: Math.round(row.deadlineMs),
    serverNow: Math.round(row.nowMs),
    ...(state === 'payable' ? { method: linkMethod(world, row) } : {}),
  };
}
