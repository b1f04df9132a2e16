import { type LoggedIn, type LoginProblem, logIn as logInWith, type StaffStep } from '@butaca/browser/log-in.ts';
import { type FactorProblem, giveCode, givePasskey } from '@butaca/browser/second-factor.ts';
import type { Credentials } from '@butaca/ui/components/CredentialsForm.tsx';
import { client } from '../calls/browser-client.ts';
import { openSession } from '../session/store.ts';
import { rememberName } from './known-person.ts';

/** Logs in and opens the session here; the customer's name, or why not. Loaded with the first log-in. */
export async function logIn(
  credentials: Credentials & { readonly remember: boolean },
  captcha: () => Promise<string | undefined>,
): Promise<{ readonly name: string } | StaffStep | LoginProblem> {
  const result = await logInWith(client, { ...credentials, captcha });
  if ('reason' in result || 'step' in result) return result;
  const opened = open(result);
  if (credentials.remember && result.user.role === 'customer' && 'name' in opened) rememberName(opened.name);
  return opened;
}

/** The second factor of a member of staff who logs in to the shop, where the counter is. */
export async function giveFactor(
  proof: string,
  given: { code: string } | { passkeyOptions: string },
): Promise<{ readonly name: string } | FactorProblem | LoginProblem> {
  const result = await ('code' in given ? giveCode(client, proof, given.code) : givePasskey(client, proof, given.passkeyOptions));
  if ('reason' in result) return result;
  return result.session ? open(result.session) : { reason: 'other' };
}

const open = ({ token, user }: LoggedIn): { readonly name: string } | LoginProblem =>
  openSession(token, user) ? { name: user.name } : { reason: 'storage' };
