import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.ts';
import { freePorts } from './scripts/ports.ts';
import { limit } from './scripts/test/limits.ts';

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
const testIgnore = ['served/**', 'second/**', 'long/**', 'variations/**'];
/** Two leave a seventh of both cores idle. */
const workers = 3;
/** Drawing what moves takes an eighth of the run; what moves is looked at by the main journeys. */
const still = { contextOptions: { reducedMotion: 'reduce' } } as const;

/** Journeys in a real browser against the whole product, built as it is shipped, on a database of its own. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  // One more for the journeys that wait.
  workers: 4,
  forbidOnly: true,
  // Only after a time-out: `watched` in e2e/fixtures.ts fails any other retry at once.
  retries: 1,
  // Guards against hanging. An expectation has less than its journey, so that it is the one that says what was waited for.
  timeout: limit(150_000),
  expect: { timeout: limit(30_000) },
  reporter: [['list'], ['./e2e/unsteady.ts'], ['./e2e/quiet.ts']],
  outputDir: 'test-results',
  use: {
    baseURL: origin,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    launchOptions: findBrowser(),
    // Recording one takes a quarter of a run.
    trace: 'on-first-retry',
  },
  // What is the same at any width runs once, on the desktop; `@phone` and `@desktop` are for what only one of them has.
  // `npm test` runs the main journeys; `npm run test:landing` the variations, and what takes longer or lets time pass for everybody.
  projects: [
    // They wait for a moment for most of their time, beside the variations: about a minute each until a sale opens, or a job of the worker.
    { name: 'waits', testDir: 'e2e/variations', grep: /@waits/, workers: 1, use: { ...desktop, ...still } },
    // One after the other, so that each of their products is started once.
    { name: 'second', testDir: 'e2e/second', workers: 1, fullyParallel: false, use: { ...desktop, ...still } },
    // What is read without a browser, and without `watched`: nothing of it is run once more.
    { name: 'served', testDir: 'e2e/served', retries: 0 },
    { name: 'long', workers, testDir: 'e2e/long', use: { ...desktop, ...still } },
    { name: 'phone', workers, testIgnore, grepInvert: /@once|@desktop/, use: phone },
    { name: 'desktop', workers, testIgnore, grepInvert: /@phone/, use: desktop },
    { name: 'variations-phone', workers, testDir: 'e2e/variations', grepInvert: /@once|@desktop/, use: { ...phone, ...still } },
    { name: 'variations', workers, testDir: 'e2e/variations', grepInvert: /@phone|@waits/, use: { ...desktop, ...still } },
  ],
  webServer: {
    command: 'node e2e/product.ts',
    url: `${origin}/readyz`,
    env: { PORT: String(port) },
    reuseExistingServer: false,
    timeout: limit(120_000),
    gracefulShutdown: { signal: 'SIGTERM', timeout: limit(20_000) },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
