import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, freePorts } from '../scripts/ports.ts';

const READY_WITHIN_MS = 300_000;

export interface RunningProduct {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** The product of this tree on a free port, with data of its own that go away with it. */
export async function startProduct(environment: NodeJS.ProcessEnv = {}): Promise<RunningProduct> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const product = spawn(process.execPath, [join(import.meta.dirname, '../scripts/start.ts')], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDirectory, DATABASE_URL: '', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => product.once('exit', () => resolve()));
  const stop = async () => {
    product.kill('SIGTERM');
    await ended;
    await rm(dataDirectory, { recursive: true, force: true });
  };
  const until = Date.now() + READY_WITHIN_MS;
  while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) {
    if (product.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error('the product did not start');
    }
    await sleep(100);
  }
  return { origin, stop };
}

/** An outside world of its own, whose gateway the product can be told. */
export async function startSandbox(): Promise<{ origin: string; stop: () => void }> {
  const [port = 0, smtpPort = 0] = await freePorts(2);
  const sandbox = spawn(process.execPath, [join(import.meta.dirname, '../apps/sandbox/src/main.ts')], {
    env: { ...process.env, PORT: String(port), SMTP_PORT: String(smtpPort) },
    stdio: 'ignore',
  });
  return { origin: `http://127.0.0.1:${port}`, stop: () => void sandbox.kill('SIGTERM') };
}
