import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** From leaving for the provider to coming back. */
const MINUTES = 10;
const STATE = /^([A-Za-z0-9_-]{22})\.(\d{10})\.([A-Za-z0-9_-]{43})$/;

/** A log-in that was started: nothing of it is stored, all of it follows from its state, the browser's key and the server's secret. */
export interface StartedLogIn {
  /** Names it among those that are over. */
  readonly id: string;
  readonly expiresAt: Temporal.Instant;
  readonly state: string;
  readonly nonce: string;
  /** Of the code's challenge (RFC 7636). */
  readonly verifier: string;
}

interface Browser {
  readonly secret: string;
  /** What only this browser knows: its cookie. */
  readonly browserKey: string;
}

export const newBrowserKey = (): string => randomBytes(32).toString('base64url');

/** `<random>.<epoch seconds of its end>.<signature>`; the signature is good in one browser only. */
export function startLogIn({ secret, browserKey }: Browser, now: Temporal.Instant): StartedLogIn {
  const end = Math.floor(now.epochMilliseconds / 1000) + MINUTES * 60;
  const signed = `${randomBytes(16).toString('base64url')}.${end}`;
  return describe({ secret, browserKey }, `${signed}.${derive({ secret, browserKey }, 'state', signed)}`, end);
}

/** Null when this server did not give it to this browser. Whether it has expired is for the database's clock to say. */
export function readState({ secret, browserKey }: Browser, state: string): StartedLogIn | null {
  const [, random, end, signature] = STATE.exec(state) ?? [];
  if (random === undefined || end === undefined || signature === undefined) return null;
  const expected = derive({ secret, browserKey }, 'state', `${random}.${end}`);
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? describe({ secret, browserKey }, state, Number(end)) : null;
}

const describe = (browser: Browser, state: string, endSeconds: number): StartedLogIn => ({
  id: hash('sha256', state, 'base64url'),
  expiresAt: Temporal.Instant.fromEpochMilliseconds(endSeconds * 1000),
  state,
  nonce: derive(browser, 'nonce', state),
  verifier: derive(browser, 'verifier', state),
});

const derive = ({ secret, browserKey }: Browser, purpose: string, text: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['external login', purpose, browserKey, text]))
    .digest('base64url');
