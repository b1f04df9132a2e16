import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type BooksReport, checkBooks, exportMonth, fiscalPackOf } from '../apps/api/src/bills/index.ts';
import type { Outside } from './outside.ts';
import { sentenceOf } from './terminal.ts';

const USAGE = `npm run do -- bills-check [--month YYYY-MM --csv FILE]

Compares orders, ledger and bills to the cent: every paid order billed once, every refund credited once, no number missing. Exits with 1
when something does not add up. --csv writes the documents of a month for the accountant.`;

/** The command with these arguments; returns its exit code. */
export async function runBillsCheck(args: readonly string[], outside: Outside): Promise<number> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { month: { type: 'string' }, csv: { type: 'string' }, help: { type: 'boolean' } },
    });
    if (!values.help) return await check(values, outside);
    outside.log(USAGE);
    return 0;
  } catch (error) {
    outside.complain(sentenceOf(error, 'the bills were not checked'));
    return 2;
  }
}

async function check(
  { month, csv }: { month?: string | undefined; csv?: string | undefined },
  { withDatabase, brand: readBrand, log }: Outside,
): Promise<number> {
  if ((month === undefined) !== (csv === undefined)) throw new Error('--month and --csv: name both or none');
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new Error('--month: must be like 2026-11');
  const brand = await readBrand();
  const [report, file] = await withDatabase(async (db) => {
    const pack = fiscalPackOf(db, brand, { ar: null });
    if (month && !pack) throw new Error(`the brand ${brand.name} makes no bills`);
    return [await checkBooks(db), month && pack ? await exportMonth(db, pack, month) : null] as const;
  });
  tell(report, log);
  if (file && csv !== undefined) await writeFile(csv, file);
  return report.faults.length > 0 || report.series.some(({ missing }) => missing > 0) ? 1 : 0;
}

function decimal(minorUnits: number): string {
  return (minorUnits / 100).toFixed(2);
}

function tell({ series, faults }: BooksReport, log: Outside['log']) {
  for (const { pointOfSale, typeCode, first, last, count, amount, missing } of series)
    log(
      `point of sale ${pointOfSale}, type ${typeCode}: ${count} documents from ${first} to ${last}, ${decimal(amount)} in all${
        missing > 0 ? `; numbers between them that are not ours: ${missing}` : ''
      }`,
    );
  for (const { what, purchaseId, amount } of faults) log(`${what}: ${decimal(amount)}, purchase ${purchaseId}`);
  log(faults.length === 0 ? 'orders, ledger and bills add up' : `what does not add up: ${faults.length}`);
}
