import type { Db, Tx } from '#db/connect';
import type { SessionCustomer } from '../session.ts';

/** One statement whether or not the address has an account; staff give a second factor, and others may log in at a provider. */
export const insertLink = (tx: Tx, { id, email, browser }: { readonly id: string; readonly email: string; readonly browser: string }) => tx`
  insert into log_in_link (id, customer_id, browser)
  values (${id}, (select id from customer where lower(email) = ${email} and role = 'customer' and password_hash is not null), ${browser})`;

export interface LinkRow {
  readonly browser: string;
  readonly customer: SessionCustomer;
}

/** While it is unused and young enough, with its customer. */
export async function openLink(tx: Tx, id: string, minutes: number): Promise<LinkRow | undefined> {
  const [row] = await tx<(SessionCustomer & { readonly browser: string })[]>`
    select browser, customer.id, first_name as "firstName", email, role, has_alias as "hasAlias"
      from log_in_link as link join customer on customer.id = link.customer_id
     where link.id = ${id} and used_at is null and role = 'customer'
       and link.created_at > clock_timestamp() - make_interval(mins => ${minutes}::integer)`;
  if (!row) return undefined;
  const { browser, ...customer } = row;
  return { browser, customer };
}

/** The link that was followed, and all others of its customer: they lie in the same mailbox. */
export const useLinks = (tx: Tx, customerId: string) => tx`
  update log_in_link set used_at = clock_timestamp() where customer_id = ${customerId} and used_at is null`;

/** To whom a link is mailed; undefined when the address has no account, or when it was used or is too old. */
export async function linkToSend(db: Db, id: string, minutes: number) {
  const [row] = await db<{ id: string; firstName: string; lastName: string; email: string }[]>`
    select link.id, first_name as "firstName", last_name as "lastName", email
      from log_in_link as link join customer on customer.id = link.customer_id
     where link.id = ${id} and used_at is null and link.created_at > clock_timestamp() - make_interval(mins => ${minutes}::integer)`;
  return row;
}
