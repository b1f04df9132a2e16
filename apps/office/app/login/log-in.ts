import type { RefusalCodeOf } from '@butaca/contract';
import type { Client } from '@butaca/contract/client';
import { logIn as logInCall } from '@butaca/contract/customers';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';

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
  if (outcome.status === 'refusal') return lookUpRefusal(problems, outcome);
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

const problems: RefusalTable<RefusalCodeOf<typeof logInCall>, LoginProblem> = {
  wrong_credentials: () => ({ reason: 'wrong_credentials' }),
  // No account has an address or a password that breaks the rules for them.
  invalid_input: () => ({ reason: 'wrong_credentials' }),
  captcha_failed: () => ({ reason: 'captcha_failed' }),
  too_many_attempts: ({ retryAfterSeconds }) => ({ reason: 'too_many_attempts', seconds: retryAfterSeconds }),
  too_many_requests: ({ retryAfterSeconds }) => ({ reason: 'too_many_attempts', seconds: retryAfterSeconds }),
  busy: ({ retryAfterSeconds }) => ({ reason: 'busy', seconds: retryAfterSeconds }),
  malformed_body: () => ({ reason: 'other' }),
  body_too_large: () => ({ reason: 'other' }),
  unsupported_media_type: () => ({ reason: 'other' }),
};
