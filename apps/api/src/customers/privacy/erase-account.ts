import { type ErasureObstacle, Refusal } from '@butaca/contract';
import { lockAccount } from '#db/account-lock';
import type { Db, Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { withLockTimeout } from '#db/lock-timeout';
import type { Session } from '#http/serve';
import { requireCode, sendCode } from '../mail-codes.ts';
import { handOver } from '../newsletter/newsletter.ts';
import { lockSubscriptionsOf } from '../newsletter/queries-newsletter.ts';
import { markCodeUsed } from '../queries-mail-codes.ts';
import { clearCustomer, deleteBelongings, lockLiving, useOf } from './queries-erasure.ts';

/** A provider's form that saves a card takes none for as long as this. */
const AGAIN_AFTER_MS = 60 * 60 * 1000;

type Owner = Pick<Session, 'customerId' | 'role'>;

/** Why this account cannot be erased now; empty when it can (decision 036). Accounts of staff are for the deployment to end. */
export async function obstaclesOf(db: Db | Tx, { customerId, role }: Owner): Promise<ErasureObstacle[]> {
  if (role !== 'customer') return [{ reason: 'staff' }];
  const { ticketsUntil, purchaseUntil, isMoneyUnderWay, isNoticeUnderWay } = await useOf(db, customerId);
  return [
    ...(ticketsUntil ? [{ reason: 'tickets' as const, until: ticketsUntil.epochMilliseconds }] : []),
    ...(purchaseUntil ? [{ reason: 'purchase' as const, until: purchaseUntil.epochMilliseconds }] : []),
    ...(isMoneyUnderWay ? [{ reason: 'money' as const }] : []),
    // Somebody who took an account over would otherwise erase it before its owner hears of the new address (decision 112).
    ...(isNoticeUnderWay ? [{ reason: 'notice' as const }] : []),
  ];
}

/** Mails the code that `eraseAccount` asks for, if the account can be erased at all. */
export async function sendErasureCode(world: { readonly db: Db; readonly secret: string }, owner: Owner): Promise<void> {
  await requireUnused(world.db, owner);
  await sendCode(world, { customerId: owner.customerId, purpose: 'erase-account' });
}

/**
 * Erases an account by the code that was mailed to it: the person goes, orders keep their amounts. Payments that are started meanwhile are
 * either seen here, or find the account erased: both take the account's lock first (`sale/pay/start.ts`). A purchase that is started
 * meanwhile has no session to be paid with, and expires.
 */
export async function eraseAccount(
  { db, secret }: { readonly db: Db; readonly secret: string },
  { typed, ...owner }: Owner & { readonly typed: string },
): Promise<void> {
  const { customerId } = owner;
  // What stands in the way is said before a try of the code is spent.
  await requireUnused(db, owner);
  const codeId = await requireCode({ db, secret }, { customerId, purpose: 'erase-account', typed });
  await withLockTimeout(db, async (tx) => {
    await lockAccount(tx, customerId);
    const living = await lockLiving(tx, customerId);
    if (!living || !(await markCodeUsed(tx, codeId))) throw new Refusal('wrong_code');
    await requireUnused(tx, { customerId, role: living.role });
    // Who erases has read a code in that mailbox, so the newsletter of its address is theirs.
    const subscriptions = await lockSubscriptionsOf(tx, customerId);
    await deleteBelongings(tx, customerId);
    const erasedAt = await clearCustomer(tx, customerId);
    // Once more when a form that saves a card, opened before, is not good for anything any more.
    await enqueue(tx, 'delete-kept-cards', { customerId }, { key: `delete-kept-cards.${customerId}` });
    const runAtMs = erasedAt.epochMilliseconds + AGAIN_AFTER_MS;
    await enqueue(tx, 'delete-kept-cards', { customerId }, { key: `delete-kept-cards.again.${customerId}`, runAtMs });
    for (const id of subscriptions) await handOver(tx, id);
  });
}

async function requireUnused(db: Db | Tx, owner: Owner): Promise<void> {
  const obstacles = await obstaclesOf(db, owner);
  if (obstacles.length > 0) throw new Refusal('account_in_use', { obstacles });
}
