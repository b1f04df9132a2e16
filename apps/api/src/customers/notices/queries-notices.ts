import type { LanguageCode } from '@butaca/brand/languages';
import { texts } from '#db/array-literal';
import type { Db, Tx } from '#db/connect';
import { isOpenedByMail } from '../queries-mailbox.ts';

export type NoticeKind = 'passkey' | 'device' | 'factor' | 'address';

export interface NewNotice {
  readonly customerId: string;
  readonly kind: NoticeKind;
  /** The id of the row that was added. */
  readonly subjectId: string;
  /** In which it was added. */
  readonly browser: string | null;
}

interface NoticeRow {
  readonly id: string;
  readonly customerId: string;
  readonly kind: NoticeKind;
  readonly subjectId: string;
  /** As somebody typed it; null where it has none, or is gone. */
  readonly name: string | null;
  readonly browser: string | null;
  readonly addedAt: Temporal.Instant;
}

interface UntoldNotice extends NoticeRow {
  readonly isThere: boolean;
}

const isThere = (db: Db | Tx) => db`
  case kind when 'passkey' then exists (select from passkey where passkey.id = subject_id)
            when 'device' then exists (select from known_device where known_device.id = subject_id and revoked_at is null)
            when 'factor' then exists (select from second_factor where second_factor.id = subject_id)
            else exists (select from customer_address where customer_address.id = subject_id) end`;

const columns = (db: Db | Tx) => db`
  notice.id, notice.customer_id as "customerId", kind, subject_id as "subjectId", browser, added_at as "addedAt",
  case kind when 'passkey' then (select name from passkey where passkey.id = subject_id)
            when 'factor' then (select name from second_factor where second_factor.id = subject_id)
            when 'address' then (select street || ' ' || number from customer_address where customer_address.id = subject_id) end as name`;

/** Removed passkeys of which one mail tells: the newest. */
const MOST_GONE = 5;

/**
 * Deletes the notices of things that went before they were mailed, so that adding and removing in a loop does not fill the table. Some of
 * passkeys stay: the sessions that they opened may still be there.
 */
export const deleteGone = (tx: Tx, customerId: string) => tx`
  delete from account_notice
   where customer_id = ${customerId} and mailing_at is null and not (${isThere(tx)})
     and id not in (select id from account_notice
                     where customer_id = ${customerId} and mailing_at is null and kind = 'passkey' and not (${isThere(tx)})
                     order by added_at desc, id limit ${MOST_GONE})`;

/** Renews a notice of the same thing that was not mailed yet. */
export async function putNotice(tx: Tx, { id, customerId, kind, subjectId, browser }: NewNotice & { readonly id: string }): Promise<void> {
  await deleteGone(tx, customerId);
  const { count } = await tx`
    update account_notice set added_at = clock_timestamp(), browser = ${browser}
     where customer_id = ${customerId} and kind = ${kind} and subject_id = ${subjectId} and mailing_at is null`;
  if (count > 0) return;
  await tx`
    insert into account_notice (id, customer_id, kind, subject_id, browser) values (${id}, ${customerId}, ${kind}, ${subjectId}, ${browser})`;
}

/** Takes the notice of a device along to the one that replaces it. */
export const moveNotice = (tx: Tx, { from, to }: { readonly from: string; readonly to: string }) => tx`
  update account_notice set subject_id = ${to} where kind = 'device' and subject_id = ${from}`;

export interface RecentMails {
  /** In the last hour. */
  readonly count: number;
  /** When the newest was begun, in epoch milliseconds by the database's clock; null without one. */
  readonly newestMs: number | null;
  readonly nowMs: number;
}

export async function recentMailsTo(tx: Tx, customerId: string): Promise<RecentMails> {
  const [row] = await tx<RecentMails[]>`
    select count(distinct mailing_at)::int as count, (extract(epoch from max(mailing_at)) * 1000)::float8 as "newestMs",
           (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
      from account_notice where customer_id = ${customerId} and mailing_at > clock_timestamp() - interval '1 hour'`;
  if (!row) throw new Error('a count returned no row');
  return row;
}

export interface Addressee {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly language: LanguageCode | null;
  readonly hasPassword: boolean;
  /** Whether a mailed code or link opens the account, so that its owner can set a password. */
  readonly isOpenedByMail: boolean;
}

/** Locked, so that two workers mail a customer's notices one after the other; undefined after the account was erased. */
export const lockAddressee = async (
  tx: Tx,
  { customerId, hasOwnLogin }: { readonly customerId: string; readonly hasOwnLogin: boolean },
): Promise<Addressee | undefined> =>
  (
    await tx<Addressee[]>`
      select first_name as "firstName", last_name as "lastName", email, language, password_hash is not null as "hasPassword",
             ${isOpenedByMail(tx, hasOwnLogin)} as "isOpenedByMail"
        from customer where id = ${customerId} and erased_at is null for no key update`
  )[0];

interface Terms {
  readonly customerId: string;
  readonly leaseMinutes: number;
}

const isUntold = (tx: Tx, { customerId, leaseMinutes }: Terms) => tx`
  notice.customer_id = ${customerId} and told_at is null
  and (mailing_at is null or mailing_at < now() - make_interval(mins => ${leaseMinutes}::integer))
  and (kind = 'passkey' or ${isThere(tx)})`;

export const hasUntold = async (tx: Tx, terms: Terms): Promise<boolean> =>
  (await tx`select from account_notice as notice where ${isUntold(tx, terms)} limit 1`).length === 1;

/** When the first lease ends that another worker has on untold notices, in epoch milliseconds; null without one. */
export async function leaseEnd(tx: Tx, { customerId, leaseMinutes }: Terms): Promise<number | null> {
  const [row] = await tx<{ endMs: number | null }[]>`
    select (extract(epoch from min(mailing_at) + make_interval(mins => ${leaseMinutes}::integer)) * 1000)::float8 as "endMs"
      from account_notice
     where customer_id = ${customerId} and told_at is null and mailing_at >= now() - make_interval(mins => ${leaseMinutes}::integer)`;
  return row?.endMs ?? null;
}

/** Those whose things still exist, and removed passkeys; the same `mailing_at` for all of them. */
export const takeUntold = (tx: Tx, terms: Terms) => tx<UntoldNotice[]>`
  update account_notice as notice set mailing_at = now() where ${isUntold(tx, terms)}
  returning ${columns(tx)}, ${isThere(tx)} as "isThere"`;

export const markTold = (db: Db, ids: readonly string[]) => db`
  update account_notice set told_at = clock_timestamp() where id = any (${texts(ids)}::text[])`;

export const giveBack = (db: Db, ids: readonly string[]) => db`
  update account_notice set mailing_at = null where id = any (${texts(ids)}::text[]) and told_at is null`;

interface FollowedNotice extends UntoldNotice {
  readonly isEnded: boolean;
}

export const findNotice = async (
  db: Db,
  { id, days }: { readonly id: string; readonly days: number },
): Promise<FollowedNotice | undefined> =>
  (
    await db<FollowedNotice[]>`
      select ${columns(db)}, ${isThere(db)} as "isThere", ended_at is not null as "isEnded"
        from account_notice as notice where id = ${id} and added_at > clock_timestamp() - make_interval(days => ${days}::integer)`
  )[0];

/** Whether it is ended by this call; false too when its device was replaced meanwhile. */
export const markEnded = async (tx: Tx, { id, subjectId }: { readonly id: string; readonly subjectId: string }): Promise<boolean> =>
  (
    await tx`
      update account_notice set ended_at = clock_timestamp() where id = ${id} and subject_id = ${subjectId} and ended_at is null`
  ).count === 1;
