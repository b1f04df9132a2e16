import type { AnswerOf, Outcome, RefusalCodeOf } from '@butaca/contract';
import type { Endpoint } from '@butaca/contract/endpoint';
import { lookUpRefusal, type RefusalIn, type RefusalTable } from '@butaca/contract/refusals';
import { endSession } from './session.ts';

const other = () => 'other' as const;
const busy = () => 'busy' as const;

/** What every act of staff may be refused with; a key that was used already says what to look at. */
export const ofEveryAct = {
  key_reused: () => 'key_reused' as const,
  not_found: () => 'not_found' as const,
  busy,
  too_many_requests: busy,
  not_for_you: other,
  malformed_address: other,
  foreign_page: other,
  malformed_body: other,
  body_too_large: other,
  unsupported_media_type: other,
};

/** The answer of a call, or why there is none, by the table of its refusals. A session that has expired is ended. */
export const resultsBy =
  <Verb extends Endpoint, Problem extends string>(problems: RefusalTable<RefusalCodeOf<Verb>, Problem>) =>
  <E extends Verb>(outcome: Outcome<E>): AnswerOf<E> | Problem | 'no_answer' | 'other' => {
    if (outcome.status === 'ok') return outcome.data as AnswerOf<E>;
    if (outcome.status === 'unauthorised') endSession('over');
    if (outcome.status === 'refusal') return lookUpRefusal(problems, outcome as unknown as RefusalIn<RefusalCodeOf<Verb>>);
    return outcome.status === 'ERROR' ? 'no_answer' : 'other';
  };

/** For queries: throws when there is no answer; a session that has expired, or is no longer an organiser's, is ended. */
export function read<Answer>(outcome: { status: string; data?: unknown; failure?: string }): Answer {
  if (outcome.status === 'ok') return outcome.data as Answer;
  if (outcome.status === 'unauthorised') endSession('over');
  if (outcome.failure === 'not_for_you') endSession('not-for-you');
  throw new Error(outcome.failure ?? outcome.status);
}
