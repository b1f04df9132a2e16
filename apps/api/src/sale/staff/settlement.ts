import type { Db } from '#db/connect';
import { attemptsTakenIn, moneyOfAttempts } from '../../payments/index.ts';
import type { SaleWorld } from '../world.ts';
import { recordChargeback } from './chargeback.ts';

/** One movement that a provider says it has settled (docs/payments.md#settlement-files). */
export interface SettlementRow {
  readonly provider: string;
  readonly reference: string;
  readonly kind: 'payment' | 'refund' | 'chargeback';
  /** Minor units, positive. */
  readonly amount: number;
  readonly currency: string;
  readonly at: Temporal.Instant;
}

/** Where the provider's file and the ledger do not say the same; minor units, null where one has nothing. */
interface Difference {
  readonly reference: string;
  readonly what: 'payment' | 'refund' | 'chargeback' | 'currency';
  readonly theirs: number | null;
  readonly ours: number | null;
}

export interface SettlementReport {
  readonly rows: number;
  readonly chargebacksBooked: number;
  readonly differences: readonly Difference[];
}

export class SettlementProblem extends Error {}

const HEADER = 'provider,reference,kind,amount,currency,at';
const MOST_ROWS = 200_000;
const ROW = /^([a-z0-9-]{1,40}),([\w.-]{1,40}),(payment|refund|chargeback),(\d{1,10})(?:\.(\d{1,2}))?,([A-Z]{3}),([^,]+)$/;

/** Throws `SettlementProblem` naming the first line that is not of the form. */
export function readSettlement(text: string): SettlementRow[] {
  const [header, ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (header !== HEADER) throw new SettlementProblem(`line 1: must be ${HEADER}`);
  if (lines.length > MOST_ROWS) throw new SettlementProblem(`more than ${MOST_ROWS} lines`);
  return lines.flatMap((line, index) => (line === '' ? [] : [readRow(line, index + 2)]));
}

function readRow(line: string, number: number): SettlementRow {
  const [, provider = '', reference = '', kind, whole = '', cents = '', currency = '', at = ''] = ROW.exec(line) ?? [];
  if (!kind) throw new SettlementProblem(`line ${number}: is not of the form ${HEADER}`);
  try {
    const amount = Number(whole) * 100 + Number(cents.padEnd(2, '0'));
    return { provider, reference, kind: kind as SettlementRow['kind'], amount, currency, at: Temporal.Instant.from(at) };
  } catch {
    throw new SettlementProblem(`line ${number}: at is no moment such as 2026-11-23T03:00:00Z`);
  }
}

/**
 * Compares what a provider has settled with the ledger, and books the chargebacks that are new. The same file twice books nothing twice.
 * Payments of ours that are missing in the file are looked for between its first and its last movement.
 */
export async function importSettlement(
  world: Pick<SaleWorld, 'db' | 'live' | 'refunds'>,
  rows: readonly SettlementRow[],
): Promise<SettlementReport> {
  const differences: Difference[] = [];
  let chargebacksBooked = 0;
  for (const { reference, amount } of rows.filter(({ kind }) => kind === 'chargeback')) {
    const result = await recordChargeback(world, { reference, amount });
    if (result === 'booked') chargebacksBooked += 1;
    if (result === 'differs' || result === 'not ours') differences.push({ reference, what: 'chargeback', theirs: amount, ours: null });
  }
  differences.push(...(await differencesOf(world.db, rows)), ...(await missingInFile(world.db, rows)));
  return { rows: rows.length, chargebacksBooked, differences };
}

const AT_ONCE = 1000;

async function differencesOf(db: Db, rows: readonly SettlementRow[]): Promise<Difference[]> {
  const byReference = [...Map.groupBy(rows, ({ reference }) => reference)];
  const found: Difference[] = [];
  for (let from = 0; from < byReference.length; from += AT_ONCE) {
    const some = byReference.slice(from, from + AT_ONCE);
    const references = some.map(([reference]) => reference);
    const ours = new Map((await moneyOfAttempts(db, references)).map((row) => [row.reference, row]));
    for (const [reference, theirs] of some) {
      const own = ours.get(reference);
      const sumOf = (kind: SettlementRow['kind']) => theirs.reduce((sum, row) => sum + (row.kind === kind ? row.amount : 0), 0);
      const compare = (what: 'payment' | 'refund', mine: number) => {
        const said = theirs.some(({ kind }) => kind === what);
        if (said && sumOf(what) !== mine) found.push({ reference, what, theirs: sumOf(what), ours: own && mine > 0 ? mine : null });
      };
      if (own && theirs.some(({ currency, provider }) => currency !== own.currency || provider !== own.provider))
        found.push({ reference, what: 'currency', theirs: sumOf('payment'), ours: own.taken });
      compare('payment', own?.taken ?? 0);
      compare('refund', own?.returned ?? 0);
    }
  }
  return found;
}

async function missingInFile(db: Db, rows: readonly SettlementRow[]): Promise<Difference[]> {
  const missing: Difference[] = [];
  for (const [provider, own] of Map.groupBy(rows, (row) => row.provider)) {
    const times = own.map(({ at }) => at).sort(Temporal.Instant.compare);
    const [from, last] = [times[0], times.at(-1)];
    if (!from || !last) continue;
    const told = new Set(own.map(({ reference }) => reference));
    for (const { reference, amount } of await attemptsTakenIn(db, { provider, from, until: last }))
      if (!told.has(reference)) missing.push({ reference, what: 'payment', theirs: null, ours: amount });
  }
  return missing;
}
