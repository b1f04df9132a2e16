import { Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { type Click, releaseKey, useKey } from '#db/used-key';
import { admitMailbox, type MailboxPurpose, mailCode, useMailboxCode } from '../customers/index.ts';
import { lockOrder, lockUndelivered, setMailbox, undeliveredToBuyers } from './queries.ts';
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
 * Mails a code to another mailbox for an order's mails. Only while one of them is undelivered: an order is no means to write to strangers. The
 * answer is the same whether or not an account has the address.
 */
export async function askMailboxCode({ db, secret }: MailboxWorld, asked: AskedMailbox & { readonly ip: string | null }): Promise<void> {
  const { orderId, email, click, ip } = asked;
  await db.begin(async (tx) => {
    const { customerId } = await requireOrder(tx, asked);
    if ((await useKey(tx, click)) === 'again') return;
    requireSome(await undeliveredToBuyers(tx, [orderId], { isWaiting: true }));
    await admitMailbox(tx, { secret, email, ip });
    await mailCode(tx, { customerId, purpose: purposeOf(asked), mailbox: { email, purchaseId: orderId } });
  });
}

interface ProvedMailbox extends AskedMailbox {
  /** As it was typed. */
  readonly code: string;
  /** What else is written with it. */
  readonly log?: (tx: Tx) => Promise<void>;
}

/** From now on the order's mails go to the mailbox that its code proves, and those that were not delivered are sent again at once. */
export async function correctMailbox({ db, secret }: MailboxWorld, proved: ProvedMailbox): Promise<void> {
  const { orderId, email, code, click, log } = proved;
  const isProved = await db.begin(async (tx) => {
    const { customerId, email: ofAccount } = await requireOrder(tx, proved);
    if ((await useKey(tx, click)) === 'again') return true;
    const mails = requireSome(await lockUndelivered(tx, orderId));
    const mailbox = { email, purchaseId: orderId };
    if (!(await useMailboxCode(tx, secret, { customerId, purpose: purposeOf(proved), mailbox, typed: code }))) {
      // The try counts, and the click may be made again with another code.
      await releaseKey(tx, click);
      return false;
    }
    await log?.(tx);
    await setMailbox(tx, { orderId, email, isOfAccount: email === ofAccount });
    await queueAgain(tx, mails);
    return true;
  });
  if (!isProved) throw new Refusal('wrong_code');
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
