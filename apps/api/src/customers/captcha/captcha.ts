import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Brand } from '@butaca/brand';
import { type CaptchaPurpose, Refusal } from '@butaca/contract';
import type { Db } from '#db/connect';
import { networkOf } from '#http/network';
import type { Watch } from '#watch/watch';
import { findUsedChallenge, useChallenge } from '../queries.ts';
import type { CaptchaAdapter, CaptchaQuestion, CaptchaUse, Derive } from './adapter.ts';
import { Altcha, type AltchaOptions, usualAltcha } from './altcha.ts';
import { Recaptcha, type RecaptchaSettings } from './recaptcha.ts';

/**
 * Forms that one network may send in a while. A stockpile of solved challenges, sent at once, would fill the queue of password checks,
 * which does some sixty a second.
 */
const FORMS = { most: 40, seconds: 10 };

const LOOKS_MS = [0, 100, 400];

const deriveFrom =
  (secret: string): Derive =>
  (...use) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['captcha', ...use]))
      .digest('hex');

export interface CaptchaSettings {
  /** `null` asks for no captcha, outside production only; left out, ALTCHA costs what is usual. */
  readonly captcha?: AltchaOptions | null;
  /** For a brand that names it. */
  readonly recaptcha?: RecaptchaSettings | null;
}

interface AdapterWorld extends CaptchaSettings {
  readonly brand: Brand;
  readonly secret: string;
  readonly publicOrigin: string;
  readonly watch: Pick<Watch, 'say'>;
}

/** The adapter that the brand names (C-16); null where none is asked for. */
export function captchaAdapter({ brand, secret, publicOrigin, captcha, recaptcha, watch }: AdapterWorld): CaptchaAdapter | null {
  if (captcha === null) return null;
  const derived = deriveFrom(secret);
  if (brand.captcha.provider === 'altcha') return new Altcha(captcha ?? usualAltcha, derived);
  if (!brand.captcha.recaptcha || !recaptcha) throw new Error('the brand asks reCAPTCHA, which has no settings');
  return new Recaptcha({ ...recaptcha, ...brand.captcha.recaptcha, hostname: new URL(publicOrigin).hostname }, { derived, watch });
}

/** The captcha of forms (C-16), from either provider: each solved challenge counts once, across all processes. */
export class Captcha {
  readonly #adapter: CaptchaAdapter | null;
  readonly #derived: Derive;

  /** `null` switches the captcha off; the configuration refuses that in production. */
  constructor(secret: string, adapter: CaptchaAdapter | null) {
    this.#derived = deriveFrom(secret);
    this.#adapter = adapter;
  }

  /** `effort` times the usual work for the visitor of a proof of work; for the server each costs the same. */
  async question(purpose: CaptchaPurpose, effort = 1): Promise<CaptchaQuestion> {
    return this.#adapter ? this.#adapter.question(purpose, effort) : { challenge: null };
  }

  /**
   * Refuses a missing, unsolved, forged or expired challenge, one that was used before, unless by the same click, and one more form of
   * a network that has sent too many. Not for transactions: an adapter may ask elsewhere, and is refused with `busy` when it gets no answer.
   */
  async requireSolved(db: Db, token: string | undefined, use: CaptchaUse): Promise<void> {
    const adapter = this.#adapter;
    if (!adapter) return;
    const signature = token === undefined ? null : adapter.keyOf(token);
    if (token === undefined || signature === null) throw new Refusal('captcha_failed');
    const network = 'ip' in use ? this.#derived('network', networkOf(use.ip)) : null;
    const click = 'click' in use ? this.#derived('click', use.click) : null;

    // Who verifies elsewhere knows a token once: its repetition is judged here.
    const before = adapter.asksElsewhere ? await findUsedChallenge(db, signature) : undefined;
    if (before) return requireSameClick(before, click);
    const expiresAt = await adapter.verify(token, use);
    if (!expiresAt) {
      const meanwhile = adapter.asksElsewhere && click !== null ? await usedMeanwhile(db, signature) : undefined;
      return requireSameClick(meanwhile, click);
    }
    if (await useChallenge(db, { signature, expiresAt, network, click }, FORMS)) return;
    const used = await findUsedChallenge(db, signature);
    if (!used) throw new Refusal('too_many_requests', { retryAfterSeconds: FORMS.seconds });
    requireSameClick(used, click);
  }
}

/** Of a button that is pressed twice at once, one press is verified and the other looks for what became of it. */
async function usedMeanwhile(db: Db, signature: string) {
  for (const waitMs of LOOKS_MS) {
    await sleep(waitMs);
    const used = await findUsedChallenge(db, signature);
    if (used) return used;
  }
  return undefined;
}

function requireSameClick(used: { readonly click: string | null } | undefined, click: string | null): void {
  if (!used || click === null || used.click !== click) throw new Refusal('captcha_failed');
}
