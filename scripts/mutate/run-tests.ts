import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, glob, mkdir, mkdtemp, readdir, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RunAnswer, RunRequest } from './runner.ts';

const root = join(import.meta.dirname, '../..');

/** Sources are changed in a copy, so that an interrupted run leaves nothing behind. */
export async function copyOfProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-mutate-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  for (const file of files) {
    if (!(await stat(join(root, file)).catch(() => null))) continue;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await copyFile(join(root, file), join(folder, file));
  }
  const installed = join(root, 'node_modules');
  await mkdir(join(folder, 'node_modules/@butaca'), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name === '@butaca')
      for (const ours of await readdir(join(installed, name)))
        await symlink(await workspaceOf(ours), join(folder, 'node_modules', name, ours));
    else if (!name.startsWith('.vite')) await symlink(join(installed, name), join(folder, 'node_modules', name));
  }
  // Packages that a workspace has in a version of its own.
  for await (const own of glob('{apps,packages}/*/node_modules', { cwd: root })) await symlink(join(root, own), join(folder, own));
  return folder;
}

async function workspaceOf(name: string): Promise<string> {
  const isApp = await stat(join(root, 'apps', name)).catch(() => null);
  return `../../${isApp ? 'apps' : 'packages'}/${name}`;
}

/** Vitest in a process of its own, kept between runs: starting it and its PostgreSQL takes longer than most tests. */
export class TestRunner {
  readonly #folder: string;
  #child: ChildProcess | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `timeout` when it takes longer, or when the process dies of what it runs; the next run gets a new one. */
  async run(request: RunRequest, longestMs: number): Promise<RunAnswer | 'timeout'> {
    this.#child ??= fork(join(this.#folder, 'scripts/mutate/runner.ts'), {
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // A group of its own, so that workers in an endless loop end with it.
      detached: true,
    });
    const child = this.#child;
    const over = new AbortController();
    const answered = once(child, 'message', over).then(([answer]) => answer as RunAnswer);
    const died = once(child, 'exit', over).then(() => 'timeout' as const);
    const late = setTimeout(() => this.stop(), longestMs);
    try {
      child.send(request);
      return await Promise.race([answered, died]);
    } finally {
      clearTimeout(late);
      over.abort();
      await Promise.allSettled([answered, died]);
    }
  }

  /** Its PostgreSQL notices that it is gone and ends too. */
  stop(): void {
    if (this.#child?.pid !== undefined && this.#child.exitCode === null) process.kill(-this.#child.pid, 'SIGKILL');
    this.#child = undefined;
  }
}
