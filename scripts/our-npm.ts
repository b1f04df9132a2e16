import { spawnSync } from 'node:child_process';
import { startedAt } from './lock.mjs';

const LOOK_EVERY_MS = 1000;
const isNpm = (command: string) => /^npm\b|\/npm(-cli\.js)?\b/.test(command);
const isShellOfNpm = (command: string) => /^(\/\S+\/)?(sh|bash|dash) -c\b/.test(command);

/**
 * `npm start` is an npm in a shell in an npm, and a signal to the outer one alone never gets here. When that one is
 * gone, no terminal waits for us any more.
 */
export async function whenOurNpmIsGone(act: () => void): Promise<void> {
  const npm = outermostNpm();
  if (npm === null) return;
  const identity = await startedAt(npm);
  const timer = setInterval(async () => {
    if ((await startedAt(npm)) === identity) return;
    clearInterval(timer);
    act();
  }, LOOK_EVERY_MS).unref();
}

function outermostNpm(): number | null {
  let found: number | null = null;
  for (let pid = process.ppid; pid > 1; pid = parentOf(pid)) {
    const command = commandOf(pid);
    if (isNpm(command)) found = pid;
    else if (!isShellOfNpm(command)) break;
  }
  return found;
}

const parentOf = (pid: number): number => Number(ps(pid, 'ppid='));

const commandOf = (pid: number): string => ps(pid, 'args=');

const ps = (pid: number, column: string) => spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
