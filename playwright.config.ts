import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.ts';
import { freePorts } from './scripts/ports.ts';

// The test runner reads this file in every one of its processes: the first one chooses, the others are told.
if (process.env.E2E_PORT === undefined) {
  const [product, sandbox, smtp] = await freePorts(3);
  Object.assign(process.env, { E2E_PORT: product, E2E_SANDBOX_PORT: sandbox, E2E_SMTP_PORT: smtp });
  // Nothing is made here: other tools read this file too, and start nothing.
  process.env.E2E_DATA_DIR = join(tmpdir(), `butaca-e2e-${process.pid}-${product}`);
}
const port = Number(process.env.E2E_PORT);
const origin = `http://localhost:${port}`;

const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const testIgnore = ['long/**', 'variations/**'];
/** Drawing what moves takes an eighth of the run; what moves is looked at by the main journeys. */
const still = { contextOptions: { reducedMotion: 'reduce' } } as const;

/** Journeys in a real browser against the whole product, built as it is shipped, on a database of its own. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Only for a browser that stopped drawing: `watched` in e2e/fixtures.ts fails any other retry at once.
  retries: 1,
  // Twice what the longest journey takes; each expectation in it has a shorter time of its own.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    baseURL: origin,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    launchOptions: findBrowser(),
    // No traces: recording them takes a quarter of the run; `npx playwright test --trace on FILE` makes one.
  },
  // What is the same at any width runs once, on the desktop; `@phone` and `@desktop` are for what only one of them has.
  // `npm test` runs the main journeys; `npm run test:landing` the variations, and what takes longer or lets time pass for everybody.
  projects: [
    { name: 'long', testDir: 'e2e/long', use: { ...desktop, ...still } },
    { name: 'phone', testIgnore, grepInvert: /@once|@desktop/, use: phone },
    { name: 'desktop', testIgnore, grepInvert: /@phone/, use: desktop },
    { name: 'variations-phone', testDir: 'e2e/variations', grepInvert: /@once|@desktop/, use: { ...phone, ...still } },
    { name: 'variations', testDir: 'e2e/variations', grepInvert: /@phone/, use: { ...desktop, ...still } },
  ],
  webServer: {
    command: 'node e2e/product.ts',
    url: `${origin}/readyz`,
    env: { PORT: String(port) },
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
