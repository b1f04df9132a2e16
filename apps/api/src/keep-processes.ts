import cluster from 'node:cluster';
import type { Config } from './config.ts';
import { ProcessSlot } from './process-slot.ts';

/** Beyond what a process itself waits for. */
const PATIENCE_MS = 40_000;

/**
 * Several processes on one port (decision 015). One that dies is started again; SIGHUP renews them one after another,
 * SIGTERM ends all. Answers when all of them serve; throws when one did not come up.
 */
export async function keepProcesses({ processes, drainSeconds }: Config): Promise<void> {
  const leaveWithinMs = drainSeconds * 1000 + PATIENCE_MS;
  // All accept from one socket, which stays open whoever comes and goes: handing connections out, as is usual, leaves those
  // hanging for ever that were on their way to a process that died.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const slots = Array.from({ length: processes }, (_, index) => new ProcessSlot({ number: index + 1, say, leaveWithinMs }));
  let leaving = false;

  const leave = async (code: number) => {
    if (leaving) return;
    leaving = true;
    await Promise.all(slots.map((slot) => slot.stop()));
    process.exit(code);
  };
  const renew = async () => {
    for (const slot of slots) if (!leaving) await slot.renew();
    say('all processes are renewed');
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void leave(0));
  const started = Promise.all(slots.map((slot) => slot.start()));
  let renewal: Promise<unknown> = started;
  process.on('SIGHUP', () => {
    renewal = renewal.then(renew).catch((error: Error) => say(`the renewal stopped: ${error.message}`));
  });
  await started.then(
    () => say('all processes serve'),
    () => leave(1),
  );
}

/** As the processes themselves write their logs. */
function say(msg: string) {
  process.stderr.write(`${JSON.stringify({ level: 40, time: Date.now(), msg })}\n`);
}
