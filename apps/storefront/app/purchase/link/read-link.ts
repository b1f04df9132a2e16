import type { PayLink } from '@butaca/contract';
import { getPayLink } from '@butaca/contract/pay-link';
import { loadClient } from '../../calls/load-client.ts';
import { keptClicks } from './link-code.ts';

/** `gone`: no link of this code; `silent`: no answer. */
export type ReadLink = { readonly status: 'read'; readonly link: PayLink } | { readonly status: 'gone' | 'silent' };

const ANSWER_WITHIN_MS = 10_000;

export async function readLink(code: string): Promise<ReadLink> {
  const client = await loadClient();
  const clicks = keptClicks(code).join(',');
  const outcome = await client.call(
    getPayLink,
    { params: { code }, query: clicks === '' ? {} : { clicks } },
    { purpose: 'charging', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
  );
  if (outcome.status === 'ok') return { status: 'read', link: outcome.data };
  const isGone = outcome.status === 'refusal' && outcome.failure !== 'busy' && outcome.failure !== 'too_many_requests';
  return { status: isGone ? 'gone' : 'silent' };
}
