import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashAnswer, HashWork } from './hashing-threads.ts';

/** On Linux a thread has a priority of its own: where cores are short, calls and pages come before hashes. */
const LOWER = 10;
if (process.platform === 'linux') setPriority(0, Math.max(LOWER, getPriority(0)));

const done = (work: HashWork): HashAnswer => {
  try {
    return 'cost' in work ? { hash: hashSync(work.password, work.cost) } : { matches: verifySync(work.against, work.password) };
  } catch (error) {
    return { fault: String(error) };
  }
};

parentPort?.on('message', (work: HashWork) => parentPort?.postMessage(done(work)));
