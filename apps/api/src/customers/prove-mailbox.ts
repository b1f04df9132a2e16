import type { Tx } from '#db/connect';
import { enqueueAll } from '#db/enqueue';
import { clearClaimed, confirmEmails, deleteOpenersRows, lockUnconfirmed, thoseWithBelongings } from './queries-mailbox.ts';
import { deletePasskeysBut, endProofsAndSessions, lockSessions, revokeDevicesOf } from './queries-ways-in.ts';

/** A provider's form that saves a card and was opened before the proof takes none for longer than this. */
const CARDS_AGAIN_AFTER_MINUTES = 60;

/** Ends the pay links of these customers' purchases. They are the sale's, which knows this module and not the other way round. */
export type EndPayLinks = (tx: Tx, customerIds: readonly string[]) => Promise<void>;

interface MailboxProof {
  readonly customerIds: readonly string[];
  /** Named in the mail about it; after a recovery there is none, since the mail about the new password says so. */
  readonly by: 'link' | 'external' | 'recovery';
  readonly endPayLinks: EndPayLinks;
}

/**
 * Records that the owner of a mailbox has proved it from outside: by a mailed link, by a code given without a session, or by an external
 * login that vouches for the address. An account that was never confirmed may have been opened by a stranger, so everything that could
 * open it ends, what the opener left in it is treated as decision 089 says, and the owner is told by mail. Every way in that proves a
 * mailbox calls this before it opens its session. A fixed number of statements, however many accounts; one where all were confirmed before.
 * Answers the accounts that lost something by it.
 */
export async function proveMailbox(tx: Tx, { customerIds, by, endPayLinks }: MailboxProof): Promise<ReadonlySet<string>> {
  const claimed = await lockUnconfirmed(tx, customerIds);
  if (claimed.length === 0) return new Set();
  await lockSessions(tx, claimed);
  const deprived = await thoseWithBelongings(tx, claimed);
  await endWaysIn(tx, claimed);
  await endPayLinks(tx, claimed);
  await deleteOpenersRows(tx, claimed);
  await clearClaimed(tx, claimed);
  await endProofsAndSessions(tx, { customerIds: claimed, except: null });
  await forgetCards(tx, claimed);
  const claims =
    by === 'recovery'
      ? []
      : deprived.map(({ customerId, hasFactors, hasIdentities }) => ({
          customerId,
          by,
          ended: [...(hasFactors ? (['factors'] as const) : []), ...(hasIdentities ? (['identities'] as const) : [])],
        }));
  await enqueueAll(tx, 'tell-of-claim', claims);
  return new Set(deprived.map(({ customerId }) => customerId));
}

/**
 * Confirms the address of somebody who is inside already: they typed the mailed code in their session, or logged in with the identity
 * that the account follows. It ends nothing.
 */
export const confirmInside = (tx: Tx, customerId: string) => confirmEmails(tx, [customerId]);

/** Credentials before sessions: a log-in that is under way holds its credential until its session is there to be ended. */
async function endWaysIn(tx: Tx, customerIds: readonly string[]): Promise<void> {
  await deletePasskeysBut(tx, { customerIds, kept: [] });
  await revokeDevicesOf(tx, customerIds);
}

/** The second time for what a form saved that was open at the proof. */
async function forgetCards(tx: Tx, customerIds: readonly string[]): Promise<void> {
  const payloads = customerIds.map((customerId) => ({ customerId }));
  await enqueueAll(tx, 'delete-claimed-cards', payloads);
  await enqueueAll(tx, 'delete-claimed-cards', payloads, { afterMinutes: CARDS_AGAIN_AFTER_MINUTES });
}
