import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a challenge may be answered. */
const CHALLENGE_MINUTES = 5;

/** The purpose of one that opens a session, or proves who is here. */
export const LOG_IN = 'log-in';

const TIME_BYTES = 6;
const RANDOM_BYTES = 16;
const HEAD_BYTES = TIME_BYTES + RANDOM_BYTES;
const LENGTH = HEAD_BYTES + 32;

/**
 * Challenges that a passkey signs: `until | 128 random bits | signature`, for one purpose. Nothing is stored until one is answered, so
 * that asking for them fills no table.
 */
export function newChallenge(secret: string, purpose: string, now = Date.now()): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUIntBE(now + CHALLENGE_MINUTES * 60_000, 0, TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(head, TIME_BYTES);
  return Uint8Array.from([...head, ...signature(secret, purpose, head)]);
}

export interface AnsweredChallenge {
  /** What is written down when it is used: a hash. */
  readonly id: string;
  readonly expiresAt: Temporal.Instant;
}

/** A challenge that was made here for this purpose, else null; whether it has expired or was used before is the database's to say. */
export function readChallenge(secret: string, purpose: string, challenge: string): AnsweredChallenge | null {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== LENGTH) return null;
  const head = bytes.subarray(0, HEAD_BYTES);
  if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), signature(secret, purpose, head))) return null;
  return {
    id: hash('sha256', head, 'base64url'),
    expiresAt: Temporal.Instant.fromEpochMilliseconds(head.readUIntBE(0, TIME_BYTES)),
  };
}

const signature = (secret: string, purpose: string, head: Buffer) =>
  createHmac('sha256', secret).update(`passkey challenge ${purpose} `).update(head).digest();
