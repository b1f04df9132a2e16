import type { Brand } from '@butaca/brand';
import { type CaptchaPurpose, Refusal } from '@butaca/contract';
import { z } from 'zod';
import { BoundedWork } from '#http/bounded-work';
import { isOwnMachine, networkOf } from '#http/network';
import type { FactsOf } from '#watch/events';
import type { Watch } from '#watch/watch';
import type { CaptchaAdapter, CaptchaUse, Derive } from './adapter.ts';

export interface RecaptchaSettings {
  readonly secret: string;
  readonly scriptUrl: string;
  /** The folder of what the script loads. */
  readonly assetsUrl: string;
  readonly verifyUrl: string;
}

interface Options extends RecaptchaSettings {
  readonly siteKey: string;
  readonly leastScore: number;
  /** Where tokens have to be made. */
  readonly hostname: string;
}

/** reCAPTCHA's own names take letters and underscores. */
const actions: Readonly<Record<CaptchaPurpose, string>> = {
  'log-in': 'log_in',
  'sign-up': 'sign_up',
  recovery: 'recovery',
  payment: 'payment',
  support: 'support',
};

/** https://developers.google.com/recaptcha/docs/v3#site_verify_response */
const Answer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  challenge_ts: z.iso.datetime({ offset: true }).optional(),
  'error-codes': z.array(z.string()).optional(),
});
type Answer = z.output<typeof Answer>;

/** Errors that no visitor causes. */
const OURS: readonly string[] = ['missing-input-secret', 'invalid-input-secret', 'bad-request'];

const TIMEOUT_MS = 4000;
/** A token is good for two minutes there; the rest is for clocks that differ. */
const VALID_MS = 2 * 60_000;
const CLOCKS_DIFFER_MS = 30_000;
const RETRY_SECONDS = 5;
/** Questions of one network at a time: made-up tokens of one visitor do not fill the queue of all. */
const OF_ONE_NETWORK = 8;

/** The way to reCAPTCHA v3 (C-16). Without its answer nobody passes. */
export class Recaptcha implements CaptchaAdapter {
  readonly asksElsewhere = true;
  readonly #options: Options;
  readonly #derived: Derive;
  readonly #watch: Pick<Watch, 'say'>;
  readonly #calls = new BoundedWork({ atOnce: 32, waiting: 200 });
  readonly #askedBy = new Map<string, number>();

  constructor(options: Options, { derived, watch }: { readonly derived: Derive; readonly watch: Pick<Watch, 'say'> }) {
    this.#options = options;
    this.#derived = derived;
    this.#watch = watch;
  }

  async question(purpose: CaptchaPurpose) {
    const { siteKey, scriptUrl } = this.#options;
    return { challenge: null, recaptcha: { siteKey, script: scriptUrl, action: actions[purpose] } };
  }

  /** The token itself is not kept. */
  keyOf(token: string): string | null {
    return token === '' ? null : this.#derived('token', token);
  }

  async verify(token: string, use: CaptchaUse): Promise<Temporal.Instant | null> {
    const answer = await this.#inTurn(use, () => this.#calls.run(() => this.#ask(token)));
    const wrong = this.#wrongWith(answer, use.purpose);
    if (!wrong) return Temporal.Instant.fromEpochMilliseconds(madeAt(answer) + VALID_MS + CLOCKS_DIFFER_MS);
    this.#watch.say('captcha-refused', { purpose: use.purpose, outcome: wrong });
    return null;
  }

  /** Null when the token holds. */
  #wrongWith(answer: Answer, purpose: CaptchaPurpose): FactsOf<'captcha-refused'>['outcome'] | null {
    const { leastScore, hostname } = this.#options;
    if (!answer.success) return 'token';
    if (answer.action !== actions[purpose]) return 'action';
    if (answer.hostname !== hostname) return 'hostname';
    const age = Date.now() - madeAt(answer);
    // Not a number, when there is no time in the answer.
    if (!(age <= VALID_MS + CLOCKS_DIFFER_MS && age >= -CLOCKS_DIFFER_MS)) return 'age';
    return answer.score !== undefined && answer.score >= leastScore ? null : 'score';
  }

  async #inTurn<Result>(use: CaptchaUse, work: () => Promise<Result>): Promise<Result> {
    if (!('ip' in use) || isOwnMachine(use.ip)) return work();
    const network = networkOf(use.ip);
    const asked = this.#askedBy.get(network) ?? 0;
    if (asked >= OF_ONE_NETWORK) throw new Refusal('too_many_requests', { retryAfterSeconds: 1 });
    this.#askedBy.set(network, asked + 1);
    try {
      return await work();
    } finally {
      const left = (this.#askedBy.get(network) ?? 1) - 1;
      if (left > 0) this.#askedBy.set(network, left);
      else this.#askedBy.delete(network);
    }
  }

  /** Refuses with `busy` when there is no answer to judge by. The visitor's address is not sent. */
  async #ask(token: string): Promise<Answer> {
    const { verifyUrl, secret } = this.#options;
    const body = new URLSearchParams({ secret, response: token });
    let answer: unknown;
    try {
      const response = await fetch(verifyUrl, { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!response.ok) {
        await response.body?.cancel();
        throw this.#down('status');
      }
      answer = await response.json();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw this.#down(error instanceof SyntaxError ? 'no json' : isLate(error) ? 'late' : 'no answer');
    }
    const read = Answer.safeParse(answer);
    if (!read.success) throw this.#down('no json');
    if (read.data['error-codes']?.some((code) => OURS.includes(code))) throw this.#down('our settings');
    return read.data;
  }

  #down(reason: FactsOf<'captcha-provider-down'>['reason']): Refusal {
    this.#watch.say('captcha-provider-down', { reason });
    return new Refusal('busy', { retryAfterSeconds: RETRY_SECONDS });
  }
}

const madeAt = (answer: Answer): number => Date.parse(answer.challenge_ts ?? '');

const isLate = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

/** What the policy of pages with forms has to allow for this brand's captcha: nothing for ALTCHA. */
export function sourcesOfCaptcha(
  { captcha }: Pick<Brand, 'captcha'>,
  config: { readonly captcha: 'on' | 'off'; readonly recaptcha: Pick<RecaptchaSettings, 'scriptUrl' | 'assetsUrl'> },
): { readonly scriptsFrom: readonly string[]; readonly connectTo: readonly string[]; readonly frames: readonly string[] } {
  if (config.captcha === 'off' || captcha.provider === 'altcha') return { scriptsFrom: [], connectTo: [], frames: [] };
  const own = folderOf(config.recaptcha.scriptUrl);
  return { scriptsFrom: [...new Set([own, folderOf(config.recaptcha.assetsUrl)])], connectTo: [own], frames: [own] };
}

/** With a slash at the end: in a policy it stands for everything in it. */
const folderOf = (address: string): string => new URL('.', address).href;
