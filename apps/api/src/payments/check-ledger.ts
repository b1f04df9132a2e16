import type { Db } from '#db/connect';
import { findLedgerFaults, type LedgerFault, moneyByProvider, type ProviderMoney } from './queries-ledger-check.ts';

/** Amounts in minor units. */
export interface LedgerReport {
  readonly providers: readonly ProviderMoney[];
  /** What customers have here. */
  readonly balances: number;
  /** Nothing, if everything adds up; some of them, if there are many. */
  readonly faults: readonly LedgerFault[];
}

const MOST_FAULTS = 200;

/** Where every cent is, and what does not add up. */
export async function checkLedger(db: Db): Promise<LedgerReport> {
  const [money, faults] = await Promise.all([moneyByProvider(db), findLedgerFaults(db, MOST_FAULTS)]);
  return { ...money, faults: [...faults] };
}
