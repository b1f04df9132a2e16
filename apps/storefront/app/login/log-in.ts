import { logIn as logInCall } from '@butaca/contract/customers';
import { client } from '../calls/browser-client.ts';
import type { SessionUser } from '../session/rules.ts';
import { openSession } from '../session/store.ts';

export interface LoginProblem {
  readonly reason: 'wrong_credentials' | 'too_many_attempts' | 'busy' | 'captcha_failed' | 'storage' | 'no_answer' | 'other';
  /** When the next try may come, in seconds. */
  readonly seconds?: number;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly captcha: () => Promise<string | undefined>;
}

/** Logs in and opens the session here; the name of the customer, or why not. */
export async function logIn({ email, password, captcha }: Credentials): Promise<{ readonly name: string } | LoginProblem> {
  let token: string | undefined;
  try {
    token = await captcha();
  } catch {
    return { reason: 'captcha_failed' };
  }
  // On the login itself nothing leads to the login again, whatever the status (SE-015).
  const outcome = await client.call(logInCall, { body: { email, password, captcha: token } });
  if (outcome.status === 'ok') return open(outcome.data);
  if (outcome.status === 'ERROR') return { reason: 'no_answer' };
  if (outcome.status !== 'refused') return { reason: 'other' };
  switch (outcome.failure) {
    case 'wrong_credentials':
    case 'captcha_failed':
      return { reason: outcome.failure };
    case 'too_many_attempts':
    case 'too_many_requests':
      return { reason: 'too_many_attempts', seconds: secondsIn(outcome.data) };
    case 'busy':
      return { reason: 'busy', seconds: secondsIn(outcome.data) };
    // What is no address or no password of ours is nobody's.
    case 'invalid_input':
      return { reason: 'wrong_credentials' };
    default:
      return { reason: 'other' };
  }
}

function open({ token, user }: { token: string; user: Omit<SessionUser, 'hasAlias'> & { hasAlias?: boolean | undefined } }) {
  try {
    openSession(token, { ...user, hasAlias: user.hasAlias ?? false });
    return { name: user.name };
  } catch {
    return { reason: 'storage' } as const;
  }
}

const secondsIn = (facts: unknown): number => {
  const { retryAfterSeconds } = (facts ?? {}) as { retryAfterSeconds?: unknown };
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds : 1;
};
