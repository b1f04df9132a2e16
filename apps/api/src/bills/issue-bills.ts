import { randomBytes } from 'node:crypto';
import type { Db } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { isTransient, messageOf } from '#db/outage';
import { startRounds } from '#watch/rounds';
import type { Watch } from '#watch/watch';
import { draftOf } from './draft-bill.ts';
import { type Authorised, CannotBill, type FiscalDocument, type FiscalPack, type NumberedDocument, type Series } from './fiscal-pack.ts';
import {
  type BillRow,
  deleteErasedReceiver,
  findDueSeries,
  highestNumber,
  holdSeries,
  keepAuthorisation,
  keepDraft,
  keepLastNumber,
  keepProgress,
  keepTrouble,
  leaveSeries,
  lockUndrafted,
  markSent,
  nextOfSeries,
  pauseSeries,
  postponeDraft,
  refuseDraft,
  refuseSent,
  takeNumberBack,
} from './queries.ts';

export interface BillWorld {
  readonly db: Db;
  readonly pack: FiscalPack;
  readonly watch: Pick<Watch, 'say'>;
  /** Of the cost of instalments, in basis points. */
  readonly financingTaxRate: number;
}

/**
 * Longer than a call to the authority usually takes. Who holds a series beyond it, because it was suspended, finds that its bill was asked
 * for once more: whatever it learns then counts only where it is an authorisation.
 */
const HOLD_SECONDS = 45;

/** One round of a worker: drafts and asks for everything that is due. */
export async function issueBills(world: BillWorld, signal?: AbortSignal): Promise<void> {
  await draftBills(world, signal);
  await issueDrafted(world, signal);
}

/**
 * Asks the authority for every document that is due. Any number of processes may run it: numbers of a series are given by one of them at a
 * time, and what it has asked for is written down before it asks. So whoever comes after a crash first learns what became of that number, and
 * no number is lost or given twice.
 */
async function issueDrafted(world: BillWorld, signal: AbortSignal | undefined): Promise<void> {
  const due = await findDueSeries(world.db);
  // Each type of document of a point of sale has numbers of its own, so none waits for another.
  await Promise.all(due.map((series) => issueSeries(world, series, signal)));
}

/** Makes of what was sold what the authority is asked for; what it would refuse never gets there. */
async function draftBills(world: BillWorld, signal: AbortSignal | undefined): Promise<void> {
  while (!signal?.aborted) if (!(await draftNext(world))) break;
}

/** In a transaction of its own: one that cannot be drafted for a reason of ours keeps no other from being drafted. False when there is none. */
async function draftNext(world: BillWorld): Promise<boolean> {
  const { db, watch } = world;
  let bill: BillRow | undefined;
  try {
    const refused = await db.begin(async (tx) => {
      bill = await lockUndrafted(tx);
      if (!bill) return;
      try {
        await keepDraft(tx, bill, await draftOf(world, tx, bill));
      } catch (error) {
        if (!(error instanceof CannotBill)) throw error;
        await refuseDraft(tx, bill, error.problems);
        return error;
      }
    });
    if (bill && refused) watch.say('bill-refused', { ...namesOf(bill), problem: refused.message });
  } catch (error) {
    // Without one it was the database that is not there, which its rounds wait for.
    if (!bill) throw error;
    watch.say('bill-failed', { ...namesOf(bill), error });
    await postponeDraft(db, bill, isTransient(error) ? null : messageOf(error));
  }
  return bill !== undefined;
}

const namesOf = ({ purchaseId, id }: BillRow) => ({ purchaseId, bill: id });

/** One process's turn at one series, until nothing is due, something is wrong, or it is asked to stop. */
async function issueSeries(world: BillWorld, series: Series, signal: AbortSignal | undefined): Promise<void> {
  const by = randomBytes(9).toString('base64url');
  try {
    while (!signal?.aborted) {
      const held = await holdSeries(world.db, series, { by, seconds: HOLD_SECONDS });
      const bill = held && (await nextOfSeries(world.db, series));
      if (!bill) break;
      const turn = new Turn(world, series, by, bill);
      const outcome = await (bill.state === 'sent' ? turn.recover(held) : turn.ask(held)).catch((error: unknown) => turn.fail(error));
      if (outcome === 'stop') break;
    }
  } finally {
    await leaveSeries(world.db, series, by);
  }
}

type Held = NonNullable<Awaited<ReturnType<typeof holdSeries>>>;
/** `again`: the same series goes on. */
type Outcome = 'again' | 'stop';

/** Of the job that mails a bill or a credit note. */
export const billMailKey = (billId: string) => `send-bill.${billId}`;

/** What is done with one bill while its series is held. */
class Turn {
  readonly #world: BillWorld;
  readonly #series: Series;
  readonly #by: string;
  readonly #bill: BillRow;

  constructor(world: BillWorld, series: Series, by: string, bill: BillRow) {
    this.#world = world;
    this.#series = series;
    this.#by = by;
    this.#bill = bill;
  }

