import { runJourneys } from '../conformance/journeys.ts';

/** What a provider gives back of itself, as its support does on a page of its own (docs/payments.md#given-back-elsewhere). */
await runJourneys([
  'given back whole',
  'given back in part',
  'given back twice',
  'given back before it is known',
  'given back after a refund',
  'given back before a refund',
]);
