import type { RefusalCodeOf } from '@butaca/contract';
import { changePassword as changePasswordCall } from '@butaca/contract/passwords';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import { client } from '../../calls/browser-client.ts';
import type { Problems } from '../../login/use-checked-form.ts';

export type ChangeProblem =
  | { readonly reason: 'no_answer' | 'other' }
  /** `seconds`: until the next attempt is accepted. */
  | { readonly reason: 'too_many_attempts' | 'busy'; readonly seconds: number };

type ChangeResult =
  | { readonly status: 'done' }
  | { readonly status: 'log-in' }
  | { readonly status: 'fields'; readonly problems: Problems<'current' | 'password'> }
  | { readonly status: 'problem'; readonly problem: ChangeProblem };

export async function changePassword(body: {
  readonly current: string;
  readonly password: string;
  readonly keptPasskeys: string[];
}): Promise<ChangeResult> {
  const outcome = await client.call(changePasswordCall, { body });
  if (outcome.status === 'ok') return { status: 'done' };
  if (outcome.status === 'unauthorised') return { status: 'log-in' };
  if (outcome.status === 'refusal') return lookUpRefusal(refusals, outcome);
  return problem({ reason: outcome.status === 'ERROR' ? 'no_answer' : 'other' });
}

const problem = (why: ChangeProblem): ChangeResult => ({ status: 'problem', problem: why });
const other = () => problem({ reason: 'other' });
const wrongCurrent = (): ChangeResult => ({ status: 'fields', problems: { current: 'wrong' } });

const refusals: RefusalTable<RefusalCodeOf<typeof changePasswordCall>, ChangeResult> = {
  wrong_credentials: wrongCurrent,
  invalid_input: ({ fields }) => {
    const reason = fields.find(({ name }) => name === 'cClave')?.reason;
    // No password breaks the rules for the current one.
    return reason === undefined ? wrongCurrent() : { status: 'fields', problems: { password: reason } };
  },
  busy: ({ retryAfterSeconds }) => problem({ reason: 'busy', seconds: retryAfterSeconds }),
  too_many_attempts: ({ retryAfterSeconds }) => problem({ reason: 'too_many_attempts', seconds: retryAfterSeconds }),
  too_many_requests: ({ retryAfterSeconds }) => problem({ reason: 'too_many_attempts', seconds: retryAfterSeconds }),
  not_for_you: other,
  foreign_page: other,
  malformed_body: other,
  body_too_large: other,
  unsupported_media_type: other,
};
