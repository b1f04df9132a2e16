import type { RefusalCodeOf } from '@butaca/contract/endpoint';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import { emailProblem } from '@butaca/contract/rules/email';
import { askForAlert, askForOwnAlert } from '@butaca/contract/show-alert';
import { loadClient } from '../../calls/load-client.ts';

export type AskedAlert =
  /** `sent`: a link to confirm is on its way. */
  { readonly key: 'done' | 'sent' | 'wrong' | 'failed' | 'most' | 'gone' } | { readonly key: 'wait'; readonly seconds: number };

/** Asks for an alert about a show: for an address, or with null for the account that is logged in. */
export async function askAlert({ showId, email }: { showId: number; email: string | null }): Promise<AskedAlert> {
  if (email !== null && emailProblem(email) !== null) return { key: 'wrong' };
  const client = await loadClient();
  const params = { showId };
  // Told beside the button, so that a failure opens no dialog and leads nowhere.
  if (email === null) {
    const outcome = await client.call(askForOwnAlert, { params }, { purpose: 'background' });
    if (outcome.status === 'ok') return { key: outcome.data.isConfirmed ? 'done' : 'sent' };
    return outcome.status === 'refusal' ? lookUpRefusal(refusals, outcome) : { key: 'failed' };
  }
  const outcome = await client.call(askForAlert, { params, body: { email } }, { purpose: 'background' });
  if (outcome.status === 'ok') return { key: 'sent' };
  return outcome.status === 'refusal' ? lookUpRefusal(refusals, outcome) : { key: 'failed' };
}

const wait = ({ retryAfterSeconds: seconds }: { retryAfterSeconds: number }): AskedAlert => ({ key: 'wait', seconds });
const failed = (): AskedAlert => ({ key: 'failed' });

const refusals: RefusalTable<RefusalCodeOf<typeof askForAlert> | RefusalCodeOf<typeof askForOwnAlert>, AskedAlert> = {
  too_many_alerts: () => ({ key: 'most' }),
  event_not_available: () => ({ key: 'gone' }),
  not_found: () => ({ key: 'gone' }),
  too_many_attempts: wait,
  too_many_requests: wait,
  busy: wait,
  invalid_input: () => ({ key: 'wrong' }),
  malformed_address: failed,
  foreign_page: failed,
  malformed_body: failed,
  body_too_large: failed,
  unsupported_media_type: failed,
};
