import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../apps/api/src/db/connect.ts';
import { checkLedger, findDoubtfulAttempts } from '../../apps/api/src/payments/index.ts';
import { limit } from '../../scripts/test/limits.ts';
import { letTimePass } from '../rest.ts';
import { askSandbox } from './ask-sandbox.ts';
import { readBooks, type TheirPayment } from './books.ts';
import { buy, decideAt } from './buyer.ts';
import { CARDS } from './card-forms.ts';
import { filesWith, tablesWith } from './card-numbers.ts';
import { closeDrawers, openDrawers, readDirectBooks, sellDirectly } from './direct-sales.ts';
import {
  CHARACTERS,
  characterOf,
  DIRECT,
  type DirectSale,
  type PlannedPurchase,
  PROVIDERS,
  planDirectSales,
  planKills,
  planStorm,
  SHOPS,
} from './fates.ts';
import { judgeStorm, type OurPayment, type StormSheet } from './sheet.ts';
import { isReady, type StormStage, setStormStage } from './stage.ts';

export interface StormOptions {
  readonly purchases: number;
  readonly seed: number;
  /** How often the api and the worker of each shop are killed. */
  readonly kills: number;
  readonly log: (line: string) => void;
}

export interface Stormed extends StormSheet {
  /** Both sides, as they were judged. */
  readonly ours: readonly OurPayment[];
  readonly theirs: readonly TheirPayment[];
  /** What the ledger's own check of every night says. */
  readonly faults: readonly string[];
  /** Purchases that a buyer could not bring to an end. */
  readonly failed: readonly string[];
  /** Tables and files outside the sandbox in which the number of a card stands. */
  readonly cardNumbers: readonly string[];
  /** Kept when something is broken. */
  readonly logDirectory: string;
}

const AT_REST_WITHIN_MS = limit(120_000);
const MOST_DOUBTS = 100_000;

/**
 * Purchases over all providers, with faults by the seed, while processes are killed; then time passes until everything is at rest, and
 * every cent is looked for on both sides. What happens is decided by the seed; what coincides with a kill, by the machine.
 */
export async function storm({ purchases, seed, kills, log }: StormOptions): Promise<Stormed> {
  const plan = planStorm(seed, purchases);
  const direct = planDirectSales(seed, purchases);
  const stage = await setStormStage({ plan, direct, log });
  let held = false;
  try {
    await openDrawers(stage);
    const failed = await followPlan(stage, { plan, direct, kills: planKills(purchases, kills), log });
    log('no more purchases: time passes');
    if (!(await isReady(stage))) throw new Error('a process that was killed did not come back');
    // What was begun and never paid is given up; then some of it is paid all the same.
    await untilAtRest(stage, { minutes: 13, isOver: (db) => count(db, STILL_OPEN) });
    const late = await payLate(stage, plan);
    log(`${late.length} payments are made after their purchases have ended`);
    const isOver = async (db: Db) => (await count(db, NOT_AT_REST)) + (await countUnheard(db, late));
    const left = await untilAtRest(stage, { minutes: 90, isOver });
    if (left > 0) log(`${left} payments, refunds or purchases have not come to rest`);
    const ours = await readOurs(stage);
    const theirs = [...(await readBooks(stage.sandbox)), ...(await readDirectBooks(stage, direct))];
    const faults = [...(await readFaults(stage)), ...(await closeDrawers(stage))];
    const cardNumbers = await findCardNumbers(stage);
    const sheet = judgeStorm(ours, theirs);
    held = sheet.held && [faults, failed, cardNumbers].every((list) => list.length === 0);
    return { ...sheet, held, ours, theirs, faults, failed, cardNumbers, logDirectory: stage.logDirectory };
  } finally {
    await stage.stop({ keepLogs: !held });
  }
}

interface Following {
  readonly plan: readonly PlannedPurchase[];
  readonly direct: readonly DirectSale[];
  readonly kills: ReturnType<typeof planKills>;
  readonly log: (line: string) => void;
}

