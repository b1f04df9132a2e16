import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reasonOf, runBuilder } from '../../web/run-builder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-builder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bundlerFailure = `vite building client environment for production...
✗ Build failed in 698ms
Build failed with 1 error:

[UNRESOLVED_IMPORT] Could not resolve './missing.ts' in app/screens.ts
    ╭─[ app/screens.ts:53:8 ]
    │
 53 │ import "./missing.ts";
────╯

    at aggregate (file:///node_modules/bundler/error.mjs:50:18) {
  errors: [Getter/Setter]
}`;

/** What stands in for the bundler: says something and ends with a code. */
const builder = (said: string, code: number) => {
  const script = `process.stdout.write('transforming\\n'); process.stderr.write(${JSON.stringify(said)}); process.exitCode = ${code};`;
  return runBuilder({ what: 'storefront', command: ['--eval', script], cwd: folder, log: join(folder, 'logs/storefront-build.log') });
};

test('a storefront that cannot be built is one line, and the log it names has all of it', async () => {
  const log = join(folder, 'logs/storefront-build.log');
  await expect(builder(`\u001b[31m${bundlerFailure}\u001b[0m`, 1)).rejects.toThrow(
    new Error(`the storefront could not be built: app/screens.ts:53:8: Could not resolve './missing.ts' in app/screens.ts (log: ${log})`),
  );
  expect(await readFile(log, 'utf8')).toBe(`transforming\n\n${bundlerFailure}`);
});

test('a storefront that can be built leaves no log', async () => {
  await builder('a warning', 0);
  await expect(readFile(join(folder, 'logs/storefront-build.log'))).rejects.toThrow('ENOENT');
});

test.each([
  ['Build failed\n[plugin vite:css] /a.css:24:0\nCssSyntaxError: [postcss] /a.css:24:1: Unclosed block\n    at Input', 'Unclosed block'],
  ['Error: Route config is invalid.\n\nError: Failed to load url ./a.ts. Does the file exist?\n    at load', 'Does the file exist?'],
  ['FATAL ERROR: out of memory', 'FATAL ERROR: out of memory'],
  ['', 'the builder said nothing'],
])('other failures are one line as well (%#)', (said, end) => {
  expect(reasonOf(said)).not.toContain('\n');
  expect(reasonOf(said).endsWith(end)).toBe(true);
});
