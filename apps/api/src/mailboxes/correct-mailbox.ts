import { correctMailbox as correctCall, Refusal, wireNameOf } from '@butaca/contract';
import { maskedEmail } from '@butaca/contract/rules/email';
import type { Db, Tx } from '#db/connect';
import { enqueue, enqueueAll, type Jobs } from '#db/enqueue';
import { randomId } from '#db/random-id';
import { type Click, releaseKey, useKey } from '#db/used-key';
import {
  admitMailbox,
  type CodeRoom,
  confirmInside,
  type MailboxAttempt,
  type MailboxPurpose,
  mailCode,
  mayMailAgain,
  useMailboxCode,
} from '../customers/index.ts';
import { lockMailboxOf, lockOrder, lockUndelivered, setMailbox, type UndeliveredRow, undeliveredToBuyers } from './queries.ts';
import { queueAgain } from './undelivered.ts';

interface MailboxWorld {
  readonly db: Db;
  readonly secret: string;
}

interface AskedMailbox {
  readonly orderId: string;
  /** Null for staff, who correct any order's. */
  readonly ownerId: string | null;
  readonly email: string;
  readonly click: Click;
}

const purposeOf = ({ ownerId }: Pick<AskedMailbox, 'ownerId'>): MailboxPurpose =>
  ownerId === null ? 'confirm-mailbox-by-staff' : 'confirm-mailbox';

/**
 * Mails a code to the address that is to receive an order's mails; `correctMailbox` takes it. Refuses `nothing_undelivered` unless a mail of the
 * order is undelivered, so that an order cannot be used to write to strangers. Whether an account has the address changes nothing in the answer.
 */
export async function askMailboxCode({ db, secret }: MailboxWorld, asked: AskedMailbox & Pick<MailboxAttempt, 'by'>): Promise<void> {
  const { orderId, email, click, by } = asked;
  await db.begin(async (tx) => {
    const { customerId, isPaid } = await requireOrder(tx, asked);
    if ((await useKey(tx, click)) === 'again') return;
    requireSome(await undeliveredToBuyers(tx, [orderId], { isWaiting: true }));
    const purpose = purposeOf(asked);
    await admitMailbox(tx, { secret, customerId, purpose, email, by });
    await mailCode(tx, { secret, customerId, purpose, mailbox: { email, purchaseId: orderId }, isPaid });
  });
}

interface ProvedMailbox extends AskedMailbox {
  /** As typed. Not needed for the account's own address. */
  readonly code?: string | undefined;
  /** Writes the staff's log in the same transaction; both addresses are masked. */
  readonly log?: (tx: Tx, addresses: { readonly from: string; readonly to: string }) => Promise<void>;
}

/**
 * Sends the order's mails to `email` from now on, if `code` is the one that was mailed there, and queues the undelivered ones again. The account's
 * address gets a mail about it, because the code proves who reads the mailbox and not that they are the buyer. The account's own address is
 * accepted at any time and without a code; a right one that its customer types confirms it, so that nothing is held any more. Without one the
 * undelivered mails are sent again at the pace of the mailbox (decision 107); what it has no room for stays undelivered. Refuses `wrong_code`, and
 * `nothing_undelivered` for another address when every mail arrived.
 */
export async function correctMailbox({ db, secret }: MailboxWorld, proved: ProvedMailbox): Promise<void> {
  const { orderId, email, code, click, log } = proved;
  const isProved = await db.begin(async (tx) => {
    const { customerId, email: ofAccount, isConfirmed, isPaid } = await requireOrder(tx, proved);
    if ((await useKey(tx, click)) === 'again') return true;
    const mails = await lockUndelivered(tx, orderId);
    const isOfAccount = email === ofAccount;
    if (!isOfAccount) requireSome(mails);
    if (!isOfAccount || code !== undefined) {
      const typed = requireCode(code);
      const mailbox = { email, purchaseId: orderId };
      if (!(await useMailboxCode(tx, secret, { customerId, purpose: purposeOf(proved), mailbox, typed }))) {
        // The try counts, and the click may be made again with another code.
        await releaseKey(tx, click);
        return false;
      }
      // Typed in the account's own session; staff are read it on the phone.
      if (isOfAccount && proved.ownerId !== null) await confirmInside(tx, customerId);
    }
    const { email: before } = (await lockMailboxOf(tx, orderId)) ?? { email: ofAccount };
    await log?.(tx, { from: maskedEmail(before), to: maskedEmail(email) });
    // Staff heard the code: the mailbox is proved for the order, and the account is not confirmed by somebody who is not in it.
    const isProvedForOrder = !isOfAccount || (code !== undefined && proved.ownerId === null && !isConfirmed);
    await setMailbox(tx, { orderId, email, isProvedForOrder });
    if (!isOfAccount) await tellAccount(tx, { customerId, purchaseId: orderId, changeId: randomId() });
    const room = isConfirmed ? 'owner' : isPaid ? 'buyer' : 'anybody';
    await queueAgain(tx, isOfAccount && code === undefined ? await admitted(tx, mails, { secret, email, room }) : mails);
    return true;
  });
  if (!isProved) throw new Refusal('wrong_code');
}

/** Those that may be mailed to the account's address now, tickets before all others. */
async function admitted(
  tx: Tx,
  mails: readonly UndeliveredRow[],
  to: { readonly secret: string; readonly email: string; readonly room: CodeRoom },
): Promise<readonly UndeliveredRow[]> {
  const [tickets, others] = [mails.filter(({ task }) => task === 'send-tickets'), mails.filter(({ task }) => task !== 'send-tickets')];
  const may: UndeliveredRow[] = [];
  for (const mail of [...tickets, ...others]) if (await mayMailAgain(tx, to)) may.push(mail);
  return may;
}

/** The account's mailbox may have been full when the order's was corrected; by then it may have room. */
const TOLD_AGAIN_AFTER_DAYS = [1, 3, 7];

async function tellAccount(tx: Tx, change: Jobs['tell-of-mailbox']): Promise<void> {
  await enqueue(tx, 'tell-of-mailbox', change, { key: `tell-of-mailbox.${change.changeId}` });
  for (const days of TOLD_AGAIN_AFTER_DAYS)
    await enqueueAll(tx, 'tell-of-mailbox', [{ ...change, afterDays: days }], { afterMinutes: days * 24 * 60 });
}

function requireCode(code: string | undefined): string {
  if (code === undefined)
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(correctCall.body, 'code'), reason: 'missing' }] });
  return code;
}

async function requireOrder(tx: Tx, of: Pick<AskedMailbox, 'orderId' | 'ownerId'>) {
  const order = await lockOrder(tx, of);
  if (!order) throw new Refusal('not_found');
  return order;
}

function requireSome<Mail>(mails: readonly Mail[]): readonly Mail[] {
  if (mails.length === 0) throw new Refusal('nothing_undelivered');
  return mails;
}
