import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { StartProblem } from './config.ts';

interface Check {
  readonly commands: readonly (readonly string[])[];
  readonly before?: () => void;
}

const node = process.execPath;
const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const vitest = (...projects: string[]) => [bin('vitest'), 'run', ...projects.flatMap((project) => ['--project', project])];

const checks: Readonly<Record<string, Check>> = {
  format: {
    commands: [
      [bin('biome'), 'format', '.'],
      [node, 'scripts/check-lock.mjs'],
    ],
  },
  lint: { commands: [[bin('biome'), 'lint', '--error-on-warnings', '.']] },
  types: {
    commands: [
      [bin('react-router'), 'typegen', 'apps/storefront'],
      [bin('tsc'), '--noEmit', '-p', 'tsconfig.json'],
      [bin('tsc'), '--noEmit', '-p', 'tsconfig.web.json'],
    ],
  },
  borders: { commands: [[node, 'scripts/borders/check.ts']] },
  unused: { commands: [[bin('knip')]] },
  unit: { commands: [vitest('unit')] },
  api: { commands: [vitest('api')] },
  house: { commands: [vitest('house')] },
  e2e: {
    commands: [
      [node, 'scripts/build.ts'],
      [bin('playwright'), 'test'],
    ],
    before: ensureBrowser,
  },
  long: { commands: [vitest('long')] },
};

const wanted = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(checks).filter((name) => name !== 'long');
const outcomes: { name: string; ok: boolean; seconds: number }[] = [];
for (const name of wanted) outcomes.push(await run(name));

console.log('');
for (const { name, ok, seconds } of outcomes) console.log(`${ok ? '✓' : '✗'} ${name.padEnd(8)} ${seconds.toFixed(1)} s`);
const failed = outcomes.filter(({ ok }) => !ok).length;
console.log(`\n${outcomes.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function run(name: string) {
  const began = performance.now();
  const check = checks[name];
  if (!check) {
    console.error(`no check is named ${name}; there are ${Object.keys(checks).join(', ')}`);
    process.exit(1);
  }
  console.log(`\n── ${name}`);
  let ok = true;
  try {
    check.before?.();
    for (const command of check.commands) ok = ok && (await succeeds(command));
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    console.error(error.message);
    ok = false;
  }
  return { name, ok, seconds: (performance.now() - began) / 1000 };
}

function succeeds([command = '', ...rest]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, rest, { cwd: root, stdio: 'inherit' });
    child.once('exit', (code) => resolve(code === 0));
    child.once('error', () => resolve(false));
  });
}
