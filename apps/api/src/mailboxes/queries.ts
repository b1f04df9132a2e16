import type { MailTrouble, OfficeMail } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import type { Jobs } from '#db/enqueue';
import { expectRows } from '#db/expect-rows';
import type { MailTask } from './kinds.ts';

/** Which mail it is: the same for every copy of it. */
export interface MailSubject {
  /** Of what, such as the id of a bill. */
  readonly about: string;
  /** Whose mailbox; left out, that of the purchase's customer, or of nobody with an account. */
  readonly customerId?: string | null;
  readonly purchaseId?: string | null;
  readonly billId?: string;
}

export interface Undelivered extends MailSubject {
  readonly task: MailTask;
  /** As the job was given it. */
  readonly payload: Jobs[MailTask];
  readonly address: string;
  /** For good; otherwise its tries are used up. */
  readonly refused: boolean;
  readonly reason: MailTrouble;
  readonly code: number | null;
  readonly answer: string | null;
  /** Of one that is held: from when its mailbox may be sent another one. */
  readonly freeAt?: Temporal.Instant;
}

/** Where the mails of a `purchase` of a `customer` go: to the mailbox that was proved for it, otherwise to the account's. */
export const mailboxOf = (db: Db | Tx) => db`
  coalesce((select order_mailbox.email from order_mailbox where order_mailbox.purchase_id = purchase.id), customer.email)`;

/** Whether somebody has proved that mailbox: by a code for the order, or for the account. */
export const isMailboxProved = (db: Db | Tx) => db`
  (email_confirmed_at is not null or exists (select from order_mailbox where order_mailbox.purchase_id = purchase.id))`;

/** Whether the mails of a locked order go to a mailbox that somebody has proved. */
export async function isOrderMailboxProved(tx: Tx, purchaseId: string): Promise<boolean> {
  const [row] = await tx<{ isProved: boolean }[]>`
    select ${isMailboxProved(tx)} as "isProved" from purchase join customer on customer.id = customer_id where purchase.id = ${purchaseId}`;
  return row?.isProved ?? false;
}

interface LockedMailbox {
  readonly email: string;
  readonly isProved: boolean;
  /** Its order is: what was said before of its payment has nothing left to say. */
  readonly isPaid: boolean;
}

/** The mailbox of an order's mails, which is not corrected, and the order not paid, before the transaction ends. */
export async function lockMailboxOf(tx: Tx, purchaseId: string): Promise<LockedMailbox | undefined> {
  // First the lock: a statement that waits for it would not see what the transaction before it wrote elsewhere.
  await tx`select from purchase where id = ${purchaseId} for share`;
  const [row] = await tx<LockedMailbox[]>`
    select lower(${mailboxOf(tx)}) as email, ${isMailboxProved(tx)} as "isProved", stage = 'paid' as "isPaid" from purchase join customer on customer.id = customer_id where purchase.id = ${purchaseId}`;
  return row;
}

/** Whether it was written: it is not after the account was erased. */
export async function writeUndelivered(tx: Tx, id: string, mail: Undelivered): Promise<boolean> {
  const {
    task,
    payload,
    about,
    customerId = null,
    purchaseId = null,
    billId = null,
    address,
    refused,
    reason,
    code,
    answer,
    freeAt = null,
  } = mail;
  const written = await tx`
    with whose as (
      select id from customer
       where id = coalesce(${customerId}, (select purchase.customer_id from purchase where purchase.id = ${purchaseId})) and erased_at is null for share)
    insert into undelivered_mail (id, task, payload, about, customer_id, purchase_id, bill_id, address, refused, reason, code, answer, free_at)
    select ${id}, ${task}, ${tx.json(payload)}::jsonb, ${about}, (select whose.id from whose), ${purchaseId}, ${billId}, ${address}, ${refused}::boolean,
           ${reason}, ${code}::smallint, ${answer}, ${freeAt}::timestamptz
     where exists (select from whose) or (${customerId}::text is null and ${purchaseId}::text is null)
        on conflict (task, about) where ended_at is null
        do update set payload = excluded.payload, address = excluded.address, refused = excluded.refused, reason = excluded.reason,
                      code = excluded.code, answer = excluded.answer, free_at = excluded.free_at, times = undelivered_mail.times + 1, last_at = clock_timestamp(), again_at = null,
                      mailbox_took_at = null`;
  return written.count === 1;
}

interface SentMail {
  readonly task: MailTask;
  readonly about: string;
  readonly address: string;
}

/**
 * Of `mail`: not delivered so far. Staff who put a mail aside have nothing to do about it any more (decision 107): its buyer still reads that it did not arrive,
 * and it ends like any other.
 */
