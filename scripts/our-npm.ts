import { commandOf, parentOf, startedAt } from './process-identity.ts';

const LOOK_EVERY_MS = 1000;
const isNpm = (command: string) => /^npm\b|\/npm(-cli\.js)?\b/.test(command);
const isShellOfNpm = (command: string) => /^(\/\S+\/)?(sh|bash|dash) -c\b/.test(command);

/**
 * `npm start` is an npm in a shell in an npm, and a signal to the outer one alone never gets here. When that one is
 * gone, nobody waits for us any more.
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
