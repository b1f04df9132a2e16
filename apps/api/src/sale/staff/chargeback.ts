import { formatMoney } from '@butaca/brand/money';
import {
  type AttemptRow,
  attemptOfReference,
  attemptsBeside,
  bookTakenByBank,
  isOwnPayment,
  type Notice,
  wasTakenByBank,
} from '../../payments/index.ts';
import type { SaleWorld } from '../world.ts';
import { lockPaid, writeTaken } from './taken-back.ts';

interface Chargeback {
  /** Of the attempt whose payment the card's bank took back. */
  readonly reference: string;
  /** The provider's own number of the payment, of which a reference may have several; left out or null where it is not told. */
  readonly paymentId?: string | null | undefined;
  /** Minor units. */
  readonly amount: number;
}

/**
 * `known`: it is booked already. `differs`: not what is left of the payment, or it may be of one that was paid beside it; what could be booked is, and a
 * person has to settle the rest.
 */
export type ChargebackResult = 'booked' | 'known' | 'differs' | 'not ours';

/**
 * Books a chargeback, which its provider tells by a webhook or in the settlement file: the money is gone. The tickets that were not used are void, if the
 * brand says so, and their places are sold again; organisers are told by mail. Of another amount than what is left of the payment no more is
 * booked than is left, and a part of it voids no ticket, because which ones it was for is not told: the reason says both amounts. Of a payment that
 * sold nothing, such as one that was paid beside another, only what is owed to its buyer is gone.
 */
export async function recordChargeback(
  world: Pick<SaleWorld, 'db' | 'live' | 'refunds'>,
  { reference, paymentId = null, amount }: Chargeback,
): Promise<ChargebackResult> {
  const [known] = await attemptOfReference(world.db, reference);
  if (!known) return 'not ours';
  const beside = await attemptsBeside(world.db, known);
  const named = paymentId === null ? known : [known, ...beside].find((each) => isOwnPayment(each, paymentId));
  if (!named) return 'not ours';
  const recorded = await world.db.begin(async (tx) => {
    const paid = await lockPaid(tx, named);
    if (!paid) return { result: 'not ours' as const };
    const { attempt, own, left } = paid;
    // Its own number may not have been known before: of two payments of a page the other one counts.
    if (paymentId !== null && !isOwnPayment(attempt, paymentId)) return { result: 'not ours' as const };
    if (attempt.state !== 'approved') return { result: await bookTakenByBank(tx, attempt, amount) };
    const before = own.flatMap((refund) => (refund.way === 'chargeback' ? [refund.amount] : []));
    // Told again, one by one or as their sum.
    if (before.includes(amount) || (before.length > 0 && before.reduce((sum, each) => sum + each, 0) === amount))
      return { result: 'known' as const };
    if (paymentId === null && beside.length > 0) {
      // Which of them it was is not told; one that is booked as of one beside is told once more.
      for (const key of beside) if (await wasTakenByBank(tx, key)) return { result: 'known' as const };
      return { result: 'differs' as const };
    }
    const result = amount === left ? ('booked' as const) : ('differs' as const);
    // After a first one only exactly the rest is another one for certain.
    const taken = result === 'booked' || before.length === 0 ? Math.min(amount, left) : 0;
    if (taken <= 0) return { result: 'differs' as const };
    const { changes } = await writeTaken(tx, world.refunds, paid, {
      way: 'chargeback',
      amount: taken,
      voidsTickets: world.refunds.chargebackVoidsTickets,
      reasonOf: () => (result === 'booked' ? TOLD : reasonOfDifference({ amount, left, currency: attempt.currency })),
    });
    return { result, changes };
  });
  if (recorded.changes) world.live.changedAll(recorded.changes);
  return recorded.result;
}

const TOLD = 'Contracargo informado por la procesadora';

/** For whoever settles the difference with the provider; to the cent, which may be all of it. */
function reasonOfDifference({
  amount,
  left,
  currency,
}: {
  readonly amount: number;
  readonly left: number;
  readonly currency: string;
}): string {
  const exact = (units: number) => formatMoney(units, { price: 'es-AR', currency, decimals: 2 });
  const [told, rest, difference] = [exact(amount), exact(left), exact(Math.abs(amount - left))];
  return amount > left
    ? `${TOLD} por ${told}: de este pago quedaban ${rest}, que se registraron. Falta aclarar con ella ${difference}`
    : `${TOLD} por ${told}, una parte de los ${rest} que quedaban de este pago. No anula entradas: falta decidir cuáles`;
}

/**
 * The same, told by a verified webhook, or by the answer about a payment. True when nothing is left to ask its provider. What was taken in another currency is ours by the rate
 * that the attempt kept; one that is not what is left of the payment is told in the log, and one in another currency is booked by nobody.
 */
export async function hearOfChargeback(
  world: Pick<SaleWorld, 'db' | 'live' | 'refunds' | 'watch'>,
  attempt: AttemptRow,
  { paymentId, ...taken }: NonNullable<Notice['chargeback']> & Pick<Chargeback, 'paymentId'>,
): Promise<boolean> {
  const { purchaseId, reference, provider } = attempt;
  const amount = inOurCurrency(attempt, taken);
  const result = amount === null ? 'differs' : await recordChargeback(world, { reference, paymentId, amount });
  if (result === 'differs') world.watch.say('chargeback-differs', { purchaseId, reference, provider });
  return result === 'booked' || result === 'known';
}

/** What a bank took, by the rate that the attempt kept; null in a currency that it knows nothing of. */
export function inOurCurrency({ amount, currency, kept }: AttemptRow, taken: NonNullable<Notice['chargeback']>): number | null {
  if (taken.currency === currency) return taken.amount;
  const { otherCurrency, otherCents } = kept;
  return taken.currency === otherCurrency && typeof otherCents === 'number' ? Math.round((amount * taken.amount) / otherCents) : null;
}
