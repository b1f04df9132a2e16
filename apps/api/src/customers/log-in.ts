import type { Brand } from '@butaca/brand';
import { type AnswerOf, type logIn as logInCall, Refusal } from '@butaca/contract';
import type { Db } from '#db/connect';
import type { PasswordCheck, Passwords } from './passwords.ts';
import { type Credentials, credentialsByEmail } from './queries.ts';
import { keepCredentials } from './queries-password.ts';
import { type SecondFactorWorld, startProof } from './second-factor/proof.ts';
import { isStaff, type NewSession, openSession } from './session.ts';
import type { DeviceClaim } from './sign-in/device-cookie.ts';
import { isDeviceOf } from './sign-in/queries-devices.ts';
import { admitLogIn, forgetAttempts, type LogInAttempt, logInAttemptOf } from './throttle.ts';

export interface GivenCredentials {
  readonly email: string;
  readonly password: string;
  readonly ip: string;
  /** The device that calls, when it has the cookie of a remembered one. */
  readonly device?: Pick<DeviceClaim, 'id'> | null;
  readonly secret: string;
  readonly passwords: Passwords;
}

/** Opens a session, or refuses with what a member of staff has to give besides the password. */
export async function logIn(
  world: SecondFactorWorld,
  { userAgent, language, ...given }: Omit<GivenCredentials, 'secret'> & Partial<Pick<NewSession, 'language' | 'userAgent'>>,
): Promise<AnswerOf<typeof logInCall>> {
  const { db, secret, login } = world;
  const customer = await requireCredentials(db, { ...given, secret });
  if (login.mode === 'EXTERNAL_LOGIN' && customer.role === 'customer') throw new Refusal('not_for_you');
  await requireNoFactor(world, customer);
  return db.begin(async (tx) => {
    // Otherwise this session would outlive what has ended those of the old password, or those without a factor.
    await keepCredentials(tx, customer);
    return openSession(tx, { secret, login, customer, secondFactor: false, userAgent, language });
  });
}

async function requireNoFactor(world: SecondFactorWorld, customer: Credentials) {
  const { role, hasFactors } = customer;
  const asked: Brand['login']['staff']['secondFactor'] = isStaff(role) ? world.login.staff.secondFactor : 'off';
  if (asked === 'off' || (asked === 'offered' && !hasFactors)) return;
  const proof = await startProof(world, { customer, sessionId: null });
  throw new Refusal('second_factor_missing', { proof });
}

/** The customer whose credentials these are. An unknown address and a wrong password get the same answer after the same time. */
export async function requireCredentials(
  db: Db,
  { email, password, ip, device = null, secret, passwords }: GivenCredentials,
): Promise<Credentials> {
  const deviceId = device && (await isDeviceOf(db, device.id, email)) ? device.id : null;
  const attempt = logInAttemptOf(secret, { email, ip, deviceId });
  const customer = await checkCredentials(db, { email, password, attempt, check: passwords.reserveCheck() });
  await forgetAttempts(db, attempt);
  return customer;
}

interface Claim {
  readonly email: string;
  readonly password: string;
  readonly attempt: LogInAttempt;
  readonly check: PasswordCheck;
}

/** The attempt counts, unless there is no room to look at its password. */
async function checkCredentials(db: Db, { email, password, attempt, check }: Claim): Promise<Credentials> {
  try {
    await admitLogIn(db, attempt);
    const customer = await credentialsByEmail(db, email);
    if (!(await check.matches(password, customer?.passwordHash ?? undefined)) || !customer) throw new Refusal('wrong_credentials');
    return customer;
  } finally {
    check.release();
  }
}