  /** Gives it the next number and asks for it. */
  async ask(held: Held): Promise<Outcome> {
    const last = held.lastNumber ?? (await this.#askLastNumber());
    if (last === null) return 'stop';
    return this.#send(held, last + 1);
  }

  /** It was asked for, and the answer is not known: what does the authority know of its number? */
  async recover(held: Held): Promise<Outcome> {
    const { db, pack, watch } = this.#world;
    const asked = numbered(this.#bill);
    const found = await pack.recover(asked);
    if (found.result === 'unavailable') return this.pause(found.trouble);
    watch.say('bill-recovered', { ...namesOf(this.#bill), outcome: found.result });
    // Numbers may have been given since; the next one asks for the last of them.
    if (found.result === 'authorised') return this.#authorised(asked, found, null);
    if (found.lastNumber < asked.number - 1) return this.pause(behind(found.lastNumber, asked.number - 1));
    await keepLastNumber(db, this.#series, found.lastNumber);
    if (found.result === 'not_there') return this.#send(held, asked.number);
    // Somebody else numbers bills at this point of sale, too.
    await takeNumberBack(db, this.#bill, asked);
    return 'again';
  }

  /** Null when it is not to be known now. */
  async #askLastNumber(): Promise<number | null> {
    const { db, pack } = this.#world;
    const answer = await pack.lastNumber(this.#series);
    if ('trouble' in answer) {
      await this.pause(answer.trouble);
      return null;
    }
    const ours = await highestNumber(db, this.#series);
    if (answer.number < ours) {
      await this.pause(behind(answer.number, ours));
      return null;
    }
    await keepLastNumber(db, this.#series, answer.number);
    return answer.number;
  }

  async #send(held: Held, number: number): Promise<Outcome> {
    const { db, pack } = this.#world;
    const issuedOn = dayOf(this.#bill, held, pack.today(held.now));
    if (!(await markSent(db, this.#bill, { number, issuedOn, by: this.#by }))) return 'stop';
    const asked = { ...(this.#bill.document as FiscalDocument), number, issuedOn, sends: this.#bill.sends + 1 };
    const answer = await pack.authorise(asked);
    switch (answer.result) {
      case 'authorised':
        return this.#authorised(asked, answer, number);
      case 'refused':
        await db.begin(async (tx) => {
          if (await refuseSent(tx, this.#bill, asked, answer.problems)) await keepProgress(tx, this.#series, { lastNumber: number - 1 });
        });
        this.#world.watch.say('bill-refused', {
          ...namesOf(this.#bill),
          problem: answer.problems.map(({ message }) => message).join('; '),
        });
        return 'again';
      case 'out_of_order':
        await keepLastNumber(db, this.#series, null);
        // After a lost answer it may be this very bill that has the number: recovered next.
        if (asked.sends === 1) await takeNumberBack(db, this.#bill, asked);
        return this.#isOutOfOrderAgain() ? this.pause(answer.trouble) : 'again';
      case 'unavailable':
        if (asked.sends === 1) await takeNumberBack(db, this.#bill, asked);
        return this.pause(answer.trouble);
      case 'unknown':
        return this.pause(answer.trouble);
    }
  }

  /** An authority that never agrees about a number is not asked in a circle. */
  #isOutOfOrderAgain(): boolean {
    return this.#bill.tries >= 2;
  }

  async #authorised({ number, issuedOn }: NumberedDocument, answer: Authorised, last: number | null): Promise<Outcome> {
    const { purchaseId, id } = this.#bill;
    await this.#world.db.begin(async (tx) => {
      await keepProgress(tx, this.#series, { lastNumber: last, issuedOn });
      if (!(await keepAuthorisation(tx, this.#bill, number, answer))) return;
      if (this.#bill.kind === 'bill') await deleteErasedReceiver(tx, purchaseId);
      await enqueue(tx, 'send-bill', { purchaseId, billId: id }, { key: billMailKey(id) });
    });
    return 'again';
  }

  /** The authority gives no answer that counts. */
  pause(trouble: string): Promise<'stop'> {
    this.#world.watch.say('bill-delayed', { ...namesOf(this.#bill), trouble });
    return this.#rest(trouble);
  }

  /** Something of ours went wrong, and the authority may not even have been asked. */
  fail(error: unknown): Promise<'stop'> {
    this.#world.watch.say('bill-failed', { ...namesOf(this.#bill), error });
    return this.#rest(isTransient(error) ? null : messageOf(error));
  }

  /** Nothing of its series goes on for a while. */
  async #rest(trouble: string | null): Promise<'stop'> {
    const { db } = this.#world;
    if (trouble !== null) await keepTrouble(db, this.#bill, trouble);
    await pauseSeries(db, this.#series, this.#by);
    return 'stop';
  }
}

const numbered = ({ document, number, issuedOn, sends }: BillRow): NumberedDocument => ({
  ...(document as FiscalDocument),
  number: number as number,
  issuedOn: issuedOn as string,
  sends,
});

/** The authority takes a day that is some days ago, and no older one. */
const MOST_DAYS = 4;

/**
 * The day that a bill is issued on: never before the last one of its series. One that is asked for again keeps the day of its first request,
 * which may still arrive: with another day it would not be recognised as ours, and billed a second time.
 */
function dayOf({ issuedOn }: BillRow, { lastIssuedOn }: Held, today: string): string {
  if (issuedOn !== null && Temporal.PlainDate.from(issuedOn).until(today).days <= MOST_DAYS) return issuedOn;
  return lastIssuedOn !== null && lastIssuedOn > today ? lastIssuedOn : today;
}

/** Of another environment, or of a point of sale that was set up anew: no number is given until a person has looked. */
const behind = (theirs: number, ours: number): string =>
  `the authority's last number is ${theirs}, and it has authorised ${ours} for us before`;

const EVERY_MS = 1000;

/** Issues bills in the background until it is stopped. What a stadium bought in a minute is drafted beside the first bills, not before them. */
export function startBilling(world: BillWorld): { stop: () => Promise<void> } {
  const failed = (error: unknown) => world.watch.say('billing-failed', { error });
  const drafting = startRounds({ everyMs: EVERY_MS, work: (signal) => draftBills(world, signal), failed });
  const issuing = startRounds({ everyMs: EVERY_MS, work: (signal) => issueDrafted(world, signal), failed });
  return { stop: async () => void (await Promise.all([drafting.stop(), issuing.stop()])) };
}
