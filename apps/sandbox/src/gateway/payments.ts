import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Decline } from './cards.ts';

interface Refund {
  readonly id: number;
  /** In the currency's smallest coin. */
  readonly amount: number;
}

export interface Payment {
  readonly id: number;
  readonly reference: string;
  /** In the currency's smallest coin. */
  readonly amount: number;
  readonly currency: string;
  readonly methodId: number;
  readonly bin: string;
  readonly lastFour: string;
  readonly installments: number;
  readonly customer: object | null;
  readonly establishment: string | null;
  readonly screened: boolean;
  /** A search does not find the payment before this time. */
  readonly madeAt: number;
  /** The end of its review. */
  readonly settledAt: number;
  readonly decline: Decline | null;
  /** Its buyer has ended it on the bank's page. */
  readonly cancelled?: true;
  /** Told of with a peso less than was paid. */
  readonly wrongAmount?: true;
  /** Told of in another currency. */
  readonly wrongCurrency?: true;
  readonly refunds: Refund[];
  /** When all of it had gone back. */
  returnedAt: number | null;
  /** When the card's bank took it back. */
  chargedBackAt?: number;
}

const MOST_PAYMENTS = 100_000;
const DAY_MS = 86_400_000;
/** Midnight in Argentina. */
const BATCH_CLOSES_MS = 3 * 3_600_000;

export type Status = 'approved' | 'rejected' | 'cancelled' | 'review' | 'approved_with_refund' | 'annulled' | 'refunded';

/** A full refund before the day's batch has closed is an annulment. */
export function statusOf({ settledAt, decline, cancelled, refunds, returnedAt }: Payment, now: number): Status {
  if (cancelled) return 'cancelled';
  if (now < settledAt) return 'review';
  if (decline) return 'rejected';
  if (returnedAt !== null) return batchOf(returnedAt) === batchOf(settledAt) ? 'annulled' : 'refunded';
  return refunds.length > 0 ? 'approved_with_refund' : 'approved';
}

const batchOf = (time: number) => Math.floor((time - BATCH_CLOSES_MS) / DAY_MS);

export const remainingOf = ({ amount, refunds }: Payment): number => refunds.reduce((rest, refund) => rest - refund.amount, amount);

/** The last payments: in memory, and in a journal when one is named, so that a killed gateway loses none. */
export class Payments {
  readonly #byId = new Map<number, Payment>();
  readonly #byReference = new Map<string, Payment>();
  readonly #journal: string | undefined;
  /** No two runs of the sandbox give the same number to different payments: a shop may remember one from before. */
  #lastId = Date.now();

  constructor(journal?: string) {
    this.#journal = journal;
    if (journal === undefined || !existsSync(journal)) return;
    // One line for each payment and one for each refund: the last line of a payment is its current state.
    for (const line of readFileSync(journal, 'utf8').split('\n')) if (line !== '') this.#remember(JSON.parse(line) as Payment);
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  add(payment: Payment) {
    this.#remember(payment);
    this.written(payment);
  }

  /** Written before the change is answered, so that no answered payment is lost. */
  written(payment: Payment) {
    if (this.#journal !== undefined) appendFileSync(this.#journal, `${JSON.stringify(payment)}\n`);
  }

  #remember(payment: Payment) {
    this.#byId.set(payment.id, payment);
    this.#byReference.set(payment.reference, payment);
    if (this.#byId.size > MOST_PAYMENTS) this.#forgetOldest();
  }

  isTaken(reference: string): boolean {
    return this.#byReference.has(reference);
  }

  find(id: number, now: number): Payment | undefined {
    return visible(this.#byId.get(id), now);
  }

  ofReference(reference: string, now: number): Payment | undefined {
    return visible(this.#byReference.get(reference), now);
  }

  newestFirst(now: number): readonly Payment[] {
    return [...this.#byId.values()].filter(({ madeAt }) => madeAt <= now).reverse();
  }

  #forgetOldest() {
    const [oldest] = this.#byId.values();
    if (!oldest) return;
    this.#byId.delete(oldest.id);
    this.#byReference.delete(oldest.reference);
  }
}

const visible = (payment: Payment | undefined, now: number) => (payment && payment.madeAt <= now ? payment : undefined);
