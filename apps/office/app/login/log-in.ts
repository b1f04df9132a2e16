import type { Client } from '@butaca/contract/client';
import { logIn as logInCall } from '@butaca/contract/customers';

export type LoginProblem =
  | { readonly reason: 'wrong_credentials' | 'captcha_failed' | 'not_for_you' | 'storage' | 'no_answer' | 'other' }
  /** When the next try may come, in seconds. */
  | { readonly reason: 'too_many_attempts' | 'busy'; readonly seconds: number };

export interface LogInWorld {
  readonly client: Client;
  readonly captcha: () => Promise<string | undefined>;
  /** Throws what the browser’s storage throws. */
  readonly open: (session: { readonly token: string; readonly name: string }) => void;
  /** Ends a session that is not used. */
  readonly revoke: (token: string) => Promise<unknown>;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Opens the office for an organiser; why not, for everybody else. Who has an account without the right keeps no session. */
export async function logIn({ email, password }: Credentials, { client, captcha, open, revoke }: LogInWorld): Promise<LoginProblem | null> {
  let solved: string | undefined;
  try {
    solved = await captcha();
  } catch {
    return { reason: 'captcha_failed' };
  }
  const outcome = await client.call(logInCall, { body: { email, password, captcha: solved } });
  if (outcome.status === 'ERROR') return { reason: 'no_answer' };
  if (outcome.status === 'refused') return refusal(outcome.failure, outcome.data);
  if (outcome.status !== 'ok') return { reason: 'other' };
  const { token, user } = outcome.data;
  if (user.role !== 'organiser') {
    await revoke(token);
    return { reason: 'not_for_you' };
  }
  try {
    open({ token, name: user.name });
    return null;
  } catch {
    return { reason: 'storage' };
  }
}

function refusal(failure: string | undefined, facts: unknown): LoginProblem {
  switch (failure) {
    case 'captcha_failed':
      return { reason: failure };
    case 'too_many_attempts':
    case 'too_many_requests':
      return { reason: 'too_many_attempts', seconds: secondsIn(facts) };
    case 'busy':
      return { reason: failure, seconds: secondsIn(facts) };
    // What is no address or no password of ours is nobody’s.
    case 'wrong_credentials':
    case 'invalid_input':
      return { reason: 'wrong_credentials' };
    default:
      return { reason: 'other' };
  }
}

const secondsIn = (facts: unknown): number => {
  const { retryAfterSeconds } = (facts ?? {}) as { retryAfterSeconds?: unknown };
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds : 1;
};