const isMissing = (db: Db | Tx) => db`(mail.ended_at is null or mail.ending = 'aside')`;

/** What is written besides an ending, of one that was put aside, too. */
const ended = (db: Db | Tx) => db`ended_at = clock_timestamp(), again_at = null, ended_by = null, aside_reason = null`;

/** The mail was sent: by itself, by hand, or elsewhere after its address was corrected. */
export const endSent = (db: Db, { task, about, address }: SentMail) => db`
  update undelivered_mail as mail set ending = case when address = ${address} then 'sent' else 'corrected' end, ${ended(db)}
   where task = ${task} and about = ${about} and ${isMissing(db)}`;

/** The address took a mail: what it had not taken before no longer says that it takes none. Locked in one order, so that two workers never deadlock. */
export const noteTaken = (db: Db, address: string) => db`
  update undelivered_mail set mailbox_took_at = clock_timestamp()
   where id in (select id from undelivered_mail where lower(address) = lower(${address}) and mailbox_took_at is null order by id for update)`;

/** Whether a mail waits for another try or another address. */
export async function isUndelivered(db: Db, { task, about }: Pick<SentMail, 'task' | 'about'>): Promise<boolean> {
  const rows = await db`select from undelivered_mail as mail where task = ${task} and about = ${about} and ${isMissing(db)}`;
  return rows.length > 0;
}

/** The tickets of an order were sent, so nothing of what was held before it was paid is news any more. */
export const endHeld = (db: Db, purchaseId: string) => db`
  update undelivered_mail as mail set ending = 'lapsed', ${ended(db)}
   where purchase_id = ${purchaseId} and reason = 'held' and ${isMissing(db)}`;

/** The job had nothing left to send. */
export const endLapsed = (db: Db, { task, payload }: Pick<Undelivered, 'task' | 'payload'>) => db`
  update undelivered_mail as mail set ending = 'lapsed', ${ended(db)}
   where task = ${task} and payload = ${db.json(payload)}::jsonb and ${isMissing(db)}`;

export interface UndeliveredRow {
  readonly id: string;
  readonly task: MailTask;
  readonly payload: Jobs[MailTask];
  readonly purchaseId: string | null;
  readonly billId: string | null;
  readonly address: string;
  readonly refused: boolean;
  readonly reason: MailTrouble;
  readonly lastAt: Temporal.Instant;
}

const own = (db: Db | Tx) => db`
  mail.id, task, payload, mail.purchase_id as "purchaseId", bill_id as "billId", address, refused, reason, last_at as "lastAt"`;

const missingToBuyers = (db: Db | Tx, ids: readonly string[]) => db`
  select ${own(db)} from undelivered_mail as mail
    join purchase on purchase.id = purchase_id and purchase.customer_id = mail.customer_id
   where purchase_id = any (${[...ids]}::text[]) and task <> 'mail-code' and ${isMissing(db)}
         -- It may have been refused again, and put aside again, after it was put aside.
         and not exists (select from undelivered_mail as other
                          where other.task = mail.task and other.about = mail.about and (other.ended_at is null or other.ending = 'aside')
                            and (other.ended_at is null, other.last_at, other.id) > (mail.ended_at is null, mail.last_at, mail.id))`;

/**
 * Mails to the buyers of these orders that did not arrive, the newest first; codes that prove another mailbox are no mail of the order. With
 * `isWaiting: false` without those that are about to be sent again.
 */
export const undeliveredToBuyers = (db: Db | Tx, ids: readonly string[], { isWaiting }: { isWaiting: boolean }) => db<UndeliveredRow[]>`
  ${missingToBuyers(db, ids)} and (${isWaiting}::boolean or again_at is null) order by last_at desc, mail.id`;

/** The same of one order, locked: what ended or was deleted meanwhile is not among them. */
export const lockUndelivered = (tx: Tx, orderId: string) => tx<UndeliveredRow[]>`
  ${missingToBuyers(tx, [orderId])} order by mail.id for update of mail`;

/** Of rows that the transaction has locked; one that was put aside is open again. */
export const markQueued = (tx: Tx, ids: readonly string[]) =>
  expectRows(
    ids.length,
    tx`
      update undelivered_mail as mail set again_at = clock_timestamp(), ending = null, ended_at = null, ended_by = null, aside_reason = null
       where id = any (${[...ids]}::text[]) and ${isMissing(tx)}`,
  );

