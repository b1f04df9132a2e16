import type { LanguageCode } from '@butaca/brand/languages';
import type { Db, Tx } from '#db/connect';

export type CodePurpose = 'confirm-address' | 'change-email' | 'erase-account' | 'recover-password' | MailboxPurpose;

/** Of an order's mailbox (decision 099): asked for by its buyer, or by staff whom the buyer reads the code to. */
export type MailboxPurpose = 'confirm-mailbox' | 'confirm-mailbox-by-staff';

export interface CodeLimits {
  readonly minutes: number;
  readonly mostTries: number;
}

export interface CodeOwner {
  readonly customerId: string;
  readonly purpose: CodePurpose;
  /** What the code proves, where it is not the account's address: it is mailed there. */
  readonly mailbox?: OrderMailbox | AccountMailbox;
}

/** Where the mails of an order are to go. */
export interface OrderMailbox {
  readonly email: string;
  readonly purchaseId: string;
}

/** Where those of the account are to go. */
interface AccountMailbox {
  readonly email: string;
  readonly purchaseId: null;
}

export const insertCode = (tx: Tx, { id, customerId, purpose, mailbox }: CodeOwner & { readonly id: string }) => tx`
  insert into mail_code (id, customer_id, purpose, mailbox, purchase_id)
  values (${id}, ${customerId}, ${purpose}, ${mailbox?.email ?? null}, ${mailbox?.purchaseId ?? null})`;

/** Where a code is mailed, and whether its customer has proved that mailbox to be theirs. */
export async function mailboxOfCode(tx: Tx, { customerId, mailbox }: CodeOwner) {
  const [row] = await tx<{ email: string; isProved: boolean }[]>`
    select coalesce(${mailbox?.email ?? null}, email) as email,
           email_confirmed_at is not null and mailbox_of(coalesce(${mailbox?.email ?? null}, email)) = mailbox_of(email) as "isProved"
      from customer where id = ${customerId}`;
  if (!row) throw new Error('mail code: customer not found');
  return row;
}

/** How many seconds ago the codes of the last day were made, the newest first. */
export async function agesOfCodes(tx: Tx, { customerId, purpose }: CodeOwner): Promise<number[]> {
  const rows = await tx<{ age: number }[]>`
    select extract(epoch from clock_timestamp() - created_at)::float8 as age from mail_code
     where customer_id = ${customerId} and purpose = ${purpose} and created_at > clock_timestamp() - interval '1 day'
     order by created_at desc`;
  return rows.map(({ age }) => age);
}

/**
 * Counts a try of the customer's newest code, for an order's mailbox of the newest of that order, and answers its id; undefined when there
 * is none that is still valid. Older codes are void as soon as a newer one was made, and one that was mailed elsewhere is none.
 */
export async function countCodeTry(
  db: Db | Tx,
  { customerId, purpose, mailbox }: CodeOwner,
  { minutes, mostTries }: CodeLimits,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    update mail_code set tries = tries + 1
     where id = (select id from mail_code
                  where customer_id = ${customerId} and purpose = ${purpose} and purchase_id is not distinct from ${mailbox?.purchaseId ?? null}
                  order by created_at desc, id desc limit 1)
       and mailbox is not distinct from ${mailbox?.email ?? null} and used_at is null and tries < ${mostTries}::integer
       and created_at > clock_timestamp() - make_interval(mins => ${minutes}::integer)
    returning id`;
  return row?.id;
}

/** Whether it is used by this call, and not by another one. */
export const markCodeUsed = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx`update mail_code set used_at = clock_timestamp() where id = ${id} and used_at is null`).count === 1;

/** Ends the codes to and for an account that has another address from now on; those of its orders' mailboxes go on. */
export const endCodesOfAccount = (tx: Tx, customerId: string) => tx`
  update mail_code set used_at = clock_timestamp() where customer_id = ${customerId} and purchase_id is null and used_at is null`;

/** Codes that a session asked for with a password that is another one now. */
export const endEmailChanges = (tx: Tx, customerId: string) => tx`
  update mail_code set used_at = clock_timestamp() where customer_id = ${customerId} and purpose = 'change-email' and used_at is null`;

/** For as long as the code is kept, which address the account had before it. */
export const noteReplaced = (tx: Tx, { id, replaced }: { readonly id: string; readonly replaced: string }) => tx`
  update mail_code set replaced = ${replaced} where id = ${id}`;

/** The addresses of a change, by its code; undefined once that is deleted, with the account or after a day. */
export const changeToTell = async (db: Db, id: string) =>
  (
    await db<{ customerId: string; before: string; after: string }[]>`
      select customer_id as "customerId", replaced as before, mailbox as after from mail_code
       where id = ${id} and replaced is not null and mailbox is not null`
  )[0];

/**
 * To whom a code is mailed, without a name at a mailbox that may be a stranger's; undefined when no account has the address, or the code was
 * used or is too old. Those that recover a password are valid side by side; of the others the newest is, for mailboxes that of each order.
 */
export async function codeToSend(db: Db, id: string, { minutes }: Pick<CodeLimits, 'minutes'>) {
  const [row] = await db<
    {
      id: string;
      customerId: string;
      purpose: CodePurpose;
      /** Of the order whose mailbox it proves. */
      purchaseId: string | null;
      firstName: string;
      lastName: string;
      email: string;
      language: LanguageCode | null;
      expiresAt: Temporal.Instant;
    }[]
  >`
    select code.id, customer_id as "customerId", purpose, purchase_id as "purchaseId", coalesce(mailbox, email) as email, language,
           code.created_at + make_interval(mins => ${minutes}::integer) as "expiresAt",
           case when mailbox is null then first_name else '' end as "firstName", case when mailbox is null then last_name else '' end as "lastName"
      from mail_code as code join customer on customer.id = code.customer_id
     where code.id = ${id} and used_at is null and code.created_at > clock_timestamp() - make_interval(mins => ${minutes}::integer)
       and not (purpose <> 'recover-password'
                and exists (select from mail_code as newer where newer.customer_id = code.customer_id and newer.purpose = code.purpose
                                                             and newer.purchase_id is not distinct from code.purchase_id
                                                             and newer.created_at > code.created_at))`;
  return row;
}
