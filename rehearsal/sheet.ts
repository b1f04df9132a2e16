import { type Endpoint, getOfficeOrder, getOrder, type InputOf, type Outcome } from '@butaca/contract';
import type { Db } from '../apps/api/src/db/connect.ts';
import { checkLedger } from '../apps/api/src/payments/index.ts';
import { NO_MAILBOX } from './acts.ts';
import { clientAt, fetchWithin } from './client.ts';
import type { Mail, Stage } from './stage.ts';
import type { Findings, Row, Witness } from './witness.ts';

export interface Line {
  readonly row: Row;
  readonly held: boolean;
  /** How much was checked. */
  readonly over: string;
  readonly broken: readonly string[];
  readonly brokenCount: number;
}

/** A payment as the sandbox's gateway tells of it; amounts in the currency's smallest coin. */
export interface GatewayPayment {
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly refunded: number;
}

/** One payment at a provider, or all that was paid on one page. */
interface Paid {
  readonly reference: string;
  readonly amount: number;
  /** What the provider keeps. */
  readonly left: number;
  readonly hasGoneBack: boolean;
  readonly isUndecided: boolean;
}

export interface Judged {
  readonly stage: Stage;
  readonly witness: Witness;
  /** Faults that a mail under way may have met. */
  readonly metMails: number;
}

/** Mails under way at one time: each fault may bring as many of them a second time, under their old Message-ID. */
const MAILS_AT_ONCE = 4;

/** Checks the invariants once everything has settled: over the database, the gateway and the answers that clients got. */
export async function judge({ stage, witness, metMails }: Judged): Promise<Line[]> {
  const { db } = stage;
  const { findings, beliefs, clicks, approvals } = witness;
  const over: Record<Row, string> = {
    places: await judgePlaces(db, findings),
    money: await judgeMoney(db, await paymentsAt(stage), findings),
    tickets: await judgeTickets(db, witness),
    mails: await judgeMails(db, stage.mails, { findings, metMails }),
    stages: await judgeStages(db, findings),
    orders: await judgeOrders(stage, findings),
    'most purchases': await judgeMostPurchases(db, stage.mostPurchases, findings),
    keys: `${clicks.repeated} answers to repeated clicks`,
    clients: `${beliefs.count} times that a client was right to believe a place its own, ${approvals.length} approvals`,
    claims: 'all that was asked for, new, or a refusal',
    faults: [...witness.outcomes].map(([outcome, count]) => `${outcome}: ${count}`).join(', '),
    recovery: 'every process came back by itself, and shows and sells what is free',
  };
  beliefs.judge(findings);
  return (Object.keys(over) as Row[]).map((row) => ({
    row,
    held: findings.count(row) === 0,
    over: over[row],
    broken: findings.told(row),
    brokenCount: findings.count(row),
  }));
}

/** No place is held or sold twice; what `place` says, `hold` says, and at rest nothing is held. */
async function judgePlaces(db: Db, findings: Findings): Promise<string> {
  const twice = await db<{ performanceId: number; placeId: number; purchases: string[] }[]>`
    select performance_id as "performanceId", place_id as "placeId", array_agg(purchase_id) as purchases
      from (${standing(db)}) as held
     group by performance_id, place_id having count(*) > 1`;
  for (const row of twice) findings.add('places', `place ${row.performanceId}/${row.placeId} is in the holds of ${row.purchases}`);
  const differ = await db<{ what: string }[]>`
    with held as (${standing(db)})
    select concat_ws(' ', performance_id || '/' || place_id, 'is', coalesce(place.state, 'free'), 'of', place.purchase_id, 'and by its hold',
                     coalesce(held.state, 'free'), 'of', held.purchase_id) as what
      from held
      full join (select * from place where state in ('held', 'sold')) as place using (performance_id, place_id)
     where held.purchase_id is distinct from place.purchase_id or held.state is distinct from place.state`;
  for (const { what } of differ) findings.add('places', what);
  const stray = await db<{ what: string }[]>`
    select hold.state || ' places of ' || purchase.id || ', which is ' || stage as what
      from hold join purchase on purchase.id = purchase_id
     where (hold.state = 'sold') <> (stage = 'paid') or hold.state = 'held'`;
  for (const { what } of stray) findings.add('places', what);
  const [counted] = await db<{ sold: number }[]>`select count(*)::integer as sold from place where state = 'sold'`;
  return `${counted?.sold} sold`;
}

