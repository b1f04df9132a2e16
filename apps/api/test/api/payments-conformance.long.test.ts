import { runJourneys } from '../conformance/journeys.ts';

/** The journeys that the quick run leaves out (payments-conformance.test.ts). */
await runJourneys([
  'cancelled',
  'abandoned',
  'challenge passed',
  'challenge failed',
  'back in two tabs',
  'webhook lost',
  'webhook instead of the buyer',
  'webhook early',
  'webhook reordered',
  'wrong currency',
  'refund whole',
  'refund in part',
  'provider down',
]);
