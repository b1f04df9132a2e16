import { writeFileSync } from 'node:fs';
import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { unsteadyFile } from './config.ts';
import { plain, waitedFor } from './timed-out.ts';

/** Of some 330 journeys. */
const MOST = 10;

/**
 * Says at the end of a run which journeys passed only at their second attempt, and what the first one waited for; also in the file that
 * `UNSTEADY_FILE` names, for a run of which journeys are a part.
 */
export default class Unsteady implements Reporter {
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  async onEnd(): Promise<{ status: FullResult['status'] } | undefined> {
    const unsteady = this.#suite?.allTests().filter((journey) => journey.outcome() === 'flaky') ?? [];
    if (unsteady.length === 0) return undefined;
    const lines = unsteady.map((journey) => `  ${journey.titlePath().slice(1).join(' › ')}\n    waited for: ${firstWait(journey)}\n`);
    const said = `${unsteady.length} unsteady:\n${lines.join('')}`;
    process.stdout.write(`\n${said}`);
    const file = unsteadyFile();
    if (file) writeFileSync(file, said);
    if (unsteady.length <= MOST) return undefined;
    process.stdout.write(`\nmore than ${MOST} unsteady journeys are no chance\n`);
    return { status: 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }
}

const firstWait = ({ results }: TestCase): string => waitedFor((results[0]?.errors ?? []).map(({ message = '' }) => plain(message)));
