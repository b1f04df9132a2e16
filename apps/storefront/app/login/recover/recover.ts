import type { RefusalCodeOf } from '@butaca/contract';
import {
  askRecoveryCode as askRecoveryCodeCall,
  listRecoveryPasskeys as listRecoveryPasskeysCall,
  recoverPassword as recoverPasswordCall,
} from '@butaca/contract/passwords';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import type { Passkey } from '@butaca/contract/sign-in';
import { client } from '../../calls/browser-client.ts';
import { clearSession, currentSession } from '../../session/store.ts';
import type { Problems } from '../use-checked-form.ts';

type RecoverField = 'email' | 'code' | 'password';

export type RecoverProblem =
  | { readonly reason: 'captcha_failed' | 'no_answer' | 'foreign_page' | 'other' }
  /** `seconds`: until the next attempt is accepted. */
  | { readonly reason: 'too_many_attempts' | 'busy'; readonly seconds: number };

type Refused =
  | { readonly status: 'fields'; readonly problems: Problems<RecoverField> }
  | { readonly status: 'problem'; readonly problem: RecoverProblem };

type TakeCaptcha = () => Promise<string | undefined>;

/** Asks for a code; what it has to be given with, whether an account has the address or not. */
export async function askCode(
  email: string,
  captcha: TakeCaptcha,
): Promise<{ readonly status: 'asked'; readonly requestId: string } | Refused> {
  const solved = await solve(captcha);
  if ('status' in solved) return solved;
  const outcome = await client.call(askRecoveryCodeCall, { body: { email, ...solved } });
  if (outcome.status === 'ok') return { status: 'asked', requestId: outcome.data.requestId };
  return outcome.status === 'refusal' ? lookUpRefusal(refusals, outcome) : failed(outcome.status);
}

interface GivenCode {
  readonly requestId: string;
  readonly code: string;
}

/** The passkeys that end with the recovery unless they are kept. */
export async function listPasskeys(
  body: GivenCode,
): Promise<{ readonly status: 'listed'; readonly passkeys: readonly Passkey[] } | Refused> {
  const outcome = await client.call(listRecoveryPasskeysCall, { body });
  if (outcome.status === 'ok') return { status: 'listed', passkeys: outcome.data.passkeys };
  return outcome.status === 'refusal' ? lookUpRefusal(refusals, outcome) : failed(outcome.status);
}

interface Recovery extends GivenCode {
  readonly email: string;
  readonly password: string;
  readonly keptPasskeys: string[];
}

/** Sets the password; a session of the account that this browser has ends with all others. */
export async function recover({ email, ...body }: Recovery, captcha: TakeCaptcha): Promise<{ readonly status: 'done' } | Refused> {
  const solved = await solve(captcha);
  if ('status' in solved) return solved;
  const outcome = await client.call(recoverPasswordCall, { body: { ...body, ...solved } });
  if (outcome.status === 'ok') {
    if (currentSession()?.user.email === email) clearSession();
    return { status: 'done' };
  }
  return outcome.status === 'refusal' ? lookUpRefusal(refusals, outcome) : failed(outcome.status);
}

/** The captcha's token, or that there is none. */
async function solve(captcha: TakeCaptcha): Promise<{ readonly captcha: string | undefined } | Refused> {
  try {
    return { captcha: await captcha() };
  } catch {
    return problem({ reason: 'captcha_failed' });
  }
}

const problem = (why: RecoverProblem): Refused => ({ status: 'problem', problem: why });
const other = () => problem({ reason: 'other' });
const failed = (status: string) => problem({ reason: status === 'ERROR' ? 'no_answer' : 'other' });

/** The server names fields as they are on the wire. */
const fieldsByWireName: ReadonlyMap<string, RecoverField> = new Map([
  ['cEmail', 'email'],
  ['cCodigo', 'code'],
  ['cClave', 'password'],
]);

const refusals: RefusalTable<
  RefusalCodeOf<typeof askRecoveryCodeCall | typeof listRecoveryPasskeysCall | typeof recoverPasswordCall>,
  Refused
> = {
  wrong_code: () => ({ status: 'fields', problems: { code: 'wrong' } }),
  invalid_input: ({ fields }) => {
    const known = fields.flatMap(({ name, reason }) => {
      const field = fieldsByWireName.get(name);
      return field ? [[field, reason] as const] : [];
    });
    return known.length > 0 ? { status: 'fields', problems: Object.fromEntries(known) } : other();
  },
  captcha_failed: () => problem({ reason: 'captcha_failed' }),
  busy: ({ retryAfterSeconds }) => problem({ reason: 'busy', seconds: retryAfterSeconds }),
  too_many_attempts: ({ retryAfterSeconds }) => problem({ reason: 'too_many_attempts', seconds: retryAfterSeconds }),
  too_many_requests: ({ retryAfterSeconds }) => problem({ reason: 'too_many_attempts', seconds: retryAfterSeconds }),
  foreign_page: () => problem({ reason: 'foreign_page' }),
  malformed_body: other,
  body_too_large: other,
  unsupported_media_type: other,
};
