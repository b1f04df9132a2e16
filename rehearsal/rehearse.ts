import { setTimeout as sleep } from 'node:timers/promises';
import { getAvailability, invalidatePurchase, takePlaces } from '@butaca/contract';
import { limit } from '../scripts/test/limits.ts';
import type { Act } from './acts.ts';
import { workAtProviders } from './agents.ts';
import { Shopper } from './buyers.ts';
import { ERRANDS, type Errand } from './calls.ts';
import { clientAt } from './client.ts';
import { Faults } from './faults.ts';
import { writeHistories } from './histories.ts';
import { planFaults, randomOf } from './plan.ts';
import { answers, hasWorker, READY_WITHIN_MS, untilReady } from './ready.ts';
import { comeToRest } from './rest.ts';
import { judge, type Line } from './sheet.ts';
import { type Customer, type Stage, setStage } from './stage.ts';
import { Findings, Witness } from './witness.ts';

export interface RehearsalOptions {
  /** How long faults are injected; afterwards everything is left to settle. */
  readonly seconds: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

export interface Rehearsed {
  readonly held: boolean;
  readonly sheet: readonly Line[];
  readonly faults: number;
  readonly calls: number;
  /** How often each thing that may become of a payment took place. */
  readonly acts: ReadonlyMap<Act, number>;
  /** Kept when an invariant is broken. */
  readonly logDirectory: string;
}

const ALL_ACTS_WITHIN_MS = limit(15_000);
/** News of what has changed, kept answers and a reload after missed news together take less. */
const SEEN_WITHIN_MS = limit(10_000);
const LOOKS = 4;

/**
 * A sale while everything around it breaks: random buyers and counters at two groups of processes, faults by a plan, and then,
 * when all is quiet, the invariants. What happens is decided by the seed; when, by the machine.
 */
export async function rehearse({ seconds, seed, log }: RehearsalOptions): Promise<Rehearsed> {
  const findings = new Findings();
  const stage = await setStage(findings);
  const witness = new Witness(findings, stage);
  const over = new AbortController();
  let held = false;
  try {
    if (!(await allReady(stage))) throw new Error('the product did not start');
    const faults = new Faults({ stage, witness, random: randomOf(seed, 'breaking'), log });
    const shoppers = [
      ...stage.buyers.map((customer, index) => ({ customer, name: `buyer${index}`, counter: false, errand: errandOf(index) })),
      ...stage.clerks.map((customer, index) => ({ customer, name: `clerk${index}`, counter: true, errand: undefined })),
    ].map(({ customer, name, counter, errand }) => {
      const [random, routes] = [randomOf(seed, name), randomOf(seed, `routes of ${name}`)];
      const shopper = new Shopper({ stage, witness, random, routes, customer, name, errand, signal: over.signal });
      return counter ? shopper.sell() : shopper.buy();
    });
    await stage.wallet.open();
    const agents = workAtProviders({ stage, witness, random: randomOf(seed, 'agents'), signal: over.signal });
    await Promise.race([faults.follow(planFaults(seed, seconds * 1000), seconds * 1000), Promise.all(shoppers)]);
    // Without faults the sale goes on where a slow machine has not come to all that payments may meet.
    await witness.acts.complete(stage.db, ALL_ACTS_WITHIN_MS);
    over.abort();
    log('          no more faults: everything comes to rest');
    const readyAgain = await allReady(stage);
    if (!readyAgain) findings.add('recovery', `not every process was ready ${READY_WITHIN_MS / 1000} s after the last fault`);
    await Promise.all([...shoppers, agents]);
    await comeToRest({ stage, witness });
    if (readyAgain) await probe({ stage, witness });
    const sheet = await judge({ stage, witness, metMails: faults.metMails });
    held = sheet.every((line) => line.held);
    if (!held) await writeHistories(stage, findings);
    return {
      held,
      sheet,
      faults: faults.count,
      calls: witness.calls,
      acts: await witness.acts.count(stage.db),
      logDirectory: stage.logDirectory,
    };
  } finally {
    over.abort();
    await stage.stop({ keepLogs: !held });
  }
}

/** Of every other buyer; the others pay with any card. */
const errandOf = (index: number): Errand | undefined => (index % 2 === 0 ? undefined : ERRANDS[((index - 1) / 2) % ERRANDS.length]);

interface Quiet {
  readonly stage: Stage;
  readonly witness: Witness;
}

const allReady = ({ origins, sandbox, wallet, db }: Stage): Promise<boolean> =>
  untilReady(() => [...origins.map((origin) => answers(`${origin}/readyz`)), answers(sandbox), answers(wallet.origin), hasWorker(db)]);

/** Every process shows exactly what is free, and sells it. */
async function probe({ stage, witness }: Quiet): Promise<void> {
  const { findings } = witness;
  const { buyers, origins, performances, db } = stage;
  for (const origin of origins) {
    const client = clientAt({
      host: origin,
      token: (buyers[0] as Customer).token,
      // A connection of its own, so that every process on the port is asked at some time.
      fetch: (input, init) =>
        fetch(input, { ...init, signal: AbortSignal.timeout(10_000), headers: { ...headersOf(init), connection: 'close' } }),
    });
    for (const { id, places } of performances) {
      const shown = async () => (await client.ask(getAvailability, { params: { performanceId: id }, query: {} }))?.free;
      const [row] = await db<{ taken: number; some: number | null }[]>`
        select count(*) filter (where state <> 'free')::integer as taken, min(place_id) filter (where state = 'free') as some
          from place where performance_id = ${id}`;
      const { taken = 0, some = null } = row ?? {};
      // Each of the processes on the port answers some of these.
      let free = await shown();
      for (let right = 0, until = Date.now() + SEEN_WITHIN_MS; right < LOOKS && Date.now() < until; await sleep(300)) {
        free = await shown();
        right = free === places - taken ? right + 1 : 0;
      }
      if (free !== places - taken)
        findings.add('recovery', `${origin} shows ${free} free places of performance ${id}, of which ${places - taken} are free`);
      if (some === null) continue;
      for (let tries = 0; tries < LOOKS; tries++) {
        const claim = await client.call(takePlaces, { body: { performanceId: id, placeIds: [some] } });
        if (claim.status === 'ok') await client.call(invalidatePurchase, { params: { purchaseId: claim.data.purchase.id } });
        else findings.add('recovery', `${origin} refuses place ${id}/${some}, which is free: ${JSON.stringify(claim)}`);
      }
    }
  }
}

const headersOf = (init: RequestInit | undefined) => Object.fromEntries(new Headers(init?.headers));
