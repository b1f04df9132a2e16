import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashAnswer, HashWork } from './hashing-threads.ts';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 30 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** On Linux a thread has a priority of its own: where cores are short, calls and pages come before hashes. */
const LOWER = 10;
if (process.platform === 'linux') setPriority(0, Math.max(LOWER, getPriority(0)));

const done = ({ password, against }: HashWork): HashAnswer => {
  try {
    return against === undefined ? { hash: hashSync(password, cost) } : { matches: verifySync(against, password) };
  } catch (error) {
    return { fault: String(error) };
  }
};

parentPort?.on('message', (work: HashWork) => parentPort?.postMessage(done(work)));
