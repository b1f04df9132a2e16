import { randomInt } from 'node:crypto';
import { type CaptchaChallenge, type CaptchaPurpose, readCaptcha } from '@butaca/contract';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { CaptchaAdapter, CaptchaUse, Derive } from './adapter.ts';

export interface AltchaOptions {
  /** PBKDF2 rounds of one try. */
  readonly cost: number;
}

/** Some 70 ms on a laptop and 300 ms on a phone, in a worker while the form is filled in. */
export const usualAltcha: AltchaOptions = { cost: 2000 };

/** The number of tries of a challenge lies between these, so that no phone gets a very long one. */
const tries = { fewest: 150, most: 300 };
/** Long enough for a form that is filled in slowly, too short to solve thousands ahead. */
const VALID_MS = 4 * 60 * 1000;

/** ALTCHA proof of work: a signed challenge, solved once by the visitor's device. The server verifies it alone. */
export class Altcha implements CaptchaAdapter {
  readonly asksElsewhere = false;
  readonly #options: AltchaOptions;
  readonly #derived: Derive;

  constructor(options: AltchaOptions, derived: Derive) {
    this.#options = options;
    this.#derived = derived;
  }

  /** Of its own for each purpose, so that a challenge for another one is as good as forged. */
  #secretsFor(purpose: CaptchaPurpose) {
    return { hmacSignatureSecret: this.#derived('challenge', purpose), hmacKeySignatureSecret: this.#derived('key', purpose) };
  }

  async question(purpose: CaptchaPurpose, effort: number) {
    const challenge = (await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: this.#options.cost,
      counter: randomInt(tries.fewest * effort, tries.most * effort),
      deriveKey,
      expiresAt: new Date(Date.now() + VALID_MS),
      ...this.#secretsFor(purpose),
    })) as CaptchaChallenge;
    return { challenge };
  }

  keyOf(token: string): string | null {
    return readCaptcha(token)?.challenge.signature ?? null;
  }

  async verify(token: string, { purpose }: CaptchaUse): Promise<Temporal.Instant | null> {
    const solved = readCaptcha(token);
    const expiresAt = solved?.challenge.parameters.expiresAt;
    if (expiresAt === undefined) return null;
    const given = solved as Parameters<typeof verifySolution>[0];
    const { verified } = await verifySolution({ ...given, deriveKey, ...this.#secretsFor(purpose) });
    return verified ? Temporal.Instant.fromEpochMilliseconds(expiresAt * 1000) : null;
  }
}
