import type { LoginProblem } from '@butaca/browser/log-in.ts';
import { askForPasskey } from '@butaca/browser/second-factor.ts';
import type { Outcome } from '@butaca/contract/client';
import type { RefusalCodeOf } from '@butaca/contract/endpoint';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import {
  askForLink as askForLinkCall,
  forgetDevice,
  logInWithDevice,
  logInWithLink,
  logInWithPasskey,
  startPasskeyLogIn,
} from '@butaca/contract/sign-in';
import { client } from '../calls/browser-client.ts';
import { openSession } from '../session/store.ts';
import { forgetName, rememberName } from './known-person.ts';
import { passkeyIsHere } from './passkey-offer/offer.ts';

export type QuickProblem =
  | LoginProblem
  | { readonly reason: 'device_unknown' | 'passkey_refused' | 'passkey_failed' | 'link_over' | 'link_of_another_browser' };
type Entered = { readonly name: string };
/** `hasClaimed`: what had opened the account before has ended. */
type EnteredByLink = Entered & { readonly hasClaimed: boolean };

type QuickEndpoint =
  | typeof logInWithDevice
  | typeof logInWithLink
  | typeof logInWithPasskey
  | typeof startPasskeyLogIn
  | typeof askForLinkCall;

const problems: RefusalTable<RefusalCodeOf<QuickEndpoint>, QuickProblem> = {
  device_unknown: () => ({ reason: 'device_unknown' }),
  passkey_refused: () => ({ reason: 'passkey_refused' }),
  link_over: () => ({ reason: 'link_over' }),
  link_of_another_browser: () => ({ reason: 'link_of_another_browser' }),
  captcha_failed: () => ({ reason: 'captcha_failed' }),
  too_many_attempts: ({ retryAfterSeconds }) => ({ reason: 'too_many_attempts', seconds: retryAfterSeconds }),
  too_many_requests: ({ retryAfterSeconds }) => ({ reason: 'too_many_attempts', seconds: retryAfterSeconds }),
  busy: ({ retryAfterSeconds }) => ({ reason: 'busy', seconds: retryAfterSeconds }),
  invalid_input: () => ({ reason: 'other' }),
  foreign_page: () => ({ reason: 'foreign_page' }),
  malformed_body: () => ({ reason: 'other' }),
  body_too_large: () => ({ reason: 'other' }),
  unsupported_media_type: () => ({ reason: 'other' }),
};

const problemIn = (outcome: Exclude<Outcome<QuickEndpoint>, { status: 'ok' }>): QuickProblem =>
  outcome.status === 'refusal' ? lookUpRefusal(problems, outcome) : { reason: outcome.status === 'ERROR' ? 'no_answer' : 'other' };

type LogInEndpoint = typeof logInWithDevice | typeof logInWithLink | typeof logInWithPasskey;

function enter(outcome: Outcome<LogInEndpoint>, remember: boolean): Entered | QuickProblem {
  if (outcome.status !== 'ok') return problemIn(outcome);
  const { token, user } = outcome.data;
  if (!openSession(token, user)) return { reason: 'storage' };
  if (remember) rememberName(user.name);
  return { name: user.name };
}

/** By the cookie of a remembered device; where it opens nothing any more, nobody is greeted again. */
export async function logInHere(): Promise<Entered | QuickProblem> {
  const result = enter(await client.call(logInWithDevice, {}), true);
  if ('reason' in result && result.reason === 'device_unknown') forgetName();
  return result;
}

/** "It is not me": the page asks for an account at once, whatever becomes of the call. */
export async function forgetHere(): Promise<void> {
  forgetName();
  await client.ask(forgetDevice, {});
}

/** `autofill`: offered among the suggestions of the address field, until the person picks one; null when nothing was picked. */
export async function logInByPasskey(how: 'use' | 'autofill', remember: () => boolean): Promise<Entered | QuickProblem | null> {
  const started = await client.call(startPasskeyLogIn, {}, how === 'autofill' ? { purpose: 'background' } : {});
  if (started.status !== 'ok') return how === 'autofill' ? null : problemIn(started);
  const passkey = await askForPasskey(how, started.data.passkeyOptions);
  if (passkey === null) return how === 'autofill' ? null : { reason: 'passkey_failed' };
  passkeyIsHere();
  const isRemembered = remember();
  return enter(await client.call(logInWithPasskey, { body: { passkey, remember: isRemembered } }), isRemembered);
}

/** For how many minutes the link that is being mailed will work. */
export async function askForLink(
  email: string,
  captcha: () => Promise<string | undefined>,
): Promise<{ readonly minutes: number } | QuickProblem> {
  let solved: string | undefined;
  try {
    solved = await captcha();
  } catch {
    return { reason: 'captcha_failed' };
  }
  const outcome = await client.call(askForLinkCall, { body: { email, captcha: solved } });
  return outcome.status === 'ok' ? outcome.data : problemIn(outcome);
}

export async function followLink(link: string, remember: boolean): Promise<EnteredByLink | QuickProblem> {
  const outcome = await client.call(logInWithLink, { body: { link, remember } });
  const result = enter(outcome, remember);
  return 'name' in result ? { ...result, hasClaimed: outcome.status === 'ok' && outcome.data.hasClaimed === true } : result;
}
