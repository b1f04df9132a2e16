import type { Db, Tx } from '#db/connect';
import type { SessionCustomer } from '../session.ts';
import type { PersonalClaims } from './person.ts';

interface Identity {
  readonly issuer: string;
  readonly subject: string;
}
interface ProviderSession {
  readonly issuer: string;
  readonly providerSession: string;
}

export async function databaseNow(db: Db): Promise<Temporal.Instant> {
  const [row] = await db<{ now: Temporal.Instant }[]>`select clock_timestamp() as now`;
  if (!row) throw new Error('select of the time returned no row');
  return row.now;
}

/** False when it has expired by the database's clock, or was used before. */
export async function useState(db: Db, { id, expiresAt }: { readonly id: string; readonly expiresAt: Temporal.Instant }): Promise<boolean> {
  const used = await db`
    insert into used_external_state (id, expires_at)
    select ${id}, ${expiresAt}::timestamptz where ${expiresAt}::timestamptz > clock_timestamp()
    on conflict (id) do nothing returning 1`;
  return used.length === 1;
}

/** Until the end of the transaction: log-ins of one person come one after the other. */
export const lockIdentity = (tx: Tx, { issuer, subject }: Identity) =>
  tx`select pg_advisory_xact_lock(hashtextextended('external identity ' || ${issuer}::text || ' ' || ${subject}::text, 0))`;

/** Until the end of the transaction: a log-in and a log-out of one session of the provider come one after the other. */
export const lockProviderSession = (tx: Tx, { issuer, providerSession }: ProviderSession) =>
  tx`select pg_advisory_xact_lock(hashtextextended('external session ' || ${issuer}::text || ' ' || ${providerSession}::text, 0))`;

export async function isLoggedOut(tx: Tx, { issuer, providerSession }: ProviderSession): Promise<boolean> {
  const found = await tx`select 1 from external_log_out where issuer = ${issuer} and provider_session = ${providerSession}`;
  return found.length === 1;
}

export const rememberLogOut = (tx: Tx, { issuer, providerSession }: ProviderSession) => tx`
  insert into external_log_out (issuer, provider_session) values (${issuer}, ${providerSession})
  on conflict (issuer, provider_session) do update set heard_at = clock_timestamp()`;

interface Owner extends SessionCustomer {
  /** Whether they can log in without the provider. */
  readonly hasPassword: boolean;
}

export async function ownerOfIdentity(tx: Tx, { issuer, subject }: Identity): Promise<Owner | undefined> {
  const [row] = await tx<Owner[]>`
    select id, first_name as "firstName", email, role, has_alias as "hasAlias", password_hash is not null as "hasPassword"
      from external_identity join customer on customer.id = customer_id
     where issuer = ${issuer} and subject = ${subject}
       for no key update of customer`;
  return row;
}

export async function hasIdentity(db: Db | Tx, { issuer, subject }: Identity): Promise<boolean> {
  const found = await db`select 1 from external_identity where issuer = ${issuer} and subject = ${subject}`;
  return found.length === 1;
}

export const insertIdentity = (tx: Tx, { issuer, subject, customerId }: Identity & { readonly customerId: string }) => tx`
  insert into external_identity (issuer, subject, customer_id) values (${issuer}, ${subject}, ${customerId})`;

interface MailboxOwner extends SessionCustomer {
  readonly isConfirmed: boolean;
  /** Whether somebody of this provider has the account already. */
  readonly isTaken: boolean;
}

/** The accounts with this address or a variant of it, locked. */
export const mailboxOwners = (tx: Tx, email: string, issuer: string) => tx<MailboxOwner[]>`
  select id, first_name as "firstName", email, role, has_alias as "hasAlias", email_confirmed_at is not null as "isConfirmed",
         exists (select from external_identity where customer_id = customer.id and issuer = ${issuer}) as "isTaken"
    from customer where mailbox_of(email) = mailbox_of(${email}) order by id for no key update`;

type NewCustomer = Omit<PersonalClaims, 'email'> & { readonly id: string; readonly email: string; readonly country: string };

/** Without a password, and without a document until the customer gives one. */
export const insertExternalCustomer = (tx: Tx, customer: NewCustomer) => tx`
  insert into customer (id, email, first_name, last_name, gender, birthday, country, has_alias, alias, email_confirmed_at)
  values (${customer.id}, ${customer.email}, ${customer.firstName}, ${customer.lastName}, ${customer.gender},
          ${customer.birthday}::date, ${customer.country}, ${customer.alias !== null}, ${customer.alias},
          case when ${customer.isEmailVerified} then clock_timestamp() end)`;

/** Names, and a birthday that was not known; an alias that the customer chose here stays. */
export async function updateFromProvider(
  tx: Tx,
  {
    id,
    firstName,
    lastName,
    birthday,
    alias,
  }: Pick<PersonalClaims, 'firstName' | 'lastName' | 'birthday' | 'alias'> & { readonly id: string },
) {
  await tx`
    update customer set first_name = ${firstName}, last_name = ${lastName}, birthday = coalesce(birthday, ${birthday}::date)
     where id = ${id}
       and (first_name, last_name, birthday) is distinct from (${firstName}, ${lastName}, coalesce(birthday, ${birthday}::date))`;
  await tx`
    update customer set has_alias = ${alias !== null}, alias = case when ${alias !== null} then coalesce(alias, ${alias}) end
     where id = ${id} and has_alias <> ${alias !== null}`;
}

export const insertExternalSession = (
  tx: Tx,
  { sessionId, issuer, subject, providerSession }: Identity & { readonly sessionId: string; readonly providerSession: string | null },
) => tx`
  insert into external_session (session_id, issuer, subject, provider_session)
  values (${sessionId}, ${issuer}, ${subject}, ${providerSession})`;

/** The sessions of one log-in at the provider, or, where it names none, all that its person opened there; how many were open. */
export async function revokeExternalSessions(
  tx: Tx,
  {
    issuer,
    subject,
    providerSession,
  }: { readonly issuer: string; readonly subject: string | null; readonly providerSession: string | null },
): Promise<number> {
  const { count } = await tx`
    with ended as (
      select session.id
        from session join external_session as external on external.session_id = session.id
       where session.revoked_at is null and session.expires_at > clock_timestamp() and external.issuer = ${issuer}
         and (${subject}::text is null or external.subject = ${subject}::text)
         and (${providerSession}::text is null or external.provider_session = ${providerSession}::text)
       order by session.id for no key update of session)
    update session set revoked_at = clock_timestamp() from ended where session.id = ended.id`;
  return count;
}

interface ExternalCustomer {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isEmailConfirmed: boolean;
  readonly hasAlias: boolean;
  readonly alias: string | null;
}

/** Undefined for a session that no external log-in opened. */
export async function externalCustomer(db: Db, sessionId: string): Promise<ExternalCustomer | undefined> {
  const [row] = await db<ExternalCustomer[]>`
    select first_name as "firstName", last_name as "lastName", email, email_confirmed_at is not null as "isEmailConfirmed",
           has_alias as "hasAlias", alias
      from external_session as external
      join session on session.id = external.session_id
      join customer on customer.id = session.customer_id
     where external.session_id = ${sessionId}`;
  return row;
}
