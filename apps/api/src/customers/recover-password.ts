import { createHmac } from 'node:crypto';
import {
  type AnswerOf,
  type InputOf,
  type listRecoveryPasskeys as listRecoveryPasskeysCall,
  normalEmail,
  Refusal,
  type recoverPassword as recoverPasswordCall,
} from '@butaca/contract';
import { enqueue } from '#db/enqueue';
import { randomId } from '#db/random-id';
import { type PasswordWorld, replacePassword } from './change-password.ts';
import { codeLimits, isCode } from './mail-codes.ts';
import { proveMailbox } from './prove-mailbox.ts';
import { forgetAttempts } from './queries.ts';
import { lockCustomer } from './queries-account.ts';
import { markCodeUsed } from './queries-mail-codes.ts';
import { isEmailConfirmed } from './queries-mailbox.ts';
import { countRecoveryTry, insertRecoveryCode, lockAddressKey, mailedCodes, returnRecoveryTry } from './queries-password.ts';
import type { SecondFactorWorld } from './second-factor/proof.ts';
import { presentPasskeys } from './sign-in/passkeys.ts';
import { admitRecovery, countRecoveryMail, logInAttemptOf } from './throttle.ts';

/**
 * Seconds between two mails to one address: the first three of an hour, and the others. A request in between counts for the code that
 * was mailed last, with tries of its own, so that strangers who ask for somebody's codes neither fill the mailbox nor keep the owner
 * out. The longer one leaves five of a code's fifteen minutes.
 */
const SECONDS_BETWEEN = { first: 60, further: 10 * 60 };
const FIRST_MAILS = 3;

interface Asked {
  readonly email: string;
  readonly ip: string;
}

/**
 * Asks for a code (CA-019); answers the request that the code has to be given with, which strangers do not know. An address without an
 * account is treated the same, statement for statement: its row has no customer, and its job mails nothing.
 */
export async function askRecoveryCode(
  { db, secret, login }: Pick<SecondFactorWorld, 'db' | 'login' | 'secret'>,
  { email: typed, ip }: Asked,
): Promise<{ readonly requestId: string }> {
  const email = normalEmail(typed);
  await admitRecovery(db, { secret, email, ip });
  const addressKey = createHmac('sha256', secret)
    .update(JSON.stringify(['recovery of', email]))
    .digest('base64url');
  const id = randomId();
  await db.begin(async (tx) => {
    await lockAddressKey(tx, addressKey);
    const { count, newest, age } = await mailedCodes(tx, addressKey);
    const wait = count < FIRST_MAILS ? SECONDS_BETWEEN.first : SECONDS_BETWEEN.further;
    const mailedWithin = (seconds: number) => (age !== null && age < seconds ? newest : null);
    let sharedCodeId = mailedWithin(wait);
    const refusal = sharedCodeId === null ? await countRecoveryMail(tx, secret, email) : null;
    // Links may have used up the pace.
    if (refusal) sharedCodeId = mailedWithin(SECONDS_BETWEEN.further);
    if (refusal && sharedCodeId === null) throw refusal;
    await insertRecoveryCode(tx, { id, email, addressKey, sharedCodeId, hasOwnLogin: login.mode === 'OWN_SELF_LOGIN' });
    if (sharedCodeId === null) await enqueue(tx, 'mail-code', { codeId: id }, { key: `mail-code.${id}` });
  });
  return { requestId: id };
}

type Given = InputOf<typeof recoverPasswordCall>['body'] & { readonly ip: string };

interface GivenCode {
  readonly requestId: string;
  readonly code: string;
}

/** The code that was mailed, if it was typed; `wrong_code` otherwise. The try counts before the code is looked at. */
async function requireRecoveryCode({ db, secret }: Pick<PasswordWorld, 'db' | 'secret'>, { requestId, code: typed }: GivenCode) {
  const { codeId, customerId } = (await countRecoveryTry(db, requestId, codeLimits)) ?? {};
  if (codeId === undefined || !customerId || !isCode(secret, { id: codeId, purpose: 'recover-password' }, typed)) {
    throw new Refusal('wrong_code');
  }
  return { codeId, customerId };
}

/**
 * The passkeys that a recovery removes unless they are kept, for a person with the mailed code. The right code costs no try, so that it is
 * there for the recovery. Those of an account that was never confirmed end in any case, and may be a stranger's: none is listed.
 */
export async function listRecoveryPasskeys(
  world: Pick<PasswordWorld, 'db' | 'secret'>,
  given: GivenCode,
): Promise<AnswerOf<typeof listRecoveryPasskeysCall>> {
  const { db } = world;
  const { customerId } = await requireRecoveryCode(world, given);
  await returnRecoveryTry(db, given.requestId);
  return (await isEmailConfirmed(db, customerId)) ? presentPasskeys(db, customerId) : { passkeys: [] };
}

/** Sets a password by a mailed code (CA-020), which proves the mailbox. */
export async function recoverPassword({ db, secret, passwords, endPayLinks }: PasswordWorld, given: Given): Promise<void> {
  const room = passwords.reserveHash();
  try {
    const { codeId, customerId } = await requireRecoveryCode({ db, secret }, given);
    const passwordHash = await room.hash(given.password);
    const email = await db.begin(async (tx) => {
      // First of all locks, as in the erasure of an account.
      await lockCustomer(tx, customerId);
      if (!(await markCodeUsed(tx, codeId))) throw new Refusal('wrong_code');
      await proveMailbox(tx, { customerIds: [customerId], by: 'recovery', endPayLinks });
      return replacePassword(tx, {
        customerId,
        passwordHash,
        endPayLinks,
        keptPasskeys: given.keptPasskeys,
        except: null,
        changeId: codeId,
      });
    });
    // Wrong passwords that were tried before are no reason for the owner to wait.
    if (email !== undefined) await forgetAttempts(db, logInAttemptOf(secret, { email, ip: given.ip }));
  } finally {
    room.release();
  }
}
