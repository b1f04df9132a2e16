import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { unsteadyFile } from './config.ts';
import { plain, waitedFor } from './timed-out.ts';

/** Of some 330 journeys. */
const MOST = 10;

const MOST_LINES = 12;

/**
 * Says at the end of a run which journeys failed and by what first, where the end of a log is all that is kept; and which passed only at
 * their second attempt, and what the first one waited for, also in the file that `UNSTEADY_FILE` names, for a run of which journeys are a
 * part.
 */
export default class Unsteady implements Reporter {
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  async onEnd(): Promise<{ status: FullResult['status'] } | undefined> {
    const journeys = this.#suite?.allTests() ?? [];
    const failed = journeys.filter((journey) => journey.outcome() === 'unexpected');
    for (const journey of failed) process.stdout.write(`\n  ${titleOf(journey)}\n${firstError(journey)}\n`);
    const unsteady = journeys.filter((journey) => journey.outcome() === 'flaky');
    if (unsteady.length === 0) return undefined;
    const lines = unsteady.map((journey) => `  ${titleOf(journey)}\n    waited for: ${firstWait(journey)}\n`);
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

const titleOf = (journey: TestCase): string => journey.titlePath().slice(1).join(' › ');

const firstError = ({ results }: TestCase): string => {
  const [{ message = '', location } = {}] = results[0]?.errors ?? [];
  const at = location ? `at ${relative(process.cwd(), location.file)}:${location.line}\n` : '';
  return `${plain(message).split('\n').slice(0, MOST_LINES).join('\n')}\n${at}`.replace(/^(?=.)/gm, '    ');
};

const firstWait = ({ results }: TestCase): string => waitedFor((results[0]?.errors ?? []).map(({ message = '' }) => plain(message)));
