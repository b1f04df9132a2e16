import { afterAll, expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { bookLateReceipt, bookSales, type SplitPart, startAttempts } from '../../src/payments/index.ts';
import { freshDatabase } from '../database.ts';
import { balancesOf } from '../factories/ledger.ts';
import { haveCustomer, havePurchase, haveSale } from '../factories/purchase.ts';

const { db, owner, url, close } = await freshDatabase();
afterAll(close);
const sale = await haveSale(db, { rows: 30 });
const customerId = await haveCustomer(db);

const split: readonly SplitPart[] = [
  { account: 'tickets', performanceId: sale.performanceId, amount: 2_000_000 },
  { account: 'service_charge', performanceId: sale.performanceId, amount: 200_000 },
  { account: 'anti_fraud_qr', performanceId: sale.performanceId, amount: 100_000 },
  { account: 'delivery', performanceId: null, amount: 50_000 },
  { account: 'products', performanceId: null, amount: 30_000 },
  { account: 'discounts', performanceId: sale.performanceId, amount: -80_000 },
];
let place = 0;

/** An attempt for two seats, of 23.000 pesos unless given. */
async function anAttempt({ amount = 2_300_000, parts = split } = {}) {
  place += 2;
  const purchaseId = await havePurchase(db, { sale, customerId, placeIds: [place - 2, place - 1] });
  const wanted = {
    purchaseId,
    idempotencyKey: 'k',
    provider: 'payway',
    paymentMethodId: 1,
    amount,
    currency: 'ARS',
    split: parts,
    instalments: 1,
    brand: 'visa',
    bin: '450799',
    lastFour: '4905',
    checkAfterSeconds: 45,
    tries: null,
  };
  const [attempt] = await db.begin((tx) => startAttempts(tx, [wanted]));
  if (!attempt) throw new Error('one attempt is one row');
  return attempt;
}

test('what was collected is booked by reason, and adds up to the charge', async () => {
  const attempt = await anAttempt();
  await db.begin((tx) => bookSales(tx, [attempt]));
  const balances = await balancesOf(db, attempt.purchaseId);
  expect(Object.fromEntries(balances.map(({ account, balance }) => [account, balance]))).toEqual({
    'clearing:payway': 2_300_000,
    tickets: -2_000_000,
    service_charge: -200_000,
    anti_fraud_qr: -100_000,
    delivery: -50_000,
    products: -30_000,
    discounts: 80_000,
  });
  expect(balances.reduce((sum, { balance }) => sum + balance, 0)).toBe(0);
});

test('an amount that differs from the sum of its parts is never charged', async () => {
  await expect(anAttempt({ amount: 2_300_001 })).rejects.toMatchObject({ code: '23514' });
});

test('a movement of money is booked once', async () => {
  const attempt = await anAttempt();
  await db.begin((tx) => bookSales(tx, [attempt]));
  await expect(db.begin((tx) => bookSales(tx, [attempt]))).rejects.toMatchObject({ code: '23505' });
});

test('a transaction that does not sum to zero, or has no entries, is refused by the database', async () => {
  const { purchaseId, reference } = await anAttempt();
  const id = 'a'.repeat(22);
  const book = (...amounts: number[]) =>
    db.begin(async (tx) => {
      await tx`insert into ledger_transaction (purchase_id, id, reference, kind) values (${purchaseId}, ${id}, ${reference}, 'sale')`;
      await tx`insert into ledger_entry select ${purchaseId}, ${id}, position, 'clearing:payway', null, amount, 'ARS'
                 from unnest(${amounts}::bigint[]) with ordinality as entry (amount, position)`;
    });
  await expect(book(100, -99)).rejects.toMatchObject({ code: '23514' });
  await expect(book()).rejects.toMatchObject({ code: '23514' });
  await expect(book(100, -100)).resolves.not.toThrow();
});

test('a booked transaction can be neither changed, nor deleted, nor added to', async () => {
  const attempt = await anAttempt();
  await db.begin((tx) => bookLateReceipt(tx, attempt));
  const { purchaseId } = attempt;
  const before = await balancesOf(db, purchaseId);
  const changes = [
    owner`update ledger_entry set amount = amount + 1 where purchase_id = ${purchaseId}`,
    owner`delete from ledger_entry where purchase_id = ${purchaseId}`,
    owner`update ledger_transaction set kind = 'sale' where purchase_id = ${purchaseId}`,
    owner`delete from ledger_transaction where purchase_id = ${purchaseId}`,
    owner`truncate ledger_entry`,
    owner`update attempt_event set facts = '{}' where purchase_id = ${purchaseId}`,
    owner`delete from attempt_event where purchase_id = ${purchaseId}`,
    owner`delete from attempt where purchase_id = ${purchaseId}`,
    owner`update attempt set amount = 1 where purchase_id = ${purchaseId}`,
    owner`insert into ledger_entry select purchase_id, id, 7 + n, 'owed_to_buyer', null, 5 - 10 * n, 'ARS'
         from ledger_transaction, generate_series(0, 1) as n where purchase_id = ${purchaseId}`,
  ];
  for (const change of changes) await expect(change).rejects.toMatchObject({ code: '23001' });
  expect(await balancesOf(db, purchaseId)).toEqual(before);
});

test('events and movements name an attempt, and entries a transaction, that exist and belong together', async () => {
  const [own, other] = [await anAttempt(), await anAttempt()];
  const [id, nobody] = ['c'.repeat(22), 'f'.repeat(32)];
  const refused: readonly (readonly [purchaseId: string, reference: string])[] = [
    [own.purchaseId, nobody],
    [own.purchaseId, other.reference],
    ['d'.repeat(22), own.reference],
  ];
  for (const [purchaseId, reference] of refused) {
    const rows = [
      db`insert into attempt_event (purchase_id, reference, kind, facts) values (${purchaseId}, ${reference}, 'answered', '{}')`,
      db`insert into ledger_transaction (purchase_id, id, reference, kind) values (${purchaseId}, ${id}, ${reference}, 'sale')`,
    ];
    for (const row of rows) await expect(row).rejects.toMatchObject({ code: '23503' });
  }
  const entries = (purchaseId: string, transactionId: string) => db`
    insert into ledger_entry select ${purchaseId}, ${transactionId}, n, 'owed_to_buyer', null, 5 - 10 * n, 'ARS' from generate_series(0, 1) as n`;
  await db.begin((tx) => bookLateReceipt(tx, other));
  await expect(entries(own.purchaseId, id)).rejects.toMatchObject({ code: '23001' });
  const [{ booked } = { booked: '' }] = await db<
    { booked: string }[]
  >`select id as booked from ledger_transaction where purchase_id = ${other.purchaseId}`;
  await expect(entries(own.purchaseId, booked)).rejects.toMatchObject({ code: '23001' });
  for (const table of ['attempt_event', 'ledger_transaction']) {
    await expect(owner.unsafe(`truncate ${table}`)).rejects.toMatchObject({ code: '23001' });
  }
});

test('while one attempt may have taken money there is no other for its purchase', async () => {
  const { purchaseId, reference } = await anAttempt();
  const again = () =>
    db`insert into attempt (purchase_id, reference, idempotency_key, provider, payment_method_id, amount, currency, split, instalments, brand, bin, last_four)
       select purchase_id, md5(random()::text), md5(random()::text), provider, 1, amount, currency, split, 1, brand, bin, last_four
         from attempt where purchase_id = ${purchaseId} limit 1`;
  for (const state of ['started', 'unknown', 'pending', 'processing', 'approved']) {
    await db`update attempt set state = ${state} where reference = ${reference}`;
    await expect(again()).rejects.toMatchObject({ constraint_name: 'attempt_that_counts' });
  }
  await db`update attempt set state = 'declined' where reference = ${reference}`;
  await expect(again()).resolves.toHaveLength(0);
});

test('booking sales reads as much of the ledger as ever, however many were booked before', async () => {
  const BATCHES = 4;
  const batches: Awaited<ReturnType<typeof anAttempt>>[][] = [];
  while (batches.length < BATCHES) batches.push(await Promise.all(Array.from({ length: 30 }, () => anAttempt())));
  // One connection, which keeps the plans that it made for the first batch.
  const one = connect(url, { connections: 1 });
  const rowsRead = async () => {
    await one`select pg_stat_force_next_flush()`;
    const [{ rows }] = await one<[{ rows: number }]>`
      select sum(idx_tup_read)::float8 as rows from pg_stat_user_indexes where relname in ('ledger_transaction', 'ledger_entry')`;
    return rows;
  };
  const readBy: number[] = [];
  for (const batch of batches) {
    const before = await rowsRead();
    await one.begin((tx) => bookSales(tx, batch));
    readBy.push((await rowsRead()) - before);
  }
  await one.end();
  expect(readBy[0]).toBeGreaterThan(0);
  expect(readBy).toEqual(readBy.map(() => readBy[0]));
});
