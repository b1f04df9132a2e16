import type { Db } from '#db/connect';
import type { Jobs } from '#db/enqueue';
import { forgetUsedKeys } from '#db/used-key';
import { startRounds } from '#watch/rounds';
import { forgetUndelivered, sendHeldOfProved } from '../mailboxes/index.ts';
import { forgetNominations } from '../orders/index.ts';
import {
  type AttemptRow,
  checkLedger,
  deleteOldTries,
  forgetCards,
  leaveAtRest,
  sendRefund,
  takeDueAttempts,
  takeDueRefunds,
} from '../payments/index.ts';
import { type ReleaseWorld, sweepExpired } from './claim/release-places.ts';
import { forgetSlips } from './counter/queries-drawers.ts';
import { countStocks } from './live/count-stock.ts';
import { deleteAllKept, deleteKeptOfErased } from './pay/saved-cards.ts';
import { callOffCancelled, lookAfter } from './pay/settle.ts';
import { forgetCardsOfUses, forgetDocuments } from './promotions/queries-promotions.ts';
import { deleteUnpaid, forgetContacts, forgetHolders } from './queries-purchases.ts';
import type { SaleWorld, SettleWorld } from './world.ts';

/** The worker's periodic tasks. */
export const purchaseTasks = (world: SaleWorld) => ({
  'reconcile-payments': async () => {
    await reconcilePayments(world);
  },
  'send-refunds': async () => {
    await sendRefunds(world);
  },
  'count-stock': async () => {
    await countStocks(world.db);
  },
  'check-ledger': async () => {
    const { faults } = await checkLedger(world.db);
    for (const { what, purchaseId, reference } of faults) world.watch.say('ledger-fault', { what, purchaseId, reference });
    world.watch.say('ledger-checked', { faults: faults.length });
  },
  'forget-card-tries': async () => {
    await deleteOldTries(world.db);
  },
  'delete-kept-cards': async (payload: unknown) => {
    const { customerId, isClaimed = false } = payload as Jobs['delete-kept-cards'];
    await (isClaimed ? deleteAllKept(world, customerId) : deleteKeptOfErased(world, customerId));
  },
  'delete-claimed-cards': (payload: unknown) => deleteAllKept(world, (payload as Jobs['delete-claimed-cards']).customerId),
  'send-held-mails': () => sendHeldOfProved(world.db),
  'forget-old-purchases': () => forgetOldPurchases(world.db),
});

/** How long what people bought, or nearly did, is kept with their names (docs/privacy.md). */
const UNPAID_DAYS = 90;
const HOLDER_MONTHS = 12;
const CONTACT_DAYS = 30;
const NOMINATION_DAYS = 30;
const CARD_MONTHS = 24;
const UNDELIVERED = { endedDays: 90, openMonths: 12 };
/** In one statement, which holds its locks for as long. */
const MOST_DELETED = 2000;

async function forgetOldPurchases(db: Db): Promise<void> {
  while ((await deleteUnpaid(db, { days: UNPAID_DAYS, most: MOST_DELETED })) === MOST_DELETED);
  while ((await forgetUsedKeys(db, { days: UNPAID_DAYS, most: MOST_DELETED })) === MOST_DELETED);
  await forgetHolders(db, HOLDER_MONTHS);
  await forgetContacts(db, CONTACT_DAYS);
  await forgetNominations(db, NOMINATION_DAYS);
  await forgetCards(db, CARD_MONTHS);
  await forgetCardsOfUses(db, CARD_MONTHS);
  await forgetDocuments(db, CARD_MONTHS);
  await forgetSlips(db, CARD_MONTHS);
  await forgetUndelivered(db, UNDELIVERED);
}

/** Attempts queried at the same time, so that one slow answer does not delay the others. */
const AT_ONCE = 8;

/** Paid attempts in one run: a sale's come due on one day, and providers limit how often they may be asked. */
const MOST_LOOKS = 300;

/** A run ends before the next one is due. */
const LONGEST_RUN_MS = 50_000;

/**
 * Calls off what waits for a performance that was cancelled. Looks after attempts whose outcome is not known and whose process may be gone,
 * offers that were not answered, and money that has not gone back yet (decision 008), then at paid ones, for money that their providers gave
 * back of themselves (decision 097). Answers how many there were. Several may run at once; each attempt is one runner's alone. A failure keeps
 * no other attempt waiting, and is thrown at the end.
 */
export async function reconcilePayments(world: SettleWorld, mostLooks = MOST_LOOKS): Promise<number> {
  const until = performance.now() + LONGEST_RUN_MS;
  const failures: unknown[] = [];
  await callOffCancelled(world).catch((error) => failures.push(error));
  let seen = 0;
  let looks = 0;
  while (performance.now() < until) {
    const open = await takeDueAttempts(world.db, 'open', AT_ONCE);
    const due = open.length > 0 || looks >= mostLooks ? open : await takeDueAttempts(world.db, 'paid', AT_ONCE);
    if (due.length === 0) break;
    if (open.length === 0) looks += due.length;
    await Promise.all(
      due.map((attempt) =>
        lookAt(world, attempt).catch((error) => {
          failures.push(error);
          world.watch.say('reconcile-failed', { purchaseId: attempt.purchaseId, reference: attempt.reference, error });
        }),
      ),
    );
    seen += due.length;
  }
  if (seen > 0) world.watch.say('reconciled', { attempts: seen, failed: failures.length });
  if (failures.length > 0) throw failures[0];
  return seen;
}

async function lookAt(world: SettleWorld, attempt: AttemptRow): Promise<void> {
  const answer = await lookAfter(world, attempt);
  // What took no money is looked for once more (docs/payments.md#what-proves-a-payment), until the provider has answered.
  const isOver = attempt.state === 'cancelled' || attempt.state === 'declined';
  // What its provider goes on with may still take money.
  const goesOn = (answer?.result === 'pending' || answer?.result === 'processing') && attempt.slowUntilMs !== null;
  if (isOver && answer?.result !== 'unknown' && !goesOn) await leaveAtRest(world.db, attempt);
}

/** Asks again for refunds that are not done. One that fails keeps no other waiting; answers how many there were. */
export async function sendRefunds(world: Pick<SaleWorld, 'db' | 'watch' | 'payments'>): Promise<number> {
  const until = performance.now() + LONGEST_RUN_MS;
  let seen = 0;
  while (performance.now() < until) {
    const due = await takeDueRefunds(world.db, AT_ONCE);
    if (due.length === 0) break;
    await Promise.all(
      due.map((refund) =>
        sendRefund(world, refund).catch((error) => {
          world.watch.say('refund-failed', { purchaseId: refund.purchaseId, reference: refund.reference, error });
        }),
      ),
    );
    seen += due.length;
  }
  return seen;
}

const SWEEP_EVERY_MS = 1000;

/** Sweeps every second until it is stopped. */
export const startSweeper = (world: ReleaseWorld): { stop: () => Promise<void> } =>
  startRounds({
    everyMs: SWEEP_EVERY_MS,
    work: () => sweepExpired(world),
    failed: (error) => world.watch.say('sweep-failed', { error }),
  });
