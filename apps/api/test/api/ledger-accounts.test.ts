import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bookLateReceipt, bookSales, checkLedger, moneyByProvider, type SplitPart, startAttempts } from '../../src/payments/index.ts';
import { bookLateReturn } from '../../src/payments/queries-ledger.ts';
import { freshDatabase } from '../database.ts';
import { balancesOf } from '../factories/ledger.ts';
import { haveCustomer, havePurchase, haveSale } from '../factories/purchase.ts';

/** Each provider's money stands on an account of its own (decision 049). */
const { db, owner, close } = await freshDatabase();
afterAll(close);
const sale = await haveSale(db, { rows: 30 });
const customerId = await haveCustomer(db);
let place = 0;

async function anAttempt(provider: string, amount: number) {
  const purchaseId = await havePurchase(db, { sale, customerId, placeIds: [place++] });
  const split: SplitPart[] = [{ account: 'tickets', performanceId: sale.performanceId, amount }];
  const paid = { provider, paymentMethodId: 1, amount, currency: 'ARS', split, instalments: 1, brand: null, bin: null, lastFour: null };
  const [attempt] = await db.begin((tx) =>
    startAttempts(tx, [{ ...paid, purchaseId, idempotencyKey: 'k', checkAfterSeconds: null, tries: null }]),
  );
  if (!attempt) throw new Error('one attempt is one row');
  await db`update attempt set state = 'declined', check_at = null where reference = ${attempt.reference}`;
  return attempt;
}
const accountsOf = async (id: string) => Object.fromEntries((await balancesOf(db, id)).map(({ account, balance }) => [account, balance]));
const keptBy = async () => Object.fromEntries((await moneyByProvider(db)).providers.map(({ name, kept }) => [name, Number(kept)]));

test('a sale, late money and its return are booked on the account of the provider that moved them, and on no other', async () => {
  const before = await keptBy();
  const [card, wallet, counter] = [await anAttempt('payway', 500), await anAttempt('tigo', 300), await anAttempt('cash', 70)];
  await db.begin((tx) => bookSales(tx, [card, counter]));
  await db.begin((tx) => bookLateReceipt(tx, wallet));
  expect(await accountsOf(card.purchaseId)).toEqual({ 'clearing:payway': 500, tickets: -500 });
  expect(await accountsOf(wallet.purchaseId)).toEqual({ 'clearing:tigo': 300, owed_to_buyer: -300 });
  expect(await accountsOf(counter.purchaseId)).toEqual({ cash_drawer: 70, tickets: -70 });
  const { payway = 0, tigo = 0, cash = 0 } = before;
  expect(await keptBy()).toMatchObject({ payway: payway + 500, tigo: tigo + 300, cash: cash + 70 });
  await db.begin((tx) => bookLateReturn(tx, wallet));
  expect(await accountsOf(wallet.purchaseId)).toEqual({});
  expect(await keptBy()).toMatchObject({ payway: payway + 500, tigo, cash: cash + 70 });
});

test('what a counter took on its terminal and in cash is booked on an account each', async () => {
  const purchaseId = await havePurchase(db, { sale, customerId, placeIds: [place++] });
  const split: SplitPart[] = [{ account: 'tickets', performanceId: sale.performanceId, amount: 90 }];
  const paid = { provider: 'terminal', paymentMethodId: 10_002, amount: 90, cashAmount: 20, currency: 'ARS', split, instalments: 1 };
  const noCard = { brand: null, bin: null, lastFour: null, checkAfterSeconds: null, tries: null };
  const { terminal = 0, cash = 0 } = await keptBy();
  await db.begin(async (tx) => bookSales(tx, await startAttempts(tx, [{ ...paid, ...noCard, purchaseId, idempotencyKey: 'k' }])));
  expect(await accountsOf(purchaseId)).toEqual({ 'clearing:terminal': 70, cash_drawer: 20, tickets: -90 });
  expect(await keptBy()).toMatchObject({ terminal: terminal + 70, cash: cash + 20 });
  await db`update attempt set state = 'declined', check_at = null where purchase_id = ${purchaseId}`;
});

test('what a server of the version before books on the one old account stands on its provider’s', async () => {
  const { purchaseId, reference } = await anAttempt('mercadopago', 900);
  await db.begin(async (tx) => {
    const id = 'e'.repeat(22);
    await tx`insert into ledger_transaction (purchase_id, id, reference, kind) values (${purchaseId}, ${id}, ${reference}, 'late_receipt')`;
    await tx`insert into ledger_entry values (${purchaseId}, ${id}, 0, 'card_clearing', null, 900, 'ARS'),
                                             (${purchaseId}, ${id}, 1, 'owed_to_buyer', null, -900, 'ARS')`;
  });
  expect(await accountsOf(purchaseId)).toEqual({ 'clearing:mercadopago': 900, owed_to_buyer: -900 });
});

test('the migration names what was booked before by its provider, leaves every other entry, and the ledger stays append-only', async () => {
  const [card, wallet] = [await anAttempt('payway', 400), await anAttempt('paypal', 600)];
  await db.begin((tx) => bookSales(tx, [card, wallet]));
  const ids = [card.purchaseId, wallet.purchaseId];
  const entries = () =>
    db`select to_jsonb(ledger_entry) as row from ledger_entry where purchase_id = any (${ids}) order by amount, account`;
  const after = await entries();
  const sql = await readFile(join(import.meta.dirname, '../../migrations/0210_clearing_by_provider.sql'), 'utf8');
  await owner.begin(async (tx) => {
    await tx`drop trigger ledger_entry_of_older_servers on ledger_entry`;
    await tx`drop function name_clearing_account`;
    await tx`alter table ledger_entry drop constraint ledger_entry_account_check`;
    await tx`alter table ledger_entry add constraint ledger_entry_account_check check (account <> '')`;
    await tx`alter table ledger_entry disable trigger ledger_entry_stays`;
    await tx`update ledger_entry set account = 'card_clearing' where account like 'clearing:%'`;
    await tx`alter table ledger_entry enable trigger ledger_entry_stays`;
    expect(await tx`select from ledger_entry where account = 'card_clearing' and purchase_id = any (${ids})`).toHaveLength(2);
    await tx.unsafe(sql);
  });
  expect(await entries()).toEqual(after);
  await expect(owner`update ledger_entry set account = 'tickets' where purchase_id = ${card.purchaseId}`).rejects.toMatchObject({
    code: '23001',
  });
});

test('the ledger’s check names money that stands with another provider than its payment’s', async () => {
  const [right, wrong] = [await anAttempt('payway', 800), await anAttempt('payway', 250)];
  await db.begin((tx) => bookSales(tx, [right, { ...wrong, provider: 'paypal' }]));
  const named = (await checkLedger(db)).faults.filter(({ what }) => what === 'booked on another provider');
  expect(named).toEqual([{ what: 'booked on another provider', purchaseId: wrong.purchaseId, reference: wrong.reference, amount: 250 }]);
});
