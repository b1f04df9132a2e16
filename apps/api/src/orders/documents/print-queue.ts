import { Refusal } from '@butaca/contract';

/** Whose document it is: a counter's buyers stand in front of it. */
export type Purpose = 'counter' | 'customer';

export interface Asker {
  readonly purpose: Purpose;
  /** Among which documents are shared out: a customer's id, or the session of a clerk. */
  readonly person: string;
}

export interface QueueSize {
  /** Documents that may wait for one purpose, and for one person of it; more are refused with `busy`. */
  readonly perPurpose: number;
  readonly perPerson: number;
}

/** Documents that wait: the counters' before the customers', and among the people of each in turns. */
export class PrintQueue<Job> {
  readonly #size: QueueSize;
  /** By person, in the order of their turns. */
  readonly #waiting: Readonly<Record<Purpose, Map<string, Job[]>>> = { counter: new Map(), customer: new Map() };
  readonly #counts: Record<Purpose, number> = { counter: 0, customer: 0 };

  constructor(size: QueueSize) {
    this.#size = size;
  }

  /** Throws `busy` when too many documents wait for this person, or for this purpose. */
  requireRoom({ purpose, person }: Asker): void {
    const own = this.#waiting[purpose].get(person)?.length ?? 0;
    if (own < this.#size.perPerson && this.#counts[purpose] < this.#size.perPurpose) return;
    throw new Refusal('busy', { retryAfterSeconds: 2 });
  }

  add({ purpose, person }: Asker, job: Job): void {
    this.requireRoom({ purpose, person });
    this.#waiting[purpose].getOrInsertComputed(person, () => []).push(job);
    this.#counts[purpose] += 1;
  }

  /** The next document, of a counter if there is one; `mayServeCustomers` leaves the last thread to the counters. */
  next(mayServeCustomers: boolean): { readonly job: Job; readonly purpose: Purpose } | undefined {
    const purposes: readonly Purpose[] = mayServeCustomers ? ['counter', 'customer'] : ['counter'];
    for (const purpose of purposes) {
      const waiting = this.#waiting[purpose];
      for (const [person, jobs] of waiting) {
        const job = jobs.shift() as Job;
        waiting.delete(person);
        // Behind everybody else.
        if (jobs.length > 0) waiting.set(person, jobs);
        this.#counts[purpose] -= 1;
        return { job, purpose };
      }
    }
    return undefined;
  }

  /** False for one that is not waiting (any more). */
  remove({ purpose, person }: Asker, job: Job): boolean {
    const jobs = this.#waiting[purpose].get(person);
    const index = jobs?.indexOf(job) ?? -1;
    if (!jobs || index < 0) return false;
    jobs.splice(index, 1);
    if (jobs.length === 0) this.#waiting[purpose].delete(person);
    this.#counts[purpose] -= 1;
    return true;
  }
}
