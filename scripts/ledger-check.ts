import { loadBrand } from '@butaca/brand/load';
import { readStartConfig } from './config.ts';
import { withDatabase } from './database.ts';
import { runLedgerCheck } from './ledger-report.ts';

process.exitCode = await runLedgerCheck(process.argv.slice(2), {
  withDatabase: (work) => withDatabase('ledger-check', work),
  brand: async () => {
    const { brand, brandsDirectory } = readStartConfig();
    return (await loadBrand(brand, brandsDirectory)).brand;
  },
  log: console.log,
  complain: console.error,
});
