import type { LanguageCode } from '@butaca/brand/languages';
import { Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { enqueue, type ShowNews } from '#db/enqueue';
import { randomId } from '#db/random-id';
import { linkOf, requireLink } from '../mailed-links.ts';
import { customerById, lockCustomerIn, type OwnSession } from '../queries-account.ts';
import { admitAlert } from '../throttle.ts';
import {
  type AlertRow,
  countOtherAlerts,
  deleteAlert,
  findAlert,
  findDatesToTell,
  markConfirmed,
  putAlert,
  watchShow,
} from './queries-alerts.ts';

/** How long the link that confirms may be followed. */
const CONFIRM_HOURS = 48;
/** Shows that one address is told of. */
const MOST_ALERTS = 30;
/** Dates that a mail names. */
const MOST_DATES = 5;

export interface AlertWorld {
  readonly db: Db;
  readonly secret: string;
}

interface Asked {
  readonly showId: number;
  readonly ip: string;
  readonly language: LanguageCode;
}

/** Mails a link that confirms; to who has the alert already, one as well. The caller cannot tell one from the other. */
export async function askForAlert({ db, secret }: AlertWorld, asked: Asked & { readonly email: string }): Promise<void> {
  const { showId, email, ip, language } = asked;
  await db.begin(async (tx) => {
    await admitAlert(tx, { secret, email, ip });
    await putAndConfirm(tx, { showId, email, language, isConfirmed: false });
  });
}

/** For the account's own address: at once when it is confirmed. */
export async function askForOwnAlert(
  { db, secret }: AlertWorld,
  { showId, session, ip, language }: Asked & { readonly session: OwnSession },
): Promise<{ isConfirmed: boolean }> {
  return db.begin(async (tx) => {
    // A proof of the mailbox may have ended the session, and confirmed the address, since the call began.
    await lockCustomerIn(tx, session);
    const customer = await customerById(tx, session.customerId);
    if (!customer) throw new Error('session without a customer');
    const { email } = customer;
    await admitAlert(tx, { secret, email, ip });
    const isConfirmed = customer.isEmailConfirmed;
    await putAndConfirm(tx, { showId, email, language, isConfirmed });
    return { isConfirmed };
  });
}

async function putAndConfirm(tx: Tx, alert: Omit<Parameters<typeof putAlert>[1], 'id'>): Promise<void> {
  const row = await putAlert(tx, { id: randomId(), ...alert });
  if (!row) throw new Refusal('event_not_available');
  if (!alert.isConfirmed) return enqueue(tx, 'mail-alert', { alertId: row.id }, { key: `mail-alert.${row.id}` });
  await requireRoom(tx, { id: row.id, email: alert.email });
  await watchShow(tx, alert.showId);
}

async function requireRoom(tx: Tx, alert: { id: string; email: string }): Promise<void> {
  if ((await countOtherAlerts(tx, alert)) >= MOST_ALERTS) throw new Refusal('too_many_alerts', { most: MOST_ALERTS });
}

/** Confirms an alert; one that is confirmed stays so. `link_over` when it is too old, was left, or is not ours. */
export async function confirmAlert({ db, secret }: AlertWorld, link: string): Promise<void> {
  const id = requireLink(secret, 'alert confirm', link);
  await db.begin(async (tx) => {
    const isNew = await markConfirmed(tx, id, CONFIRM_HOURS);
    const alert = await findAlert(tx, id);
    if (!alert?.isConfirmed) throw new Refusal('link_over');
    if (!isNew) return;
    await requireRoom(tx, alert);
    await watchShow(tx, alert.showId);
  });
}

/** Ends an alert; one that has ended stays so. */
export async function leaveAlert({ db, secret }: AlertWorld, link: string): Promise<void> {
  await deleteAlert(db, requireLink(secret, 'alert leave', link));
}

/** The mail that asks to confirm, or says that the address is told already; undefined when there is nothing to mail any more. */
export async function alertMailOf({ db, secret }: AlertWorld, id: string) {
  const alert = await findAlert(db, id);
  const isOver =
    alert && !alert.isConfirmed && Temporal.Instant.compare(alert.askedAt.add({ hours: CONFIRM_HOURS }), Temporal.Now.instant()) < 0;
  return alert && !isOver ? { ...alert, ...linksOf(secret, id), hours: CONFIRM_HOURS } : undefined;
}

const linksOf = (secret: string, id: string) => ({
  confirmLink: linkOf(secret, 'alert confirm', id),
  leaveLink: linkOf(secret, 'alert leave', id),
});

export interface ShowNewsMail extends AlertRow {
  readonly news: ShowNews;
  readonly leaveLink: string;
  readonly dates: readonly { readonly startsAt: Temporal.Instant; readonly timeZone: string }[];
}

/** What is mailed about a show; undefined for who has left meanwhile, and when the places are gone again. */
export async function showNewsOf(
  { db, secret }: AlertWorld,
  { alertId, news }: { alertId: string; news: ShowNews },
): Promise<ShowNewsMail | undefined> {
  const alert = await findAlert(db, alertId);
  if (!alert?.isConfirmed) return undefined;
  const dates = await findDatesToTell(db, alert.showId, MOST_DATES);
  return dates.length === 0 ? undefined : { ...alert, news, leaveLink: linksOf(secret, alertId).leaveLink, dates };
}
