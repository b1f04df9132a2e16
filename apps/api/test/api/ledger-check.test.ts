import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCrontab } from 'graphile-worker';
import { afterAll, expect, test } from 'vitest';
import { runLedgerCheck } from '../../../../scripts/ledger-report.ts';
import { crontab } from '../../src/crontab.ts';
import { purchaseTasks } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { workOnce } from '../factories/jobs.ts';
import { aWatch } from '../factories/watch.ts';
import { runHere, scriptOn } from '../run-script.ts';

/** The check of the ledger, as a person runs it (`npm run do -- ledger-check`) and as the worker does every night. */
const database = await freshDatabase();
const { db } = database;
const checkout = await aCheckout(db);
const folder = await mkdtemp(join(tmpdir(), 'butaca-ledger-'));
afterAll(async () => {
  await rm(folder, { recursive: true });
  await checkout.close();
  await database.close();
});

const spawned = scriptOn(database, 'ledger-check.ts');
const run = runHere(runLedgerCheck, db);

test('the command says where every cent is, writes it as CSV, and ends with 1 when a file or the ledger does not add up', async () => {
  const purchase = await checkout.purchase();
  answerOf(await checkout.buyer.pay(purchase));
  const csv = join(folder, 'ledger.csv');
  expect(await run('--csv', csv)).toEqual({ code: 0, said: expect.stringMatching(/payway ARS: 23000\.00 kept[\s\S]*everything adds up/) });
  expect(await readFile(csv, 'utf8')).toBe(
    '\uFEFFprovider,currency,kept,returned,in_doubt,to_be_returned\r\npayway,ARS,23000.00,0.00,0.00,0.00\r\nbalances,,0.00,,,\r\n',
  );
  const file = join(folder, 'settlement.csv');
  await writeFile(file, `provider,reference,kind,amount,currency,at\npayway,${'f'.repeat(32)},payment,12.00,ARS,2026-11-23T03:00:00Z\n`);
  expect(await run('--settlement', file)).toEqual({
    code: 1,
    said: expect.stringContaining('payment: they say 12.00, we have nothing'),
  });
  await writeFile(file, 'something else');
  expect(await spawned('--settlement', file)).toEqual({ code: 2, said: expect.stringContaining('line 1: must be') });
});

/** What the worker says of the ledger. */
async function nightlyCheck() {
  const { watch, told } = aWatch();
  await database.db`select graphile_worker.add_job('check-ledger')`;
  await workOnce(database, purchaseTasks({ ...checkout.app.sale, watch }));
  return { faults: told('ledger-fault'), checked: told('ledger-checked') };
}

test('the worker checks the ledger every night: a sound one is reported as that, and a fault by its name, purchase and attempt', async () => {
  const purchase = await checkout.purchase();
  answerOf(await checkout.buyer.pay(purchase));
  const purchaseId = purchase.id;
  expect(await nightlyCheck()).toEqual({ faults: [], checked: [expect.objectContaining({ faults: 0 })] });
  const [{ reference = '' } = {}] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${purchaseId}`;
  await db.begin(async (tx) => {
    const id = 'f'.repeat(22);
    await tx`insert into ledger_transaction (purchase_id, id, reference, kind) values (${purchaseId}, ${id}, ${reference}, 'late_receipt')`;
    await tx`insert into ledger_entry values (${purchaseId}, ${id}, 0, 'clearing:paypal', null, 900, 'ARS'),
                                             (${purchaseId}, ${id}, 1, 'owed_to_buyer', null, -900, 'ARS')`;
  });
  const { faults, checked } = await nightlyCheck();
  expect(faults).toEqual(
    ['booked on another provider', 'refunded and still owed'].map((what) =>
      expect.objectContaining({ what, purchaseId, reference, level: 50 }),
    ),
  );
  expect(checked).toEqual([expect.objectContaining({ faults: 2 })]);
});

test('every night the worker is told to check the ledger', () => {
  const due = parseCrontab(crontab).find(({ task }) => task === 'check-ledger');
  const nights = Array.from({ length: 24 * 60 }, (_, minute) => ({ min: minute % 60, hour: Math.floor(minute / 60) }));
  for (const dow of [0, 3, 6])
    expect(nights.filter(({ min, hour }) => due?.match({ min, hour, date: 9 + dow, month: 12, dow }))).toEqual([{ min: 11, hour: 4 }]);
});
