import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { environment, sandboxPorts } from './config.ts';

/** The product as `npm start` runs it, on data that go away with it, and an outside world of its own whose address is known. */
const root = join(import.meta.dirname, '..');
const inbox = sandboxPorts();
const data = environment().DATA_DIR ?? '';

const run = (file: string, more: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [join(root, file)], { env: { ...environment(), ...more }, stdio: ['ignore', 'inherit', 'inherit'] });

const sandbox = run('apps/sandbox/src/main.ts', {
  HOST: '127.0.0.1',
  PORT: String(inbox.page),
  SMTP_PORT: String(inbox.smtp),
  PUBLIC_ORIGIN: `http://localhost:${environment().PORT}`,
});
const product = run('scripts/start.ts', {
  SMTP_URL: `smtp://127.0.0.1:${inbox.smtp}`,
  GATEWAY_URL: `http://127.0.0.1:${inbox.page}/gateway/api/v2`,
  EXTERNAL_LOGIN_ISSUER: `http://localhost:${inbox.page}/id`,
  RECAPTCHA_SCRIPT_URL: `http://localhost:${inbox.page}/recaptcha/api.js`,
  RECAPTCHA_ASSETS_URL: `http://localhost:${inbox.page}/recaptcha/`,
  RECAPTCHA_VERIFY_URL: `http://localhost:${inbox.page}/recaptcha/api/siteverify`,
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => product.kill('SIGTERM'));
product.once('exit', async (code) => {
  sandbox.kill('SIGTERM');
  await rm(data, { recursive: true, force: true });
  process.exit(code ?? 1);
});
