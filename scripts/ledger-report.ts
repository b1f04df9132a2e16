import { readFile, stat, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { csvAmount, csvOf } from '@butaca/contract/csv';
import { checkLedger, type LedgerReport } from '../apps/api/src/payments/index.ts';
import {
  importSettlement,
  LivePerformances,
  readSettlement,
  SettlementProblem,
  type SettlementReport,
} from '../apps/api/src/sale/index.ts';
import { createWatch } from '../apps/api/src/watch/watch.ts';
import type { Outside } from './outside.ts';
import { sentenceOf } from './terminal.ts';

const USAGE = `npm run do -- ledger-check [--csv FILE] [--settlement FILE]

Says where every cent is, by provider, and what does not add up; exits with 1 when something does not.
--csv writes the figures to FILE; --settlement compares a provider's file with the ledger and books its chargebacks
(docs/payments.md#settlement-files).`;

const LARGEST_BYTES = 32 * 1024 * 1024;

/** The command with these arguments; returns its exit code. */
export async function runLedgerCheck(args: readonly string[], outside: Outside): Promise<number> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { csv: { type: 'string' }, settlement: { type: 'string' }, help: { type: 'boolean' } },
    });
    if (!values.help) return await check(values, outside);
    outside.log(USAGE);
    return 0;
  } catch (error) {
    outside.complain(error instanceof SettlementProblem ? error.message : sentenceOf(error, 'the ledger was not checked'));
    return 2;
  }
}

async function check(
  { csv, settlement }: { csv?: string | undefined; settlement?: string | undefined },
  { withDatabase, brand, log }: Outside,
): Promise<number> {
  const rows = settlement === undefined ? null : readSettlement(await readBounded(settlement));
  const { refunds } = await brand();
  const [report, settled] = await withDatabase(async (db) => {
    const watch = createWatch({ process: 'ledger-check', level: 'silent', secret: '' });
    const live = new LivePerformances(db, watch);
    const settled = rows && (await importSettlement({ db, live, refunds }, rows));
    await live.close();
    return [await checkLedger(db), settled] as const;
  });
  tell(report, log);
  if (settled) tellSettlement(settled, log);
  if (csv !== undefined) await writeFile(csv, asCsv(report));
  return report.faults.length > 0 || (settled?.differences.length ?? 0) > 0 ? 1 : 0;
}

async function readBounded(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new SettlementProblem(`${path}: there is no such file`);
  if (found.size > LARGEST_BYTES) throw new SettlementProblem(`${path}: the file is too large`);
  return readFile(path, 'utf8');
}

function decimal(minorUnits: number): string {
  return (minorUnits / 100).toFixed(2);
}

function tell({ providers, balances, faults }: LedgerReport, log: Outside['log']) {
  for (const { name, currency, kept, returned, inDoubt, owed } of providers)
    log(
      `${name} ${currency}: ${decimal(kept)} kept, ${decimal(returned)} given back, ${decimal(inDoubt)} in doubt, ${decimal(owed)} to be given back`,
    );
  log(`balances of customers: ${decimal(balances)}`);
  for (const { what, purchaseId, reference, amount } of faults)
    log(`${what}: ${decimal(amount)}, purchase ${purchaseId}, attempt ${reference}`);
  log(faults.length === 0 ? 'everything adds up' : `${faults.length} things do not add up`);
}

function tellSettlement({ rows, chargebacksBooked, differences }: SettlementReport, log: Outside['log']) {
  log(`${rows} movements of the file, ${chargebacksBooked} chargebacks booked`);
  const shown = (amount: number | null) => (amount === null ? 'nothing' : decimal(amount));
  for (const { reference, paymentId, what, theirs, ours } of differences)
    log(
      `${paymentId === undefined ? reference : `${reference}, payment ${paymentId}`}, ${what}: they say ${shown(theirs)}, we have ${shown(ours)}`,
    );
  if (differences.length === 0) log('the file and the ledger say the same');
}

const asCsv = ({ providers, balances }: LedgerReport): string =>
  csvOf([
    ['provider', 'currency', 'kept', 'returned', 'in_doubt', 'to_be_returned'],
    ...providers.map(({ name, currency, kept, returned, inDoubt, owed }) => [
      name,
      currency,
      ...[kept, returned, inDoubt, owed].map(csvAmount),
    ]),
    ['balances', '', csvAmount(balances), '', '', ''],
  ]);
