import { type AnswerOf, type logIn as logInCall, Refusal } from '@butaca/contract';
import type { Db } from '#db/connect';
import type { PasswordCheck, Passwords } from './passwords.ts';
import { credentialsByEmail, insertSession } from './queries.ts';
import { newSessionToken } from './session.ts';
import { admitLogIn, forgetAttempts, type LogInAttempt, logInAttemptOf } from './throttle.ts';

export interface LogIn {
  readonly email: string;
  readonly password: string;
  readonly ip: string;
  readonly secret: string;
  readonly passwords: Passwords;
  readonly sessionMinutes: number;
}

/** Opens a session. An unknown address and a wrong password get the same answer after the same time. */
export async function logIn(
  db: Db,
  { email, password, ip, secret, passwords, sessionMinutes }: LogIn,
): Promise<AnswerOf<typeof logInCall>> {
  const attempt = logInAttemptOf(secret, { email, ip });
  const customer = await requireCredentials(db, { email, password, attempt, check: passwords.reserveCheck() });
  await forgetAttempts(db, attempt);
  const { token, sessionId } = newSessionToken(secret);
  const expiresAt = await insertSession(db, { id: sessionId, customerId: customer.id, minutes: sessionMinutes });
  return {
    token,
    user: { name: customer.firstName, email: customer.email, hasAlias: customer.hasAlias, role: customer.role },
    expiresAt: expiresAt.epochMilliseconds,
  };
}

interface Claim {
  readonly email: string;
  readonly password: string;
  readonly attempt: LogInAttempt;
  readonly check: PasswordCheck;
}

/** The customer whose credentials these are; the attempt counts, unless there is no room to look at its password. */
async function requireCredentials(db: Db, { email, password, attempt, check }: Claim) {
  try {
    await admitLogIn(db, attempt);
    const customer = await credentialsByEmail(db, email);
    if (!(await check.matches(password, customer?.passwordHash)) || !customer) throw new Refusal('wrong_credentials');
    return customer;
  } finally {
    check.release();
  }
}
