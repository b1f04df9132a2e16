import { askForPasskey, type FactorProblem, factorProblems } from '@butaca/browser/second-factor.ts';
import type { AnswerOf, Outcome, RefusalCodeOf } from '@butaca/contract';
import { confirmAddress, sendAddressCode } from '@butaca/contract/account';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import {
  confirmEnrolment,
  type FactorKind,
  openSecurity,
  removeFactor,
  renewRecoveryCodes,
  type SecondFactors,
  startEnrolment,
} from '@butaca/contract/second-factor';
import { client, staffClient } from '../client.ts';

export type SecurityProblem =
  | FactorProblem
  | { readonly reason: 'wrong_credentials' | 'not_for_you' | 'last_factor' | 'gone' | 'address_unconfirmed' };

/** The settings are open with this proof, for some minutes. */
export interface OpenSecurity {
  readonly proof: string;
  readonly factors: SecondFactors;
}
export type Enrolled = AnswerOf<typeof confirmEnrolment>;

type AnyCall =
  | typeof openSecurity
  | typeof startEnrolment
  | typeof confirmEnrolment
  | typeof removeFactor
  | typeof renewRecoveryCodes
  | typeof sendAddressCode
  | typeof confirmAddress;

const problems: RefusalTable<Exclude<RefusalCodeOf<AnyCall>, 'second_factor_needed'>, SecurityProblem> = {
  ...factorProblems,
  wrong_credentials: () => ({ reason: 'wrong_credentials' }),
  not_for_you: () => ({ reason: 'not_for_you' }),
  address_unconfirmed: () => ({ reason: 'address_unconfirmed' }),
  last_factor: () => ({ reason: 'last_factor' }),
  not_found: () => ({ reason: 'gone' }),
};

/** With the password; a person who has a factor is asked for it next. */
export async function openWithPassword(
  password: string,
): Promise<
  OpenSecurity | { readonly step: 'factor'; readonly proof: string; readonly passkeyOptions?: string | undefined } | SecurityProblem
> {
  const outcome = await staffClient.call(openSecurity, { body: { password } });
  if (outcome.status === 'refusal' && outcome.failure === 'second_factor_needed') return { step: 'factor', ...outcome.data };
  return outcome.status === 'ok' ? outcome.data : problemOf(outcome as Failed);
}

/** What an authenticator app is set up with: the secret to type, and the address that its QR code holds. */
export interface AppSetup {
  readonly secret: string;
  readonly address: string;
}

export async function startApp(proof: string): Promise<AppSetup | SecurityProblem> {
  const started = await start(proof, 'totp');
  return 'reason' in started ? started : (started.totp ?? { reason: 'other' });
}

export const confirmApp = (proof: string, { name, code }: { name: string; code: string }) => confirm({ proof, name, code });

/** Lets the browser make a passkey, and registers it. */
export async function addPasskey(proof: string, name: string): Promise<Enrolled | SecurityProblem> {
  const started = await start(proof, 'passkey');
  if ('reason' in started) return started;
  const passkey = await askForPasskey('register', started.passkeyOptions ?? '');
  return passkey === null ? { reason: 'passkey_failed' } : confirm({ proof, name, passkey });
}

export async function remove(proof: string, factorId: string): Promise<{ readonly factors: SecondFactors } | SecurityProblem> {
  const outcome = await client.call(removeFactor, { body: { proof, factorId } });
  return outcome.status === 'ok' ? outcome.data : problemOf(outcome);
}

export async function renewCodes(proof: string): Promise<AnswerOf<typeof renewRecoveryCodes> | SecurityProblem> {
  const outcome = await client.call(renewRecoveryCodes, { body: { proof } });
  return outcome.status === 'ok' ? outcome.data : problemOf(outcome);
}

/** Mails the code that confirms one's address, to somebody who is logged in; null once it was sent. */
export async function sendCode(): Promise<SecurityProblem | null> {
  const outcome = await staffClient.call(sendAddressCode, {});
  return outcome.status === 'ok' ? null : problemOf(outcome);
}

/** Null once the address is confirmed. */
export async function confirmByCode(code: string): Promise<SecurityProblem | null> {
  const outcome = await staffClient.call(confirmAddress, { body: { code } });
  return outcome.status === 'ok' ? null : problemOf(outcome);
}

async function start(proof: string, kind: FactorKind): Promise<AnswerOf<typeof startEnrolment> | SecurityProblem> {
  const outcome = await client.call(startEnrolment, { body: { proof, kind } });
  return outcome.status === 'ok' ? outcome.data : problemOf(outcome);
}

async function confirm(body: { proof: string; name: string; code?: string; passkey?: string }): Promise<Enrolled | SecurityProblem> {
  const outcome = await client.call(confirmEnrolment, { body });
  return outcome.status === 'ok' ? outcome.data : problemOf(outcome);
}

type Failed = Exclude<Outcome<AnyCall>, { status: 'ok' } | { failure: 'second_factor_needed' }>;

function problemOf(outcome: Failed): SecurityProblem {
  if (outcome.status === 'refusal') return lookUpRefusal(problems, outcome);
  // A session that is over is no proof any more.
  if (outcome.status === 'unauthorised') return { reason: 'proof_over' };
  return { reason: outcome.status === 'ERROR' ? 'no_answer' : 'other' };
}
