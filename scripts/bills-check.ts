import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadBrand } from '@butaca/brand/load';
import { type BooksReport, checkBooks, exportMonth, fiscalPackOf } from '../apps/api/src/bills/index.ts';
import { readStartConfig } from './config.ts';
import { withDatabase } from './database.ts';
import { sentenceOf } from './terminal.ts';

const USAGE = `npm run do -- bills-check [--month YYYY-MM --csv FILE]

Compares orders, ledger and bills to the cent: every paid order billed once, every refund credited once, no number missing. Exits with 1
when something does not add up. --csv writes the documents of a month for the accountant.`;

try {
  const { values } = parseArgs({ options: { month: { type: 'string' }, csv: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) console.log(USAGE);
  else await check(values);
} catch (error) {
  console.error(sentenceOf(error).replace(/^the start failed/, 'the bills were not checked'));
  process.exitCode = 2;
}

async function check({ month, csv }: { month?: string | undefined; csv?: string | undefined }) {
  if ((month === undefined) !== (csv === undefined)) throw new Error('--month and --csv: name both or none');
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new Error('--month: must be like 2026-11');
  const { brand: name, brandsDirectory } = readStartConfig();
  const { brand } = await loadBrand(name, brandsDirectory);
  const [report, file] = await withDatabase('bills-check', async (db) => {
    const pack = fiscalPackOf(db, brand, { ar: null });
    if (month && !pack) throw new Error(`the brand ${name} makes no bills`);
    return [await checkBooks(db), month && pack ? await exportMonth(db, pack, month) : null] as const;
  });
  tell(report);
  if (file && csv !== undefined) await writeFile(csv, file);
  if (report.faults.length > 0 || report.series.some(({ missing }) => missing > 0)) process.exitCode = 1;
}

function decimal(minorUnits: number): string {
  return (minorUnits / 100).toFixed(2);
}

function tell({ series, faults }: BooksReport) {
  for (const { pointOfSale, typeCode, first, last, count, amount, missing } of series)
    console.log(
      `point of sale ${pointOfSale}, type ${typeCode}: ${count} documents from ${first} to ${last}, ${decimal(amount)} in all${
        missing > 0 ? `; numbers between them that are not ours: ${missing}` : ''
      }`,
    );
  for (const { what, purchaseId, amount } of faults) console.log(`${what}: ${decimal(amount)}, purchase ${purchaseId}`);
  console.log(faults.length === 0 ? 'orders, ledger and bills add up' : `what does not add up: ${faults.length}`);
}
