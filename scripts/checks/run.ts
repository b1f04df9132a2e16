import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { StartProblem, toolEnvironment } from '../config.ts';
import type { Check } from './list.ts';

const root = join(import.meta.dirname, '../..');

export interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
}

/** Runs one check; a light one keeps its output until it is done, so that those beside it stay readable. */
export async function run(name: string, { commands, before, light }: Check): Promise<Outcome> {
  const began = performance.now();
  const kept: string[] = [];
  if (!light) console.log(`\n── ${name}`);
  let ok = true;
  try {
    before?.();
    for (const command of commands) ok = ok && (await succeeds(command, light ? kept : null));
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    console.error(error.message);
    ok = false;
  }
  const seconds = (performance.now() - began) / 1000;
  if (light) {
    console.log(`── ${name}: ${ok ? 'ok' : 'failed'}, ${seconds.toFixed(1)} s`);
    if (!ok) process.stdout.write(kept.join(''));
  }
  return { name, ok, seconds };
}

function succeeds([command = '', ...rest]: readonly string[], kept: string[] | null): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, rest, { cwd: root, env: toolEnvironment(), stdio: ['ignore', ...outputs(kept)] });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => kept?.push(String(data)));
    child.once('close', (code) => resolve(code === 0));
    child.once('error', ({ message }) => {
      console.error(message);
      resolve(false);
    });
  });
}

const outputs = (kept: string[] | null): ('pipe' | 'inherit')[] => (kept ? ['pipe', 'pipe'] : ['inherit', 'inherit']);
