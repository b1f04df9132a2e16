import { askForPasskey } from '@butaca/browser/second-factor.ts';
import type { Outcome } from '@butaca/contract/client';
import type { RefusalCodeOf } from '@butaca/contract/endpoint';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import { addPasskey as addCall, type Passkey, removePasskey as removeCall, startPasskey } from '@butaca/contract/sign-in';
import { client } from '../../calls/browser-client.ts';
import { passkeyIsHere } from '../../login/passkey-offer/offer.ts';
import type { AccountOutcome, AccountProblem } from '../account-outcome.ts';

export type PasskeyProblem = AccountProblem | 'passkey';
type PasskeyEndpoint = typeof addCall | typeof removeCall | typeof startPasskey;
type PasskeyOutcome = AccountOutcome<readonly Passkey[], PasskeyProblem>;

const refusals: RefusalTable<RefusalCodeOf<PasskeyEndpoint>, PasskeyProblem> = {
  passkey_refused: () => 'passkey',
  too_many_entries: () => 'full',
  second_look_needed: () => 'look',
  not_found: () => 'gone',
  not_for_you: () => 'other',
  busy: () => 'busy',
  too_many_requests: () => 'busy',
  invalid_input: () => 'other',
  malformed_address: () => 'other',
  foreign_page: () => 'other',
  malformed_body: () => 'other',
  body_too_large: () => 'other',
  unsupported_media_type: () => 'other',
};

function failed(outcome: Exclude<Outcome<PasskeyEndpoint>, { status: 'ok' }>): PasskeyOutcome {
  if (outcome.status === 'refusal') return { status: 'problem', problem: lookUpRefusal(refusals, outcome) };
  if (outcome.status === 'unauthorised') return { status: 'log-in' };
  return { status: 'problem', problem: outcome.status === 'ERROR' ? 'no_answer' : 'other' };
}

/** Lets the browser make a passkey on this device; null when the person cancelled. */
export async function addPasskey(): Promise<PasskeyOutcome | null> {
  const started = await client.call(startPasskey, {});
  if (started.status !== 'ok') return failed(started);
  const passkey = await askForPasskey('register', started.data.passkeyOptions);
  if (passkey === null) return null;
  const outcome = await client.call(addCall, { body: { passkey, name: deviceName() } });
  if (outcome.status !== 'ok') return failed(outcome);
  passkeyIsHere();
  return { status: 'done', data: outcome.data.passkeys };
}

export async function removePasskey(id: string): Promise<PasskeyOutcome> {
  const outcome = await client.call(removeCall, { params: { id } });
  return outcome.status === 'ok' ? { status: 'done', data: outcome.data.passkeys } : failed(outcome);
}

const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux|X11/, 'Linux'],
] as const;

/** As far as the browser says it: a name to tell passkeys apart by. */
const deviceName = () => systems.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? 'Web';
