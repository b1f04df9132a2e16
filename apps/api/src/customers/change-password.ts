import { type changePassword as changePasswordCall, type InputOf, Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { randomId } from '#db/random-id';
import type { Session } from '#http/serve';
import { requireCredentials } from './log-in.ts';
import { mailPassword } from './password-mail.ts';
import { newPasswordProblem, type Passwords } from './passwords.ts';
import type { EndPayLinks } from './prove-mailbox.ts';
import { customerById, lockCustomer } from './queries-account.ts';
import { endEmailChanges } from './queries-mail-codes.ts';
import { updatePassword } from './queries-password.ts';
import { deletePasskeysBut, endProofsAndSessions, lockSessions } from './queries-ways-in.ts';

export interface PasswordWorld {
  readonly db: Db;
  readonly secret: string;
  readonly passwords: Passwords;
  readonly endPayLinks: EndPayLinks;
}

type Given = InputOf<typeof changePasswordCall>['body'] & { readonly session: Session; readonly ip: string };

/** Changes one's password (CA-085): the current one is checked within the limits of a log-in, and the other sessions end. */
export async function changePassword(
  { db, secret, passwords, endPayLinks }: PasswordWorld,
  { session, current, password, keptPasskeys, ip }: Given,
): Promise<void> {
  const { customerId } = session;
  requireNewPassword(password, 'cClave');
  const customer = await customerById(db, customerId);
  if (!customer) throw new Error(`customer ${customerId} of an open session does not exist`);
  const { passwordHash: from } = await requireCredentials(db, { email: customer.email, password: current, ip, secret, passwords });
  if (from === null) throw new Refusal('wrong_credentials');
  if (current.normalize('NFKC') === password.normalize('NFKC')) refuseField('cClave', 'same');
  const passwordHash = await passwords.hash(password);
  await db.begin(async (tx) => {
    await lockCustomer(tx, customerId);
    // Another change or a recovery was faster: what was checked above is no longer the password.
    const email = await replacePassword(tx, {
      customerId,
      passwordHash,
      from,
      keptPasskeys,
      endPayLinks,
      except: session.id,
      changeId: randomId(),
    });
    if (email === undefined) throw new Refusal('wrong_credentials');
  });
}

interface Replacement {
  readonly customerId: string;
  readonly passwordHash: string;
  /** What it replaces; left out, whatever there is. */
  readonly from?: string;
  /** Ids of the passkeys that stay; left out, none does. */
  readonly keptPasskeys?: readonly string[] | undefined;
  /** The session that stays open. */
  readonly except: string | null;
  readonly changeId: string;
  readonly endPayLinks: EndPayLinks;
}

/**
 * Sets a password under the customer's lock, ends what the old one has opened (sessions, half-made log-ins, and, by a trigger, remembered
 * devices), the passkeys that are not kept and the pay links, and mails about it; the account's address, or undefined.
 */
export async function replacePassword(
  tx: Tx,
  { customerId, changeId, except, keptPasskeys = [], endPayLinks, ...password }: Replacement,
): Promise<string | undefined> {
  const customerIds = [customerId];
  await lockSessions(tx, customerIds);
  const email = await updatePassword(tx, { customerId, ...password });
  if (email === undefined) return undefined;
  await deletePasskeysBut(tx, { customerIds, kept: keptPasskeys });
  await endEmailChanges(tx, customerId);
  await endPayLinks(tx, customerIds);
  await endProofsAndSessions(tx, { customerIds, except });
  await mailPassword(tx, { customerId, changeId });
  return email;
}

/** Refuses a password that breaks the rules for new ones; `name` is the field's, as on the wire. */
export function requireNewPassword(password: string, name: string): void {
  const reason = newPasswordProblem(password);
  if (reason !== null) refuseField(name, reason);
}

function refuseField(name: string, reason: string): never {
  throw new Refusal('invalid_input', { fields: [{ name, reason }] });
}
