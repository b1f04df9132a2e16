import { Worker } from 'node:worker_threads';

/** What argon2id takes: `memoryCost` in KiB, `timeCost` in passes, `parallelism` in lanes. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Hashes the password at that cost, or compares it with a hash, which has its own. */
export type HashWork = { readonly password: string } & ({ readonly cost: HashCost } | { readonly against: string });

export type HashAnswer = { readonly hash: string } | { readonly matches: boolean } | { readonly fault: string };

/** It runs one native function; V8 fills what it is given before it collects. */
const MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

const idle: Worker[] = [];
/** What each thread is hashing. */
const running = new Map<Worker, PromiseWithResolvers<HashAnswer>>();

/** The argon2id hash of a password, in its own text form. */
export async function hashOf(password: string, cost: HashCost): Promise<string> {
  const answer = await inThread({ password, cost });
  if (!('hash' in answer)) throw new Error('a hash was asked for');
  return answer.hash;
}

export async function compareWithHash(against: string, password: string): Promise<boolean> {
  const answer = await inThread({ password, against });
  if (!('matches' in answer)) throw new Error('a comparison was asked for');
  return answer.matches;
}

/**
 * Hashes in threads of a lower priority (decision 042). The caller bounds how many run at once: each has a thread, which is started when
 * it is first needed and kept. One that ends takes only its own work with it.
 */
async function inThread(work: HashWork): Promise<HashAnswer> {
  const thread = idle.pop() ?? newThread();
  const result = Promise.withResolvers<HashAnswer>();
  running.set(thread, result);
  thread.ref();
  thread.postMessage(work);
  const answer = await result.promise;
  if ('fault' in answer) throw new Error(`a password was not hashed: ${answer.fault}`);
  return answer;
}

function newThread(): Worker {
  const thread = new Worker(new URL('./hashing-thread.ts', import.meta.url), { resourceLimits: MEMORY });
  thread.on('message', (answer: HashAnswer) => {
    const result = running.get(thread);
    running.delete(thread);
    thread.unref();
    idle.push(thread);
    result?.resolve(answer);
  });
  const end = (error: unknown) => {
    running.get(thread)?.reject(error);
    running.delete(thread);
    const place = idle.indexOf(thread);
    if (place >= 0) idle.splice(place, 1);
  };
  thread.on('error', end);
  thread.on('exit', () => end(new Error('a hashing thread ended before its password was hashed')));
  return thread;
}
