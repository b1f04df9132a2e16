import { Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import type { CodeLimits } from './queries-mail-codes.ts';
import { isOpenedByMail } from './queries-mailbox.ts';

/** Requests for one address come one after another, whether an account has it or not. */
export const lockAddressKey = (tx: Tx, addressKey: string) => tx`
  select pg_advisory_xact_lock(hashtextextended('recovery ' || ${addressKey}::text, 0))`;

/** The code that was mailed to this address last, while it is valid, its age, and how many were in the last hour. */
export async function mailedCodes(tx: Tx, addressKey: string) {
  const [row] = await tx<{ count: number; newest: string | null; age: number | null }[]>`
    select count(*)::int as count,
           (array_agg(id order by created_at desc) filter (where used_at is null))[1] as newest,
           extract(epoch from clock_timestamp() - max(created_at) filter (where used_at is null))::float8 as age
      from mail_code
     where address_key = ${addressKey} and shared_code_id is null and created_at > clock_timestamp() - interval '1 hour'`;
  return row ?? { count: 0, newest: null, age: null };
}

interface RecoveryRequest {
  readonly id: string;
  readonly email: string;
  readonly addressKey: string;
  /** A code that was mailed before and counts for this request too. */
  readonly sharedCodeId: string | null;
  readonly hasOwnLogin: boolean;
}

/** Without a customer where mail opens no account of this address: the same statement, and a row as good as any other to look at. */
export const insertRecoveryCode = (tx: Tx, { id, email, addressKey, sharedCodeId, hasOwnLogin }: RecoveryRequest) => tx`
  insert into mail_code (id, customer_id, purpose, address_key, shared_code_id)
  values (${id}, (select id from customer where lower(email) = ${email} and ${isOpenedByMail(tx, hasOwnLogin)}), 'recover-password',
          ${addressKey}, ${sharedCodeId})`;

/** Counts a try of a request and answers its code; undefined when the request has no tries left, or its code is used or too old. */
export async function countRecoveryTry(db: Db, requestId: string, { minutes, mostTries }: CodeLimits) {
  const [row] = await db<{ codeId: string; customerId: string | null }[]>`
    update mail_code as request set tries = request.tries + 1
      from mail_code as code
     where request.id = ${requestId} and request.purpose = 'recover-password' and request.tries < ${mostTries}::integer
       and code.id = coalesce(request.shared_code_id, request.id)
       and code.used_at is null and code.created_at > clock_timestamp() - make_interval(mins => ${minutes}::integer)
    returning code.id as "codeId", code.customer_id as "customerId"`;
  return row;
}

/** Gives a request back the try that a right code took. */
export const returnRecoveryTry = (db: Db, requestId: string) => db`update mail_code set tries = tries - 1 where id = ${requestId}`;

/** Answers the account's address; undefined when the password is not the one that `from` was made of any more. */
export async function updatePassword(
  tx: Tx,
  { customerId, passwordHash, from = null }: { readonly customerId: string; readonly passwordHash: string; readonly from?: string | null },
): Promise<string | undefined> {
  const [row] = await tx<{ email: string }[]>`
    update customer set password_hash = ${passwordHash}
     where id = ${customerId} and erased_at is null and (${from}::text is null or password_hash = ${from}) returning email`;
  return row?.email;
}

/**
 * Looks again at what a log-in was judged by, since hashing takes a while: `wrong_credentials` when the password or the address was changed,
 * `busy` when the first second factor was set up or the last one removed. None changes until the transaction ends. The second statement sees
 * what the first one has waited for.
 */
export async function keepCredentials(tx: Tx, { id, email, passwordHash, hasFactors }: Judged): Promise<void> {
  const kept = await tx`select 1 from customer where id = ${id} and email = ${email} and password_hash = ${passwordHash} for no key update`;
  if (kept.length === 0) throw new Refusal('wrong_credentials');
  const [now] = await tx<{ hasFactors: boolean }[]>`select exists (select from second_factor where customer_id = ${id}) as "hasFactors"`;
  if (now?.hasFactors !== hasFactors) throw new Refusal('busy', { retryAfterSeconds: 1 });
}

interface Judged {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly hasFactors: boolean;
}
