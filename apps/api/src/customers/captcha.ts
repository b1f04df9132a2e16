import { createHmac, randomInt } from 'node:crypto';
import { type CaptchaChallenge, type CaptchaPurpose, Refusal, readCaptcha } from '@butaca/contract';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Db } from '#db/connect';
import { networkOf } from '#http/network';
import { findUsedChallenge, useChallenge } from './queries.ts';

export interface CaptchaOptions {
  /** PBKDF2 rounds of one try. */
  readonly cost: number;
}

/** Some 70 ms on a laptop and 300 ms on a phone, in a worker while the form is filled in. */
export const usualCaptcha: CaptchaOptions = { cost: 2000 };

/** The number of tries of a challenge lies between these, so that no phone gets a very long one. */
const tries = { fewest: 150, most: 300 };
/** Long enough for a form that is filled in slowly, too short to solve thousands ahead. */
const VALID_MS = 4 * 60 * 1000;

/**
 * Forms that one network may send in a while. A stockpile of solved challenges, sent at once, would fill the queue of password checks,
 * which does some sixty a second.
 */
const FORMS = { most: 40, seconds: 10 };

/** What a solved challenge is used for. */
type CaptchaUse =
  | { readonly purpose: 'log-in' | 'sign-up' | 'recovery'; readonly ip: string }
  /** Of a purchase, with the idempotency key. */
  | { readonly purpose: 'payment'; readonly click: string };

/** ALTCHA proof of work (C-16): a signed challenge, solved once by the visitor's device. */
export class Captcha {
  readonly #options: CaptchaOptions | null;
  readonly #derived: (...use: readonly string[]) => string;

  /** `null` switches the captcha off; the configuration refuses that in production. */
  constructor(secret: string, options: CaptchaOptions | null) {
    this.#derived = (...use) =>
      createHmac('sha256', secret)
        .update(JSON.stringify(['captcha', ...use]))
        .digest('hex');
    this.#options = options;
  }

  /** Of its own for each purpose, so that a challenge for another one is as good as forged. */
  #secretsFor(purpose: CaptchaPurpose) {
    return { hmacSignatureSecret: this.#derived('challenge', purpose), hmacKeySignatureSecret: this.#derived('key', purpose) };
  }

  /** `effort` times the usual work for the visitor; for the server each costs the same. */
  async challenge(purpose: CaptchaPurpose, effort = 1): Promise<CaptchaChallenge | null> {
    if (!this.#options) return null;
    return createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: this.#options.cost,
      counter: randomInt(tries.fewest * effort, tries.most * effort),
      deriveKey,
      expiresAt: new Date(Date.now() + VALID_MS),
      ...this.#secretsFor(purpose),
    }) as Promise<CaptchaChallenge>;
  }

  /**
   * Refuses a missing, unsolved, forged or expired challenge, one that was used before, unless by the same click, and one more form of
   * a network that has sent too many. A refusal costs two hashes and two statements, and waits for nothing.
   */
  async requireSolved(db: Db, token: string | undefined, use: CaptchaUse): Promise<void> {
    if (!this.#options) return;
    const solved = token === undefined ? null : readCaptcha(token);
    const expiresAt = solved?.challenge.parameters.expiresAt;
    const signature = solved?.challenge.signature;
    if (!solved || expiresAt === undefined || signature === undefined) throw new Refusal('captcha_failed');
    const given = solved as Parameters<typeof verifySolution>[0];
    const { verified } = await verifySolution({ ...given, deriveKey, ...this.#secretsFor(use.purpose) });
    if (!verified) throw new Refusal('captcha_failed');
    const network = 'ip' in use ? this.#derived('network', networkOf(use.ip)) : null;
    const click = 'click' in use ? this.#derived('click', use.click) : null;
    const challenge = { signature, expiresAt: Temporal.Instant.fromEpochMilliseconds(expiresAt * 1000), network, click };
    if (await useChallenge(db, challenge, FORMS)) return;
    const used = await findUsedChallenge(db, signature);
    if (!used) throw new Refusal('too_many_requests', { retryAfterSeconds: FORMS.seconds });
    if (click === null || used.click !== click) throw new Refusal('captcha_failed');
  }
}