/** Places of holds, but for those whose tickets are void: a refunded purchase keeps its hold. */
const standing = (db: Db) => db`
  select * from (select performance_id, purchase_id, unnest(place_ids) as place_id, state from hold) as each
   where not exists (select from ticket where ticket.purchase_id = each.purchase_id and ticket.performance_id = each.performance_id
                       and ticket.place_id = each.place_id and ticket.state = 'void')`;

/** The ledger equals what the gateway took, to the cent; every amount taken was for a sale or was returned. */
async function judgeMoney(db: Db, payments: readonly Paid[], findings: Findings): Promise<string> {
  const attempts = await db<
    { reference: string; purchaseId: string; amount: number; state: string; stage: string; total: number | null; isOnce: boolean }[]
  >`
    select reference, purchase_id as "purchaseId", amount, state, stage, total,
           provider <> 'cash' and not exists (select from attempt_event as event
                                               where event.purchase_id = attempt.purchase_id and event.reference = attempt.reference
                                                 and facts ? 'beside') as "isOnce"
      from attempt join purchase on purchase.id = purchase_id`;
  const attemptOf = new Map(attempts.map((attempt) => [attempt.reference, attempt]));
  const kept = new Map<string, number>();
  // What providers' people and the banks of cards gave back of paid purchases, as the product noticed it.
  const back = new Map(
    (
      await db<{ purchaseId: string; amount: number }[]>`
        select purchase_id as "purchaseId", sum(amount)::float8 as amount from refund where way in ('elsewhere', 'chargeback') group by purchase_id`
    ).map(({ purchaseId, amount }) => [purchaseId, amount]),
  );
  for (const { reference, amount, left, isUndecided } of payments) {
    const attempt = attemptOf.get(reference);
    if (isUndecided) findings.add('money', `payment ${reference} is still undecided`);
    if (!attempt) findings.add('money', `payment ${reference} is of no attempt`);
    else if (left > 0) kept.set(attempt.purchaseId, (kept.get(attempt.purchaseId) ?? 0) + left);
    if (attempt && attempt.amount !== amount)
      findings.add('money', `attempt ${reference} is of ${attempt.amount}, its payment of ${amount}`);
    if (attempt && left > 0 && (attempt.state !== 'approved' || attempt.stage !== 'paid'))
      findings.add('money', `its provider keeps ${left} of ${reference}, which is ${attempt.state} of a purchase that is ${attempt.stage}`);
    if (attempt && left === 0 && attempt.state === 'approved' && !back.has(attempt.purchaseId))
      findings.add('money', `${reference} is approved and nothing of its payment is left`);
  }
  const known = new Set(payments.map(({ reference }) => reference));
  // What was paid once more on a page is there under the reference of what was paid first.
  for (const { reference, isOnce, state } of attempts) {
    if (isOnce && !known.has(reference) && !['declined', 'cancelled'].includes(state))
      findings.add('money', `its provider has no payment ${reference}, which is ${state}`);
  }
  const books = await db<{ purchaseId: string; card: number; cash: number; owed: number; sum: number }[]>`
    select purchase.id as "purchaseId", coalesce(sum(amount), 0)::float8 as sum,
           coalesce(sum(amount) filter (where account like 'clearing:%'), 0)::float8 as card,
           coalesce(sum(amount) filter (where account = 'cash_drawer'), 0)::float8 as cash,
           coalesce(sum(amount) filter (where account = 'owed_to_buyer'), 0)::float8 as owed
      from purchase left join ledger_entry on purchase_id = purchase.id group by purchase.id`;
  const paid = new Map(attempts.flatMap(({ purchaseId, stage, total }) => (stage === 'paid' ? [[purchaseId, total ?? 0]] : [])));
  for (const { purchaseId, card, cash, owed, sum } of books) {
    const total = (paid.get(purchaseId) ?? 0) - (back.get(purchaseId) ?? 0);
    if (card !== (kept.get(purchaseId) ?? 0))
      findings.add('money', `of ${purchaseId} the ledger has ${card} with providers, and they have ${kept.get(purchaseId) ?? 0}`);
    if (card + cash !== total) findings.add('money', `of ${purchaseId} ${card + cash} was booked and ${total} was sold`);
    if (owed !== 0) findings.add('money', `${owed} is still owed to the buyer of ${purchaseId}`);
    if (sum !== 0) findings.add('money', `the entries of ${purchaseId} sum to ${sum}`);
  }
  for (const { what, purchaseId } of (await checkLedger(db)).faults)
    findings.add('money', `${purchaseId} by the ledger’s own check: ${what}`);
  const taken = [...kept.values()].reduce((sum, left) => sum + left, 0);
  const returned = payments.filter(({ hasGoneBack }) => hasGoneBack).length;
  return `${payments.length} payments, ${(taken / 100).toFixed(2)} taken, ${returned} given back, ${back.size} of them by providers themselves, ${paid.size} purchases paid`;
}

