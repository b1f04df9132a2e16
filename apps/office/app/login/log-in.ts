import { type LoginProblem as AnyLoginProblem, logIn as logInWith } from '@butaca/browser/log-in.ts';
import type { Client } from '@butaca/contract/client';
import type { SessionUser } from '@butaca/contract/customers';
import type { Credentials } from '@butaca/ui/components/CredentialsForm.tsx';

export type LoginProblem = AnyLoginProblem | { readonly reason: 'not_for_you' };

export interface LogInWorld {
  readonly client: Client;
  readonly captcha: () => Promise<string | undefined>;
  /** False when the browser does not store it. */
  readonly open: (token: string, user: SessionUser) => boolean;
  /** Ends a session on the server. */
  readonly revoke: (token: string) => Promise<unknown>;
}

/** Opens the office for an organiser; null, or why not. An account with another role keeps no session. */
export async function logIn(credentials: Credentials, { client, captcha, open, revoke }: LogInWorld): Promise<LoginProblem | null> {
  const result = await logInWith(client, { ...credentials, captcha });
  if ('reason' in result) return result;
  const { token, user } = result;
  if (user.role !== 'organiser') {
    await revoke(token);
    return { reason: 'not_for_you' };
  }
  return open(token, user) ? null : { reason: 'storage' };
}
