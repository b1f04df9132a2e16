import { type AnswerOf, type logIn as logInCall, Refusal } from '@butaca/contract';
import type { Db } from '#db/connect';
import type { Passwords } from './passwords.ts';
import { credentialsByEmail, insertSession } from './queries.ts';
import { newSessionToken } from './session.ts';
import { admitLogIn, forgetAttempts, logInAttemptOf } from './throttle.ts';

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
  passwords.requireCapacity();
  const attempt = logInAttemptOf(secret, { email, ip });
  await admitLogIn(db, attempt);
  const customer = await credentialsByEmail(db, email);
  if (!(await passwords.matches(password, customer?.passwordHash)) || !customer) throw new Refusal('wrong_credentials');

  await forgetAttempts(db, attempt);
  const { token, sessionId } = newSessionToken(secret);
  const expiresAt = await insertSession(db, { id: sessionId, customerId: customer.id, minutes: sessionMinutes });
  return {
    token,
    user: { name: customer.firstName, email: customer.email, hasAlias: customer.hasAlias, role: customer.role },
    expiresAt: expiresAt.epochMilliseconds,
  };
}