/** One purchase after another at each provider, for its switches are global there, and at the counters; all of them at once. */
async function followPlan(stage: StormStage, { plan, direct, kills, log }: Following): Promise<string[]> {
  const failed: string[] = [];
  const left = [...kills];
  let done = 0;
  const lanes = [
    ...PROVIDERS.map((provider) =>
      plan
        .filter((planned) => planned.provider === provider)
        .map((planned) => ({
          name: `purchase ${planned.number} (${provider}, ${planned.fate})`,
          buy: () => buy(stage, planned),
        })),
    ),
    ...DIRECT.map((lane) =>
      direct
        .filter((planned) => planned.lane === lane)
        .map((planned) => ({
          name: `purchase ${planned.number} (${lane}, ${planned.way}, ${planned.fate})`,
          buy: () => sellDirectly(stage, planned),
        })),
    ),
  ];
  await Promise.all(
    lanes.map(async (lane) => {
      for (const purchase of lane) {
        await purchase.buy().catch((error: Error) => failed.push(`${purchase.name}: ${error.message}`));
        done += 1;
        if (done < (left[0]?.after ?? Number.POSITIVE_INFINITY)) continue;
        const victim = left.shift()?.victim ?? 'api';
        log(`${done} purchases: kill ${victim} of both shops`);
        for (const name of SHOPS) stage.shops[name].kill(victim);
      }
    }),
  );
  return failed;
}

/** Buyers who come back to the provider's page when their places are gone. */
async function payLate(stage: StormStage, plan: readonly PlannedPurchase[]): Promise<string[]> {
  const paid: string[] = [];
  for (const { buyer, provider } of plan.filter(({ fate }) => fate === 'paid late')) {
    const { db, buyers } = stage.shops[characterOf(provider).shop];
    const [purchase] = await db<{ id: string }[]>`
      select id from purchase where customer_id = ${buyers[buyer]?.customerId ?? ''} and id in (select purchase_id from attempt where provider = ${provider})`;
    if (purchase && (await decideAt(stage, { provider, purchaseId: purchase.id, decision: 'approved' }))) paid.push(purchase.id);
  }
  return paid;
}

/** What was paid late and is not known here yet. An approval at PayPal takes no money: we capture none of a purchase that has ended. */
const countUnheard = async (db: Db, purchaseIds: readonly string[]) =>
  (await db`select from attempt where purchase_id = any (${[...purchaseIds]}) and state = 'cancelled' and provider <> 'paypal'`).length;

interface Resting {
  /** How much older everything becomes in a round. */
  readonly minutes: number;
  readonly isOver: (db: Db) => Promise<number>;
}

/** Lets time pass until nothing is under way; what is left then is answered. */
async function untilAtRest({ shops, sandbox }: StormStage, { minutes, isOver }: Resting): Promise<number> {
  let left = 0;
  for (const until = Date.now() + AT_REST_WITHIN_MS; Date.now() < until; await sleep(1000)) {
    const counted = await Promise.all(SHOPS.map((name) => isOver(shops[name].db)));
    left = counted.reduce((sum, each) => sum + each, 0);
    if (left === 0) return 0;
    // Webhooks that met a killed api are sent again.
    await Promise.all(PROVIDERS.map((provider) => advance(sandbox, provider)));
    // Rows that are locked at this moment become older in the next round.
    await Promise.all(SHOPS.map((name) => letTimePass(shops[name].db, minutes).catch(() => {})));
  }
  return left;
}

