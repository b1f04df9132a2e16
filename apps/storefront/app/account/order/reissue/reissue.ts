import { ClickKey } from '@butaca/browser/click-key.ts';
import type { Order, RefusalCodeOf, Reissue } from '@butaca/contract';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import { reissueTickets } from '@butaca/contract/reissue';
import { client } from '../../../calls/browser-client.ts';
import { answerWithPasskey } from '../../../login/answer-with-passkey.ts';
import { withholdCodes } from '../kept-orders.ts';

/** Why nothing was issued; `wait` and `often` bring when it may be tried again. */
export type ReissueProblem =
  | { readonly reason: 'failed' | 'passkey' | 'on_paper' | 'none_left' }
  | { readonly reason: 'wait' | 'often'; readonly seconds: number };

export type ReissueResult =
  | { readonly status: 'ok'; readonly reissue: Reissue }
  /** It may have been done. */
  | { readonly status: 'unknown' }
  | { readonly status: 'log-in' }
  | { readonly status: 'unproved' }
  | { readonly status: 'wrong-password' }
  | { readonly status: 'problem'; readonly problem: ReissueProblem };

const problem = (problem: ReissueProblem): ReissueResult => ({ status: 'problem', problem });
const failed = () => problem({ reason: 'failed' });
const wait = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number }) => problem({ reason: 'wait', seconds: retryAfterSeconds });

const refusals: RefusalTable<RefusalCodeOf<typeof reissueTickets>, ReissueResult> = {
  cannot_reissue: ({ obstacle, retryAfterSeconds = 0 }) =>
    obstacle === 'often'
      ? problem({ reason: obstacle, seconds: retryAfterSeconds })
      : problem({ reason: obstacle === 'not_paid' ? 'failed' : obstacle }),
  address_unconfirmed: () => ({ status: 'unproved' }),
  wrong_credentials: () => ({ status: 'wrong-password' }),
  passkey_refused: () => problem({ reason: 'passkey' }),
  too_many_attempts: wait,
  too_many_requests: wait,
  busy: wait,
  key_reused: failed,
  not_found: failed,
  not_for_you: failed,
  invalid_input: failed,
  foreign_page: failed,
  malformed_body: failed,
  malformed_address: failed,
  body_too_large: failed,
  unsupported_media_type: failed,
};

const ANSWER_WITHIN_MS = 20_000;

/** By order, for as long as this page's program runs: a click whose answer was lost is the same one when the dialog is opened again. */
const clicks = new Map<string, ClickKey>();

/** Issues the tickets of an order anew, for the password or else a passkey. */
export async function reissue({ id, reissues = [] }: Order, password: string | null): Promise<ReissueResult> {
  const proof = password === null ? await answerWithPasskey() : { password };
  if (proof === null) return problem({ reason: 'passkey' });
  const click = clicks.get(id) ?? new ClickKey();
  clicks.set(id, click);
  const kept = withholdCodes(id);
  // After another reading that shows tickets issued anew, it is done once more.
  const call = click.keyed(client.call, reissues.length);
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const outcome = await call(reissueTickets, { params: { orderId: id }, body: proof }, { purpose: 'charging', signal });
  if (outcome.status === 'refusal') {
    kept.giveBack();
    return lookUpRefusal(refusals, outcome);
  }
  if (outcome.status === 'unauthorised') return { status: 'log-in' };
  // A reading that was made meanwhile may be from before.
  withholdCodes(id);
  return outcome.status === 'ok' ? { status: 'ok', reissue: outcome.data } : { status: 'unknown' };
}
