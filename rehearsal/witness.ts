import { Acts } from './acts.ts';

/** A line of the invariant sheet. */
export type Row =
  | 'places'
  | 'money'
  | 'tickets'
  | 'mails'
  | 'stages'
  | 'orders'
  | 'most purchases'
  | 'keys'
  | 'clients'
  | 'claims'
  | 'faults'
  | 'recovery';

const MOST_TOLD = 10;

/** Violations, by row of the sheet. */
export class Findings {
  readonly #told = new Map<Row, string[]>();
  readonly #counts = new Map<Row, number>();

  add(row: Row, what: string): void {
    const told = this.#told.get(row) ?? [];
    if (told.length < MOST_TOLD) told.push(what);
    this.#told.set(row, told);
    this.#counts.set(row, this.count(row) + 1);
  }

  count(row: Row): number {
    return this.#counts.get(row) ?? 0;
  }

  told(row: Row): readonly string[] {
    return this.#told.get(row) ?? [];
  }

  all(): readonly string[] {
    return [...this.#told.values()].flat();
  }
}

interface PlaceKey {
  readonly performanceId: number;
  readonly placeId: number;
}

/** When a call was made and when its answer was there, by this process's own clock in milliseconds. */
export interface Times {
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** The facts of a purchase in one answer. */
export interface SeenPurchase {
  readonly purchaseId: string;
  readonly sold: boolean;
  /** All its places, by the answer. */
  readonly places: readonly PlaceKey[];
  /** For an open purchase, how long its places are still held, in milliseconds from the answer. */
  readonly leftMs: number;
}

interface Interval {
  readonly purchaseId: string;
  readonly place: string;
  readonly from: number;
  until: number;
  readonly sold: boolean;
}

const nameOf = ({ performanceId, placeId }: PlaceKey) => `${performanceId}/${placeId}`;

/** Times in seconds since the rehearsal's process began. */
const told = ({ purchaseId, from, until, sold }: Interval) =>
  `${purchaseId}'s (${sold ? 'sold' : 'held'}, ${(from / 1000).toFixed(3)} to ${(until / 1000).toFixed(3)})`;

/**
 * From when until when a client was right to believe that places are its own: from the answer that says so until its time is
 * over, or until the client itself sends what may give them back. An interval begins too late and ends too early rather than
 * otherwise, so two of them that overlap prove that two clients were told to have one place.
 */
class Beliefs {
  readonly #all: Interval[] = [];
  readonly #current = new Map<string, Map<string, Interval>>();
  /** Purchases whose money went back without a call of their client. */
  readonly #lost = new Set<string>();
  /** Calls under way, or never answered, that may give back places of a purchase. */
  readonly #doubts = new Map<string, number>();
  /** Answers to calls sent before this do not know how old their purchase is. */
  #agedAt = Number.NEGATIVE_INFINITY;

