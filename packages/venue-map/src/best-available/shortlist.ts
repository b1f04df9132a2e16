export interface Candidate {
  /** Before the score: a lower rank wins whatever the scores are. */
  readonly rank: number;
  readonly score: number;
  /** Its first place: of equal candidates the earlier one wins. */
  readonly first: number;
}

/** A candidate with a score of at most this many times the best score counts as equally good. */
const AS_GOOD = 1.25;

/** The best candidates so far, of the lowest rank that was seen. */
export class Shortlist<Kept extends Candidate> {
  readonly #room: number;
  #kept: Kept[] = [];

  constructor(room: number) {
    this.#room = room;
  }

  /** Whether a candidate like this, or a worse one, would not be kept. */
  excludes(rank: number, score: number, first: number): boolean {
    const best = this.#kept[0];
    if (!best || rank < best.rank) return false;
    if (rank > best.rank || (this.#room > 1 && score > best.score * AS_GOOD)) return true;
    const last = this.#kept[this.#room - 1];
    return last !== undefined && (score > last.score || (score === last.score && first > last.first));
  }

  offer(candidate: Kept) {
    const { rank, score, first } = candidate;
    if (this.excludes(rank, score, first)) return;
    if (rank < (this.#kept[0]?.rank ?? rank)) this.#kept = [];
    let at = this.#kept.length;
    while (at > 0 && isBefore(candidate, this.#kept[at - 1] as Kept)) at -= 1;
    this.#kept.splice(at, 0, candidate);
    if (this.#kept.length > this.#room) this.#kept.pop();
  }

  /** One of the candidates that are as good as the best one; null when there is none. */
  pick(random: () => number): Kept | null {
    const best = this.#kept[0];
    if (!best || this.#room === 1) return best ?? null;
    const asGood = this.#kept.filter(({ score }) => score <= best.score * AS_GOOD);
    return asGood[Math.floor(random() * asGood.length)] ?? best;
  }
}

const isBefore = (a: Candidate, b: Candidate) => a.score < b.score || (a.score === b.score && a.first < b.first);
