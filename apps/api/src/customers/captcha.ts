import { createHmac, randomInt } from 'node:crypto';
import { type CaptchaChallenge, Refusal, readCaptcha } from '@butaca/contract';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Db } from '#db/connect';
import { useChallenge } from './queries.ts';

export interface CaptchaOptions {
  /** PBKDF2 rounds of one try. */
  readonly cost: number;
}

/** Some 70 ms on a laptop and 300 ms on a phone, in a worker while the form is filled in. */
export const usualCaptcha: CaptchaOptions = { cost: 2000 };

/** The number of tries of a challenge lies between these, so that no phone gets a very long one. */
const tries = { fewest: 150, most: 300 };
const VALID_MS = 10 * 60 * 1000;

/** ALTCHA proof of work (C-16): a signed challenge, solved once by the visitor's device. */
export class Captcha {
  readonly #options: CaptchaOptions | null;
  readonly #secrets: { hmacSignatureSecret: string; hmacKeySignatureSecret: string };

  /** `null` switches the captcha off; the configuration refuses that in production. */
  constructor(secret: string, options: CaptchaOptions | null) {
    const derived = (use: string) => createHmac('sha256', secret).update(`captcha ${use}`).digest('hex');
    this.#options = options;
    this.#secrets = { hmacSignatureSecret: derived('challenge'), hmacKeySignatureSecret: derived('key') };
  }

  /** `effort` times the usual work for the visitor; for the server each costs the same. */
  async challenge(effort = 1): Promise<CaptchaChallenge | null> {
    if (!this.#options) return null;
    return createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: this.#options.cost,
      counter: randomInt(tries.fewest * effort, tries.most * effort),
      deriveKey,
      expiresAt: new Date(Date.now() + VALID_MS),
      ...this.#secrets,
    }) as Promise<CaptchaChallenge>;
  }

  /** Refuses a missing, unsolved, forged, expired or already used challenge. */
  async requireSolved(db: Db, token: string | undefined): Promise<void> {
    if (!this.#options) return;
    const solved = token === undefined ? null : readCaptcha(token);
    const expiresAt = solved?.challenge.parameters.expiresAt;
    const signature = solved?.challenge.signature;
    if (!solved || expiresAt === undefined || signature === undefined) throw new Refusal('captcha_failed');
    const { verified } = await verifySolution({ ...(solved as Parameters<typeof verifySolution>[0]), deriveKey, ...this.#secrets });
    if (!verified) throw new Refusal('captcha_failed');
    if (!(await useChallenge(db, { signature, expiresAt: Temporal.Instant.fromEpochMilliseconds(expiresAt * 1000) })))
      throw new Refusal('captcha_failed');
  }
}