  see({ purchaseId, sold, places, leftMs }: SeenPurchase, { sentAt, receivedAt }: Times): void {
    if (this.#lost.has(purchaseId)) return;
    const current = this.#currentOf(purchaseId);
    const seen = new Set(places.map(nameOf));
    for (const [place, interval] of current) if (!seen.has(place)) this.#end(interval, sentAt);
    if (!sold && (this.#doubts.has(purchaseId) || sentAt <= this.#agedAt)) return;
    // The server's clock stood there after the call was sent, so its deadline does not come before this.
    const until = sold ? Number.POSITIVE_INFINITY : sentAt + leftMs;
    for (const place of seen) {
      const known = current.get(place);
      if (known && known.until >= receivedAt && (known.sold || !sold)) known.until = Math.max(known.until, until);
      else if (until > receivedAt) {
        if (known) this.#end(known, receivedAt);
        const interval = { purchaseId, place, from: receivedAt, until, sold };
        this.#all.push(interval);
        current.set(place, interval);
      }
    }
  }

  /** The client sends what may give places of this purchase back; `sure` when that was answered. */
  doubt(purchaseId: string, now: number): void {
    this.#doubts.set(purchaseId, (this.#doubts.get(purchaseId) ?? 0) + 1);
    for (const interval of this.#currentOf(purchaseId).values()) this.#end(interval, now);
  }

  /** Its money is going back: what was sold may be another's from now on, whatever its client still reads. */
  lose(purchaseId: string, now: number): void {
    this.#lost.add(purchaseId);
    for (const interval of this.#all) if (interval.purchaseId === purchaseId) interval.until = Math.min(interval.until, now);
  }

  sure(purchaseId: string): void {
    const left = (this.#doubts.get(purchaseId) ?? 0) - 1;
    if (left > 0) this.#doubts.set(purchaseId, left);
    else this.#doubts.delete(purchaseId);
  }

  /** Time passes for all purchases that are going on, from `now`; `aged` when that is done. */
  aging(now: number): void {
    this.#agedAt = Number.POSITIVE_INFINITY;
    for (const current of this.#current.values()) for (const interval of current.values()) this.#end(interval, now);
  }

  aged(now: number): void {
    this.#agedAt = now;
  }

  get count(): number {
    return this.#all.length;
  }

  /** Places that two purchases held at the same time, by the answers that their clients got. */
  judge(findings: Findings): void {
    for (const [place, intervals] of Map.groupBy(this.#all, (interval) => interval.place)) {
      intervals.sort((a, b) => a.from - b.from);
      let latest: Interval | undefined;
      for (const interval of intervals) {
        if (latest && latest.purchaseId !== interval.purchaseId && interval.from < latest.until)
          findings.add('clients', `place ${place} was ${told(latest)} and ${told(interval)} at one time`);
        if (!latest || interval.until > latest.until) latest = interval;
      }
    }
  }

  #currentOf(purchaseId: string): Map<string, Interval> {
    const known = this.#current.get(purchaseId);
    if (known) return known;
    const current = new Map<string, Interval>();
    this.#current.set(purchaseId, current);
    return current;
  }

  #end(interval: Interval, at: number): void {
    if (interval.sold) return;
    interval.until = Math.min(interval.until, at);
    this.#currentOf(interval.purchaseId).delete(interval.place);
  }
}

interface KeyedAnswer {
  readonly answer: string;
  readonly receivedAt: number;
}

/** What each click, known by its customer and its key, was answered with: all its answers are the same. */
export class Clicks {
  readonly #answered = new Map<string, KeyedAnswer>();
  readonly #findings: Findings;
  repeated = 0;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** `answer`: the parts that must be equal, as text. */
  succeeded(click: string, answer: string, { receivedAt }: Times): void {
    const first = this.#answered.get(click);
    if (!first) this.#answered.set(click, { answer, receivedAt });
    else {
      this.repeated += 1;
      if (first.answer !== answer) this.#findings.add('keys', `${click} was answered with ${first.answer}, then with ${answer}`);
    }
  }

  /** A refusal counts when its call was sent after the same click had been answered with what it asked for. */
  refused(click: string, failure: string, { sentAt }: Times): void {
    const first = this.#answered.get(click);
    if (!first || first.receivedAt > sentAt) return;
    this.repeated += 1;
    this.#findings.add('keys', `${click} was answered with ${first.answer}, and repeated with ${failure}`);
  }
}

/** One start of a purchase, as far as its customer knows. */
export interface Run {
  readonly customerId: string;
  endedAt: number;
}

/** How many purchases a customer may have going, by what was sent and answered: never fewer than there are. */
export class Runs {
  readonly #ofCustomer = new Map<string, Run[]>();
  readonly #most: number;
  readonly #findings: Findings;

  constructor(most: number, findings: Findings) {
    this.#most = most;
    this.#findings = findings;
  }

  begin(customerId: string): Run {
    const run: Run = { customerId, endedAt: Number.POSITIVE_INFINITY };
    const runs = this.#ofCustomer.get(customerId);
    if (runs) runs.push(run);
    else this.#ofCustomer.set(customerId, [run]);
    return run;
  }

  refusedAsTooMany(run: Run, click: string, { sentAt }: Times): void {
    const others = (this.#ofCustomer.get(run.customerId) ?? []).filter((other) => other !== run && other.endedAt > sentAt).length;
    if (others < this.#most)
      this.#findings.add('most purchases', `${click} was one too many, though at most ${others} others of its customer were going on`);
  }
}

/** A payment that a client saw approved: it must keep its tickets from then on. */
export interface Approval {
  readonly purchaseId: string;
  readonly customerId: string;
  readonly total: number;
  readonly places: readonly PlaceKey[];
}

/** Records all answers that clients got. */
export class Witness {
  readonly findings: Findings;
  readonly beliefs = new Beliefs();
  readonly clicks: Clicks;
  readonly runs: Runs;
  readonly approvals: Approval[] = [];
  /** Calls by how they ended. */
  readonly outcomes = new Map<string, number>();
  readonly acts = new Acts();
  calls = 0;

  constructor(findings: Findings, { mostPurchases }: { readonly mostPurchases: number }) {
    this.findings = findings;
    this.clicks = new Clicks(findings);
    this.runs = new Runs(mostPurchases, findings);
  }

  /** Every answer as it came over the wire; null where none came. */
  answered(path: string, response: Response | null): void {
    this.calls += 1;
    const outcome = response === null ? 'no answer' : String(response.status);
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    if (response === null || response.status < 400 || response.status === 429) return;
    if (response.status === 503 && response.headers.has('retry-after')) return;
    const what = response.status === 503 ? '503 without Retry-After' : outcome;
    this.findings.add('faults', `${path} was answered with ${what}`);
  }
}
