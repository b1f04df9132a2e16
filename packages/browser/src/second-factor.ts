import type { RefusalCodeOf } from '@butaca/contract';
import type { Client } from '@butaca/contract/client';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import { giveSecondFactor, type SecondFactors } from '@butaca/contract/second-factor';
import type { LoggedIn } from './log-in.ts';

export type FactorProblem =
  | { readonly reason: 'wrong_code' | 'proof_over' | 'passkey_failed' | 'no_answer' | 'foreign_page' | 'other' }
  /** `seconds`: until the next code is accepted. */
  | { readonly reason: 'too_many_attempts'; readonly seconds: number };

/** What was given, once it was right: a session when it was asked for at the log-in, and the factors of the person. */
export interface FactorGiven {
  readonly session?: LoggedIn | undefined;
  readonly factors: SecondFactors;
}

/** A code of an authenticator app, or a recovery code. */
export const giveCode = (client: Client, proof: string, code: string) => give(client, { proof, code });

/** Lets the browser ask for the passkey. Nothing is sent when the person cancels. */
export async function givePasskey(client: Client, proof: string, options: string): Promise<FactorGiven | FactorProblem> {
  const passkey = await askForPasskey('use', options);
  return passkey === null ? { reason: 'passkey_failed' } : give(client, { proof, passkey });
}

/**
 * What the browser made of the options, as JSON text; null when the person cancelled or the device refused. `autofill` waits for a person
 * who picks a passkey among the suggestions of a field, until the next ceremony takes its place.
 */
export async function askForPasskey(purpose: 'use' | 'autofill' | 'register', options: string): Promise<string | null> {
  const { startAuthentication, startRegistration, browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser');
  try {
    const optionsJSON = JSON.parse(options);
    if (purpose === 'register') return JSON.stringify(await startRegistration({ optionsJSON }));
    const useBrowserAutofill = purpose === 'autofill';
    if (useBrowserAutofill && !(await browserSupportsWebAuthnAutofill())) return null;
    return JSON.stringify(await startAuthentication({ optionsJSON, useBrowserAutofill }));
  } catch {
    return null;
  }
}

async function give(client: Client, body: { proof: string; code?: string; passkey?: string }): Promise<FactorGiven | FactorProblem> {
  const outcome = await client.call(giveSecondFactor, { body });
  if (outcome.status === 'ok') return outcome.data;
  if (outcome.status === 'refusal') return lookUpRefusal(factorProblems, outcome);
  return { reason: outcome.status === 'ERROR' ? 'no_answer' : 'other' };
}

/** Why a code or a passkey was not taken; what sets one up may answer the same. */
export const factorProblems: RefusalTable<RefusalCodeOf<typeof giveSecondFactor>, FactorProblem> = {
  wrong_code: () => ({ reason: 'wrong_code' }),
  // A blank code, or one that is far too long.
  invalid_input: () => ({ reason: 'wrong_code' }),
  proof_over: () => ({ reason: 'proof_over' }),
  too_many_attempts: ({ retryAfterSeconds }) => ({ reason: 'too_many_attempts', seconds: retryAfterSeconds }),
  too_many_requests: ({ retryAfterSeconds }) => ({ reason: 'too_many_attempts', seconds: retryAfterSeconds }),
  busy: () => ({ reason: 'other' }),
  foreign_page: () => ({ reason: 'foreign_page' }),
  malformed_body: () => ({ reason: 'other' }),
  body_too_large: () => ({ reason: 'other' }),
  unsupported_media_type: () => ({ reason: 'other' }),
};
