import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RunAnswer, RunRequest } from './runner.ts';

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
