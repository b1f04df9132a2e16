import type { Brand } from '@butaca/brand';
import type { LanguageCode } from '@butaca/brand/languages';
import { Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { randomId } from '#db/random-id';
import { moveAddress } from '../move-address.ts';
import { confirmInside, type EndPayLinks, proveMailbox } from '../prove-mailbox.ts';
import { lockMailbox } from '../queries.ts';
import { isEmailConfirmed, isExternal } from '../queries-mailbox.ts';
import { openSession, readSessionToken, type SessionCustomer } from '../session.ts';
import { admitSignUp } from '../throttle.ts';
import { type PersonalClaims, personalClaims } from './person.ts';
import type { ExternalPerson, ExternalProvider } from './provider.ts';
import {
  hasIdentity,
  insertExternalCustomer,
  insertExternalSession,
  insertIdentity,
  isLoggedOut,
  lockIdentity,
  lockProviderSession,
  mailboxOwners,
  ownerOfIdentity,
  updateFromProvider,
  useState,
} from './queries.ts';
import { readState } from './state.ts';

export interface ExternalWorld {
  readonly db: Db;
  readonly secret: string;
  readonly brand: Brand;
  readonly provider: ExternalProvider;
  /** The one address that the provider sends browsers back to. */
  readonly redirectUri: string;
  readonly limitSignUps: boolean;
  readonly endPayLinks: EndPayLinks;
}

interface Returned {
  readonly code: string;
  readonly state: string;
  readonly issuer?: string | undefined;
  /** Of the browser's cookie. */
  readonly browserKey: string | undefined;
  readonly ip: string;
  readonly userAgent: string | undefined;
  readonly language: LanguageCode;
}

/**
 * Opens a session for the person whom the provider answers for. The state counts once, whatever comes of it, and no transaction is open
 * while the provider is asked.
 */
export async function logInExternally(world: ExternalWorld, { code, state, issuer, browserKey, ip, userAgent, language }: Returned) {
  const { db, secret, provider, redirectUri, limitSignUps } = world;
  const started = browserKey === undefined ? null : readState({ secret, browserKey }, state);
  if (!started || !(await useState(db, started))) throw new Refusal('external_login_over');
  const person = await provider.exchange({ ...started, code, redirectUri, issuer });
  const isNew = !(await hasIdentity(db, { issuer: provider.issuer, subject: person.subject }));
  if (isNew && limitSignUps) await admitSignUp(db, { secret, ip });
  return db.begin((tx) => openFor(tx, world, { ...person, userAgent, language }));
}

async function openFor(
  tx: Tx,
  { secret, brand, provider: { issuer }, endPayLinks }: ExternalWorld,
  person: ExternalPerson & Pick<Returned, 'language' | 'userAgent'>,
) {
  const { subject, providerSession, userAgent, language } = person;
  await lockIdentity(tx, { issuer, subject });
  if (providerSession !== null) {
    await lockProviderSession(tx, { issuer, providerSession });
    if (await isLoggedOut(tx, { issuer, providerSession })) throw new Refusal('external_login_over');
  }
  const claims = personalClaims(person, Temporal.Now.plainDateISO(brand.locale.timeZone));
  const { customer: found, hasClaimed } = await accountOf(tx, { issuer, subject, claims, brand, endPayLinks });
  const customer = { ...found, isExternal: await isExternal(tx, found.id) };
  const opened = await openSession(tx, { secret, login: brand.login, customer, secondFactor: false, userAgent, language });
  const sessionId = readSessionToken(secret, opened.token);
  if (sessionId === null) throw new Error('a session was opened with a token of another secret');
  await insertExternalSession(tx, { sessionId, issuer, subject, providerSession });
  return hasClaimed ? { ...opened, hasClaimed } : opened;
}

interface Found {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: PersonalClaims;
  readonly brand: Brand;
  readonly endPayLinks: EndPayLinks;
}

interface FoundAccount {
  readonly customer: SessionCustomer;
  /** Whether this log-in took something from an account that was never confirmed. */
  readonly hasClaimed: boolean;
}

/** The account of this person, made or joined at their first log-in (decision 033). */
async function accountOf(tx: Tx, { issuer, subject, claims, brand, endPayLinks }: Found): Promise<FoundAccount> {
  const known = await ownerOfIdentity(tx, { issuer, subject });
  // Its customer is locked now: a proof of the mailbox that was under way may have taken the identity away.
  if (known && (await hasIdentity(tx, { issuer, subject }))) {
    requireCustomer(known);
    // Who can log in here without the provider changes their data here.
    const keepsOwnData = known.hasPassword && brand.login.mode === 'OWN_SELF_LOGIN';
    return { customer: keepsOwnData ? known : await followProvider(tx, known, claims, issuer), hasClaimed: false };
  }

  const { email } = claims;
  if (email === null) throw new Refusal('invalid_input', { fields: [{ name: 'cEmail', reason: 'missing' }] });
  await lockMailbox(tx, email);
  const [owner, ...others] = await mailboxOwners(tx, email, issuer);
  if (owner) {
    requireCustomer(owner);
    // The provider vouches for the address; an address that nobody has proved brings into no account. Somebody else of the provider has it
    // only where the address was confirmed here: otherwise this proof ends their way in, too.
    const isTheirs = others.length === 0 && owner.email === email && claims.isEmailVerified && !(owner.isConfirmed && owner.isTaken);
    if (!isTheirs) throw new Refusal('email_taken', { fields: [{ name: 'cEmail', reason: 'taken' }] });
    const claimed = await proveMailbox(tx, { customerIds: [owner.id], by: 'external', endPayLinks });
    await insertIdentity(tx, { issuer, subject, customerId: owner.id });
    return { customer: owner, hasClaimed: claimed.has(owner.id) };
  }
  const id = randomId();
  const { firstName, alias } = claims;
  await insertExternalCustomer(tx, { ...claims, id, email, country: brand.locale.defaultCountry });
  await insertIdentity(tx, { issuer, subject, customerId: id });
  return { customer: { id, firstName, email, hasAlias: alias !== null, role: 'customer' }, hasClaimed: false };
}

/** Staff log in with a password and their second factor, never through a provider. */
function requireCustomer({ role }: SessionCustomer): void {
  if (role !== 'customer') throw new Refusal('not_for_you');
}

/** The provider is where these people change their data. A new address follows once it is proved there and free here. */
async function followProvider(tx: Tx, customer: SessionCustomer, claims: PersonalClaims, issuer: string): Promise<SessionCustomer> {
  const { firstName, alias } = claims;
  await updateFromProvider(tx, { ...claims, id: customer.id });
  const followed = { ...customer, firstName, hasAlias: alias !== null };
  const { email, isEmailVerified } = claims;
  if (email === null || !isEmailVerified) return followed;
  if (email === customer.email) {
    await confirmInside(tx, customer.id);
    return followed;
  }
  await lockMailbox(tx, email);
  const owners = await mailboxOwners(tx, email, issuer);
  if (owners.some(({ id }) => id !== customer.id)) return followed;
  const before = { email: customer.email, isEmailConfirmed: await isEmailConfirmed(tx, customer.id) };
  await moveAddress(tx, { customerId: customer.id, before, after: email });
  await confirmInside(tx, customer.id);
  return { ...followed, email };
}
