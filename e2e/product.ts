import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sandboxWallets } from '../scripts/sandbox-wallets.ts';
import { brandsWith } from './brands.ts';
import { environment, sandboxPorts } from './config.ts';

/** The product as `npm start` runs it, on data that go away with it, and an outside world of its own whose address is known. */
const root = join(import.meta.dirname, '..');
const inbox = sandboxPorts();
const { DATA_DIR: data = '', BRAND: brand, BRANDS_DIRECTORY: givenBrands } = environment();
// All journeys of an hour pay with the same few test cards, each of which the brand's limit would make wait after six declines.
const brands = await brandsWith(
  brand || 'butaca',
  (json) => {
    json.cardTries = { ...json.cardTries, card: { most: 1000, minutes: 60 } };
  },
  givenBrands || undefined,
);

const run = (file: string, more: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [join(root, file)], { env: { ...environment(), ...more }, stdio: ['ignore', 'inherit', 'inherit'] });

const sandbox = run('apps/sandbox/src/main.ts', {
  HOST: '127.0.0.1',
  PORT: String(inbox.page),
  SMTP_PORT: String(inbox.smtp),
  PUBLIC_ORIGIN: `http://localhost:${environment().PORT}`,
});
const settings = {
  BRANDS_DIRECTORY: brands,
  SMTP_URL: `smtp://127.0.0.1:${inbox.smtp}`,
  GATEWAY_URL: `http://127.0.0.1:${inbox.page}/gateway/api/v2`,
  GATEWAY_KEEPS_CARDS: 'on',
  GATEWAY_3DS_ORIGINS: `http://localhost:${inbox.page}`,
  BANCARD_URL: `http://127.0.0.1:${inbox.page}/bancard`,
  ...sandboxWallets(inbox.page),
  ARCA_WSAA_URL: `http://127.0.0.1:${inbox.page}/arca/ws/services/LoginCms`,
  ARCA_WSFE_URL: `http://127.0.0.1:${inbox.page}/arca/wsfev1/service.asmx`,
  CYBERSOURCE_URL: `http://127.0.0.1:${inbox.page}/cybersource/api`,
  CYBERSOURCE_PAGES_URL: `http://localhost:${inbox.page}`,
  CYBERSOURCE_TOKEN_URL: `http://127.0.0.1:${inbox.page}/cybersource/tokens`,
  EXTERNAL_LOGIN_ISSUER: `http://localhost:${inbox.page}/id`,
  NEWSLETTER_URL: `http://127.0.0.1:${inbox.page}/newsletter`,
  NEWSLETTER_KEY: 'sandbox-newsletter-key',
  RECAPTCHA_SCRIPT_URL: `http://localhost:${inbox.page}/recaptcha/api.js`,
  RECAPTCHA_ASSETS_URL: `http://localhost:${inbox.page}/recaptcha/`,
  RECAPTCHA_VERIFY_URL: `http://localhost:${inbox.page}/recaptcha/api/siteverify`,
};
const startProduct = () => {
  const started = run('scripts/start.ts', settings);
  started.once('exit', (code) => void ended(code));
  return started;
};
let product = startProduct();
let isRestarting = false;

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => product.kill('SIGTERM'));
// Of a second product: its journeys are over.
process.once('disconnect', () => product.kill('SIGTERM'));
// On the same data and at the same port, as an operator does it.
process.on('SIGUSR2', () => {
  isRestarting = true;
  product.kill('SIGTERM');
});

async function ended(code: number | null) {
  if (isRestarting) {
    isRestarting = false;
    product = startProduct();
    return;
  }
  sandbox.kill('SIGTERM');
  for (const directory of [data, brands]) await rm(directory, { recursive: true, force: true });
  process.exit(code ?? 1);
}
