import { type LoginProblem as AnyLoginProblem, type LoggedIn, logIn as logInWith, type StaffStep } from '@butaca/browser/log-in.ts';
import type { Client } from '@butaca/contract/client';
import type { SessionUser } from '@butaca/contract/customers';
import type { Credentials } from '@butaca/ui/components/CredentialsForm.tsx';

export type LoginProblem = AnyLoginProblem | { readonly reason: 'not_for_you' };

/** What is done with a session; each answers false when the browser does not store it. */
export interface Entrances {
  readonly office: (token: string, user: SessionUser) => boolean;
  /** The counter is a screen of the shop, with the shop's session. */
  readonly counter: (token: string, user: SessionUser) => boolean;
  /** Ends a session on the server. */
  readonly revoke: (token: string) => Promise<unknown>;
}

export interface LogInWorld {
  readonly client: Client;
  readonly captcha: () => Promise<string | undefined>;
  readonly entrances: Entrances;
}

/** Lets staff in; null, the step before them, or why not. */
export async function logIn(
  credentials: Credentials,
  { client, captcha, entrances }: LogInWorld,
): Promise<LoginProblem | StaffStep | null> {
  const result = await logInWith(client, { ...credentials, captcha });
  return 'reason' in result || 'step' in result ? result : enter(result, entrances);
}

/** Opens the office for an organiser and the counter for a clerk. An account with another role keeps no session. */
export async function enter({ token, user }: LoggedIn, { office, counter, revoke }: Entrances): Promise<LoginProblem | null> {
  const open = user.role === 'organiser' ? office : user.role === 'box-office' ? counter : null;
  if (open) return open(token, user) ? null : { reason: 'storage' };
  await revoke(token);
  return { reason: 'not_for_you' };
}
