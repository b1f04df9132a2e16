import { type LoginProblem, logIn as logInWith } from '@butaca/browser/log-in.ts';
import type { Credentials } from '@butaca/ui/components/CredentialsForm.tsx';
import { client } from '../calls/browser-client.ts';
import { openSession } from '../session/store.ts';

/** Logs in and opens the session here; the customer's name, or why not. Loaded with the first log-in. */
export async function logIn(
  credentials: Credentials,
  captcha: () => Promise<string | undefined>,
): Promise<{ readonly name: string } | LoginProblem> {
  const result = await logInWith(client, { ...credentials, captcha });
  if ('reason' in result) return result;
  return openSession(result.token, result.user) ? { name: result.user.name } : { reason: 'storage' };
}
