import { defineConfig } from 'vitest/config';
import { limit } from './scripts/test/limits.ts';

/** Files share what they import: their worlds are arguments, and reading the server anew for each was a third of the time. */
const shared = {
  isolate: false,
  expect: { poll: { timeout: limit(20_000) } },
} as const;
/** By default one core is left free, of two that is one. */
const onBothCores = { maxWorkers: 2 } as const;
const onDatabase = { globalSetup: 'apps/api/test/postgres.ts', pool: 'forks' as const };
const slow = '**/*.long.test.ts';
/** Of the slow ones those that start no processes. */
const slowCalls = ['apps/api/test/random-buyers.long.test.ts', 'apps/api/test/api/payments-*.long.test.ts'];
/** And those that wait for processes more than they use the machine. The others load it fully, and have it alone. */
const slowProcesses = [
  'scripts/test/house/{killed,metrics,monitoring,outage,several-processes}.long.test.ts',
  'apps/api/test/{bills,crash,killed-worker,rolling-restart}.long.test.ts',
  'apps/api/test/api/{db-connection,queue-leaders,queue-store-crash,run-jobs}.long.test.ts',
];

export default defineConfig({
  test: {
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
          ...onBothCores,
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
          include: ['scripts/test/house/**/*.test.ts'],
          exclude: [slow],
          testTimeout: limit(120_000),
          hookTimeout: limit(120_000),
          ...onBothCores,
        },
      },
      {
        test: {
          name: 'long-calls',
          ...onBothCores,
          include: slowCalls,
          testTimeout: limit(300_000),
          hookTimeout: limit(120_000),
          ...onDatabase,
        },
      },
      {
        test: {
          name: 'long-processes',
          // They wait more than they use the machine: three use one and a half cores.
          maxWorkers: 3,
          include: slowProcesses,
          testTimeout: limit(300_000),
          hookTimeout: limit(120_000),
          ...onDatabase,
        },
      },
      {
        test: {
          name: 'long',
          include: ['{apps,packages,scripts}/**/*.long.test.ts'],
          exclude: ['**/node_modules/**', ...slowCalls, ...slowProcesses],
          testTimeout: limit(300_000),
          hookTimeout: limit(120_000),
          fileParallelism: false,
          ...onDatabase,
        },
      },
    ],
  },
});
