import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import {
  balanceOf,
  bookLateReceipt,
  bookLateSale,
  bookSales,
  bookSetAside,
  moneyByProvider,
  moveAttempt,
  type RefundRow,
  type RefundWay,
  type SplitPart,
  startAttempts,
  startRefund,
} from '../../src/payments/index.ts';
import { bookLateReturn, bookRefundEnd } from '../../src/payments/queries-ledger.ts';
import { endRefund } from '../../src/payments/queries-refunds.ts';
import { leftAtProvider, portionsOf } from '../../src/sale/staff/refund-portions.ts';
import { freshDatabase } from '../database.ts';
import { haveCustomer, havePurchase, haveSale } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
afterAll(close);
const ROWS = 40;
const sale = await haveSale(db, { rows: ROWS });
const customerId = await haveCustomer(db);
let place = 0;

const PROVIDERS = ['payway', 'paypal', 'bancard', 'cash', 'terminal', 'balance'] as const;
const COLLECTED = ['tickets', 'service_charge', 'anti_fraud_qr', 'delivery', 'financing'] as const;

const performanceOf = (account: string) => (account === 'delivery' || account === 'financing' ? null : sale.performanceId);

/** A payment's life: how its money came in, and what went back of it one after another, in shares of what is left. */
const life = fc.record({
  provider: fc.constantFrom(...PROVIDERS),
  amounts: fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: COLLECTED.length, maxLength: COLLECTED.length }),
  discount: fc.integer({ min: 0, max: 100 }),
  /** What of it the customer's balance pays beside the provider. */
  beside: fc.constantFrom(0, 0, 0.01, 0.5, 0.99),
  /** Percent that a terminal's sale took in cash. */
  cashShare: fc.integer({ min: 0, max: 99 }),
  came: fc.constantFrom('in time', 'late and sold', 'late and returned', 'late and owed', 'never', 'not yet'),
  returns: fc.array(
    fc.record({
      share: fc.constantFrom(0.1, 0.5, 0.999, 1),
      way: fc.constantFrom('provider', 'balance', 'chargeback', 'elsewhere'),
      isDone: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
});
type Life = typeof life extends fc.Arbitrary<infer Value> ? Value : never;

/** The life of a purchase that two cards pay: how far it came, and what went back of it. */
const lifeOfTwo = fc.record({
  provider: fc.constantFrom('payway', 'cybersource'),
  amounts: fc.array(fc.integer({ min: 20, max: 5_000_000 }), { minLength: COLLECTED.length, maxLength: COLLECTED.length }),
  discount: fc.integer({ min: 0, max: 100 }),
  /** Of the price. */
  firstShare: fc.constantFrom(0.1, 0.333, 0.5, 0.9),
  end: fc.constantFrom('first waits', 'going back', 'back', 'second declined', 'second found late', 'paid', 'paid'),
  returns: fc.array(
    fc.record({
      share: fc.constantFrom(0.1, 0.5, 0.999, 1),
      way: fc.constantFrom('provider', 'balance', 'chargeback', 'elsewhere'),
      /** Which card's bank takes its money back. */
      card: fc.constantFrom(0, 1),
      isDone: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
});
type LifeOfTwo = typeof lifeOfTwo extends fc.Arbitrary<infer Value> ? Value : never;

/** The same for two cards, each with an attempt of its own. */
async function liveOfTwo({ provider, amounts, discount, firstShare, end, returns }: LifeOfTwo): Promise<void> {
  const purchaseId = await havePurchase(db, { sale, customerId, placeIds: [place++] });
  const split = splitOf(amounts, discount);
  const total = sumOf(split);
  await db`update purchase set stage = 'paying', total = ${total} where id = ${purchaseId}`;
  const portions = portionsOf(split, Math.ceil(total * firstShare));
  const start = async (part: 1 | 2) => {
    const { amount, parts } = portions[part - 1] as (typeof portions)[0];
    const wanted = { ...attemptOf({ purchaseId, provider, amount, split: [...parts] }), idempotencyKey: `k${part}`, part };
    const [started] = await db.begin((tx) => startAttempts(tx, [wanted]));
    if (!started) throw new Error('one attempt is one row');
    return started;
  };
  const owed = async (attempt: Awaited<ReturnType<typeof start>>, to: 'secured' | 'returning') => {
    await db.begin(async (tx) => {
      await moveAttempt(tx, attempt, { to, checkAt: Temporal.Now.instant() });
      await bookLateReceipt(tx, attempt);
    });
    return { ...attempt, state: to };
  };
  const back = (attempt: Awaited<ReturnType<typeof owed>>) =>
    db.begin((tx) => Promise.all([moveAttempt(tx, attempt, { to: 'reversed' }), bookLateReturn(tx, attempt)]));
  const first = await owed(await start(1), 'secured');
  if (end === 'first waits') return;
  if (end !== 'paid') {
    const second = await start(2);
    await db.begin((tx) => moveAttempt(tx, second, { to: end === 'second declined' ? 'declined' : 'cancelled' }));
    if (end === 'second declined') return;
    await db.begin(async (tx) => {
      await tx`update purchase set stage = 'cancelled', ended_at = clock_timestamp() where id = ${purchaseId}`;
      await moveAttempt(tx, first, { to: 'returning' });
    });
    if (end === 'second found late') await back(await owed({ ...second, state: 'cancelled' }, 'returning'));
    if (end !== 'going back') await back({ ...first, state: 'returning' });
    return;
  }
  const second = await start(2);
  await db.begin((tx) =>
    Promise.all([
      moveAttempt(tx, second, { to: 'approved' }),
      bookSales(tx, [second]),
      moveAttempt(tx, first, { to: 'approved' }),
      bookLateSale(tx, first),
    ]),
  );
  let left: readonly SplitPart[] = split;
  const earlier: (Pick<RefundRow, 'way' | 'amount'> & { readonly reference: string })[] = [];
  const leftOn = (card: typeof first | typeof second) =>
    leftAtProvider(
      card,
      earlier.filter(({ reference }) => reference === card.reference),
    );
  const book = async (card: typeof first | typeof second, portion: (typeof portions)[0], way: RefundWay, isDone: boolean) => {
    if (portion.amount === 0) return;
    const refund = {
      ...{ purchaseId, reference: card.reference, provider, way, ...portion, currency: 'ARS', tickets: [], reason: 'una prueba' },
      cashAmount: 0,
    };
    const key = await db.begin((tx) => startRefund(tx, refund));
    if (way === 'provider' && isDone)
      await db.begin(async (tx) => {
        await endRefund(tx, key);
        await bookRefundEnd(tx, { ...refund, refundId: key.id }, 'where it came from');
      });
    earlier.push({ way, amount: portion.amount, reference: card.reference });
  };
  for (const { share, way, card, isDone } of returns) {
    if (way === 'chargeback') {
      // The bank takes all that its card has left; the other card has its own back.
      const [disputed, other] = card === 0 ? [first, second] : [second, first];
      const [taken, rest] = portionsOf(left, leftOn(disputed));
      await book(disputed, taken, 'chargeback', true);
      await book(other, rest, 'provider', isDone);
      expect([leftOn(first), leftOn(second)]).toEqual([0, 0]);
      return;
    }
    const parts = left.map((each) => ({ ...each, amount: Math.trunc(each.amount * share) })).filter((each) => each.amount !== 0);
    const amount = sumOf(parts);
    if (amount <= 0) continue;
    const [ofFirst, ofSecond] = portionsOf(parts, Math.min(amount, leftOn(first)));
    await book(first, ofFirst, way, isDone);
    await book(second, ofSecond, way, isDone);
    // While one is under way at the provider no other begins.
    if (way === 'provider' && !isDone) return;
    left = left.map((each) => ({ ...each, amount: each.amount - (parts.find(({ account }) => account === each.account)?.amount ?? 0) }));
  }
}

/** A price by reason, in minor units. */
function splitOf(amounts: readonly number[], discount: number): SplitPart[] {
  const split: SplitPart[] = COLLECTED.map((account, index) => ({
    account,
    performanceId: performanceOf(account),
    amount: amounts[index] ?? 0,
  }));
  return [...split, { account: 'discounts', performanceId: sale.performanceId, amount: -Math.floor(((amounts[0] ?? 0) * discount) / 101) }];
}

/** A payment in one go, without a card that is known. */
const attemptOf = (given: { purchaseId: string; provider: string; amount: number; split: SplitPart[] }) => ({
  ...{ idempotencyKey: 'k', paymentMethodId: 1, currency: 'ARS', instalments: 1, fromBalance: 0, cashAmount: 0 },
  ...{ brand: null, bin: null, lastFour: null, checkAfterSeconds: 45, tries: null },
  ...given,
});

/** Carries it out with the verbs that the product uses. */
async function live({ provider, amounts, discount, beside, cashShare, came, returns }: Life): Promise<void> {
  const purchaseId = await havePurchase(db, { sale, customerId, placeIds: [place++] });
  const split = splitOf(amounts, discount);
  const total = sumOf(split);
  const isCash = provider === 'cash';
  const isTerminal = provider === 'terminal';
  const isBalance = provider === 'balance';
  const fromBalance = isCash || isTerminal || isBalance ? 0 : Math.floor(total * beside);
  const amount = total - fromBalance;
  const cashTaken = isTerminal ? Math.floor((amount * cashShare) / 100) : 0;
  const wanted = { ...attemptOf({ purchaseId, provider, amount, split }), fromBalance, cashAmount: cashTaken };
  const start = () =>
    db.begin(async (tx) => {
      const [started] = await startAttempts(tx, [wanted]);
      if (!started) throw new Error('one attempt is one row');
      await bookSetAside(tx, started);
      return started;
    });
  if ((await balanceOf(db, { customerId, currency: 'ARS' })) < fromBalance) {
    await expect(start()).rejects.toMatchObject({ constraint_name: 'balance_covers' });
    return;
  }
  const attempt = await start();
  if (isBalance && (await balanceOf(db, { customerId, currency: 'ARS' })) < amount) {
    await expect(db.begin((tx) => bookSales(tx, [attempt]))).rejects.toMatchObject({ constraint_name: 'balance_covers' });
    return;
  }
  if (came === 'not yet') return;
  if (came === 'never' && !isCash && !isTerminal && !isBalance) {
    const before = await balanceOf(db, { customerId, currency: 'ARS' });
    await db.begin((tx) => moveAttempt(tx, attempt, { to: 'cancelled' }));
    // Found to be paid later: the balance is back already.
    await db.begin((tx) =>
      Promise.all([moveAttempt(tx, { ...attempt, state: 'cancelled' }, { to: 'returning' }), bookLateReceipt(tx, attempt)]),
    );
    expect(await balanceOf(db, { customerId, currency: 'ARS' })).toBe(before + fromBalance);
    return;
  }
  if (came === 'in time' || isCash || isTerminal || isBalance) await db.begin((tx) => bookSales(tx, [attempt]));
  else {
    await db.begin((tx) => bookLateReceipt(tx, attempt));
    if (came === 'late and sold') await db.begin((tx) => bookLateSale(tx, attempt));
    if (came === 'late and returned') await db.begin((tx) => bookLateReturn(tx, attempt));
    if (came !== 'late and sold') return;
  }
  let left = split;
  const earlier: Pick<RefundRow, 'way' | 'amount'>[] = [];
  let onTerminal = amount - cashTaken;
  for (const { share, way: drawn, isDone } of returns) {
    // Of every account its share: a discount shrinks with what it was on.
    const parts = left.map((each) => ({ ...each, amount: Math.trunc(each.amount * share) })).filter((each) => each.amount !== 0);
    const back = sumOf(parts);
    if (back <= 0) continue;
    // Of a terminal's sale the card first, then the drawer.
    const backInCash = isTerminal && drawn !== 'balance' ? Math.max(0, back - onTerminal) : 0;
    const atCounter: RefundWay = isTerminal && backInCash < back ? 'terminal' : 'drawer';
    const isHere = isTerminal ? drawn !== 'balance' : isCash && drawn === 'provider';
    const way: RefundWay = isBalance ? 'balance' : isHere ? atCounter : drawn;
    const atProvider = Math.min(back, leftAtProvider(attempt, earlier));
    const [first, second] = portionsOf(parts, way === 'balance' ? back : atProvider);
    const book = async (portion: typeof first, by: RefundWay) => {
      if (portion.amount === 0) return;
      const refund = {
        ...{ purchaseId, reference: attempt.reference, provider, way: by, ...portion, currency: 'ARS', tickets: [], reason: 'una prueba' },
        cashAmount: backInCash,
      };
      const key = await db.begin((tx) => startRefund(tx, refund));
      if (by === 'provider' && isDone)
        await db.begin(async (tx) => {
          await endRefund(tx, key);
          await bookRefundEnd(tx, { ...refund, refundId: key.id }, 'where it came from');
        });
      earlier.push({ way: by, amount: portion.amount });
    };
    await book(first, way);
    await book(second, 'balance');
    // While one is under way at the provider no other begins.
    if (way === 'provider' && !isDone) return;
    left = left.map((each) => ({ ...each, amount: each.amount - (parts.find(({ account }) => account === each.account)?.amount ?? 0) }));
    if (way === 'terminal') onTerminal -= back - backInCash;
  }
}

const sumOf = (parts: readonly { readonly amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0);

test('whatever becomes of payments, each one’s accounts are balanced, no account and no balance is overdrawn, and by account it is as much as by provider', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(life, lifeOfTwo), { minLength: 1, maxLength: 6 }), async (lives) => {
      for (const each of lives) await ('firstShare' in each ? liveOfTwo(each) : live(each));
      const payments = await db<
        { sum: number; taken: number; owed: number; aside: number; balance: number; collected: number; discounts: number }[]
      >`
        select sum(amount)::float8 as sum,
               coalesce(sum(amount) filter (where account like 'clearing:%' or account = 'cash_drawer'), 0)::float8 as taken,
               coalesce(-sum(amount) filter (where account = 'owed_to_buyer'), 0)::float8 as owed,
               coalesce(-sum(amount) filter (where account = 'set_aside'), 0)::float8 as aside,
               -- Of what the balance alone paid what is spent of it; else what came to it, and what it paid beside a provider is not more than was asked.
               (select case provider when 'balance' then 1 else -1 end * coalesce(sum(entry.amount), 0) + max(from_balance) from attempt
                  left join ledger_entry as entry on entry.purchase_id = attempt.purchase_id and account = 'customer_balance'
                 where attempt.purchase_id = ledger_entry.purchase_id group by provider)::float8 as balance,
               coalesce(-sum(amount) filter (where account not like 'clearing:%'
                                               and account not in ('cash_drawer', 'owed_to_buyer', 'customer_balance', 'set_aside')), 0)::float8 as collected,
               coalesce(sum(amount) filter (where account = 'discounts'), 0)::float8 as discounts
          from ledger_entry group by purchase_id`;
      for (const { sum, ...sides } of payments) {
        expect(sum).toBe(0);
        for (const side of Object.values(sides)) expect(side).toBeGreaterThanOrEqual(0);
      }
      const accounts = await db<{ account: string; amount: number }[]>`
        select account, sum(amount)::float8 as amount from ledger_entry group by account`;
      const of = (...names: string[]) => sumOf(accounts.filter(({ account }) => names.includes(account)));
      const { providers, balances } = await moneyByProvider(db);
      for (const { name, kept } of providers) expect(Number(kept)).toBe(of(name === 'cash' ? 'cash_drawer' : `clearing:${name}`));
      for (const { account } of accounts.filter(({ account }) => account.startsWith('clearing:')))
        expect(providers.map(({ name }) => `clearing:${name}`)).toContain(account);
      expect(sumOf(providers.map(({ owed }) => ({ amount: Number(owed) })))).toBe(0 - of('owed_to_buyer'));
      expect(Number(balances)).toBe(0 - of('customer_balance', 'set_aside'));
      expect(await balanceOf(db, { customerId, currency: 'ARS' })).toBe(0 - of('customer_balance'));
      expect(sumOf(accounts)).toBe(0);
      // Of two cards each has taken no more than its part, and owes no more than it has taken.
      const cards = await db<{ amount: number; kept: number; owed: number }[]>`
        select attempt.amount, coalesce(sum(entry.amount) filter (where account like 'clearing:%'), 0)::bigint as kept,
               coalesce(-sum(entry.amount) filter (where account = 'owed_to_buyer'), 0)::bigint as owed
          from attempt
          left join ledger_transaction as moved on moved.purchase_id = attempt.purchase_id and moved.reference = attempt.reference
          left join ledger_entry as entry on entry.purchase_id = moved.purchase_id and entry.transaction_id = moved.id
         where card_part > 0 group by attempt.purchase_id, attempt.reference, attempt.amount`;
      for (const { amount, kept, owed } of cards) {
        expect(kept).toBeLessThanOrEqual(amount);
        expect(owed).toBeLessThanOrEqual(kept);
        expect(owed).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

test('a cent more than came in never goes back: neither in one refund nor after others, and nothing of it is booked', async () => {
  const inTime = {
    provider: 'payway' as const,
    amounts: [100, 100, 100, 100],
    discount: 0,
    beside: 0 as const,
    cashShare: 0,
    came: 'in time' as const,
  };
  for (const before of [0, 0.5, 1] as const) {
    await live({ ...inTime, returns: before === 0 ? [] : [{ share: before, way: 'balance', isDone: true }] });
    const [last] = await db<{ purchaseId: string; reference: string }[]>`
      select purchase_id as "purchaseId", reference from attempt order by started_at desc limit 1`;
    if (!last) throw new Error('there is no attempt');
    const booked = () => db`select * from ledger_entry where purchase_id = ${last.purchaseId} order by transaction_id, position`;
    const entries = await booked();
    const amount = 400 * (1 - before) + 1;
    const parts: SplitPart[] = [{ account: 'tickets', performanceId: sale.performanceId, amount }];
    for (const way of ['provider', 'balance', 'chargeback', 'elsewhere'] as const) {
      const refund = {
        ...last,
        provider: 'payway',
        way,
        amount,
        currency: 'ARS',
        parts,
        tickets: [],
        reason: 'de más',
      };
      await expect(db.begin((tx) => startRefund(tx, refund))).rejects.toThrow('more would go back than came in');
    }
    expect(await booked()).toEqual(entries);
  }
});
