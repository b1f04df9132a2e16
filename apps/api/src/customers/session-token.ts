import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const VERSION = 'v1';
const TOKEN = /^v1\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

export interface NewToken {
  readonly token: string;
  readonly sessionId: string;
}

/** `v1.<256 random bits>.<signature>`: the signature spares the database forged tokens, the hash keeps the token out of it. */
export function newSessionToken(secret: string): NewToken {
  const random = randomBytes(32).toString('base64url');
  return { token: `${VERSION}.${random}.${signature(secret, random)}`, sessionId: sessionIdOf(random) };
}

/** The session that a token claims, or null when this server did not sign it. */
export function readSessionToken(secret: string, token: string): string | null {
  const [, random, claimed] = TOKEN.exec(token) ?? [];
  if (random === undefined || claimed === undefined) return null;
  return timingSafeEqual(Buffer.from(claimed), Buffer.from(signature(secret, random))) ? sessionIdOf(random) : null;
}

const signature = (secret: string, random: string) =>
  createHmac('sha256', secret).update(`session ${VERSION} ${random}`).digest('base64url');

const sessionIdOf = (random: string) => createHash('sha256').update(random).digest('base64url');