/** A valid ticket for every sold place and no other; every payment that a client saw approved has its tickets. */
async function judgeTickets(db: Db, { findings, approvals }: Witness): Promise<string> {
  const differ = await db<{ what: string }[]>`
    select concat_ws(' ', performance_id || '/' || place_id, 'was sold to', place.purchase_id, 'and has a ticket of', ticket.purchase_id) as what
      from (select * from place where state = 'sold') as place
      full join (select * from ticket where state = 'valid') as ticket using (performance_id, place_id)
     where place.purchase_id is distinct from ticket.purchase_id`;
  for (const { what } of differ) findings.add('tickets', what);
  const twice = await db<{ what: string }[]>`
    select performance_id || '/' || place_id as what from ticket where state = 'valid'
     group by performance_id, place_id having count(*) > 1`;
  for (const { what } of twice) findings.add('tickets', `${what} has two valid tickets`);
  const paid = await db<{ id: string; customerId: string; total: number; places: string[] }[]>`
    select purchase.id, customer_id as "customerId", total,
           (select coalesce(array_agg(performance_id || '/' || place_id), '{}') from ticket
             where purchase_id = purchase.id and state = 'valid') as places
      from purchase where stage = 'paid'`;
  const emptied = await emptiedOrders(db);
  const paidOf = new Map(paid.map((purchase) => [purchase.id, purchase]));
  for (const { purchaseId, customerId, total, places } of approvals) {
    const purchase = paidOf.get(purchaseId);
    const told = places.map(({ performanceId, placeId }) => `${performanceId}/${placeId}`).sort();
    if (!purchase) findings.add('tickets', `${purchaseId} was answered as approved and is not paid`);
    else if (emptied.has(purchaseId)) continue;
    else if (purchase.customerId !== customerId || purchase.total !== total || String(purchase.places.toSorted()) !== String(told))
      findings.add(
        'tickets',
        `${purchaseId} was approved with ${told} for ${total}, and has tickets for ${purchase.places} for ${purchase.total}`,
      );
  }
  return `${paid.reduce((sum, { places }) => sum + places.length, 0)} tickets, ${approvals.length} approvals that were answered`;
}

/** Paid orders whose tickets are void, because all of their money went back. */
const emptiedOrders = async (db: Db) =>
  new Set(
    (
      await db<{ id: string }[]>`
        select purchase_id as id from ticket group by purchase_id having bool_and(state = 'void')`
    ).map(({ id }) => id),
  );

const TICKETS_MAIL = /^<send-tickets\.([\w-]{22})@/;

/**
 * One mail for each order of the shop, to its buyer, and none beside; of a mailbox that refuses it, a line of what was not delivered. A worker that dies between the mail server's answer and its
 * own note of it sends a mail again, under the same Message-ID, so that inboxes drop it: as many as the faults explain.
 */
