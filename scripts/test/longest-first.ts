import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The longest files of suites whose files run beside each other, the longest first, so that none is left to run alone at the end. Vitest
 * orders files by what they took the last time, and in a fresh clone by their size.
 */
const LONGEST: readonly string[] = [
  'test/rehearsal.long.test.ts',
  'test/storm.long.test.ts',
  'api/keys.test.ts',
  'api/every-call.test.ts',
  'api/demo-starts.test.ts',
  'api/generated-bodies.test.ts',
  'api/waiting-room.test.ts',
  'house/start.test.ts',
  'test/crash.long.test.ts',
  'house/clone.long.test.ts',
  'house/outage.long.test.ts',
  'api/queue-leaders.long.test.ts',
  'test/killed-worker.long.test.ts',
  'house/several-processes.long.test.ts',
  'test/bills.long.test.ts',
  'test/rolling-restart.long.test.ts',
  'house/killed.long.test.ts',
  'api/run-jobs.long.test.ts',
  'house/monitoring.long.test.ts',
];

const placeOf = ({ moduleId }: TestSpecification) => {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`));
  return place === -1 ? LONGEST.length : place;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
