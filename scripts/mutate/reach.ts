import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, inject } from 'vitest';

/** One for all test files that share a worker. */
const shared = globalThis as { reachSession?: Session };

/** Writes down which functions of the sources a test file calls; does nothing while mutants are run. */
beforeAll(async () => {
  if (inject('reachFolder') === '') return;
  if (!shared.reachSession) {
    shared.reachSession = new Session();
    shared.reachSession.connect();
    await shared.reachSession.post('Profiler.enable');
    await shared.reachSession.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }
  await shared.reachSession.post('Profiler.takePreciseCoverage');
});

afterAll(async () => {
  if (inject('reachFolder') === '' || !shared.reachSession) return;
  const { result } = await shared.reachSession.post('Profiler.takePreciseCoverage');
  const root = `${process.cwd()}/`;
  const reached = result.flatMap(({ url, functions }) => {
    const path = url.replace(/^file:\/\//, '').replace(/\?.*$/, '');
    if (!path.startsWith(root) || path.includes('/node_modules/')) return [];
    return functions
      .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
      .map(({ functionName }) => `${path.slice(root.length)} ${functionName}`);
  });
  const file = expect.getState().testPath ?? '';
  writeFileSync(
    join(inject('reachFolder'), `${basename(file)}.json`),
    JSON.stringify({ file: file.slice(root.length), reached: [...new Set(reached)] }),
  );
});

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where to write what each test file reaches; empty when that is not asked for. */
    reachFolder: string;
  }
}
