/** One call under a key; null sends none. */
type Ask = (key: string | null) => Promise<{ readonly status: string; readonly failure?: string; readonly data?: unknown }>;

/** What is asked with one key. */
export interface KeyedCall {
  readonly first: Ask;
  /** By the same caller, with something else asked: another body, another subject, or both. The first of them could be done as well. */
  readonly others: Readonly<Record<string, Ask>>;
  /** By another caller, about something of theirs; left out where it would be the same one. */
  readonly stranger?: Ask;
  /** The customer who asks, where a test looks for it. */
  readonly caller?: string;
}

/** A call that is refused once it has used its key, and one that is not. */
export interface RefusedFirst {
  readonly refused: Ask;
  readonly failure: string;
  readonly again: Ask;
}

export type Scenarios = Readonly<Record<string, () => Promise<KeyedCall>>>;
