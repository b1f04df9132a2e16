import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';

export interface Check {
  readonly commands: readonly (readonly string[])[];
  readonly before?: () => void;
  /** Needs little and shares nothing, so it runs beside others like it. */
  readonly light?: boolean;
}

const node = process.execPath;
const bin = (name: string) => join(import.meta.dirname, '../node_modules/.bin', name);
const vitest = (...projects: string[]) => [bin('vitest'), 'run', ...projects.flatMap((project) => ['--project', project])];

export const checks: Readonly<Record<string, Check>> = {
  format: {
    light: true,
    commands: [
      [bin('biome'), 'format', '.'],
      [node, 'scripts/check-lock.mjs'],
    ],
  },
  lint: { light: true, commands: [[bin('biome'), 'lint', '--error-on-warnings', '.']] },
  types: {
    light: true,
    commands: [
      [bin('react-router'), 'typegen', 'apps/storefront'],
      [bin('tsc'), '--noEmit', '-p', 'tsconfig.json'],
      [bin('tsc'), '--noEmit', '-p', 'tsconfig.web.json'],
    ],
  },
  borders: { light: true, commands: [[node, 'scripts/borders/check.ts']] },
  references: { light: true, commands: [[node, 'scripts/references/check.ts']] },
  unused: { light: true, commands: [[bin('knip')]] },
  unit: { commands: [vitest('unit')] },
  api: { commands: [vitest('api')] },
  house: { commands: [vitest('house')] },
  e2e: {
    before: ensureBrowser,
    commands: [
      [node, 'scripts/build.ts'],
      [bin('playwright'), 'test', '--project', 'phone', '--project', 'desktop'],
    ],
  },
  long: { commands: [vitest('long')] },
  journeys: {
    before: ensureBrowser,
    commands: [
      [node, 'scripts/build.ts'],
      [bin('playwright'), 'test', '--project', 'long'],
    ],
  },
};
