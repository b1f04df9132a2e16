import type {
  addAddress,
  addPhone,
  changeAddress,
  changeCustomer,
  changePhone,
  removeAddress,
  removePhone,
} from '@butaca/contract/account';
import type { Outcome } from '@butaca/contract/client';
import type { RefusalCodeOf } from '@butaca/contract/endpoint';
import { lookUpRefusal, type RefusalIn, type RefusalTable } from '@butaca/contract/refusals';
import type { endOtherSessions, endSession } from '@butaca/contract/sessions';

type AccountEndpoint =
  | typeof changeCustomer
  | typeof addAddress
  | typeof changeAddress
  | typeof removeAddress
  | typeof addPhone
  | typeof changePhone
  | typeof removePhone
  | typeof endSession
  | typeof endOtherSessions;
type AccountRefusal = RefusalCodeOf<AccountEndpoint>;

/** Why a change was not made; each has a text of its own. */
export type AccountProblem = 'busy' | 'full' | 'gone' | 'look' | 'no_answer' | 'other';

export interface FieldRefusal {
  /** As on the wire. */
  readonly name: string;
  readonly reason: string;
}

export type AccountOutcome<Data, Problem = AccountProblem> =
  | { readonly status: 'done'; readonly data: Data }
  | { readonly status: 'fields'; readonly fields: readonly FieldRefusal[] }
  | { readonly status: 'problem'; readonly problem: Problem }
  | { readonly status: 'log-in' };

type Refused = Exclude<AccountOutcome<never>, { status: 'done' }>;

const problem = (reason: AccountProblem) => (): Refused => ({ status: 'problem', problem: reason });

const refusals: RefusalTable<AccountRefusal, Refused> = {
  invalid_input: ({ fields }) => ({ status: 'fields', fields }),
  too_many_entries: problem('full'),
  second_look_needed: problem('look'),
  not_found: problem('gone'),
  busy: problem('busy'),
  too_many_requests: problem('busy'),
  malformed_address: problem('other'),
  foreign_page: problem('other'),
  malformed_body: problem('other'),
  body_too_large: problem('other'),
  unsupported_media_type: problem('other'),
};

type CallOutcome<Data> =
  | { readonly status: 'ok'; readonly data: Data }
  | ({ readonly status: 'refusal' } & RefusalIn<AccountRefusal>)
  | { readonly status: Exclude<Outcome<AccountEndpoint>['status'], 'ok' | 'refusal'> };

/** What became of a change of the account, in the words of its screens. */
export function accountOutcome<Data>(outcome: CallOutcome<Data>): AccountOutcome<Data> {
  if (outcome.status === 'ok') return { status: 'done', data: outcome.data };
  if (outcome.status === 'refusal') return lookUpRefusal(refusals, outcome);
  if (outcome.status === 'unauthorised') return { status: 'log-in' };
  return problem(outcome.status === 'ERROR' ? 'no_answer' : 'other')();
}
