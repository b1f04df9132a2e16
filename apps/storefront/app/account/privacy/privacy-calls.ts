import type { RefusalCodeOf } from '@butaca/contract/endpoint';
import type { ErasureObstacle, eraseAccount, getExport, requestExport, sendErasureCode, setMarketing } from '@butaca/contract/privacy';
import { lookUpRefusal, type RefusalIn, type RefusalTable } from '@butaca/contract/refusals';

type PrivacyEndpoint = typeof setMarketing | typeof requestExport | typeof getExport | typeof sendErasureCode | typeof eraseAccount;
type PrivacyRefusal = RefusalCodeOf<PrivacyEndpoint>;

/** Why something was not done; each has a text of its own. */
export type PrivacyProblem =
  | { readonly reason: 'wait'; readonly seconds: number }
  | { readonly reason: 'busy' | 'no_answer' | 'other' | 'wrong_code' }
  | { readonly reason: 'in_use'; readonly obstacles: readonly ErasureObstacle[] };

export type PrivacyOutcome<Data> =
  | { readonly status: 'done'; readonly data: Data }
  | { readonly status: 'log-in' }
  | { readonly status: 'problem'; readonly problem: PrivacyProblem };

const as = (reason: 'busy' | 'other' | 'wrong_code') => (): PrivacyProblem => ({ reason });

const problems: RefusalTable<PrivacyRefusal, PrivacyProblem> = {
  too_many_attempts: ({ retryAfterSeconds }) => ({ reason: 'wait', seconds: retryAfterSeconds }),
  account_in_use: ({ obstacles }) => ({ reason: 'in_use', obstacles }),
  wrong_code: as('wrong_code'),
  invalid_input: as('wrong_code'),
  busy: as('busy'),
  too_many_requests: as('busy'),
  second_look_needed: as('other'),
  not_found: as('other'),
  malformed_address: as('other'),
  foreign_page: as('other'),
  malformed_body: as('other'),
  body_too_large: as('other'),
  unsupported_media_type: as('other'),
};

type CallOutcome<Data> =
  | { readonly status: 'ok'; readonly data: Data }
  | ({ readonly status: 'refusal' } & RefusalIn<PrivacyRefusal>)
  | { readonly status: 'unauthorised' | 'fault' | 'unreadable' | 'ERROR' };

/** What became of a call, in the words of the page. */
export function privacyOutcome<Data>(outcome: CallOutcome<Data>): PrivacyOutcome<Data> {
  if (outcome.status === 'ok') return { status: 'done', data: outcome.data };
  if (outcome.status === 'refusal') return { status: 'problem', problem: lookUpRefusal(problems, outcome) };
  if (outcome.status === 'unauthorised') return { status: 'log-in' };
  return { status: 'problem', problem: { reason: outcome.status === 'ERROR' ? 'no_answer' : 'other' } };
}
