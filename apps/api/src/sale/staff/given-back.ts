import {
  type AttemptKey,
  type AttemptRow,
  compareByHand,
  isOwnPayment,
  latestAttempts,
  lockAttempt,
  mayDifferFromHand,
  type ProviderAnswer,
  providerOf,
  queryAttempt,
  type RefundRow,
  type Returned,
  readAttempt,
  recordAnswer,
  returnedIn,
  roundingOf,
  unexplained,
} from '../../payments/index.ts';
import { returnSurplus } from '../pay/surplus.ts';
import { lockPurchase } from '../purchase.ts';
import type { SaleWorld } from '../world.ts';
import { hearOfChargeback, inOurCurrency } from './chargeback.ts';
import { lockPaid, writeTaken } from './taken-back.ts';
import { cardsOf } from './write-refund.ts';

type World = Pick<SaleWorld, 'db' | 'live' | 'refunds' | 'watch' | 'payments'>;

/** Asks what became of the payments of a paid purchase, before anybody decides what is left to give back. A provider without an answer changes nothing. */
export async function lookForReturnsOf(world: World, purchaseId: string): Promise<void> {
  const [latest] = await latestAttempts(world.db, [purchaseId]);
  if (latest?.state !== 'approved') return;
  const paid = await cardsOf(world.db, latest);
  await Promise.all(paid.filter(({ provider }) => world.payments.providers.has(provider)).map((attempt) => lookForReturns(world, attempt)));
}

/** Asks the provider of a paid attempt what went back of it, and what was paid beside it; books what was not known. */
export async function lookForReturns(world: World, attempt: AttemptRow): Promise<void> {
  const provider = providerOf(world, attempt);
  if (!provider) return;
  await noticeBeside(world, attempt, await queryAttempt(provider, attempt));
}

/**
 * Gives back what an answer says that was paid beside a paid attempt, and books what went back of it. What staff have booked as paid by its number is
 * compared with it first.
 */
export async function noticeBeside(world: World, attempt: AttemptRow, answer: ProviderAnswer): Promise<void> {
  if (mayDifferFromHand(attempt, answer)) {
    await world.db.begin(async (tx) => {
      await lockPurchase(tx, attempt.purchaseId);
      await compareByHand(tx, await lockAttempt(tx, attempt), answer);
    });
  }
  await returnSurplus(world, attempt, answer);
  await noticeReturns(world, attempt, answer);
}

/**
 * Books what an answer says that went back of a payment beyond our own refunds: its provider gave it back of itself, as its people do on a page of
 * its own (docs/payments.md#given-back-elsewhere). However often and in whatever order it is told, each part is booked once. A chargeback takes
 * what such parts have left.
 */
export async function noticeReturns(world: World, key: AttemptKey, answer: ProviderAnswer): Promise<void> {
  if (!('paymentId' in answer) || answer.paymentId === undefined) return;
  const { paymentId } = answer;
  const chargeback = answer.result === 'returned' ? answer.chargeback : undefined;
  if (answer.result !== 'returned' || !chargeback) return bookReturned(world, key, { paymentId, answer, returned: returnedIn(answer) });
  const attempt = await readAttempt(world.db, key);
  if (!isOwnPayment(attempt, paymentId)) return;
  const taken = inOurCurrency(attempt, chargeback) ?? answer.echo.amount;
  const before = { amount: answer.echo.amount - taken, exactTo: 0 };
  await bookReturned(world, key, { paymentId, answer, returned: before.amount > 0 ? before : null });
  await hearOfChargeback(world, attempt, { ...chargeback, paymentId });
}

interface Told {
  readonly paymentId: string;
  readonly answer: ProviderAnswer;
  readonly returned: Returned | null;
}

async function bookReturned(world: World, key: AttemptKey, { paymentId, answer, returned }: Told): Promise<void> {
  if (!returned) return;
  const { db, live, refunds, watch } = world;
  const booked = await db.begin(async (tx) => {
    const paid = await lockPaid(tx, key);
    // What went back of another payment of the same reference is none of this one.
    if (paid?.attempt.state !== 'approved' || !isOwnPayment(paid.attempt, paymentId)) return null;
    const { attempt, own, left } = paid;
    const news = unexplained(returned, own);
    if (news === 0) return null;
    // The money is balance here, or a chargeback took it.
    if (left === 0)
      return { changes: null, provider: attempt.provider, differs: news > chargedBack(own) + roundingOf(returned, own.length) };
    const amount = left - news <= roundingOf(returned, own.length) ? left : news;
    await recordAnswer(tx, key, { answer, asked: 'query' });
    const { changes } = await writeTaken(tx, refunds, paid, {
      ...{ way: 'elsewhere', amount, voidsTickets: refunds.givenBackVoidsTickets },
      reasonOf: (isWhole) => (isWhole ? ALL_OF_IT : A_PART),
    });
    return { changes, provider: attempt.provider, differs: news > left };
  });
  if (!booked) return;
  const { purchaseId, reference } = key;
  if (booked.changes || booked.differs)
    watch.say(booked.differs ? 'given-back-differs' : 'given-back', { purchaseId, reference, provider: booked.provider });
  if (booked.changes) live.changedAll(booked.changes);
}

const chargedBack = (own: readonly RefundRow[]): number =>
  own.reduce((sum, { way, amount }) => (way === 'chargeback' ? sum + amount : sum), 0);

const ALL_OF_IT = 'La procesadora devolvió por su cuenta lo que quedaba de esta compra';
const A_PART = 'La procesadora devolvió por su cuenta una parte de esta compra. No anula entradas por sí sola';
