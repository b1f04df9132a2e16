import type { LanguageCode } from '@butaca/brand/languages';
import { normalEmail } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import type { Session } from '#http/serve';

interface NewCustomer {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: string;
  readonly documentType: string;
  readonly documentNumber: string;
  readonly birthday: string;
  readonly country: string;
  readonly passwordHash: string;
}

/** Until the end of the transaction: sign-ups with variants of one address come one after the other. */
export const lockMailbox = (tx: Tx, email: string) =>
  tx`select pg_advisory_xact_lock(hashtextextended('mailbox ' || mailbox_of(${email}), 0))`;

/** The same for every variant of an address that leads to one mailbox (decision 026). */
export async function mailboxBehind(db: Db | Tx, email: string): Promise<string> {
  const [row] = await db<{ mailbox: string }[]>`select mailbox_of(${normalEmail(email)}) as mailbox`;
  if (!row) throw new Error('mailbox_of returned no row');
  return row.mailbox;
}

/** The account that has this address or a variant of it: with another label after `+`, at Gmail with other dots. */
export async function ownerOfMailbox(tx: Tx, email: string): Promise<string | undefined> {
  const [found] = await tx<{ id: string }[]>`select id from customer where mailbox_of(email) = mailbox_of(${email}) limit 1`;
  return found?.id;
}

/** False when the address is taken; the unique index decides between simultaneous sign-ups. */
export async function insertCustomer(tx: Tx, customer: NewCustomer): Promise<boolean> {
  const inserted = await tx`
    insert into customer (id, email, first_name, last_name, gender, document_type, document_number, birthday, country, password_hash)
    values (${customer.id}, ${customer.email}, ${customer.firstName}, ${customer.lastName}, ${customer.gender}, ${customer.documentType},
            ${customer.documentNumber}, ${customer.birthday}::date, ${customer.country}, ${customer.passwordHash})
    on conflict (lower(email)) do nothing
    returning id`;
  return inserted.length === 1;
}

export interface Credentials {
  readonly id: string;
  readonly firstName: string;
  readonly email: string;
  readonly role: Session['role'];
  readonly hasAlias: boolean;
  /** Null for those who log in elsewhere only. */
  readonly passwordHash: string | null;
  /** Whether a second factor was set up. */
  readonly hasFactors: boolean;
}

export async function credentialsByEmail(db: Db, email: string): Promise<Credentials | undefined> {
  const [row] = await db<Credentials[]>`
    select id, first_name as "firstName", email, role, has_alias as "hasAlias", password_hash as "passwordHash",
           exists (select from second_factor where customer_id = customer.id) as "hasFactors"
      from customer where lower(email) = ${email}`;
  return row;
}

interface Challenge {
  readonly signature: string;
  readonly expiresAt: Temporal.Instant;
  /** Null where networks have no limit. */
  readonly network: string | null;
  readonly click: string | null;
}

/** False when this challenge was used before, in this process or another, or when its network has used too many lately. */
export async function useChallenge(
  db: Db,
  { signature, expiresAt, network, click }: Challenge,
  { most, seconds }: { readonly most: number; readonly seconds: number },
): Promise<boolean> {
  const used = await db`
    insert into used_captcha (signature, expires_at, network, click)
    select ${signature}, ${expiresAt}::timestamptz, ${network}::text, ${click}::text
     where (select count(*) from (select from used_captcha
                                   where network = ${network} and used_at > clock_timestamp() - make_interval(secs => ${seconds}::float8)
                                   limit ${most}) as lately) < ${most}
    on conflict (signature) do nothing returning 1`;
  return used.length === 1;
}

export async function findUsedChallenge(db: Db, signature: string): Promise<Pick<Challenge, 'click'> | undefined> {
  const [used] = await db<Pick<Challenge, 'click'>[]>`select click from used_captcha where signature = ${signature}`;
  return used;
}

export interface Limits {
  /** The first attempts, which have no wait. */
  readonly free: number;
  /** The first wait; each further attempt doubles it. */
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
  /** A quiet time after which counting starts again. */
  readonly forgetAfterSeconds: number;
}

/**
 * Counts one attempt under this key and sets the wait before the next one, unless the wait of the last one still runs.
 * One guarded statement by the database's clock, so simultaneous attempts on several processes count one after another.
 */
export async function countAttempt(tx: Tx, key: string, limits: Limits): Promise<boolean> {
  const counted = await tx`
    insert into login_throttle as throttle (key, attempts, last_at, blocked_until)
    values (${key}, 1, clock_timestamp(), clock_timestamp())
    on conflict (key) do update
      set (attempts, last_at, blocked_until) = (
        select next.attempts, clock_timestamp(),
               clock_timestamp() + make_interval(secs => case
                 when next.attempts < ${limits.free}::int then 0
                 else least(${limits.longestWaitSeconds}::float8,
                            ${limits.firstWaitSeconds}::float8 * power(2, least(next.attempts - ${limits.free}::int, 30)))
               end)
          from (select case when throttle.last_at < clock_timestamp() - make_interval(secs => ${limits.forgetAfterSeconds}::float8)
                            then 1 else throttle.attempts + 1 end as attempts) as next)
      where throttle.blocked_until <= clock_timestamp()
    returning attempts`;
  return counted.length === 1;
}

/** Whole seconds until the next attempt under this key may be made. */
export async function waitSeconds(tx: Tx, key: string): Promise<number> {
  const [row] = await tx<{ seconds: number }[]>`
    select ceil(extract(epoch from blocked_until - clock_timestamp()))::int as seconds from login_throttle where key = ${key}`;
  return Math.max(1, row?.seconds ?? 1);
}

