/** What stands beside a span's name; as in the log, ids and words of ours only. */
type SpanFacts = Readonly<Record<string, string | number>>;

interface RunOptions {
  /** Begins a trace of its own, for work that many asked for; `links` are those who did. */
  readonly links?: readonly unknown[];
}

/** Traces of requests, batches, statements, jobs and calls of gateways; there only while tracing is on. */
export interface Spans {
  /** Runs `work` as a span beneath the current one. */
  run<Answer>(name: string, facts: SpanFacts, work: () => Promise<Answer>, options?: RunOptions): Promise<Answer>;
  /** Begins the span of a request. */
  request(name: string, facts: SpanFacts): RequestSpan;
  /** Begins the span of a statement beneath the current one; what it answers ends it. */
  statement(): (text: string, error?: unknown) => void;
  /** The current span, for links. */
  current(): unknown;
  /** Sends what was not sent yet. */
  close(): Promise<void>;
}

export interface RequestSpan {
  /** What runs inside is beneath the request. */
  enter(inside: () => void): void;
  end(facts: SpanFacts): void;
}
