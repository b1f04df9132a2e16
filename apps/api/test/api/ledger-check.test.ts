import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';

/** `npm run ledger:check`, as a person runs it. */
const database = await freshDatabase();
const { db } = database;
const checkout = await aCheckout(db);
const folder = await mkdtemp(join(tmpdir(), 'butaca-ledger-'));
afterAll(async () => {
  await rm(folder, { recursive: true });
  await checkout.close();
  await database.close();
});

interface Ended {
  readonly code: number;
  readonly said: string;
}

const run = (...args: string[]) =>
  new Promise<Ended>((resolve) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl };
    const options = { cwd: join(import.meta.dirname, '../../../..'), env };
    execFile(process.execPath, ['scripts/ledger-check.ts', ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: `${stdout}${stderr}` });
    });
  });

test('the command says where every cent is, writes it as CSV, and ends with 1 when a file or the ledger does not add up', async () => {
  const purchase = await checkout.purchase();
  answerOf(await checkout.buyer.pay(purchase));
  const csv = join(folder, 'ledger.csv');
  expect(await run('--csv', csv)).toEqual({ code: 0, said: expect.stringMatching(/payway ARS: 23000\.00 kept[\s\S]*everything adds up/) });
  expect(await readFile(csv, 'utf8')).toBe(
    'provider,currency,kept,returned,in_doubt,to_be_returned\npayway,ARS,23000.00,0.00,0.00,0.00\nbalances,,0.00,,,\n',
  );
  const file = join(folder, 'settlement.csv');
  await writeFile(file, `provider,reference,kind,amount,currency,at\npayway,${'f'.repeat(32)},payment,12.00,ARS,2026-11-23T03:00:00Z\n`);
  expect(await run('--settlement', file)).toEqual({ code: 1, said: expect.stringContaining('payment: they say 12.00, we have nothing') });
  await writeFile(file, 'something else');
  expect(await run('--settlement', file)).toEqual({ code: 2, said: expect.stringContaining('line 1: must be') });
}, 60_000);