const advance = (sandbox: string, provider: (typeof PROVIDERS)[number]) =>
  askSandbox(`${sandbox}/${CHARACTERS[provider].path}/control/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: 60 }),
  });

const STILL_OPEN = `
  select (select count(*) from purchase where stage in ('open', 'paying', 'offered') and not exists (
            select from attempt where purchase_id = purchase.id and state in ('unknown', 'returning')))
       + (select count(*) from attempt where state in ('started', 'processing', 'pending')) as count`;
/** A payment that differs at its provider stays in doubt until a person settles it, and with it the first of two cards. */
const NOT_AT_REST = `
  select (select count(*) from attempt where check_at is not null and (state not in ('approved', 'reversed', 'refunded') or check_at <= clock_timestamp()) and not (state = 'unknown' and exists (
            select from attempt_event as event
             where event.purchase_id = attempt.purchase_id and event.reference = attempt.reference and event.facts ? 'mismatch'))
             and not (state = 'secured' and exists (
            select from attempt as second where second.purchase_id = attempt.purchase_id and second.state = 'unknown')))
       + (select count(*) from refund where state = 'returning') as count`;
const count = async (db: Db, statement: string) => Number((await db.unsafe<{ count: string }[]>(statement))[0]?.count);

async function readOurs({ shops }: StormStage): Promise<OurPayment[]> {
  const all = await Promise.all(
    SHOPS.map(async (name) => {
      const { db } = shops[name];
      const doubts = await findDoubtfulAttempts(db, MOST_DOUBTS);
      const listed = new Set(doubts.map(({ reference }) => reference));
      // Its order is what the page shows, with the first card that waits for it.
      const doubtful = new Set(doubts.map(({ orderId }) => orderId));
      const rows = await db<Omit<OurPayment, 'isListed'>[]>`
        with booked as (
          select moved.purchase_id, moved.reference, sum(entry.amount) as sum,
                 sum(entry.amount) filter (where account in ('clearing:' || attempt.provider, 'cash_drawer')
                                              or account = 'customer_balance' and attempt.provider = 'balance') as kept,
                 -sum(entry.amount) filter (where account = 'owed_to_buyer') as owed,
                 sum(entry.amount) filter (where account = 'customer_balance' and attempt.provider <> 'balance') as used
            from ledger_entry as entry
            join ledger_transaction as moved on moved.purchase_id = entry.purchase_id and moved.id = entry.transaction_id
            join attempt on attempt.purchase_id = moved.purchase_id and attempt.reference = moved.reference
           group by 1, 2)
        select attempt.provider, attempt.reference, attempt.number::float8 as number, purchase.id as "purchaseId", attempt.state,
               attempt.card_part as part, purchase.total::float8 as price, purchase.stage, attempt.amount::float8 as amount, attempt.currency,
               coalesce(attempt.kept ->> 'otherCents', attempt.amount::text)::float8 as "askedAmount",
               coalesce(attempt.kept ->> 'otherCurrency', attempt.currency) as "askedCurrency",
               coalesce(booked.kept, 0)::float8 as kept, coalesce(booked.owed, 0)::float8 as owed, coalesce(booked.sum, 0)::float8 as sum,
               attempt.from_balance::float8 as "fromBalance", coalesce(booked.used, 0)::float8 as "balanceUsed",
               (select count(*) from ticket where ticket.purchase_id = purchase.id and ticket.state = 'valid')::integer as "validTickets",
               customer.email as buyer
          from attempt join purchase on purchase.id = attempt.purchase_id
          left join customer on customer.id = purchase.customer_id
          left join booked on booked.purchase_id = attempt.purchase_id and booked.reference = attempt.reference
         where not (attempt.provider = 'cash' and purchase.channel = 'online')`;
      const waiting = await db<{ reference: string }[]>`select reference from refund where state = 'returning'`;
      for (const { reference } of waiting) listed.add(reference);
      return rows.map((row) => ({
        ...row,
        isListed: listed.has(row.reference) || (row.state === 'secured' && doubtful.has(row.purchaseId)),
      }));
    }),
  );
  return all.flat();
}

async function readFaults({ shops }: StormStage): Promise<string[]> {
  const reports = await Promise.all(SHOPS.map((name) => checkLedger(shops[name].db)));
  return reports.flatMap(({ faults }) =>
    faults.map(({ what, purchaseId, reference, amount }) => `${what}: ${amount}, ${purchaseId}, ${reference}`),
  );
}

async function findCardNumbers({ shops, logDirectory }: StormStage): Promise<string[]> {
  const inDatabases = await Promise.all(
    SHOPS.map(async (name) => (await tablesWith(shops[name].db, CARDS)).map((place) => `${name}: ${place}`)),
  );
  const inLogs = await filesWith(logDirectory, CARDS);
  return [...inDatabases.flat(), ...inLogs.filter((place) => place !== 'file sandbox.log')];
}
