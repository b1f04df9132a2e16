import { defineConfig } from 'vitest/config';
import { limit, sizeOf } from './scripts/test/limits.ts';
import { LongestFirst } from './scripts/test/longest-first.ts';

/** Vitest's own waits a second. */
const patient = { expect: { poll: { timeout: limit(20_000) } } } as const;
/** Files share what they import: their worlds are arguments, and reading the server anew for each was a third of the time. */
const shared = { isolate: false, ...patient } as const;
/** By default one core is left free, of two that is one. */
const onBothCores = { maxWorkers: 2 } as const;
const onDatabase = { globalSetup: 'apps/api/test/postgres.ts', pool: 'forks' as const };
const slow = '**/*.long.test.ts';
/** Of the slow ones those that load the machine fully, apart from the rest; at full size each has the machine alone. */
const slowAndHeavy = ['apps/api/test/{best-places,hostile,rehearsal,storm}.long.test.ts'];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    allowOnly: false,
    // A document or an answer that is missing is drawn by its command, not by a test.
    update: 'none',
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
          ...onBothCores,
          include: [
            'packages/*/test/**/*.test.ts',
            'apps/*/test/rules/**/*.test.ts',
            'apps/sandbox/test/**/*.test.ts',
            'scripts/test/rules/**/*.test.ts',
          ],
          exclude: [slow],
          testTimeout: limit(120_000),
        },
      },
      {
        test: {
          name: 'api',
          ...shared,
          // They wait for PostgreSQL and for each other's processes half of the time.
          maxWorkers: 4,
          include: ['apps/api/test/api/**/*.test.ts'],
          exclude: [slow],
          testTimeout: limit(120_000),
          hookTimeout: limit(120_000),
          ...onDatabase,
        },
      },
      {
        test: {
          name: 'house',
          ...patient,
          include: ['scripts/test/house/**/*.test.ts'],
          exclude: [slow],
          testTimeout: limit(120_000),
          hookTimeout: limit(120_000),
          ...onBothCores,
        },
      },
      {
        test: {
          name: 'long',
          ...patient,
          // Most of them wait for processes.
          maxWorkers: 4,
          include: ['{apps,packages,scripts}/**/*.long.test.ts'],
          exclude: ['**/node_modules/**', ...slowAndHeavy],
          testTimeout: limit(300_000),
          hookTimeout: limit(120_000),
          ...onDatabase,
        },
      },
      {
        test: {
          name: 'long-heavy',
          ...patient,
          include: slowAndHeavy,
          testTimeout: limit(300_000),
          hookTimeout: limit(120_000),
          maxWorkers: sizeOf({ full: 1, short: 2 }),
          ...onDatabase,
        },
      },
    ],
  },
});
