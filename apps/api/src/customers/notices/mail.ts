import type { Db } from '#db/connect';
import { linkOf } from '../mailed-links.ts';
import { dueAt, mailNotices } from './note.ts';
import {
  type Addressee,
  deleteGone,
  giveBack,
  hasUntold,
  leaseEnd,
  lockAddressee,
  markTold,
  type NoticeKind,
  recentMailsTo,
  takeUntold,
} from './queries-notices.ts';
import { shownName } from './shown-name.ts';

/** How long the link of a mail may be followed, from when its thing was added. */
export const LINK_DAYS = 30;
/** Longer than sending a mail takes: notices that were taken before this and are still untold belong to a worker that died. */
const LEASE_MINUTES = 10;

export interface NoticesWorld {
  readonly db: Db;
  readonly secret: string;
}

/** Of the worker's mails. */
export interface TellingWorld extends NoticesWorld {
  /** Whether customers log in here, or at a provider alone. */
  readonly hasOwnLogin: boolean;
}

export interface ToldThing {
  /** Of its notice. */
  readonly id: string;
  readonly kind: NoticeKind;
  readonly name: string | null;
  readonly browser: string | null;
  readonly addedAt: Temporal.Instant;
  /** False for a passkey that was removed since. */
  readonly isThere: boolean;
  /** Null for a second factor: access to the mailbox must not be enough to remove it. */
  readonly link: string | null;
}

export interface NoticeMail extends Addressee {
  readonly things: readonly ToldThing[];
  readonly days: number;
}

/** Mails everything that was added to an account and not told, and still exists or is a passkey, unless the last mail went out just now. */
export async function tellOfNotices(world: TellingWorld, customerId: string, send: (mail: NoticeMail) => Promise<void>): Promise<void> {
  const mail = await takeMail(world, customerId);
  if (!mail) return;
  const ids = mail.things.map(({ id }) => id);
  try {
    await send(mail);
  } catch (error) {
    await giveBack(world.db, ids);
    throw error;
  }
  await markTold(world.db, ids);
}

const takeMail = ({ db, secret, hasOwnLogin }: TellingWorld, customerId: string): Promise<NoticeMail | null> =>
  db.begin(async (tx) => {
    const terms = { customerId, leaseMinutes: LEASE_MINUTES };
    const addressee = await lockAddressee(tx, { customerId, hasOwnLogin });
    if (!addressee) return null;
    await deleteGone(tx, customerId);
    // Its worker may have died, and the job of a dead one runs again before the lease ends.
    const leasedUntil = await leaseEnd(tx, terms);
    if (leasedUntil !== null) await mailNotices(tx, customerId, leasedUntil);
    if (!(await hasUntold(tx, terms))) return null;
    const due = dueAt(await recentMailsTo(tx, customerId));
    if (due !== null) {
      // Added while another worker was sending the last mail.
      await mailNotices(tx, customerId, due);
      return null;
    }
    const things = (await takeUntold(tx, terms)).map(({ id, kind, name, browser, addedAt, isThere }) => ({
      id,
      kind,
      name: name === null ? null : shownName(name),
      browser,
      addedAt,
      isThere,
      link: kind === 'factor' ? null : linkOf(secret, 'notice end', id),
    }));
    return { ...addressee, things: things.toSorted((one, other) => Temporal.Instant.compare(one.addedAt, other.addedAt)), days: LINK_DAYS };
  });
