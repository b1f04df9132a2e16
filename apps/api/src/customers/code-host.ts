import { createHmac } from 'node:crypto';
import type { LanguageCode } from '@butaca/brand/languages';
import type { Task } from 'graphile-worker';
import type { Db } from '#db/connect';
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

/** The host that sends the codes of sign-ups in our stead (CA-036). */
export interface CodeHost {
  /** `refused`: it will not take this code, now or later. Whatever else fails is thrown, without the code. */
  send(code: HandedCode): Promise<'taken' | 'refused'>;
}

/** Somebody waits at the form. */
const TIMEOUT_MS = 5000;
/** Of HTTP: it will be another time. */
const ANOTHER_TIME = [408, 425, 429];

/** The call is signed over its whole body (HMAC-SHA256), in which `expiresAt` ends what a repeated call could do. */
export function httpCodeHost({ url, key }: { readonly url: string; readonly key: string }): CodeHost {
  return {
    async send(code) {
      const body = JSON.stringify(code);
      const signature = createHmac('sha256', key).update(body).digest('hex');
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-signature': `sha256=${signature}` },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (response.ok) return 'taken';
      const { status } = response;
      if (status >= 400 && status < 500 && !ANOTHER_TIME.includes(status)) return 'refused';
      throw new Error(`the host of codes answered ${status}`);
    },
  };
}

/** Within half a minute and the time-outs of the calls; after these the code goes by our own mail. */
const MOST_TRIES = 4;

interface CodeHostWorld {
  readonly db: Db;
  readonly secret: string;
  /** Null where the brand has none, any more. */
  readonly host: CodeHost | null;
  readonly watch: Pick<Watch, 'say'>;
}

/** The worker's job that hands a code over; what the host does not take in time is mailed by ourselves, while it is valid. */
export const codeHostTasks = (world: CodeHostWorld): { readonly 'hand-over-code': Task } => ({
  'hand-over-code': (payload, { job }) => handOver(world, { ...(payload as Jobs['hand-over-code']), job }),
});

interface Handing {
  readonly codeId: string;
  readonly job: { readonly id: string; readonly attempts: number };
}

async function handOver({ db, secret, host, watch }: CodeHostWorld, { codeId, job }: Handing): Promise<void> {
  const code = await codeMailOf({ db, secret }, codeId);
  // It was used, replaced by a newer one, or is no longer valid.
  if (!code) return;
  const { id, email, language, expiresAt } = code;
  try {
    if ((await host?.send({ id, email, code: code.code, expiresAt: expiresAt.toString(), language })) === 'taken') return;
  } catch (error) {
    if (job.attempts < MOST_TRIES) throw error;
    watch.say('job-gave-up', { task: 'hand-over-code', jobId: job.id, attempt: job.attempts, error });
  }
  await db.begin((tx) => enqueue(tx, 'mail-code', { codeId }, { key: `mail-code.${codeId}` }));
}
