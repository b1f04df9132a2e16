import { runJourneys } from '../conformance/journeys.ts';

/** Those that money is lost by; the others run in the long run, from the same table. */
await runJourneys([
  'approved',
  'declined',
  'answer lost',
  'webhook doubled',
  'webhook forged',
  'wrong amount',
  'approval after expiry',
  'refund lost and repeated',
]);
