import type { RefusalCodeOf } from '@butaca/contract';
import type { Client } from '@butaca/contract/client';
import { logIn as logInCall, type SessionUser } from '@butaca/contract/customers';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';

export interface LoggedIn {
  readonly token: string;
  readonly user: SessionUser;
}

export type LoginProblem =
  | { readonly reason: 'wrong_credentials' | 'captcha_failed' | 'storage' | 'no_answer' | 'foreign_page' | 'other' }
  /** `seconds`: until the next attempt is accepted. */
  | { readonly reason: 'too_many_attempts' | 'busy'; readonly seconds: number };

/** The password was right; a member of staff has a step before them. */
export type StaffStep =
  /** `passkeyOptions`: of `navigator.credentials.get`, for a person with a passkey. */
  | { readonly step: 'factor'; readonly proof: string; readonly passkeyOptions?: string | undefined }
  /** This deployment asks for a second factor, and the person has none yet. */
  | { readonly step: 'enrolment'; readonly proof: string };

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Whether this browser may log in without the password from now on. */
  readonly remember?: boolean;
  readonly captcha: () => Promise<string | undefined>;
}

/** Logs in; what is done with the session is the caller's decision. */
export async function logIn(
  client: Client,
  { email, password, remember, captcha }: Credentials,
): Promise<LoggedIn | StaffStep | LoginProblem> {
  let solved: string | undefined;
  try {
    solved = await captcha();
  } catch {
    return { reason: 'captcha_failed' };
  }
  const outcome = await client.call(logInCall, { body: { email, password, captcha: solved, remember } });
  if (outcome.status === 'ok') return outcome.data;
  if (outcome.status === 'ERROR') return { reason: 'no_answer' };
  // A 401 or a fault is shown on the form: nothing leads from the login to the login again (SE-015).
  return outcome.status === 'refusal' ? lookUpRefusal(problems, outcome) : { reason: 'other' };
}

const problems: RefusalTable<RefusalCodeOf<typeof logInCall>, StaffStep | LoginProblem> = {
  second_factor_needed: (asked) => ({ step: 'factor', ...asked }),
  second_factor_missing: ({ proof }) => ({ step: 'enrolment', proof }),
  wrong_credentials: () => ({ reason: 'wrong_credentials' }),
  // The deployment's customers log in elsewhere.
  not_for_you: () => ({ reason: 'wrong_credentials' }),
  // No account has an address or a password that breaks the rules for them.
  invalid_input: () => ({ reason: 'wrong_credentials' }),
  captcha_failed: () => ({ reason: 'captcha_failed' }),
  too_many_attempts: ({ retryAfterSeconds }) => ({ reason: 'too_many_attempts', seconds: retryAfterSeconds }),
  too_many_requests: ({ retryAfterSeconds }) => ({ reason: 'too_many_attempts', seconds: retryAfterSeconds }),
  busy: ({ retryAfterSeconds }) => ({ reason: 'busy', seconds: retryAfterSeconds }),
  foreign_page: () => ({ reason: 'foreign_page' }),
  malformed_body: () => ({ reason: 'other' }),
  body_too_large: () => ({ reason: 'other' }),
  unsupported_media_type: () => ({ reason: 'other' }),
};
