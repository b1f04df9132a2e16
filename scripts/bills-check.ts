import { runBillsCheck } from './bills-report.ts';
import { outsideOf } from './outside.ts';

process.exitCode = await runBillsCheck(process.argv.slice(2), outsideOf('bills-check'));