async function judgeMails(
  db: Db,
  mails: readonly Mail[],
  { findings, metMails }: { findings: Findings; metMails: number },
): Promise<string> {
  const orders = await db<{ id: string; email: string }[]>`
    select purchase.id, email from purchase join customer on customer.id = customer_id where stage = 'paid' and channel = 'online'`;
  const emailOf = new Map(orders.map(({ id, email }) => [id, email]));
  const sent = new Map<string, number>();
  for (const { messageId, to } of mails) {
    const [, id] = TICKETS_MAIL.exec(messageId) ?? [];
    if (id === undefined) continue;
    sent.set(id, (sent.get(id) ?? 0) + 1);
    if (!emailOf.has(id)) findings.add('mails', `tickets of ${id} were mailed, which is no paid order`);
    else if (String(to) !== emailOf.get(id)) findings.add('mails', `tickets of ${id} went to ${to} instead of ${emailOf.get(id)}`);
  }
  const jobs = await db<{ id: string; state: string }[]>`
    select payload ->> 'purchaseId' as id,
           concat_ws(', ', attempts || ' attempts', 'locked by ' || locked_by || ' since ' || locked_at, last_error) as state
      from graphile_worker._private_jobs where payload ->> 'purchaseId' is not null`;
  const jobOf = new Map(jobs.map(({ id, state }) => [id, state]));
  // Whose money went back before the mail went out gets none.
  const emptied = await emptiedOrders(db);
  const undelivered = new Set(
    (
      await db<{ id: string }[]>`
        select purchase_id as id from undelivered_mail where task = 'send-tickets' and refused and ending is null`
    ).map(({ id }) => id),
  );
  for (const { id, email } of orders) {
    if (emptied.has(id)) continue;
    const isRefused = email.endsWith(NO_MAILBOX);
    if (isRefused !== undelivered.has(id))
      findings.add(
        'mails',
        `of ${id} to ${email} ${isRefused ? 'nothing says that its mail was refused' : 'a refused mail is written down'}`,
      );
    if (!isRefused && !sent.has(id))
      findings.add('mails', `the tickets of ${id} were never mailed; its job: ${jobOf.get(id) ?? 'there is none'}`);
  }
  const copies = [...sent.values()].reduce((sum, count) => sum + count - 1, 0);
  if (copies > metMails * MAILS_AT_ONCE)
    findings.add('mails', `${copies} mails were sent again, which ${metMails} faults of worker, database and mail server do not explain`);
  return `${orders.length} orders, ${sent.size} mailed, ${undelivered.size} refused, ${copies} copies under the same Message-ID, ${mails.length - sent.size - copies} others`;
}

const READ_AT_ONCE = 4;
const BACK: ReadonlySet<string> = new Set(['reversed', 'refunded']);

/** Of each order the page of its buyer, the office and the tables say the same of its money and its tickets. */
async function judgeOrders({ db, origins, buyers, organiser }: Stage, findings: Findings): Promise<string> {
  const rows = await db<
    { id: string; customerId: string; stage: string; kept: number; back: number; tickets: number; cameBack: boolean }[]
  >`
    select id, customer_id as "customerId", stage,
           (select coalesce(sum(amount), 0)::float8 from ledger_entry
             where purchase_id = purchase.id and (account like 'clearing:%' or account = 'cash_drawer')) as kept,
           case when stage = 'paid' then (select coalesce(sum(amount), 0)::float8 from refund where purchase_id = purchase.id)
                else (select coalesce(sum(amount), 0)::float8 from attempt
                       where purchase_id = purchase.id and state in ('reversed', 'refunded')) end as back,
           (select count(*)::integer from ticket where purchase_id = purchase.id and state = 'valid') as tickets,
           exists (select from attempt where purchase_id = purchase.id and state in ('reversed', 'refunded')) as "cameBack"
      from purchase where channel = 'online' and order_number is not null and exists (select from attempt where purchase_id = purchase.id)
     order by id`;
  const tokenOf = new Map(buyers.map(({ customerId, token }) => [customerId, token]));
  const left = rows.entries();
  const read = async () => {
    for (const [index, { id, customerId, stage, kept, back, tickets, cameBack }] of left) {
      const host = origins[index % origins.length] as string;
      const [own, staff] = await Promise.all([
        readAt(host, tokenOf.get(customerId) ?? '', getOrder, { params: { orderId: id }, query: {} }),
        readAt(host, organiser.token, getOfficeOrder, { params: { orderId: id } }),
      ]);
      if (own.status !== 'ok' || staff.status !== 'ok') {
        findings.add('orders', `${id} (${stage}) cannot be read: ${JSON.stringify([own, staff]).slice(0, 300)}`);
        continue;
      }
      // Of what was never sold the payments themselves went back.
      const wentBack = stage === 'paid' ? staff.data.refunds : staff.data.payments.filter(({ state }) => BACK.has(state));
      const said = {
        tables: [kept, back, tickets],
        buyer: [own.data.paid, own.data.refunded ?? 0, own.data.tickets.filter(({ state }) => state === 'valid').length],
        office: [
          staff.data.kept,
          wentBack.reduce((sum, { amount }) => sum + amount, 0),
          staff.data.tickets.filter(({ ticket }) => ticket.state === 'valid').length,
        ],
      };
      const cameToNothing = cameBack ? 'refunded' : 'cancelled';
      const state = stage !== 'paid' ? cameToNothing : tickets === 0 ? 'refunded' : 'paid';
      const isSame = new Set(Object.values(said).map(String)).size === 1 && own.data.state === state && staff.data.state === state;
      if (!isSame) findings.add('orders', `${id} (${stage}): ${JSON.stringify(said)}, as ${own.data.state} and ${staff.data.state}`);
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, read));
  return `${rows.length} orders, as their buyers, the office and the tables have them`;
}

