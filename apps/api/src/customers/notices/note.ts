import type { Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { randomId } from '#db/random-id';
import { type NewNotice, putNotice, type RecentMails, recentMailsTo } from './queries-notices.ts';

/** Seconds between two mails to one customer: the first three of an hour, and the others. The next one lists what is added in between. */
const SECONDS_BETWEEN = { first: 60, further: 10 * 60 };
const FIRST_MAILS = 3;

/** When the next mail may go out, in epoch milliseconds; null for at once. */
export function dueAt({ count, newestMs, nowMs }: RecentMails): number | null {
  if (newestMs === null) return null;
  const due = newestMs + (count < FIRST_MAILS ? SECONDS_BETWEEN.first : SECONDS_BETWEEN.further) * 1000;
  return due > nowMs ? due : null;
}

/** Records an addition to an account in the transaction that makes it, in a session that is locked and open, and enqueues the mail to its owner. */
export async function noteAdded(tx: Tx, notice: NewNotice): Promise<void> {
  await putNotice(tx, { id: randomId(), ...notice });
  const { customerId } = notice;
  await mailNotices(tx, customerId, dueAt(await recentMailsTo(tx, customerId)));
}

/** One job per customer: a later one takes its place, with the same time. */
export const mailNotices = (tx: Tx, customerId: string, runAtMs: number | null) =>
  enqueue(tx, 'tell-of-notices', { customerId }, { key: `tell-of-notices.${customerId}`, ...(runAtMs !== null && { runAtMs }) });
