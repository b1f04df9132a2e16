import type { RefusalCodeOf } from '@butaca/contract';
import { changeEmail as changeCall, sendEmailChangeCode } from '@butaca/contract/email-change';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import { client } from '../../calls/browser-client.ts';
import { answerWithPasskey } from '../../login/answer-with-passkey.ts';
import type { Problems } from '../../login/use-checked-form.ts';
import { renameUser } from '../../session/store.ts';

export type ChangeField = 'email' | 'password' | 'code';
export type ChangeEmailResult =
  | { readonly status: 'ok' | 'log-in' }
  /** No other code is mailed before `seconds` have passed; the one before may still be valid. */
  | { readonly status: 'paced'; readonly seconds: number }
  | { readonly status: 'fields'; readonly problems: Problems<ChangeField> }
  | { readonly status: 'problem'; readonly problem: 'failed' | 'passkey' | { readonly seconds: number } };

const failed = (): ChangeEmailResult => ({ status: 'problem', problem: 'failed' });
const wait = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number }): ChangeEmailResult => ({
  status: 'problem',
  problem: { seconds: retryAfterSeconds },
});
const wrong =
  (field: ChangeField, reason = 'wrong') =>
  (): ChangeEmailResult => ({ status: 'fields', problems: { [field]: reason } });

const refusals: RefusalTable<RefusalCodeOf<typeof sendEmailChangeCode> | RefusalCodeOf<typeof changeCall>, ChangeEmailResult> = {
  wrong_credentials: wrong('password'),
  wrong_code: wrong('code'),
  passkey_refused: () => ({ status: 'problem', problem: 'passkey' }),
  invalid_input: ({ fields }) => wrong('email', fields.find(({ name }) => name === 'cEmail')?.reason ?? 'invalid')(),
  too_many_attempts: ({ retryAfterSeconds }) => ({ status: 'paced', seconds: retryAfterSeconds }),
  too_many_requests: wait,
  busy: wait,
  not_for_you: failed,
  foreign_page: failed,
  malformed_body: failed,
  body_too_large: failed,
  unsupported_media_type: failed,
};

/** Mails the code to the address, for the password or else a passkey. */
export async function sendCode(email: string, password: string | null): Promise<ChangeEmailResult> {
  const proof = password === null ? await answerWithPasskey() : { password };
  if (proof === null) return { status: 'problem', problem: 'passkey' };
  return resultOf(await client.call(sendEmailChangeCode, { body: { email, ...proof } }));
}

export async function changeEmail(email: string, code: string): Promise<ChangeEmailResult> {
  const outcome = await client.call(changeCall, { body: { email, code } });
  if (outcome.status === 'ok') renameUser({ email: outcome.data.email });
  return resultOf(outcome);
}

function resultOf(
  outcome: Awaited<ReturnType<typeof client.call<typeof sendEmailChangeCode>>> | Awaited<ReturnType<typeof client.call<typeof changeCall>>>,
): ChangeEmailResult {
  if (outcome.status === 'ok') return { status: 'ok' };
  if (outcome.status === 'unauthorised') return { status: 'log-in' };
  return outcome.status === 'refusal' ? lookUpRefusal(refusals, outcome) : failed();
}
