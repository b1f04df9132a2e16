import type { Watch } from '#watch/watch';
import type { PlaceRow } from '../queries-places.ts';
import type { KnownState, Snapshot } from './snapshot.ts';

/** Longer than an announcement takes to arrive: a place that differs in two rounds was missed. */
const EVERY_MS = 5000;
/** Read in one round, over all performances; a stadium of 60,000 places is through in a minute. */
const MOST_PLACES = 5000;

/** A performance and its snapshot. */
export interface Checked {
  readonly performanceId: number;
  readonly snapshot: Snapshot;
  readonly hasEnded: () => boolean;
}

/** Places of a performance, `to` not among them. */
export interface PlaceRange {
  readonly from: number;
  readonly to: number;
}

interface Part extends PlaceRange {
  readonly live: Checked;
}

/** A place whose row differs from the snapshot. */
interface Suspect {
  readonly live: Checked;
  readonly placeId: number;
  readonly known: KnownState;
}

export interface StaleCheckOptions {
  readonly performances: () => Promise<readonly Checked[]>;
  /** A place without a row is as it was made. */
  readonly readRange: (live: Checked, range: PlaceRange) => Promise<readonly PlaceRow[]>;
  readonly readPlaces: (live: Checked, placeIds: readonly number[]) => Promise<readonly PlaceRow[]>;
  readonly watch: Pick<Watch, 'say'>;
}

/**
 * Compares the snapshots with the database, slowly and continuously, and corrects places that neither announcements nor readings have
 * corrected. Every place it finds is a defect elsewhere; `/metrics` counts them.
 */
export class StaleCheck {
  readonly #options: StaleCheckOptions;
  /** What is left of this pass over everything. */
  #parts: Part[] = [];
  #suspects: Suspect[] = [];
  #timer: NodeJS.Timeout | undefined;
  #found = 0;

  constructor(options: StaleCheckOptions) {
    this.#options = options;
  }

  /** Stale places found and corrected since the process started. */
  get found(): number {
    return this.#found;
  }

  start(): void {
    let checking = false;
    const check = async () => {
      if (checking) return;
      checking = true;
      // What cannot be read now is read in another round.
      await this.round().catch(() => {});
      checking = false;
    };
    this.#timer ??= setInterval(() => void check(), EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Corrects places that the last round found stale and no announcement has corrected since, then checks the next places. */
  async round(): Promise<void> {
    const suspects = this.#suspects;
    this.#suspects = [];
    for (const [live, some] of Map.groupBy(suspects, (suspect) => suspect.live)) await this.#mend(live, some);
    for (const part of await this.#nextParts()) await this.#compare(part);
  }

  async #mend(live: Checked, suspects: readonly Suspect[]): Promise<void> {
    const known = new Map(suspects.map((suspect) => [suspect.placeId, suspect.known]));
    const { snapshot } = live;
    const before = this.#found;
    for (const row of await this.#options.readPlaces(live, [...known.keys()])) {
      if (snapshot.agreesWith(row) || !snapshot.isUnchanged(row.placeId, known.get(row.placeId) as KnownState)) continue;
      snapshot.correct(row);
      this.#found += 1;
    }
    if (this.#found > before) this.#options.watch.say('stale-places', { performanceId: live.performanceId, places: this.#found - before });
  }

  async #compare({ live, from, to }: Part): Promise<void> {
    const { snapshot } = live;
    const rows = new Map((await this.#options.readRange(live, { from, to })).map((row) => [row.placeId, row]));
    for (let placeId = from; placeId < to; placeId++) {
      if (snapshot.agreesWith(rows.get(placeId) ?? asMade(placeId))) continue;
      this.#suspects.push({ live, placeId, known: snapshot.knownState(placeId) });
    }
  }

  /** As many as one round reads; those of every performance in turn. */
  async #nextParts(): Promise<Part[]> {
    if (this.#parts.length === 0) this.#parts = (await this.#options.performances()).flatMap(partsOf);
    const parts: Part[] = [];
    for (let places = 0; places < MOST_PLACES; ) {
      const part = this.#parts.shift();
      if (!part) break;
      if (part.live.hasEnded()) continue;
      parts.push(part);
      places += part.to - part.from;
    }
    return parts;
  }
}

function partsOf(live: Checked): Part[] {
  const { placeCount } = live.snapshot;
  return Array.from({ length: Math.ceil(placeCount / MOST_PLACES) }, (_, index) => ({
    live,
    from: index * MOST_PLACES,
    to: Math.min((index + 1) * MOST_PLACES, placeCount),
  }));
}

const asMade = (placeId: number): PlaceRow => ({ placeId, version: 0, state: 'free', purchaseId: null, heldUntilMs: null });