/** Mails of orders that are held although somebody has proved their mailbox since, locked. */
export const lockHeldOfProved = (tx: Tx, most: number) => tx<UndeliveredRow[]>`
  select ${own(tx)} from undelivered_mail as mail
    join purchase on purchase.id = purchase_id
    join customer on customer.id = purchase.customer_id
   where reason = 'held' and mail.ended_at is null and again_at is null and ${isMailboxProved(tx)}
   order by mail.id limit ${most} for update of mail skip locked`;

/** Whether a mail to the buyer of the `purchase` row did not arrive. */
export const hasMissingMail = (db: Db | Tx) => db`
  exists (select from undelivered_mail as mail
           where mail.purchase_id = purchase.id and mail.customer_id = purchase.customer_id and task <> 'mail-code' and ${isMissing(db)})`;

/** Mailboxes of orders that are not their accounts'. */
export const mailboxesOf = (db: Db, ids: readonly string[]) => db<{ purchaseId: string; email: string }[]>`
  select purchase_id as "purchaseId", order_mailbox.email from order_mailbox
    join purchase on purchase.id = purchase_id
    join customer on customer.id = customer_id and lower(customer.email) <> order_mailbox.email
   where purchase_id = any (${[...ids]}::text[])`;

/** The customer of an order, which stays locked, whether they have confirmed their address, and whether money was paid for it; with `ownerId` of no other customer. Undefined when there is none, or the account was erased. */
export const lockOrder = async (tx: Tx, { orderId, ownerId }: { orderId: string; ownerId: string | null }) =>
  (
    await tx<{ customerId: string; email: string; isConfirmed: boolean; isPaid: boolean }[]>`
      select customer.id as "customerId", lower(email) as email, email_confirmed_at is not null as "isConfirmed",
             stage = 'paid' and exists (select from attempt where attempt.purchase_id = purchase.id and state = 'approved' and amount > 0) as "isPaid"
        from purchase join customer on customer.id = customer_id and erased_at is null
       where purchase.id = ${orderId} and (${ownerId}::text is null or (customer_id = ${ownerId} and channel = 'online')) for no key update of purchase`
  )[0];

/** The order's mails go there; to the account's address they go without a row, too. */
export const setMailbox = (tx: Tx, { orderId, email, isProvedForOrder }: { orderId: string; email: string; isProvedForOrder: boolean }) =>
  !isProvedForOrder
    ? tx`delete from order_mailbox where purchase_id = ${orderId}`
    : tx`
        insert into order_mailbox (purchase_id, email) values (${orderId}, ${email})
            on conflict (purchase_id) do update set email = excluded.email, proved_at = clock_timestamp()`;

/** The code that a session's own pages have asked for last, where it was not delivered. One for a password is asked for by strangers, too. */
export const undeliveredCode = async (db: Db, customerId: string): Promise<UndeliveredRow | undefined> =>
  (
    await db<UndeliveredRow[]>`
      select ${own(db)} from undelivered_mail as mail
       where customer_id = ${customerId} and task = 'mail-code' and ${isMissing(db)} and again_at is null
         and payload ->> 'codeId' = (
               select code.id from mail_code as code
                where code.customer_id = ${customerId} and purpose in ('confirm-address', 'change-email', 'erase-account', 'confirm-mailbox')
                order by created_at desc, code.id desc limit 1)`
  )[0];

/**
 * The newest mail that the address of an account refused, if it has taken none since, whatever became of that mail. One that is about to be sent
 * again may arrive yet; one that was too large, or whose tries were used up without an answer, says nothing of the address.
 */
export const undeliveredToAccount = async (db: Db, customerId: string): Promise<UndeliveredRow | undefined> =>
  (
    await db<UndeliveredRow[]>`
      select ${own(db)} from undelivered_mail as mail join customer on customer.id = customer_id and lower(email) = lower(address)
       where customer_id = ${customerId} and mailbox_took_at is null and again_at is null and refused and reason <> 'too_large'
       order by last_at desc, mail.id limit 1`
  )[0];

export interface OfficeMailRow extends UndeliveredRow, Pick<OfficeMail, 'times' | 'isToBuyer'> {
  readonly orderNumber: number | null;
  readonly code: number | null;
  readonly answer: string | null;
  readonly firstAt: Temporal.Instant;
  readonly againAt: Temporal.Instant | null;
  readonly freeAt: Temporal.Instant | null;
  readonly ending: NonNullable<OfficeMail['ending']> | null;
  readonly endedAt: Temporal.Instant | null;
  readonly endedBy: string | null;
  readonly asideReason: string | null;
  readonly buyerName: string | null;
  readonly showNames: readonly string[] | null;
  readonly startsAt: Temporal.Instant | null;
}

