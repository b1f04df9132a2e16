import { fork } from 'node:child_process';
import { join } from 'node:path';
import { LONGEST_SHUTDOWN_MS } from '#http/shutdown';
import { type Config, ConfigError, processEnvironment } from '../config.ts';
import { holdSocket } from './held-socket.ts';
import { ProcessSlot } from './process-slot.ts';

/** Behind the three usual ones and the channel. */
const SOCKET_FD = 4;

/**
 * Several processes on one port (decision 015). One that dies is started again; SIGHUP renews them one after another,
 * SIGTERM ends all. Answers when all of them serve; throws when one did not come up.
 */
export async function keepProcesses(config: Config): Promise<void> {
  const { processes, drainSeconds, listenFd } = config;
  // All accept from one socket, which stays open while processes are replaced: connections handed out by this process would hang
  // when their process dies. An inherited socket outlives this process too.
  const held = listenFd === null ? await holdSocket(config) : { fd: () => listenFd };
  if (held.fd() < 0) throw new ConfigError('WEB_CONCURRENCY: on this system processes cannot share a socket');
  const run = (number: number) =>
    fork(join(import.meta.dirname, '../main.ts'), {
      env: processEnvironment(number, SOCKET_FD),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', held.fd()],
    });
  const stopWithinMs = drainSeconds * 1000 + LONGEST_SHUTDOWN_MS;
  const slots = Array.from({ length: processes }, (_, index) => {
    const number = index + 1;
    return new ProcessSlot({ number, run: () => run(number), say, stopWithinMs });
  });
  let stopping = false;

  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    await Promise.all(slots.map((slot) => slot.stop()));
    process.exit(code);
  };
  const renew = async () => {
    for (const slot of slots) if (!stopping) await slot.renew();
    say('all processes are renewed');
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void stop(0));
  const started = Promise.all(slots.map((slot) => slot.start()));
  let renewal: Promise<unknown> = started;
  process.on('SIGHUP', () => {
    renewal = renewal.then(renew).catch((error: Error) => say(`the renewal stopped: ${error.message}`));
  });
  await started.then(
    () => say('all processes serve'),
    () => stop(1),
  );
}

/** Logs in the format of the processes themselves. */
function say(msg: string) {
  process.stderr.write(`${JSON.stringify({ level: 40, time: Date.now(), msg })}\n`);
}