/** When the next attempt under this key may be made, in epoch milliseconds by the database's clock. */
export async function freeAtMs(tx: Tx, key: string): Promise<number> {
  const [row] = await tx<{ ms: number }[]>`
    select (extract(epoch from greatest(blocked_until, clock_timestamp())) * 1000)::float8 as ms from login_throttle where key = ${key}`;
  if (!row) throw new Error('no attempt was counted under this key');
  return row.ms;
}

/** Takes back the newest attempt under this key with its wait: what it was about did not happen. */
export const returnAttempt = (db: Db, key: string) => db`
  update login_throttle set attempts = greatest(attempts - 1, 0), blocked_until = now() where key = ${key}`;

/** Whether there was a log-in under this key in the last 90 days. */
export async function succeededBefore(tx: Tx, key: string): Promise<boolean> {
  const rows = await tx`select 1 from login_throttle where key = ${key} and succeeded_at > now() - interval '90 days'`;
  return rows.length === 1;
}

interface Succeeded {
  readonly account: string;
  readonly accountAndNetwork: string;
  readonly network: string | null;
  readonly device: string | null;
}

/**
 * After a successful log-in: clears the waits of the account and remembers this network, whose count it leaves as it was before. One on
 * a device where the owner is remembered was counted there alone.
 */
export const forgetAttempts = (db: Db, { account, accountAndNetwork, network, device }: Succeeded) =>
  db.begin(async (tx) => {
    if (device !== null) return forgetTries(tx, device);
    await tx`update login_throttle set attempts = 0, blocked_until = now(), succeeded_at = now() where key = ${accountAndNetwork}`;
    await forgetTries(tx, account);
    if (network !== null) await tx`update login_throttle set attempts = greatest(attempts - 1, 0) where key = ${network}`;
  });

/** Clears what counts under one key. */
export const forgetTries = (tx: Tx, key: string) => tx`
  update login_throttle set attempts = 0, blocked_until = now() where key = ${key}`;

interface NewSession {
  readonly id: string;
  readonly customerId: string;
  readonly minutes: number;
  /** Whether one was given with the password. */
  readonly secondFactor: boolean;
  /** What its owner knows it by; null when the browser did not say. */
  readonly device: string | null;
  readonly language: LanguageCode | null;
}

/** The session starts and ends by the database's clock, the same for all processes; its customer speaks its language from now on. */
export async function insertSession(
  db: Db | Tx,
  { id, customerId, minutes, secondFactor, device, language }: NewSession,
): Promise<{ readonly openedAt: Temporal.Instant; readonly expiresAt: Temporal.Instant }> {
  const [row] = await db<{ openedAt: Temporal.Instant; expiresAt: Temporal.Instant }[]>`
    with spoken as (update customer set language = ${language} where id = ${customerId} and language is distinct from coalesce(${language}, language))
    insert into session (id, customer_id, expires_at, second_factor, device)
    values (${id}, ${customerId}, now() + make_interval(mins => ${minutes}), ${secondFactor}, ${device})
    returning created_at as "openedAt", expires_at as "expiresAt"`;
  if (!row) throw new Error('session insert returned no row');
  return row;
}

interface SessionRow extends Session {
  readonly secondFactor: boolean;
}

/** The sessions that are open; at exactly 180 minutes one is over (C-05). */
export const openSessions = (db: Db, ids: readonly string[]) =>
  db<SessionRow[]>`
    select session.id, session.customer_id as "customerId", customer.role, session.second_factor as "secondFactor",
           session.is_proved as "isProved"
      from session join customer on customer.id = session.customer_id
     where session.id = any (${[...ids]}::text[]) and session.revoked_at is null and session.expires_at > clock_timestamp()`;

export const revokeSession = (db: Db, id: string) => db`
  update session set revoked_at = clock_timestamp() where id = ${id} and revoked_at is null`;

/** Expired rows. Networks from which a customer logged in are remembered for 90 days. */
export const deleteOldTraces = (db: Db) =>
  db.begin(async (tx) => {
    await tx`delete from session where expires_at < now() - interval '1 day'`;
    await tx`delete from password_proof where expires_at < now() - interval '1 hour'`;
    await tx`delete from mail_code where created_at < now() - interval '1 day'`;
    await tx`delete from used_challenge where expires_at < now() - interval '1 hour'`;
    await tx`delete from log_in_link where created_at < now() - interval '1 day'`;
    await tx`delete from account_notice where added_at < now() - interval '31 days'`;
    await tx`delete from newsletter_subscription where confirmed_at is null and asked_at < now() - interval '3 days'`;
    await tx`delete from show_alert where (confirmed_at is null and asked_at < now() - interval '3 days') or asked_at < now() - interval '1 year'`;
    await tx`delete from support_message where sent_at < now() - interval '90 days'`;
    // No brand remembers a device for longer than a year.
    await tx`delete from known_device where renewed_at < now() - interval '366 days' or revoked_at < now() - interval '1 day'`;
    await tx`delete from used_external_state where expires_at < now() - interval '1 hour'`;
    await tx`delete from external_log_out where heard_at < now() - interval '1 day'`;
    await tx`delete from data_export where expires_at < now() or requested_at < now() - interval '14 days'`;
    await tx`delete from used_captcha where expires_at < now() - interval '1 hour'`;
    await tx`
    delete from login_throttle
     where last_at < now() - interval '1 day' and (succeeded_at is null or succeeded_at < now() - interval '90 days')`;
  });