async function readAt<E extends Endpoint>(host: string, token: string, endpoint: E, input: InputOf<E>): Promise<Outcome<E>> {
  return clientAt({ host, token, fetch: fetchWithin(10_000) }).call(endpoint, input);
}

/** C-02, in the words of the specification rather than of the code. */
const ALLOWED = new Set([
  'none → open',
  'open → paying',
  'open → expired',
  'open → cancelled',
  'paying → paid',
  'paying → offered',
  'paying → open',
  'paying → cancelled',
  'offered → paid',
  'offered → cancelled',
]);

/** Every purchase followed the allowed transitions, and none is open or paying at the end. */
async function judgeStages(db: Db, findings: Findings): Promise<string> {
  const moves = await db<{ purchaseId: string; move: string }[]>`
    select purchase_id as "purchaseId", coalesce(before, 'none') || ' → ' || stage as move
      from (select *, lag(stage) over (partition by purchase_id order by id) as before from rehearsal_stage) as journal
     where before is distinct from stage`;
  for (const { purchaseId, move } of moves) if (!ALLOWED.has(move)) findings.add('stages', `${purchaseId}: ${move}`);
  const underWay = await db<{ what: string }[]>`
    select id || ' is still ' || stage as what from purchase where stage in ('open', 'paying', 'offered')
    union all
    select reference || ' is still ' || state from attempt where state in ('started', 'unknown', 'pending', 'processing', 'offered', 'returning')`;
  for (const { what } of underWay) findings.add('stages', what);
  const counts = Map.groupBy(moves, ({ move }) => move);
  return [...counts].map(([move, all]) => `${move} ${all.length}`).join(', ');
}

interface Entry {
  readonly purchaseId: string;
  readonly customerId: string;
  readonly stage: string;
  readonly deadlineMs: number;
  readonly atMs: number;
}

/** No customer had more open purchases than allowed, open or being paid in their time, at any moment of the journal. */
async function judgeMostPurchases(db: Db, most: number, findings: Findings): Promise<string> {
  const journal = await db<Entry[]>`
    select purchase_id as "purchaseId", customer_id as "customerId", stage, (extract(epoch from deadline) * 1000)::float8 as "deadlineMs",
           (extract(epoch from at) * 1000)::float8 as "atMs"
      from rehearsal_stage where channel = 'online' order by at, id`;
  const broken = new Set<string>();
  let highest = 0;
  for (const [customerId, entries] of Map.groupBy(journal, (entry) => entry.customerId)) {
    const now = new Map<string, Entry>();
    for (const entry of entries) {
      now.set(entry.purchaseId, entry);
      const going = [...now.values()].filter(
        ({ stage, deadlineMs }) => (stage === 'open' && deadlineMs > entry.atMs) || (stage === 'paying' && deadlineMs > entry.atMs),
      );
      highest = Math.max(highest, going.length);
      const names = going.map(({ purchaseId, stage }) => `${purchaseId} (${stage})`).sort();
      if (going.length <= most || broken.has(String(names))) continue;
      broken.add(String(names));
      findings.add('most purchases', `customer ${customerId} had ${going.length} going: ${names.join(', ')}`);
    }
  }
  return `at most ${highest} of ${most} at a time`;
}

async function paymentsAt({ sandbox, wallet }: Stage): Promise<readonly Paid[]> {
  const response = await fetch(`${sandbox}/gateway/payments.json`, { signal: AbortSignal.timeout(10_000) });
  const { payments } = (await response.json()) as { readonly payments: readonly GatewayPayment[] };
  const byCard = payments.map(({ reference, amount, status, refunded }) => ({
    reference,
    amount,
    left: status === 'rejected' ? 0 : amount - refunded,
    hasGoneBack: refunded > 0,
    isUndecided: status === 'review',
  }));
  const byWallet = (await wallet.orders()).map(({ reference, amount, tries }) => ({
    reference,
    amount,
    left: tries.reduce((sum, { state, back }) => (state === 'approved' ? sum + amount - back : sum), 0),
    hasGoneBack: tries.some(({ back }) => back > 0),
    isUndecided: tries.some(({ state }) => state === 'pending'),
  }));
  return [...byCard, ...byWallet];
}
