import { createHmac } from 'node:crypto';
import { type DestinationStream, type Logger, pino } from 'pino';
import { cleaned, errorFacts } from './cleaned.ts';
import { type Actor, type EventName, type EventSpec, events, type FactsOf } from './events.ts';
import { Counts, createRegistry } from './metrics.ts';
import type { Reading } from './numbers.ts';
import type { Spans } from './spans.ts';

/** Where everybody who works says what happened, and counts it. One per process, handed to whoever works. */
export interface Watch {
  readonly counts: Counts;
  /** Null while nothing is traced, which is the usual. */
  readonly spans: Spans | null;
  /** The log beneath, for the framework's own lines. */
  readonly log: Logger;
  /** Writes one line, and counts it; `by` in events of a call. */
  say<Name extends EventName>(name: Name, facts: FactsOf<Name>, by?: Actor): void;
  /** A keyed hash: lines about the same account or network are found together, and name neither. */
  hashOf(text: string): string;
  /** Adds a number that is kept elsewhere and read at each scrape. */
  show(reading: Reading): void;
  /** All numbers as Prometheus reads them. */
  scrape(): Promise<string>;
}

export interface WatchOptions {
  /** As its lines and numbers name it: `1`, `2`, `worker`. */
  readonly process: string;
  readonly level: string;
  /** The key of hashes. */
  readonly secret: string;
  /** Standard output unless a test listens. */
  readonly destination?: DestinationStream;
  readonly now?: () => number;
  readonly spans?: Spans | null;
}

const MINUTE_MS = 60_000;

/** Says what happened as lines of JSON: level, time, process, event, kind, the facts that the event declares, and a sentence. */
export function createWatch({
  process,
  level,
  secret,
  destination,
  now = performance.now.bind(performance),
  spans = null,
}: WatchOptions): Watch {
  const counts = new Counts();
  const options = { level, base: { process }, redact: ['req.headers.authorization'], serializers: { err: errorFacts, error: errorFacts } };
  const log = destination ? pino(options, destination) : pino(options);
  const limits = new Map<string, Limit>();
  const readings: Reading[] = [];
  let registry: ReturnType<typeof createRegistry> | undefined;

  return {
    counts,
    spans,
    log,
    say(name, facts, by) {
      const spec: EventSpec = events[name];
      const given = facts as Readonly<Record<string, unknown>>;
      const end = given.outcome ?? given.limit;
      counts.events.add(counts.events.keyOf({ event: name, outcome: typeof end === 'string' ? end : '' }));
      const { mostPerMinute, onceAMinuteFor: fact } = spec;
      const leftOutOfItsOwn = fact === undefined ? 0 : admit(limits, `${name} ${given[fact]}`, 1, now());
      if (leftOutOfItsOwn === null) return;
      const leftOutOfAll = mostPerMinute === undefined ? 0 : admit(limits, name, mostPerMinute, now());
      if (leftOutOfAll === null) return;
      const leftOut = leftOutOfItsOwn + leftOutOfAll;
      log[spec.level]({ event: name, kind: spec.kind, ...by, ...declared(spec, given), ...(leftOut > 0 ? { leftOut } : {}) }, spec.says);
    },
    hashOf: (text) => createHmac('sha256', secret).update(`log ${text}`).digest('base64url').slice(0, HASH_LENGTH),
    show(reading) {
      readings.push(reading);
      registry?.registerMetric(reading as never);
    },
    scrape() {
      registry ??= createRegistry(counts, readings, process);
      return registry.metrics();
    },
  };
}

/** 72 bits: two accounts of a million share one with a probability of 1 in 10⁹. */
const HASH_LENGTH = 12;

/** Of events, and of values of theirs: ours are a few hundred. */
const MOST_LIMITS = 2000;

/** The lines of one event in this minute. */
interface Limit {
  since: number;
  said: number;
  leftOut: number;
}

/** Null when the line is left out, otherwise how many were left out before it. */
function admit(limits: Map<string, Limit>, name: string, most: number, now: number): number | null {
  let limit = limits.get(name);
  if (!limit) {
    if (limits.size >= MOST_LIMITS) limits.clear();
    limit = { since: now, said: 0, leftOut: 0 };
    limits.set(name, limit);
  }
  if (now - limit.since >= MINUTE_MS) {
    limit.since = now;
    limit.said = 0;
  }
  if (limit.said >= most) {
    limit.leftOut += 1;
    return null;
  }
  limit.said += 1;
  const { leftOut } = limit;
  limit.leftOut = 0;
  return leftOut;
}

const LONGEST_STATEMENT = 300;

/** The declared facts only: what an object happens to bring besides never reaches the log. */
function declared({ facts }: EventSpec, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(facts)) {
    const value = given[name];
    if (value === undefined) continue;
    if (kind === 'sentence') line[name] = cleaned(String(value));
    else if (kind === 'statement') line[name] = String(value).replace(/\s+/g, ' ').trim().slice(0, LONGEST_STATEMENT);
    else line[name] = value;
  }
  return line;
}
