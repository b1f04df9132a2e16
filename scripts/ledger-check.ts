import { runLedgerCheck } from './ledger-report.ts';
import { outsideOf } from './outside.ts';

process.exitCode = await runLedgerCheck(process.argv.slice(2), outsideOf('ledger-check'));
