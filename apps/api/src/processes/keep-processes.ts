import { fork } from 'node:child_process';
import { join } from 'node:path';
import { openMetricsPort } from '#http/metrics';
import { LONGEST_SHUTDOWN_MS } from '#http/shutdown';
import { Reading } from '#watch/numbers';
import { createWatch, type Watch } from '#watch/watch';
import { type Config, ConfigError, processEnvironment } from '../config.ts';
import { holdSocket } from './held-socket.ts';
import { ProcessSlot } from './process-slot.ts';
import { mergeExpositions } from './scrape.ts';

/** Behind the three usual ones and the channel. */
const SOCKET_FD = 4;

/**
 * Several processes on one port (decision 015). One that dies is started again; SIGHUP renews them one after another,
 * SIGTERM ends all. Answers when all of them serve; throws when one did not come up.
 */
export async function keepProcesses(config: Config): Promise<void> {
  const { processes, drainSeconds, listenFd, metrics } = config;
  const watch = createWatch({ process: 'keeper', level: config.logLevel, secret: config.secret });
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
    return new ProcessSlot({ number, run: () => run(number), watch, stopWithinMs });
  });
  if (metrics) await openMetricsPort({ ...metrics, scrape: scraperOf(slots, watch) });
  let stopping = false;

  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    await Promise.all(slots.map((slot) => slot.stop()));
    process.exit(code);
  };
  const renew = async () => {
    for (const slot of slots) if (!stopping) await slot.renew();
    watch.say('processes-renewed', {});
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void stop(0));
  const started = Promise.all(slots.map((slot) => slot.start()));
  let renewal: Promise<unknown> = started;
  process.on('SIGHUP', () => {
    renewal = renewal.then(renew).catch((error) => watch.say('renewal-stopped', { error }));
  });
  await started.then(
    () => watch.say('processes-serve', {}),
    () => stop(1),
  );
}

/**
 * The numbers of all processes as one exposition, and of the one that keeps them, which knows whether each of them serves: one
 * address to scrape, however many processes there are and whichever is being replaced (decision 030).
 */
function scraperOf(slots: readonly ProcessSlot[], watch: Watch): () => Promise<string> {
  const answered = new Map<ProcessSlot, boolean>();
  const show = (type: 'gauge' | 'counter', name: string, help: string, read: (slot: ProcessSlot) => number) =>
    watch.show(new Reading(name, help, type, () => slots.map((slot) => ({ value: read(slot), labels: { number: String(slot.number) } }))));
  show('gauge', 'butaca_process_serving', 'Whether this process of the server accepts connections', (slot) => Number(slot.isServing));
  show('gauge', 'butaca_process_answers', 'Whether it answered this scrape within two seconds', (slot) => Number(answered.get(slot)));
  show('counter', 'butaca_process_restarts_total', 'How often it ended and was started again', (slot) => slot.restarts);
  return async () => {
    const texts = await Promise.all(
      slots.map(async (slot) => {
        const text = await slot.scrape();
        answered.set(slot, text !== null);
        return text ?? '';
      }),
    );
    return mergeExpositions([await watch.scrape(), ...texts]);
  };
}
