import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { randomId } from '#db/random-id';
import { confirmInside } from './prove-mailbox.ts';
import { lockCustomer } from './queries-account.ts';
import {
  agesOfCodes,
  type CodeLimits,
  type CodeOwner,
  type CodePurpose,
  codeToSend,
  countCodeTry,
  insertCode,
  type MailboxPurpose,
  mailboxOfCode,
  markCodeUsed,
  type OrderMailbox,
} from './queries-mail-codes.ts';
import { isEmailConfirmed } from './queries-mailbox.ts';
import { admitCode } from './throttle.ts';

/** How long a code is valid, and how often one may be tried. */
export const codeLimits: CodeLimits = { minutes: 15, mostTries: 5 };
const SECONDS_BETWEEN = 60;
/** Codes for one purpose of one customer. */
const paces = [
  { most: 5, seconds: 60 * 60 },
  { most: 6, seconds: 24 * 60 * 60 },
];
/** A code to recover a password is asked for by strangers, and tried without a session. */
const DIGITS: Readonly<Record<CodePurpose, number>> = {
  'confirm-address': 6,
  'change-email': 6,
  'erase-account': 6,
  'recover-password': 8,
  'confirm-mailbox': 6,
  'confirm-mailbox-by-staff': 6,
};

interface MailedCode {
  readonly id: string;
  readonly purpose: CodePurpose;
}

/** Digits. They follow from the code's id, so that neither the table nor a job holds anything to type. */
function codeOf(secret: string, { id, purpose }: MailedCode): string {
  const number = createHmac('sha256', secret).update(`mail code ${id}`).digest().readUIntBE(0, 6);
  return String(number % 10 ** DIGITS[purpose]).padStart(DIGITS[purpose], '0');
}

interface CodeWorld {
  readonly db: Db;
  readonly secret: string;
}

/** Mails a code that confirms the customer's address; nothing is sent when it is confirmed. */
export async function sendAddressCode(world: CodeWorld, customerId: string): Promise<void> {
  if (!(await isEmailConfirmed(world.db, customerId))) await sendCode(world, { customerId, purpose: 'confirm-address' });
}

export const sendCode = ({ db, secret }: CodeWorld, owner: CodeOwner): Promise<void> =>
  db.begin((tx) => mailCode(tx, { secret, ...owner }));

/**
 * Mails a code to a customer, or to the mailbox that it is to prove. Refuses more than one a minute, five an hour and six a day for a
 * purpose, so that guessing gets thirty tries a day at a million codes, and more than one mailbox is sent over all accounts (decision 104).
 * `isPaid`: of the order whose mailbox it proves. `by`: the job that sends it; with null everything counts as if a code had left, and none does.
 */
export async function mailCode(
  tx: Tx,
  {
    secret,
    isPaid = false,
    by = 'mail-code',
    ...owner
  }: CodeOwner & { readonly secret: string; readonly isPaid?: boolean; readonly by?: 'mail-code' | 'hand-over-code' | null },
): Promise<void> {
  await lockCustomer(tx, owner.customerId);
  const ages = await agesOfCodes(tx, owner);
  // The one that has to grow so old that there is room for another.
  const waits = paces.map(({ most, seconds }) => seconds - (ages[most - 1] ?? seconds));
  const wait = Math.max(SECONDS_BETWEEN - (ages[0] ?? SECONDS_BETWEEN), ...waits);
  if (wait > 0) throw new Refusal('too_many_attempts', { retryAfterSeconds: Math.ceil(wait) });
  const { email, isProved } = await mailboxOfCode(tx, owner);
  const unproved = owner.purpose === 'confirm-address' ? 'newcomer' : 'anybody';
  await admitCode(tx, { secret, email, room: isProved ? 'owner' : isPaid ? 'buyer' : unproved });
  const id = randomId();
  await insertCode(tx, { id, ...owner });
  if (by !== null) await enqueue(tx, by, { codeId: id }, { key: `${by}.${id}` });
}

/**
 * Has the brand's other host send the code that confirms the address of a new account (CA-036); false when its mailbox has no room for
 * another one. Then the account is opened all the same, and its code is asked for where one is needed.
 */
export async function handOverCode(tx: Tx, secret: string, customerId: string): Promise<boolean> {
  try {
    await mailCode(tx, { secret, customerId, purpose: 'confirm-address', by: 'hand-over-code' });
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.failure === 'too_many_attempts') return false;
    throw error;
  }
}

/** Confirms the address by the code that was mailed last, in the session that it is typed in; whatever is open stays open. */
export async function confirmAddress(
  world: CodeWorld,
  { customerId, typed }: { readonly customerId: string; readonly typed: string },
): Promise<void> {
  if (await isEmailConfirmed(world.db, customerId)) return;
  const id = await requireCode(world, { customerId, purpose: 'confirm-address', typed });
  await world.db.begin(async (tx) => {
    await lockCustomer(tx, customerId);
    if (await markCodeUsed(tx, id)) await confirmInside(tx, customerId);
  });
}

/**
 * The id of the code that was mailed last, if it was typed; `wrong_code` otherwise. The try counts before it is looked at, in a
 * transaction of its own. The caller marks it used together with what it allows.
 */
export async function requireCode(world: CodeWorld, typed: TypedCode): Promise<string> {
  const id = await matchCode(world.db, world.secret, typed);
  if (id === undefined) throw new Refusal('wrong_code');
  return id;
}

type TypedCode = CodeOwner & { readonly typed: string };

/** The same for a caller that has a transaction, which must not undo itself when the code is wrong: the try would not count. */
async function matchCode(db: Db | Tx, secret: string, { typed, ...owner }: TypedCode): Promise<string | undefined> {
  const id = await countCodeTry(db, owner, codeLimits);
  return id !== undefined && isCode(secret, { id, purpose: owner.purpose }, typed) ? id : undefined;
}

/** Uses the code that proves a mailbox; false when it is another one. Its try counts as soon as the transaction is committed. */
export async function useMailboxCode(
  tx: Tx,
  secret: string,
  typed: TypedCode & { readonly mailbox: OrderMailbox; readonly purpose: MailboxPurpose },
): Promise<boolean> {
  const id = await matchCode(tx, secret, typed);
  return id !== undefined && markCodeUsed(tx, id);
}

/** Whether somebody typed this code. Blanks and hyphens that people or their clipboards add change nothing. */
export function isCode(secret: string, code: MailedCode, typed: string): boolean {
  const expected = codeOf(secret, code);
  const digits = typed.replace(/[\s-]/g, '');
  return /^\d+$/.test(digits) && digits.length === expected.length && timingSafeEqual(Buffer.from(expected), Buffer.from(digits));
}

/** What the worker mails; undefined when there is nothing to mail any more. */
export async function codeMailOf({ db, secret }: { readonly db: Db; readonly secret: string }, id: string) {
  const to = await codeToSend(db, id, codeLimits);
  return to && { ...to, code: codeOf(secret, to), minutes: codeLimits.minutes };
}

/** Refuses what only a customer with a confirmed address may do. */
export async function requireConfirmedAddress(db: Db, customerId: string): Promise<void> {
  if (!(await isEmailConfirmed(db, customerId))) throw new Refusal('address_unconfirmed');
}
