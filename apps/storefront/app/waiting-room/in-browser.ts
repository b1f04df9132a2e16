import { sleep } from '@butaca/browser/poll.ts';
import { serverClock } from '@butaca/browser/server-clock.ts';
import { storageNamed } from '@butaca/browser/stored-texts.ts';
import { readCallSettings } from '../calls/settings.ts';
import { currentSession } from '../session/store.ts';
import { turns } from './turns.ts';
import type { TurnWorld } from './way-in.ts';

export const inBrowser = (): TurnWorld => ({
  settings: readCallSettings(),
  origin: location.origin,
  fetch: (input, init) => fetch(input, init),
  token: () => currentSession()?.token,
  now: serverClock.now,
  wait: sleep,
  storage: storageNamed('localStorage'),
  turns,
});
