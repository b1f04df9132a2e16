import type { Tx } from '#db/connect';
import { randomId } from '#db/random-id';
import { resumeAlert, takeAlertsOf } from './alerts/queries-alerts.ts';
import { handOver } from './newsletter/newsletter.ts';
import { resumeSubscription, takeSubscriptionOf } from './newsletter/queries-newsletter.ts';
import { deleteUndeliveredTo, leaveOrderMailboxes, moveEmail } from './queries-mailbox.ts';

interface Move {
  readonly customerId: string;
  readonly before: { readonly email: string; readonly isEmailConfirmed: boolean };
  readonly after: string;
}

/**
 * Gives an account another address, which the caller had proved and confirms. The newsletter and the alerts about shows that its proved address before had
 * confirmed follow, with the date of that consent; what an unproved one has may be a stranger's, and stays. Links that were mailed to the address before
 * end nothing at the new one. An order whose own mailbox was the address before follows, too.
 */
export async function moveAddress(tx: Tx, { customerId, before, after }: Move): Promise<void> {
  await moveEmail(tx, customerId, after);
  await leaveOrderMailboxes(tx, { customerId, email: before.email });
  if (!before.isEmailConfirmed) return;
  await moveSubscription(tx, { before: before.email, after });
  for (const alert of await takeAlertsOf(tx, before.email)) await resumeAlert(tx, { ...alert, id: randomId(), email: after });
  await deleteUndeliveredTo(tx, before.email);
}

/** As another member of the service that sends it (decision 064): the call that hands the first one over may be under way. */
async function moveSubscription(tx: Tx, { before, after }: { readonly before: string; readonly after: string }): Promise<void> {
  const taken = await takeSubscriptionOf(tx, before);
  if (!taken?.confirmedAt) return;
  await handOver(tx, taken.id);
  const id = await resumeSubscription(tx, { ...taken, id: randomId(), email: after });
  if (id !== undefined) await handOver(tx, id);
}
