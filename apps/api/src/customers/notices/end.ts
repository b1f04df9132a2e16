import { type AccountNotice, type NoticedKind, Refusal } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { requireLink } from '../mailed-links.ts';
import type { EndPayLinks } from '../prove-mailbox.ts';
import { deleteAddress, lockCustomer, preferNewestAddress } from '../queries-account.ts';
import { endProofsAndSessions, lockSessions, revokeDevicesOf } from '../queries-ways-in.ts';
import { endSessionsOfDevice, revokeDevices } from '../sign-in/queries-devices.ts';
import { deletePasskey } from '../sign-in/queries-passkeys.ts';
import { LINK_DAYS, type NoticesWorld } from './mail.ts';
import { findNotice, markEnded } from './queries-notices.ts';
import { shownName } from './shown-name.ts';

/** Of the calls that a link makes; the worker's mails need no more than `NoticesWorld`. */
export interface EndingWorld extends NoticesWorld {
  readonly endPayLinks: EndPayLinks;
}

async function requireNotice({ db, secret }: NoticesWorld, link: string) {
  const notice = await findNotice(db, { id: requireLink(secret, 'notice end', link), days: LINK_DAYS });
  if (!notice || notice.kind === 'factor') throw new Refusal('link_over');
  return { ...notice, kind: notice.kind };
}

/** What a link would end. */
export async function readNotice(world: NoticesWorld, link: string): Promise<AccountNotice> {
  const { kind, name: typed, browser, addedAt, isThere, isEnded } = await requireNotice(world, link);
  const name = typed === null ? null : shownName(typed);
  return {
    kind,
    ...(name !== null && { name }),
    ...(browser !== null && { browser }),
    addedAt: addedAt.epochMilliseconds,
    // A passkey or device that the intruder has removed may have left sessions open, which the button ends all the same.
    isGone: isEnded || (kind === 'address' && !isThere),
  };
}

interface Ended {
  readonly customerId: string;
  readonly subjectId: string;
}

const endings: Readonly<Record<NoticedKind, (tx: Tx, ended: Ended, endPayLinks: EndPayLinks) => Promise<unknown>>> = {
  // An intruder may be logged in by it right now, may have had browsers remembered since, and made links that spend the balance.
  passkey: async (tx, { customerId, subjectId: id }, endPayLinks) => {
    await lockSessions(tx, [customerId]);
    // Both statements wait for a log-in that is under way; its session exists afterwards and ends below.
    await deletePasskey(tx, { id, customerId });
    await revokeDevicesOf(tx, [customerId]);
    await endProofsAndSessions(tx, { customerIds: [customerId], except: null });
    await endPayLinks(tx, [customerId]);
  },
  device: async (tx, { customerId, subjectId }, endPayLinks) => {
    await endSessionsOfDevice(tx, subjectId);
    await endPayLinks(tx, [customerId]);
  },
  address: async (tx, { customerId, subjectId: id }) => {
    await deleteAddress(tx, { id, customerId });
    await preferNewestAddress(tx, customerId);
  },
};

/**
 * Ends what a link names, once; answers its kind when this call ended it, null when it had ended. Sessions end even if the passkey was removed in the
 * account before: those that it opened may still be open.
 */
export async function endNoticed(world: EndingWorld, link: string): Promise<NoticedKind | null> {
  const { db } = world;
  const { id, kind, customerId, subjectId, isEnded } = await requireNotice(world, link);
  if (isEnded) return null;
  // Before the transaction: logging out locks a session, then its device, and would deadlock. A revoked device opens no session.
  if (kind === 'device') await revokeDevices(db, [subjectId]);
  const hasEnded = await db.begin(async (tx) => {
    await lockCustomer(tx, customerId);
    if (!(await markEnded(tx, { id, subjectId }))) return false;
    await endings[kind](tx, { customerId, subjectId }, world.endPayLinks);
    return true;
  });
  // Pressed twice, or the device was replaced meanwhile: what is true now is looked up again.
  return hasEnded ? kind : endNoticed(world, link);
}
