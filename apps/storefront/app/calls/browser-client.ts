import { sleep } from '@butaca/browser/poll.ts';
import { randomId } from '@butaca/browser/random-id.ts';
import { serverClock } from '@butaca/browser/server-clock.ts';
import { type Client, createClient } from '@butaca/contract/client';
import { openFaultDialog } from '../frame/fault-dialog.ts';
import { askSecondLook } from '../frame/second-look.ts';
import { exitToLogin } from '../session/exit-to-login.ts';
import { currentSession, sessionEnded } from '../session/store.ts';
import { turns } from '../waiting-room/turns.ts';
import { isKeyReused } from './key-reused.ts';
import { readCallSettings } from './settings.ts';

const settings = readCallSettings();

/** A client that reads its token anew for every call. */
export function clientWith(token: () => string | undefined): Client {
  const client = createClient({
    ...settings,
    fetch: (input, init) => fetch(input, init),
    token,
    language: document.documentElement.lang,
    fingerprint,
    onTrouble: ({ outcome, purpose, path }) => {
      if (purpose === 'background') return logFailedCall(outcome.status, path);
      if (outcome.status === 'unauthorised') endSession();
      // A navigation leads there by itself.
      if (purpose !== 'navigation' && outcome.status === 'unauthorised') exitToLogin(false);
      if (purpose === 'page' && outcome.status === 'fault') exitToLogin(true);
      // A payment shows its own texts: "try again" would be wrong advice there (C-01).
      if (outcome.status === 'ERROR' && purpose !== 'charging') openFaultDialog('attention.text');
    },
    secondLook: askSecondLook,
    passFor: turns.passFor,
    // A program that does not arrive leaves the refusal as it is.
    askTurn: (refused) =>
      import('../waiting-room/ask-again.ts').then(
        ({ askAgain }) => askAgain(refused),
        () => false,
      ),
    wait: sleep,
    hear: serverClock.hearAnswer,
  });
  return {
    ...client,
    async call(endpoint, input, options) {
      const outcome = await client.call(endpoint, input, options);
      if (isKeyReused(outcome) && !options?.saysKeyReused) openFaultDialog('attention.key-reused');
      return outcome;
    },
  };
}

function endSession() {
  try {
    sessionEnded();
  } catch {
    // A browser that forbids its storage keeps a token that opens nothing.
  }
}

/** The browser's way to the API. Loaded by the first call, so it is no part of the first visit. */
export const client: Client = clientWith(() => currentSession()?.token);

/** The console's log line; never the token, never what was sent (AN-003). */
function logFailedCall(status: string, path: string) {
  // biome-ignore lint/suspicious/noConsole: the specification asks for a log line, and the browser has no other log
  console.warn(`call ${path}: ${status}`);
}

const KEY = 'butaca.fingerprint';
let inMemory: string | undefined;

/** A random value per browser (CA-003), unrelated to the device. */
export function fingerprint(): string {
  inMemory ??= stored() ?? keep(randomId());
  return inMemory;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(id: string): string {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Without storage it lives as long as the page.
  }
  return id;
}
