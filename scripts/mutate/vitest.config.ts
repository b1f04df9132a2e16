import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.ts';
import { limit } from '../test/limits.ts';

/** A test that hangs because of a mutant is not waited for as long as one on a busy machine. */
const patience = { testTimeout: limit(30_000), hookTimeout: limit(30_000), expect: { poll: { timeout: limit(10_000) } } };

/** The tests that mutants are run against: as they are, with the recording of what they reach where that is asked for. */
export default defineConfig({
  root: process.cwd(),
  test: {
    projects: (config.test?.projects ?? []).flatMap((project) => {
      if (typeof project !== 'object' || !('test' in project) || !['unit', 'api'].includes(String(project.test?.name))) return [];
      return [{ root: process.cwd(), test: { ...project.test, ...patience, setupFiles: [join(import.meta.dirname, 'reach.ts')] } }];
    }),
  },
});
