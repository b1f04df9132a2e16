import {
  type AnswerOf,
  listUndelivered,
  type OfficeMail,
  Refusal,
  searchedEmail,
  type UndeliveredMail,
  wireNameOf,
} from '@butaca/contract';
import { formatOrderNumber, readOrderNumber } from '@butaca/contract/rules/order-number';
import type { Db, Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { randomId } from '#db/random-id';
import { type Click, useKey } from '#db/used-key';
import { kinds } from './kinds.ts';
import {
  countOpen,
  endAside,
  findMail,
  type LockedMail,
  lockHeldOfProved,
  lockMail,
  lockMailboxOf,
  markQueued,
  type OfficeMailRow,
  openAgain,
  searchUndelivered,
  type Undelivered,
  type UndeliveredRow,
  undeliveredCode,
  undeliveredOfOrder,
  undeliveredToAccount,
  undeliveredToBuyers,
  writeUndelivered,
} from './queries.ts';

const MOST_LISTED = 200;

/**
 * `elsewhere`: its mailbox was corrected, or proved, while the mail was under way or held, so that it goes out now. `erased`: the account was.
 * `paid`: the order was, and needs no mail that was held of it.
 */
export type Recorded = 'recorded' | 'elsewhere' | 'erased' | 'paid';

/** Writes a mail down that was not delivered, or once more. A correction, and a payment, come either before, or find the row. */
export const recordUndelivered = (db: Db, mail: Undelivered): Promise<Recorded> =>
  db.begin(async (tx) => {
    const { customerId = null, purchaseId = null, address, reason } = mail;
    const current = purchaseId !== null && customerId === null ? await lockMailboxOf(tx, purchaseId) : undefined;
    if (current && reason === 'held' && current.isPaid) return 'paid';
    if (current && (current.email !== address.toLowerCase() || (reason === 'held' && current.isProved))) return 'elsewhere';
    return (await writeUndelivered(tx, randomId(), mail)) ? 'recorded' : 'erased';
  });

/** Those of each order that wait for its buyer; one that is about to be sent again may arrive yet. */
export async function undeliveredOf(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, UndeliveredMail[]>> {
  const rows = await undeliveredToBuyers(db, orderIds, { isWaiting: false });
  return new Map([...Map.groupBy(rows, ({ purchaseId }) => purchaseId ?? '')].map(([id, mails]) => [id, mails.map(presentMail)]));
}

interface MailDelivery {
  /** Left out while nothing is known against it. */
  readonly undelivered?: UndeliveredMail;
}

/** The code that the pages of a session wait for, where it was not delivered. */
export const readCodeDelivery = async (db: Db, customerId: string): Promise<MailDelivery> =>
  presentOne(await undeliveredCode(db, customerId));

/** For the account's own session: the mail that its address refused last, unless it has taken one since. */
export const readAccountDelivery = async (db: Db, customerId: string): Promise<MailDelivery> =>
  presentOne(await undeliveredToAccount(db, customerId));

export const readUndeliveredOfOrder = async (db: Db, orderId: string): Promise<OfficeMail[]> =>
  (await undeliveredOfOrder(db, orderId)).map(presentForStaff);

/** By an address or a part of one, or by an order's number, which is refused when it was heard or typed wrong. */
export async function findUndelivered(db: Db, search: string | undefined): Promise<AnswerOf<typeof listUndelivered>> {
  const number = search === undefined ? null : readOrderNumber(search);
  if (number === 'mistyped')
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(listUndelivered.query, 'search'), reason: 'check_character' }] });
  const [rows, open] = await Promise.all([
    searchUndelivered(db, { search: search === undefined ? null : searchedEmail(search), number, most: MOST_LISTED }),
    countOpen(db),
  ]);
  return { items: rows.map(presentForStaff), open };
}

/** Sends mails again that the caller has locked and knows to be open; each job reads its order's mailbox when it runs. */
export async function queueAgain(tx: Tx, mails: readonly Pick<UndeliveredRow, 'id' | 'task' | 'payload'>[]): Promise<void> {
  for (const { id, task, payload } of mails) await enqueue(tx, task, payload, { key: `again.${id}` });
  await markQueued(
    tx,
    mails.map(({ id }) => id),
  );
}

/** In one transaction. */
const MOST_AT_ONCE = 100;

