import { sleep } from '@butaca/browser/poll.ts';
import { createClient } from '@butaca/contract/client';
import { currentSession } from './session.ts';
import { settings } from './settings.ts';

/** The office's client of the API; each screen tells itself how its calls ended. */
export const clientWith = (token: () => string | undefined) =>
  createClient({
    host: settings.hosts.api,
    fetch: (input, init) => fetch(input, init),
    token,
    fingerprint: () => 'office',
    headerNames: settings.headers,
    countryCode: settings.locale.countryCode,
    onTrouble: () => undefined,
    wait: sleep,
  });

export const client = clientWith(() => currentSession()?.token);
