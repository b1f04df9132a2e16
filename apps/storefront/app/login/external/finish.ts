import type { RefusalCodeOf } from '@butaca/contract';
import { getExternalCustomer, logInExternally } from '@butaca/contract/external-login';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import { client } from '../../calls/browser-client.ts';
import { openSession } from '../../session/store.ts';
import { rememberProvider } from './external-login.ts';

/** Why somebody came back without a session, where there is something to do about it. */
export type PageProblem = 'down' | 'taken' | 'no-email';
/** The others are told by a notice. */
export type ExternalProblem = PageProblem | 'cancelled' | 'failed' | 'storage';

/**
 * Finishes a log-in with what the provider put into the address (C-27). The session is open after `entered`, and after `claimed`, when what
 * had opened the account before has ended.
 */
export async function finishExternalLogin(query: URLSearchParams): Promise<ExternalProblem | 'entered' | 'claimed'> {
  const [code, state, issuer, error] = ['code', 'state', 'iss', 'error'].map((name) => query.get(name));
  if (error) return error === 'access_denied' ? 'cancelled' : /unavailable|server_error/.test(error) ? 'down' : 'failed';
  if (!code || !state) return 'failed';
  const outcome = await client.call(logInExternally, { body: { code, state, issuer: issuer ?? undefined } }, { purpose: 'background' });
  if (outcome.status === 'refusal') return lookUpRefusal(problems, outcome);
  if (outcome.status !== 'ok') return outcome.status === 'ERROR' ? 'down' : 'failed';

  const { token, user, hasClaimed } = outcome.data;
  if (!openSession(token, user)) return 'storage';
  rememberProvider();
  const known = await client.call(getExternalCustomer, {}, { purpose: 'background' });
  if (known.status === 'ok') {
    const { firstName: name, email, hasAlias } = known.data;
    openSession(token, { ...user, name, email, hasAlias });
  }
  return hasClaimed ? 'claimed' : 'entered';
}

const failed = (): ExternalProblem => 'failed';
const down = (): ExternalProblem => 'down';

const problems: RefusalTable<RefusalCodeOf<typeof logInExternally>, ExternalProblem> = {
  email_taken: () => 'taken',
  // The only field that comes from the provider.
  invalid_input: ({ fields }) => (fields.some(({ name }) => name === 'cEmail') ? 'no-email' : 'failed'),
  external_login_down: down,
  busy: down,
  too_many_requests: down,
  too_many_attempts: down,
  external_login_over: failed,
  external_login_refused: failed,
  not_for_you: failed,
  foreign_page: failed,
  malformed_body: failed,
  body_too_large: failed,
  unsupported_media_type: failed,
};
