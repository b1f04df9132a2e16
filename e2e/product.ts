import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The product as `npm start` runs it, on data that go away with it. */
const dataDirectory = await mkdtemp(join(tmpdir(), 'butaca-e2e-'));
const product = spawn(process.execPath, [join(import.meta.dirname, '../scripts/start.ts')], {
  env: { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: '', BRAND: '' },
  stdio: ['ignore', 'inherit', 'inherit'],
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => product.kill('SIGTERM'));
product.once('exit', async (code) => {
  await rm(dataDirectory, { recursive: true, force: true });
  process.exit(code ?? 1);
});
