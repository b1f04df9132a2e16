import { collectDefaultMetrics, Registry } from 'prom-client';
import { Distribution, type Reading, Tally } from './numbers.ts';

/** The batches that claims, payments and numbers of a waiting room share a transaction in. */
export type BatchName = 'claims' | 'choices' | 'starts' | 'sales' | 'queue';

const QUICK_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const SLOW_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** How a claim may end: with its places, or by the refusal's name. */
const CLAIM_ENDS = [
  'won',
  'repeated',
  'not_enough_places',
  'places_taken',
  'busy',
  'too_many_places',
  'too_many_purchases',
  'too_many_alerts',
  'crowded_network',
];

/** What a process counts. Everything is a plain number until it is scraped; docs/runbook.md says what to make of it. */
export class Counts {
  readonly claims = new Tally(
    'butaca_claims_total',
    'Claims of places by how they ended',
    ['verdict'],
    CLAIM_ENDS.map((end) => [end]),
  );
  readonly claimsAlone = new Tally('butaca_claims_judged_alone_total', 'Claims that were judged again because their batch broke', []);
  readonly batchSize = new Distribution('butaca_batch_size', 'Requests that shared a batch', ['batch'], SIZES);
  readonly batchSeconds = new Distribution('butaca_batch_seconds', 'Time that a batch took', ['batch'], QUICK_SECONDS);
  readonly queueSeconds = new Distribution(
    'butaca_queue_wait_seconds',
    'Time that a request waited for its batch',
    ['batch'],
    QUICK_SECONDS,
  );
  readonly queueFull = new Tally(
    'butaca_queue_full_total',
    'Requests refused because a second of work was waiting',
    ['batch'],
    [['claims'], ['starts'], ['choices']],
  );
  readonly fallbacks = new Tally(
    'butaca_batch_fallbacks_total',
    'Batches that broke and were repeated in parts',
    ['batch'],
    [['claims'], ['starts'], ['sales']],
  );
  readonly paymentAnswers = new Tally('butaca_payment_answers_total', 'Answers of payment providers to charges, queries and returns', [
    'provider',
    'asked',
    'result',
  ]);
  readonly gatewaySeconds = new Distribution(
    'butaca_gateway_seconds',
    'Time that a provider took to answer',
    ['provider', 'asked'],
    SLOW_SECONDS,
  );
  readonly jobs = new Tally('butaca_jobs_total', 'Jobs of the worker by how they ended', ['task', 'outcome']);
  readonly jobSeconds = new Distribution('butaca_job_seconds', 'Time that a job took', ['task'], SLOW_SECONDS);
  readonly swept = new Tally(
    'butaca_swept_total',
    'Expired purchases ended and places freed by the sweeper',
    ['what'],
    [['purchases'], ['places']],
  );
  readonly pages = new Tally('butaca_pages_total', 'Pages that were not served from memory', ['how'], [['rendered'], ['shed'], ['failed']]);
  readonly renderSeconds = new Distribution('butaca_page_render_seconds', 'Time that rendering a page took', [], QUICK_SECONDS);
  readonly printSeconds = new Distribution(
    'butaca_print_seconds',
    'Time from asking for a document of tickets to having it, waiting for the printer included',
    ['purpose'],
    SLOW_SECONDS,
  );
  readonly statementSeconds = new Distribution(
    'butaca_statement_seconds',
    'Time from asking for a statement to its answer, waiting for a connection included',
    [],
    QUICK_SECONDS,
  );
  readonly events = new Tally(
    'butaca_events_total',
    'What the log was told, lines left out included; the outcome, or the limit that was reached',
    ['event', 'outcome'],
    // At 0 from the start: the night that a ledger first fails its check has to be an increase.
    [['ledger-fault', '']],
  );
  readonly httpSeconds = new Distribution(
    'butaca_http_seconds',
    'Time from the request to the last byte of its answer',
    ['method', 'path', 'code'],
    [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
  );
}

/** The registry of one process; its numbers say which process of a machine they are. */
export function createRegistry(counts: Counts, readings: readonly Reading[], process: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  // The registry asks its metrics for nothing but their name and `get`.
  for (const each of [...Object.values(counts), ...readings]) registry.registerMetric(each as never);
  return registry;
}
