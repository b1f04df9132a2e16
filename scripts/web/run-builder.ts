import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { builderEnvironment, StartProblem } from '../config.ts';

export interface BuilderRun {
  /** The name in messages. */
  readonly what: string;
  /** A script for this Node, with its arguments. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** Where everything the builder said goes when it fails. */
  readonly log: string;
}

/** Runs a builder; when it fails, the reason is one line, and the log has the rest. */
export async function runBuilder({ what, command, cwd, log }: BuilderRun): Promise<void> {
  const { failed, said } = await run(command, cwd);
  if (!failed) return;
  await mkdir(dirname(log), { recursive: true, mode: 0o700 });
  await writeFile(log, said, { mode: 0o600 });
  throw new StartProblem(`the ${what} could not be built: ${reasonOf(said)} (log: ${log})`);
}

function run(command: readonly string[], cwd: string): Promise<{ failed: boolean; said: string }> {
  return new Promise((resolve) => {
    const options = { cwd, env: builderEnvironment(), maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      resolve({ failed: error !== null, said: stripVTControlCharacters(`${stdout}\n${stderr}`).trim() });
    });
  });
}

/** The error in the builder's output, with file and line where it names them. */
export function reasonOf(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const ofBundler = lines.map((line) => /^\[(?!plugin\b)[\w:-]+\] (.+)/.exec(line)?.[1]).find(Boolean);
  const place = ofBundler && /^\s*╭─\[ (.+?) \]/m.exec(said)?.[1];
  const ofError = lines.map((line) => /^\w*Error: (.+)/.exec(line)?.[1]).findLast(Boolean);
  return [place, ofBundler ?? ofError ?? lines.at(-1) ?? 'the builder said nothing'].filter(Boolean).join(': ').trim();
}
