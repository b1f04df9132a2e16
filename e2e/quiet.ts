import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { mainIsOverFile } from './config.ts';

/** Read the catalogue as the demo has it: what others put on sale meanwhile is on their billboard. */
const MAIN: ReadonlySet<string> = new Set(['phone', 'desktop']);
/** Says when the main journeys of a run are over. */
export default class Quiet implements Reporter {
  readonly #left = new Set<string>();

  onBegin(_config: unknown, suite: Suite): void {
    for (const journey of suite.allTests()) if (isMain(journey)) this.#left.add(journey.id);
    this.#tell();
  }

  onTestEnd(journey: TestCase, { status }: { readonly status: string }): void {
    if (status === 'passed' || status === 'skipped' || journey.results.length > journey.retries) this.#left.delete(journey.id);
    this.#tell();
  }

  onEnd(): void {
    rmSync(mainIsOverFile(), { force: true });
  }

  printsToStdio(): boolean {
    return false;
  }

  #tell(): void {
    if (this.#left.size === 0 && !existsSync(mainIsOverFile())) writeFileSync(mainIsOverFile(), '');
  }
}

const isMain = (journey: TestCase) => MAIN.has(journey.parent.project()?.name ?? '');

/** Journeys that wait for moments put shows on sale that begin within minutes: after the main ones, beside all others. */
export async function mainIsOver(): Promise<void> {
  while (!existsSync(mainIsOverFile())) await sleep(500);
}