const ofOffice = (db: Db | Tx) => db`
  select ${own(db)}, order_number as "orderNumber", code, answer, times, first_at as "firstAt", again_at as "againAt", case when reason = 'held' then free_at end as "freeAt", ending, mail.ended_at as "endedAt",
         coalesce(purchase.customer_id = mail.customer_id, false) as "isToBuyer",
         staff.first_name || ' ' || staff.last_name as "endedBy", aside_reason as "asideReason",
         buyer.first_name || ' ' || buyer.last_name as "buyerName", sold.names as "showNames", sold.starts_at as "startsAt"
    from undelivered_mail as mail
    left join purchase on purchase.id = purchase_id
    left join customer as staff on staff.id = ended_by
    -- The customer of a counter's sale is the clerk.
    left join customer as buyer on buyer.id = coalesce(purchase.customer_id, mail.customer_id) and purchase.channel is distinct from 'box_office'
    left join lateral (
      select array_agg(distinct show.name order by show.name) as names, min(starts_at) as starts_at
        from (select performance_id as id from hold where hold.purchase_id = purchase.id
               union
              -- Its places may be gone.
              select (part ->> 'performanceId')::integer from attempt, jsonb_array_elements(split) as part where attempt.purchase_id = purchase.id) as concerned
        join performance using (id)
        join show on show.id = performance.show_id
    ) as sold on true`;

interface MailSearch {
  /** In small letters; null: all. */
  readonly search: string | null;
  /** Null when what is searched for is no order's number. */
  readonly number: number | null;
  readonly most: number;
}

/** Open ones first, what was held of unpaid orders after all others of them, then the newest. */
export const searchUndelivered = (db: Db, { search, number, most }: MailSearch) => db<OfficeMailRow[]>`
  ${ofOffice(db)}
   where ${search}::text is null or position(${search}::text in address) > 0 or order_number = ${number}::bigint
   order by (mail.ended_at is null) desc, (mail.ended_at is null and mail.reason = 'held'), last_at desc, mail.id limit ${most}`;

export const undeliveredOfOrder = (db: Db, orderId: string) => db<OfficeMailRow[]>`
  ${ofOffice(db)} where purchase_id = ${orderId} order by (mail.ended_at is null) desc, last_at desc, mail.id`;

export const findMail = async (db: Db, id: string): Promise<OfficeMailRow | undefined> =>
  (await db<OfficeMailRow[]>`${ofOffice(db)} where mail.id = ${id}`)[0];

/** Mails that wait for somebody; `most` stands for any more. */
export async function countOpen(db: Db, most: number | null = null): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from (select from undelivered_mail where ended_at is null limit ${most}::bigint) as open`;
  return row?.count ?? 0;
}

export const lockMail = async (tx: Tx, id: string) =>
  (
    await tx<LockedMail[]>`
      select id, task, payload, purchase_id as "purchaseId", ended_at is null as "isOpen", aside_reason as "asideReason",
             ending = 'aside' and not exists (select from undelivered_mail as newer
                                               where newer.task = mail.task and newer.about = mail.about and newer.ended_at is null) as "mayComeBack"
        from undelivered_mail as mail where id = ${id} for update`
  )[0];

export interface LockedMail extends Pick<UndeliveredRow, 'id' | 'task' | 'payload' | 'purchaseId'> {
  readonly isOpen: boolean;
  readonly asideReason: string | null;
  /** It was put aside, and no newer row of the same mail waits for somebody. */
  readonly mayComeBack: boolean;
}

export const endAside = (tx: Tx, { id, staffId, reason }: { id: string; staffId: string; reason: string }) =>
  expectRows(
    1,
    tx`
      update undelivered_mail set ending = 'aside', ended_at = clock_timestamp(), ended_by = ${staffId}, aside_reason = ${reason}, again_at = null
       where id = ${id} and ended_at is null`,
  );

export const openAgain = (tx: Tx, id: string) =>
  expectRows(
    1,
    tx`
      update undelivered_mail set ending = null, ended_at = null, ended_by = null, aside_reason = null where id = ${id} and ending = 'aside'`,
  );

/** Ended ones after some time, open ones when nothing came of them for longer. */
export const forgetUndelivered = (db: Db, { endedDays, openMonths }: { endedDays: number; openMonths: number }) => db`
  delete from undelivered_mail
   where ended_at < clock_timestamp() - make_interval(days => ${endedDays}::integer)
      or (ended_at is null and last_at < clock_timestamp() - make_interval(months => ${openMonths}::integer))`;
