import type { LanguageCode } from '@butaca/brand/languages';
import { texts } from '#db/array-literal';
import type { Db, Tx } from '#db/connect';
import { isOpenedByMail } from '../queries-mailbox.ts';
import type { SessionCustomer } from '../session.ts';

interface NewLink {
  readonly id: string;
  readonly email: string;
  readonly browser: string;
  readonly hasOwnLogin: boolean;
}

/** One statement whether or not the address has an account; staff give a second factor, and others may log in at a provider. */
export const insertLink = (tx: Tx, { id, email, browser, hasOwnLogin }: NewLink) => tx`
  insert into log_in_link (id, customer_id, browser)
  values (${id}, (select id from customer where lower(email) = ${email} and role = 'customer' and ${isOpenedByMail(tx, hasOwnLogin)}),
          ${browser})`;

interface LinkRow {
  readonly id: string;
  readonly browser: string;
  readonly customer: SessionCustomer;
}

/** In the order of their ids, so that two batches never wait for each other. */
export const lockOwnersOfLinks = (tx: Tx, ids: readonly string[]) => tx`
  select from customer where id in (select customer_id from log_in_link where log_in_link.id = any (${texts(ids)}::text[]))
   order by id for no key update`;

/** Those that are unused and young enough, with their customers. */
export async function openLinks(tx: Tx, ids: readonly string[], minutes: number): Promise<LinkRow[]> {
  const rows = await tx<(SessionCustomer & { readonly linkId: string; readonly browser: string })[]>`
    select link.id as "linkId", browser, customer.id, first_name as "firstName", email, role, has_alias as "hasAlias"
      from log_in_link as link join customer on customer.id = link.customer_id
     where link.id = any (${texts(ids)}::text[]) and used_at is null and role = 'customer'
       and link.created_at > clock_timestamp() - make_interval(mins => ${minutes}::integer)`;
  return rows.map(({ linkId, browser, ...customer }) => ({ id: linkId, browser, customer }));
}

/** The links that were followed, and all others of their customers: they lie in the same mailbox. */
export const useLinks = (tx: Tx, customerIds: readonly string[]) => tx`
  update log_in_link set used_at = clock_timestamp() where customer_id = any (${texts(customerIds)}::text[]) and used_at is null`;

/** To whom a link is mailed; undefined when the address has no account, or when it was used or is too old. */
export async function linkToSend(db: Db, id: string, minutes: number) {
  const [row] = await db<
    { id: string; customerId: string; firstName: string; lastName: string; email: string; language: LanguageCode | null }[]
  >`
    select link.id, customer.id as "customerId", first_name as "firstName", last_name as "lastName", email, language
      from log_in_link as link join customer on customer.id = link.customer_id
     where link.id = ${id} and used_at is null and link.created_at > clock_timestamp() - make_interval(mins => ${minutes}::integer)`;
  return row;
}
