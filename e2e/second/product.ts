import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../scripts/ports.ts';
import { limit } from '../../scripts/test/limits.ts';
import { type BrandJson, brandsWith } from '../brands.ts';
import { environmentOf, noteSandbox } from '../config.ts';
import { test as base, expect } from '../fixtures.ts';

export interface SecondProduct {
  readonly origin: string;
  /** Of its own outside world. */
  readonly sandbox: { readonly page: number; readonly smtp: number };
  /** Ends its server and starts it again on the same data; answers before it is back. */
  readonly restart: () => void;
  /** What commands beside it run with. */
  readonly environment: NodeJS.ProcessEnv;
}

const READY_WITHIN_MS = limit(90_000);

/** Changes what a brand says; the ports are those that its product and its outside world will listen at. */
type BrandChange = (json: BrandJson, at: { readonly port: number; readonly sandbox: number }) => void;

/** The product started once more, with another brand on ports and data of its own, for as long as the worker lives. */
async function start(brand: string, change?: BrandChange) {
  const [port = 0, page = 0, smtp = 0] = await freePorts(3);
  const brands = change && (await brandsWith(brand, (json) => change(json, { port, sandbox: page })));
  const data = await mkdtemp(join(tmpdir(), 'butaca-e2e-'));
  const second = environmentOf({
    PORT: String(port),
    E2E_SANDBOX_PORT: String(page),
    E2E_SMTP_PORT: String(smtp),
    E2E_DATA_DIR: data,
    E2E_BRAND: brand,
    BRANDS_DIRECTORY: brands ?? '',
  });
  const product = spawn(process.execPath, [join(import.meta.dirname, '../product.ts')], {
    env: second,
    // Through the channel it learns that this process has gone, however that came about, and goes as well.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const origin = `http://localhost:${port}`;
  noteSandbox(origin, { page, smtp });
  const isReady = async () => (await fetch(`${origin}/readyz`).catch(() => null))?.ok ?? false;
  const stop = async () => {
    product.kill('SIGTERM');
    await once(product, 'exit');
    if (brands) await rm(brands, { recursive: true, force: true });
  };
  try {
    await expect.poll(isReady, { timeout: READY_WITHIN_MS }).toBe(true);
  } catch (error) {
    // The next test starts one more; this one must not stay beside it.
    await stop();
    throw error;
  }
  const environment = { ...second, DATA_DIR: data, DATABASE_URL: '', BRAND: brand };
  return { origin, sandbox: { page, smtp }, environment, stop, restart: () => void product.kill('SIGUSR2') };
}

/** Journeys through a product of another brand; its browser is at home where the brand is. */
export const journeysOf = (brand: string, change?: BrandChange) =>
  base.extend<object, { secondProduct: SecondProduct }>({
    secondProduct: [
      // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from here, and there are none
      async ({}, use) => {
        const { stop, ...product } = await start(brand, change);
        await use(product);
        await stop();
      },
      { scope: 'worker', timeout: READY_WITHIN_MS + 20_000 },
    ],
    baseURL: ({ secondProduct }, use) => use(secondProduct.origin),
  });
