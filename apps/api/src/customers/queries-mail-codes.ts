import type { LanguageCode } from '@butaca/brand/languages';
import type { Db, Tx } from '#db/connect';

export type CodePurpose = 'confirm-address' | 'erase-account' | 'recover-password';

export interface CodeLimits {
  readonly minutes: number;
  readonly mostTries: number;
}

export interface CodeOwner {
  readonly customerId: string;
  readonly purpose: CodePurpose;
}

export const insertCode = (tx: Tx, { id, customerId, purpose }: CodeOwner & { readonly id: string }) => tx`
  insert into mail_code (id, customer_id, purpose) values (${id}, ${customerId}, ${purpose})`;

/** How many seconds ago the codes of the last day were made, the newest first. */
export async function agesOfCodes(tx: Tx, { customerId, purpose }: CodeOwner): Promise<number[]> {
  const rows = await tx<{ age: number }[]>`
    select extract(epoch from clock_timestamp() - created_at)::float8 as age from mail_code
     where customer_id = ${customerId} and purpose = ${purpose} and created_at > clock_timestamp() - interval '1 day'
     order by created_at desc`;
  return rows.map(({ age }) => age);
}

/**
 * Counts a try of the customer's newest code and answers its id; undefined when there is none that is still valid. Older codes are void
 * as soon as a newer one was made.
 */
export async function countCodeTry(
  db: Db,
  { customerId, purpose }: CodeOwner,
  { minutes, mostTries }: CodeLimits,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    update mail_code set tries = tries + 1
     where id = (select id from mail_code where customer_id = ${customerId} and purpose = ${purpose}
                  order by created_at desc, id desc limit 1)
       and used_at is null and tries < ${mostTries}::integer
       and created_at > clock_timestamp() - make_interval(mins => ${minutes}::integer)
    returning id`;
  return row?.id;
}

/** Whether it is used by this call, and not by another one. */
export const markCodeUsed = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx`update mail_code set used_at = clock_timestamp() where id = ${id} and used_at is null`).count === 1;

/**
 * To whom a code is mailed; undefined when no account has the address, or the code was used or is too old. Those that
 * recover a password are valid side by side; of the others the newest is.
 */
export async function codeToSend(db: Db, id: string, { minutes }: Pick<CodeLimits, 'minutes'>) {
  const [row] = await db<
    { id: string; purpose: CodePurpose; firstName: string; lastName: string; email: string; language: LanguageCode | null }[]
  >`
    select code.id, purpose, first_name as "firstName", last_name as "lastName", email, language
      from mail_code as code join customer on customer.id = code.customer_id
     where code.id = ${id} and used_at is null and code.created_at > clock_timestamp() - make_interval(mins => ${minutes}::integer)
       and not (purpose <> 'recover-password'
                and exists (select from mail_code as newer where newer.customer_id = code.customer_id and newer.purpose = code.purpose
                                                             and newer.created_at > code.created_at))`;
  return row;
}
