import { createHmac } from 'node:crypto';
import type { LanguageCode } from '@butaca/brand/languages';
import type { Task } from 'graphile-worker';
import type { Db } from '#db/connect';
import { JOBS_AT_ONCE } from '#db/connections';
import { enqueue, type Jobs } from '#db/enqueue';
import type { Watch } from '#watch/watch';
import { codeMailOf } from './mail-codes.ts';

/** What the host mails, and until when: it may be told twice of one `id`, and mails it once. */
interface HandedCode {
  readonly id: string;
  readonly email: string;
  /** Digits. */
  readonly code: string;
  readonly expiresAt: string;
  /** Of its reader; null for the brand's. */
  readonly language: LanguageCode | null;
}

/** `late`, `no answer` and `failed`: the host itself is in trouble. `refused`: this code, now and later. */
interface CodeHostAnswer {
  readonly outcome: 'taken' | 'late' | 'no answer' | 'failed' | 'refused';
  /** Of HTTP, where it answered. */
  readonly status?: number;
}

/** The host that sends the codes of sign-ups in our stead (CA-036). */
export interface CodeHost {
  /** Throws nothing. */
  send(code: HandedCode): Promise<CodeHostAnswer>;
}

/** Somebody waits at the form, and a slot of the worker for the answer. */
const TIMEOUT_MS = 3000;
/** Statuses of HTTP below 500 that are not about this code: a wrong key or address of the host, or too many calls. */
const OF_THE_HOST = [401, 403, 404, 408, 425, 429];

/** The call is signed over its whole body (HMAC-SHA256), in which `expiresAt` ends what a repeated call could do. */
export function httpCodeHost({ url, key }: { readonly url: string; readonly key: string }): CodeHost {
  return {
    async send(code) {
      const body = JSON.stringify(code);
      const signature = createHmac('sha256', key).update(body).digest('hex');
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-signature': `sha256=${signature}` },
          body,
          // A redirect is a failure with its status: it would take the code to somewhere else.
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        // The status decides, also where the connection is lost after it.
        await response.body?.cancel().catch(() => {});
        const { ok, status } = response;
        if (ok) return { outcome: 'taken', status };
        const isRefused = status >= 400 && status < 500 && !OF_THE_HOST.includes(status);
        return { outcome: isRefused ? 'refused' : 'failed', status };
      } catch (error) {
        return { outcome: (error as Error).name === 'TimeoutError' ? 'late' : 'no answer' };
      }
    },
  };
}

const LEFT_ALONE_MS = 30_000;
/** Of the worker's slots, so that tickets do not wait behind codes whose host answers, but slowly. */
const MOST_CALLS = JOBS_AT_ONCE / 2;

/**
 * Has few calls under way, and leaves the host alone for half a minute after it failed, then probes it with one call: a silent host
 * occupies one slot of the worker for some seconds in half a minute.
 */
class PatientCaller {
  readonly #host: CodeHost;
  readonly #watch: Pick<Watch, 'say'>;
  readonly #now: () => number;
  #hasFailed = false;
  #calls = 0;
  #leftAloneUntil = Number.NEGATIVE_INFINITY;

  constructor(host: CodeHost, { watch, now = () => performance.now() }: Pick<CodeHostWorld, 'watch' | 'now'>) {
    this.#host = host;
    this.#watch = watch;
    this.#now = now;
  }

  /** False where the host has not taken it, or was not asked. */
  async hand(code: HandedCode): Promise<boolean> {
    if (this.#now() < this.#leftAloneUntil || this.#calls >= MOST_CALLS) return false;
    const isProbe = this.#hasFailed;
    // The other slots do not call meanwhile.
    if (isProbe) this.#leaveAlone();
    this.#calls += 1;
    const { outcome, ...facts } = await this.#host.send(code);
    this.#calls -= 1;
    if (outcome === 'taken' || outcome === 'refused') {
      if (isProbe) this.#trust();
      if (outcome === 'refused') this.#watch.say('code-host-failed', { outcome, ...facts });
      return outcome === 'taken';
    }
    // Calls that were under way when the first one failed say nothing new.
    if (isProbe || !this.#hasFailed) this.#watch.say('code-host-failed', { outcome, ...facts });
    this.#hasFailed = true;
    this.#leaveAlone();
    return false;
  }

  #leaveAlone() {
    this.#leftAloneUntil = this.#now() + LEFT_ALONE_MS;
  }

  #trust() {
    this.#hasFailed = false;
    this.#leftAloneUntil = Number.NEGATIVE_INFINITY;
  }
}

interface CodeHostWorld {
  readonly db: Db;
  readonly secret: string;
  /** Null where the brand has none, any more. */
  readonly host: CodeHost | null;
  readonly watch: Pick<Watch, 'say'>;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/** The worker's job that hands a code over, once; what the host does not take is mailed by ourselves at once, while it is valid. */
export function codeHostTasks({ db, secret, host, ...world }: CodeHostWorld): { readonly 'hand-over-code': Task } {
  const caller = host && new PatientCaller(host, world);
  return {
    'hand-over-code': async (payload) => {
      const { codeId } = payload as Jobs['hand-over-code'];
      const code = await codeMailOf({ db, secret }, codeId);
      // It was used, replaced by a newer one, or is no longer valid.
      if (!code) return;
      const { id, email, language, expiresAt } = code;
      if (await caller?.hand({ id, email, code: code.code, expiresAt: expiresAt.toString(), language })) return;
      await db.begin((tx) => enqueue(tx, 'mail-code', { codeId }, { key: `mail-code.${codeId}` }));
    },
  };
}
