import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '#db/connect';
import { randomId } from '#db/random-id';
import type { Passwords } from './passwords.ts';
import { insertStaff, lockAccountOf, type StaffRole, setRole } from './queries-staff-accounts.ts';
import { endProofsAndSessions, lockSessions, revokeDevicesOf } from './queries-ways-in.ts';

/** 120 bits. */
const PASSWORD_BYTES = 15;

interface Appointed {
  readonly email: string;
  readonly role: StaffRole;
  /** Of a person without an account: first and last name. */
  readonly name?: string | undefined;
  /** Of a new account. */
  readonly country: string;
}

/** `nameless`: a new account needs a first and a last name. `unproved`: the account's address is not confirmed, so somebody else may have opened it. */
type Appointment =
  | { readonly status: 'appointed' }
  | { readonly status: 'created'; readonly password: string }
  | { readonly status: 'nameless' | 'unproved' };

/**
 * Gives an account a role of staff, and makes one where the address has none. What was open of it ends: sessions of a customer last longer, and
 * ask for no second factor.
 */
export async function appointStaff(db: Db, passwords: Passwords, { email, role, name = '', country }: Appointed): Promise<Appointment> {
  const [firstName = '', ...rest] = name.split(' ');
  const lastName = rest.join(' ');
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = await passwords.hash(password);
  return db.begin(async (tx) => {
    const account = { id: randomId(), email, role, firstName, lastName, passwordHash, country };
    const isNamed = firstName !== '' && lastName !== '';
    const before = await lockAccountOf(tx, email);
    if (!before && !isNamed) return { status: 'nameless' };
    if (!before && (await insertStaff(tx, account))) return { status: 'created', password };
    const found = before ?? (await lockAccountOf(tx, email));
    if (!found?.isConfirmed) return { status: 'unproved' };
    await setRole(tx, found.id, role);
    await endAll(tx, found.id);
    return { status: 'appointed' };
  });
}

/** The account becomes a customer's again, and its sessions end at once. False when it was not a member of staff. */
export const dismissStaff = (db: Db, email: string): Promise<boolean> =>
  db.begin(async (tx) => {
    const found = await lockAccountOf(tx, email);
    if (!found || found.role === 'customer') return false;
    await setRole(tx, found.id, 'customer');
    await endAll(tx, found.id);
    return true;
  });

async function endAll(tx: Tx, customerId: string): Promise<void> {
  const customerIds = [customerId];
  await lockSessions(tx, customerIds);
  await revokeDevicesOf(tx, customerIds);
  await endProofsAndSessions(tx, { customerIds, except: null });
}