/** Sends what was held to mailboxes that somebody has proved since; by now nothing of theirs is held. */
export const sendHeldOfProved = (db: Db): Promise<void> => db.begin(async (tx) => queueAgain(tx, await lockHeldOfProved(tx, MOST_AT_ONCE)));

interface ByStaff {
  readonly mailId: string;
  readonly staffId: string;
  readonly click: Click;
}

interface LoggedByStaff extends ByStaff {
  /** What else is written with it. */
  readonly log: (tx: Tx, mail: { readonly purchaseId: string | null; readonly reason: string }) => Promise<void>;
}

export const sendAgain = (db: Db, by: ByStaff): Promise<OfficeMail> =>
  withMail(db, by, (tx, mail) => {
    requireThat(mail.isOpen);
    return queueAgain(tx, [mail]);
  });

/** Nothing is to be done about it any more, for a reason. */
export const putAside = (db: Db, { reason, ...by }: LoggedByStaff & { readonly reason: string }): Promise<OfficeMail> =>
  withMail(db, by, async (tx, { id, isOpen, purchaseId }) => {
    requireThat(isOpen);
    await endAside(tx, { id, staffId: by.staffId, reason });
    await by.log(tx, { purchaseId, reason });
  });

/** What was put aside waits for somebody again; the log repeats why it had been. Not when it was refused once more meanwhile: then it waits already. */
export const takeBack = (db: Db, by: LoggedByStaff): Promise<OfficeMail> =>
  withMail(db, by, async (tx, { id, mayComeBack, purchaseId, asideReason }) => {
    requireThat(mayComeBack);
    await openAgain(tx, id);
    await by.log(tx, { purchaseId, reason: asideReason ?? UNSAID });
  }).catch((error: { code?: string }) => {
    // It was refused at this very moment.
    throw error.code === UNIQUE_VIOLATION ? new Refusal('mail_over') : error;
  });

const UNIQUE_VIOLATION = '23505';

/** Put aside before reasons were asked for. */
const UNSAID = '–';

function requireThat(isPossible: boolean): void {
  if (!isPossible) throw new Refusal('mail_over');
}

/** Does something with a mail, once for a click. */
async function withMail(db: Db, { mailId, click }: ByStaff, work: (tx: Tx, mail: LockedMail) => PromiseLike<unknown>): Promise<OfficeMail> {
  await db.begin(async (tx) => {
    if ((await useKey(tx, click)) === 'again') return;
    const mail = await lockMail(tx, mailId);
    if (!mail) throw new Refusal('not_found');
    await work(tx, mail);
  });
  const row = await findMail(db, mailId);
  if (!row) throw new Refusal('not_found');
  return presentForStaff(row);
}

const presentOne = (row: UndeliveredRow | undefined): MailDelivery => (row ? { undelivered: presentMail(row) } : {});

const presentMail = ({ task, address, lastAt, reason, refused, billId }: UndeliveredRow): UndeliveredMail => ({
  kind: kinds[task],
  address,
  at: lastAt.epochMilliseconds,
  reason,
  isRefused: refused,
  ...(billId === null ? {} : { billId }),
});

const presentForStaff = (row: OfficeMailRow): OfficeMail => ({
  ...presentMail(row),
  id: row.id,
  firstAt: row.firstAt.epochMilliseconds,
  times: row.times,
  isToBuyer: row.isToBuyer,
  ...(row.code === null ? {} : { code: row.code }),
  ...(row.answer === null ? {} : { answer: row.answer }),
  ...(row.purchaseId === null ? {} : { orderId: row.purchaseId }),
  ...(row.orderNumber === null ? {} : { orderNumber: formatOrderNumber(row.orderNumber) }),
  ...(row.againAt === null ? {} : { againAt: row.againAt.epochMilliseconds }),
  ...(row.freeAt === null ? {} : { freeAt: row.freeAt.epochMilliseconds }),
  ...(row.ending === null ? {} : { ending: row.ending }),
  ...(row.endedAt === null ? {} : { endedAt: row.endedAt.epochMilliseconds }),
  ...(row.endedBy === null ? {} : { endedBy: row.endedBy }),
  ...(row.asideReason === null ? {} : { asideReason: row.asideReason }),
  ...(row.buyerName === null ? {} : { buyerName: row.buyerName }),
  showNames: [...(row.showNames ?? [])],
  ...(row.startsAt === null ? {} : { startsAt: row.startsAt.epochMilliseconds }),
});
