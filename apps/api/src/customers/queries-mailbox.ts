import { texts } from '#db/array-literal';
import type { Db, Tx } from '#db/connect';

/** Those of the accounts whose address was never confirmed, locked in the order of their ids. */
export async function lockUnconfirmed(tx: Tx, customerIds: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from customer
     where id = any (${texts(customerIds)}::text[]) and email_confirmed_at is null and erased_at is null
     order by id for no key update`;
  return rows.map(({ id }) => id);
}

export const confirmEmails = (tx: Tx, customerIds: readonly string[]) => tx`
  update customer set email_confirmed_at = clock_timestamp()
   where id = any (${texts(customerIds)}::text[]) and email_confirmed_at is null`;

/** The address that was proved to be theirs now. */
export const moveEmail = (tx: Tx, id: string, email: string) => tx`
  update customer set email = ${email} where id = ${id}`;

/** Orders of an account whose own mailbox is this one have the account's again. */
export const leaveOrderMailboxes = (tx: Tx, { customerId, email }: { readonly customerId: string; readonly email: string }) => tx`
  delete from order_mailbox using purchase where purchase.id = purchase_id and customer_id = ${customerId} and order_mailbox.email = lower(${email})`;

/** Undelivered mails to an address about what it had asked for by itself, such as the newsletter: of no account and no order. */
export const deleteUndeliveredTo = (tx: Tx, address: string) => tx`
  delete from undelivered_mail where lower(address) = lower(${address}) and num_nonnulls(customer_id, purchase_id, bill_id) = 0`;

/** Whether another account has this address or a variant of it. */
export async function isMailboxOfAnother(tx: Tx, { email, customerId }: { readonly email: string; readonly customerId: string }) {
  const rows = await tx`select from customer where mailbox_of(email) = mailbox_of(${email}) and id <> ${customerId} limit 1`;
  return rows.length === 1;
}

/** Links that were mailed to the address before. */
export const endLinksOf = (tx: Tx, customerId: string) => tx`
  update log_in_link set used_at = clock_timestamp() where customer_id = ${customerId} and used_at is null`;

export async function isEmailConfirmed(db: Db | Tx, customerId: string): Promise<boolean> {
  const rows = await db`select from customer where id = ${customerId} and email_confirmed_at is not null`;
  return rows.length === 1;
}

/**
 * Whether a mailed link or code may open an account of the `customer` row: those who log in at a provider alone do it there, unless they
 * never proved the address and its owner could log in here.
 */
export const isOpenedByMail = (db: Db | Tx, hasOwnLogin: boolean) => db`
  (password_hash is not null or (email_confirmed_at is null and ${hasOwnLogin})
   or not exists (select from external_identity where customer_id = customer.id))`;

/** Whether somebody logs in elsewhere alone, where the brand has a log-in of its own: a recovery would mail them no code. */
export async function isExternal(tx: Db | Tx, customerId: string): Promise<boolean> {
  const rows = await tx`select from customer where id = ${customerId} and not ${isOpenedByMail(tx, true)}`;
  return rows.length === 1;
}

/**
 * Deletes what opened the account besides passkeys, devices and sessions, and what is private to its opener (decision 089). Orders,
 * tickets and the balance stay, and so do the name and the document that they carry.
 */
export const deleteOpenersRows = (tx: Tx, customerIds: readonly string[]) => {
  const ids = texts(customerIds);
  return Promise.all([
    tx`delete from second_factor where customer_id = any (${ids}::text[])`,
    tx`delete from recovery_code where customer_id = any (${ids}::text[])`,
    tx`delete from external_identity where customer_id = any (${ids}::text[])`,
    tx`update mail_code set used_at = clock_timestamp() where customer_id = any (${ids}::text[]) and used_at is null`,
    tx`update log_in_link set used_at = clock_timestamp() where customer_id = any (${ids}::text[]) and used_at is null`,
    tx`delete from customer_address where customer_id = any (${ids}::text[])`,
    tx`delete from customer_phone where customer_id = any (${ids}::text[])`,
    tx`delete from marketing_consent where customer_id = any (${ids}::text[])`,
    tx`delete from data_export where customer_id = any (${ids}::text[])`,
    // From now on the mails of these orders go to the mailbox that was proved.
    tx`delete from order_mailbox using purchase where purchase.id = purchase_id and customer_id = any (${ids}::text[])`,
    tx`delete from undelivered_mail where customer_id = any (${ids}::text[])`,
    // They carry the opener's phone, and would stand in the owner's file; support answers them all the same.
    tx`update support_message set customer_id = null, order_number = null where customer_id = any (${ids}::text[])`,
  ]);
};

interface Belongings {
  readonly customerId: string;
  readonly hasFactors: boolean;
  readonly hasIdentities: boolean;
}

/** Those of the accounts with something that their owner misses after a proof. Devices are remembered only beside a password. */
export const thoseWithBelongings = (tx: Tx, customerIds: readonly string[]) => tx<Belongings[]>`
    select id as "customerId", exists (select from second_factor where customer_id = customer.id) as "hasFactors",
           exists (select from external_identity where customer_id = customer.id) as "hasIdentities"
      from customer
     where id = any (${texts(customerIds)}::text[])
       and (password_hash is not null
            or exists (select from external_identity where customer_id = customer.id)
            or exists (select from passkey where customer_id = customer.id)
            or exists (select from customer_address where customer_id = customer.id)
            or exists (select from customer_phone where customer_id = customer.id))`;

/** Takes the password, and confirms the address. */
export const clearClaimed = (tx: Tx, customerIds: readonly string[]) => tx`
  update customer set password_hash = null, email_confirmed_at = clock_timestamp() where id = any (${texts(customerIds)}::text[])`;
