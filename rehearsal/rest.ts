import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Tx } from '../apps/api/src/db/connect.ts';
import { ageSales } from '../apps/api/test/factories/sales-age.ts';
import { limit } from '../scripts/test/limits.ts';
import type { Stage } from './stage.ts';
import type { Witness } from './witness.ts';

/** After two days and a half every paid payment was asked about twice: within 28 hours, and a day after that. */
const STEP_HOURS = 12;
const STEPS = 5;
/** What has not ended after this many never does. */
const MOST_STEPS = 10;

interface Quiet {
  readonly stage: Pick<Stage, 'db' | 'sandbox'>;
  readonly witness: Pick<Witness, 'beliefs' | 'findings'>;
}

/**
 * Lets days pass, so that whatever is still open ends as it would: purchases and offers expire, cash comes too late, the worker asks the providers
 * about every payment, mails are tried again. The product plans and does all of it; only the waiting is left out. What does not come to rest is a finding.
 */
export async function comeToRest({ stage: { db, sandbox }, witness: { beliefs, findings } }: Quiet): Promise<void> {
  // Calls that the gateway has not answered yet are answered; then no charge is under way any more.
  await advance(sandbox, 600);
  await sleep(3000);
  // Each payment is asked about twice, on whatever machine.
  const [{ attempts } = { attempts: 0 }] = await db<{ attempts: number }[]>`select count(*)::integer as attempts from attempt`;
  const until = Date.now() + limit(150_000 + attempts * 500);
  let left: readonly Restless[] = [];
  let steps = 0;
  let problem: string | null = null;
  while (steps < MOST_STEPS && Date.now() < until && !(steps >= STEPS && left.length === 0)) {
    await advance(sandbox, STEP_HOURS * 3600);
    beliefs.aging(performance.now());
    // A row may be locked: time passes for all of them or for none.
    problem = await letTimePass(db, STEP_HOURS * 60).then(
      () => null,
      ({ message }: Error) => message,
    );
    beliefs.aged(performance.now());
    if (problem === null) steps += 1;
    else await sleep(1000);
    left = await untilNothingIsDue(db, until);
  }
  if (steps < STEPS)
    findings.add('recovery', `not at rest: time has passed ${steps} times of ${STEPS}; ${problem ?? 'the worker was at it'}`);
  for (const { what } of left) findings.add('recovery', `not at rest: ${what}`);
  for (const what of await findOpenTransactions(db)) findings.add('recovery', what);
}

/** Lets time pass for everything that a sale has written down, and for jobs that wait; the worker looks after what is due then. */
export const letTimePass = (db: Db, minutes: number): Promise<unknown> =>
  db.begin(async (tx) => {
    await tx`set local lock_timeout = '1s'`;
    await ageSales(tx, minutes);
    await tx`update graphile_worker._private_jobs set run_at = run_at - make_interval(mins => ${minutes}) where locked_at is null`;
    await askWorker(tx);
  });

/** Unless it is at it, or about to be. */
const askWorker = (db: Db | Tx) => db`
  select graphile_worker.add_job(task, job_key => 'rest-' || task, priority => -1) from unnest(array['reconcile-payments', 'send-refunds']) as task
   where not exists (select from graphile_worker.jobs where task_identifier = task and run_at <= clock_timestamp())`;

/** What has not ended yet, or waits to be done. */
export interface Restless {
  readonly what: string;
  /** The product should be at it. */
  readonly isDue: boolean;
}

/** What is left under way once the worker has done what is due, or the time is over. */
async function untilNothingIsDue(db: Db, until: number): Promise<readonly Restless[]> {
  for (;;) {
    const left = await findRestless(db);
    if (left.every(({ isDue }) => !isDue) || Date.now() > until) return left;
    await askWorker(db);
    await sleep(250);
  }
}

/**
 * An attempt that only waits to be looked at once more, paid or with its money back, is at rest until then. A purchase that is being paid, and what it
 * holds, ends with its attempt.
 */
export const findRestless = (db: Db) => db<Restless[]>`
  select id || ' is ' || stage as what, stage = 'open' and deadline <= clock_timestamp() as "isDue"
    from purchase where stage in ('open', 'paying', 'offered')
  union all
  select 'places of ' || purchase_id || ' are held', stage not in ('paying', 'offered') and held_until <= clock_timestamp()
    from hold join purchase on purchase.id = purchase_id where state = 'held'
  union all
  select reference || ' is ' || state, coalesce(check_at <= clock_timestamp(), false) from attempt
   where check_at <= clock_timestamp() or state in ('started', 'unknown', 'pending', 'processing', 'offered', 'secured', 'returning')
  union all
  select 'a refund of ' || purchase_id || ' is ' || state, coalesce(check_at <= clock_timestamp(), false) from refund where state = 'returning'
  union all
  select 'the job ' || task_identifier || ' waits', run_at <= clock_timestamp() from graphile_worker.jobs
   where attempts < max_attempts`;

const findOpenTransactions = async (db: Db) =>
  (
    await db<{ what: string }[]>`
      select application_name || ' left a transaction open: ' || query as what from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%' and xact_start < now() - interval '30 seconds'`
  ).map(({ what }) => what);

const advance = (sandbox: string, seconds: number) =>
  fetch(`${sandbox}/gateway/control/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
    signal: AbortSignal.timeout(10_000),
  });
