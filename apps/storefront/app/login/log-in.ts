import type { RefusalCodeOf } from '@butaca/contract';
import { logIn as logInCall } from '@butaca/contract/customers';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
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
  if (outcome.status === 'refusal') return lookUpRefusal(problems, outcome);
  return { reason: 'other' };
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

function open({ token, user }: { token: string; user: Omit<SessionUser, 'hasAlias'> & { hasAlias?: boolean | undefined } }) {
  try {
    openSession(token, { ...user, hasAlias: user.hasAlias ?? false });
    return { name: user.name };
  } catch {
    return { reason: 'storage' } as const;
  }
}
