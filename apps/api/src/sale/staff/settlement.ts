import type { Db } from '#db/connect';
import { attemptOfReference, attemptsTakenIn, isOwnPayment, moneyOfAttempts, type SettledAttempt } from '../../payments/index.ts';
import type { SaleWorld } from '../world.ts';
import { type ChargebackResult, inOurCurrency, recordChargeback } from './chargeback.ts';

/** One movement that a provider says it has settled (docs/payments.md#settlement-files). */
export interface SettlementRow {
  readonly provider: string;
  readonly reference: string;
  readonly kind: 'payment' | 'refund' | 'chargeback';
  /** Minor units, positive. */
  readonly amount: number;
  readonly currency: string;
  readonly at: Temporal.Instant;
  /** The provider's own number of the payment; null where its file has none. */
  readonly paymentId: string | null;
}

/** Where the provider's file and the ledger do not say the same; minor units, null where one has nothing. */
interface Difference {
  readonly reference: string;
  /** The provider's own number of the payment, where it is told. */
  readonly paymentId?: string;
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
/** A reference may have been paid more than once. */
const WITH_PAYMENTS = `${HEADER},payment`;
const MOST_ROWS = 200_000;
const ROW = /^([a-z0-9-]{1,40}),([\w.-]{1,40}),(payment|refund|chargeback),(\d{1,10})(?:\.(\d{1,2}))?,([A-Z]{3}),([^,]+)$/;
const PAYMENT = /^(.*),([\w.-]{0,100})$/;

/** Throws `SettlementProblem` naming the first line that is not of the form. */
export function readSettlement(text: string): SettlementRow[] {
  const [header, ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (header !== HEADER && header !== WITH_PAYMENTS) throw new SettlementProblem(`line 1: must be ${HEADER}, or that and ,payment`);
  if (lines.length > MOST_ROWS) throw new SettlementProblem(`more than ${MOST_ROWS} lines`);
  return lines.flatMap((line, index) => (line === '' ? [] : [readRow(line, { header, number: index + 2 })]));
}

function readRow(line: string, { header, number }: { readonly header: string; readonly number: number }): SettlementRow {
  const [, facts = '', paymentId = ''] = header === WITH_PAYMENTS ? (PAYMENT.exec(line) ?? []) : [line, line];
  const [, provider = '', reference = '', kind, whole = '', cents = '', currency = '', at = ''] = ROW.exec(facts) ?? [];
  if (!kind) throw new SettlementProblem(`line ${number}: is not of the form ${header}`);
  try {
    const amount = Number(whole) * 100 + Number(cents.padEnd(2, '0'));
    return {
      provider,
      reference,
      kind: kind as SettlementRow['kind'],
      amount,
      currency,
      at: Temporal.Instant.from(at),
      paymentId: paymentId || null,
    };
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
  for (const row of rows.filter(({ kind }) => kind === 'chargeback')) {
    const { reference, amount, paymentId } = row;
    const result = await bookChargeback(world, row);
    if (result === 'booked') chargebacksBooked += 1;
    if (result === 'differs' || result === 'not ours')
      differences.push({ reference, ...presentPayment(paymentId), what: 'chargeback', theirs: amount, ours: null });
  }
  differences.push(...(await differencesOf(world.db, rows)), ...(await missingInFile(world.db, rows)));
  return { rows: rows.length, chargebacksBooked, differences };
}

/** One of another provider, or in a currency that the attempt knows no rate of, is for a person. */
async function bookChargeback(world: Pick<SaleWorld, 'db' | 'live' | 'refunds'>, row: SettlementRow): Promise<ChargebackResult> {
  const { reference, provider, paymentId } = row;
  const [attempt] = await attemptOfReference(world.db, reference);
  if (!attempt) return 'not ours';
  const amount = attempt.provider === provider ? inOurCurrency(attempt, row) : null;
  return amount === null ? 'differs' : recordChargeback(world, { reference, paymentId, amount });
}

const AT_ONCE = 1000;

async function differencesOf(db: Db, rows: readonly SettlementRow[]): Promise<Difference[]> {
  const byReference = [...Map.groupBy(rows, ({ reference }) => reference)];
  const found: Difference[] = [];
  for (let from = 0; from < byReference.length; from += AT_ONCE) {
    const some = byReference.slice(from, from + AT_ONCE);
    const references = some.map(([reference]) => reference);
    const ours = Map.groupBy(await moneyOfAttempts(db, references), ({ named }) => named);
    for (const [reference, theirs] of some) found.push(...differencesIn(theirs, ours.get(reference) ?? []));
  }
  return found;
}

/** What a provider says of one reference, payment by payment where it tells them apart. */
function differencesIn(theirs: readonly SettlementRow[], ours: readonly SettledAttempt[]): Difference[] {
  if (theirs.some(({ paymentId }) => paymentId === null)) return compare(theirs, ours);
  return [...Map.groupBy(theirs, ({ paymentId }) => paymentId)].flatMap(([paymentId, some]) =>
    compare(
      some,
      ours.filter((each) => isOwnPayment(each, paymentId ?? '')),
    ).map((difference) => ({ ...difference, ...presentPayment(paymentId) })),
  );
}

/** Of several payments that are not told apart one file may have them all, or one of them. */
function compare(theirs: readonly SettlementRow[], ours: readonly SettledAttempt[]): Difference[] {
  const found: Difference[] = [];
  const reference = theirs[0]?.reference ?? '';
  const sumOf = (kind: SettlementRow['kind']) => theirs.reduce((sum, row) => sum + (row.kind === kind ? row.amount : 0), 0);
  const compareSums = (what: 'payment' | 'refund', each: readonly number[]) => {
    const mine = each.reduce((sum, amount) => sum + amount, 0);
    const isSaid = theirs.some(({ kind }) => kind === what);
    if (isSaid && ![mine, ...each].includes(sumOf(what)))
      found.push({ reference, what, theirs: sumOf(what), ours: mine > 0 ? mine : null });
  };
  const taken = ours.map((own) => own.taken);
  if (ours.some((own) => theirs.some(({ currency, provider }) => currency !== own.currency || provider !== own.provider)))
    found.push({ reference, what: 'currency', theirs: sumOf('payment'), ours: taken.reduce((sum, amount) => sum + amount, 0) });
  compareSums('payment', taken);
  compareSums(
    'refund',
    ours.map((own) => own.returned),
  );
  return found;
}

const presentPayment = (paymentId: string | null) => (paymentId === null ? {} : { paymentId });

async function missingInFile(db: Db, rows: readonly SettlementRow[]): Promise<Difference[]> {
  const missing: Difference[] = [];
  for (const [provider, own] of Map.groupBy(rows, (row) => row.provider)) {
    const times = own.map(({ at }) => at).sort(Temporal.Instant.compare);
    const [from, until] = [times[0], times.at(-1)] as [Temporal.Instant, Temporal.Instant];
    const told = Map.groupBy(own, ({ reference }) => reference);
    for (const { named: reference, paymentId, amount } of await attemptsTakenIn(db, { provider, from, until })) {
      const isTold = told.get(reference)?.some((row) => row.paymentId === null || paymentId === null || row.paymentId === paymentId);
      if (!isTold)
        missing.push({ reference, ...(told.has(reference) ? presentPayment(paymentId) : {}), what: 'payment', theirs: null, ours: amount });
    }
  }
  return missing;
}
