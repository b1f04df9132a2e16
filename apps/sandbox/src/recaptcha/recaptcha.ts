import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/** Faults that can be switched on. A switch that is left out has its default. */
export const RecaptchaSwitches = z.strictObject({
  /** Of tokens made from now on: 0 surely a machine, 1 surely a person. */
  score: z.number().min(0).max(1).default(0.9),
  /** Everything is answered with a 503. */
  isDown: z.boolean().default(false),
  /** The verification says that tokens were made so long before. */
  olderBySeconds: z.number().min(0).default(0),
});

interface Token {
  readonly action: string;
  readonly hostname: string;
  readonly score: number;
  readonly madeAt: number;
}

const VALID_MS = 2 * 60_000;
const MOST_TOKENS = 10_000;

/** Simulates the documented interface of reCAPTCHA v3: it looks at nobody, and gives everybody the score that is switched on. */
export class Recaptcha {
  readonly secret: string;
  switches = RecaptchaSwitches.parse({});
  readonly #tokens = new Map<string, Token>();

  constructor({ secret = 'sandbox-recaptcha-secret' } = {}) {
    this.secret = secret;
  }

  /** A token for one verification within two minutes. */
  make({ action, hostname }: Pick<Token, 'action' | 'hostname'>): string {
    const token = `simulated-${randomBytes(200).toString('base64url')}`;
    this.#tokens.set(token, { action, hostname, score: this.switches.score, madeAt: Date.now() });
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > MOST_TOKENS && oldest !== undefined) this.#tokens.delete(oldest);
    return token;
  }

  /** What `siteverify` answers. */
  verify({ secret, response }: { readonly secret?: string | undefined; readonly response?: string | undefined }): object {
    const refuse = (code: string) => ({ success: false, 'error-codes': [code] });
    if (!secret) return refuse('missing-input-secret');
    if (secret !== this.secret) return refuse('invalid-input-secret');
    if (!response) return refuse('missing-input-response');
    if (!response.startsWith('simulated-')) return refuse('invalid-input-response');
    const token = this.#tokens.get(response);
    this.#tokens.delete(response);
    if (!token || Date.now() - token.madeAt > VALID_MS) return refuse('timeout-or-duplicate');
    const { action, hostname, score } = token;
    const madeAt = new Date(token.madeAt - this.switches.olderBySeconds * 1000);
    return { success: true, score, action, hostname, challenge_ts: madeAt.toISOString().replace(/\.\d+/, '') };
  }
}
