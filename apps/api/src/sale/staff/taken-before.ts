import type { RefundRow, SplitPart } from '../../payments/index.ts';
import { portionsOf } from './refund-portions.ts';

/** The rule: a card's bank, or the provider itself, took it, for no ticket. `findOpenRefunds` has it in SQL. */
export const isTaken = ({ way, tickets, covered }: RefundRow): boolean =>
  (way === 'elsewhere' || way === 'chargeback') && tickets.length === 0 && covered === 0;

interface TakenBefore {
  /** What was taken and is counted for no ticket yet; minor units. */
  readonly unassigned: number;
  /** What a person said was for none; minor units. */
  readonly forNoTicket: number;
  /** The parts that it was booked as. */
  readonly left: readonly SplitPart[];
  /** What went back for tickets: by refunds, and what was counted for them. */
  readonly before: readonly SplitPart[];
}

/** What was taken is counted in the order of its parts, so that in the end each of them went back once. */
export function takenBefore(earlier: readonly RefundRow[]): TakenBefore {
  const counted = earlier.reduce((sum, { covered, isUndone }) => (isUndone ? sum : sum + covered), 0);
  const [first, left] = portionsOf(
    earlier.filter(isTaken).flatMap(({ parts }) => parts),
    counted,
  );
  const own = earlier.filter((refund) => !isTaken(refund)).flatMap(({ parts }) => parts);
  const forNoTicket = earlier.reduce((sum, { covered, isForNoTicket, isUndone }) => (isForNoTicket && !isUndone ? sum + covered : sum), 0);
  return { forNoTicket, unassigned: left.amount, left: left.parts, before: [...own, ...first.parts] };
}

/** What is left of a cost once some of its money is gone; of another reason than it was booked as, that is set right. */
export function without({ parts, amount }: { parts: readonly SplitPart[]; amount: number }, gone: readonly SplitPart[]) {
  const all = [...parts, ...gone.map((part) => ({ ...part, amount: -part.amount }))];
  const reasons = Map.groupBy(all, ({ account, performanceId }) => `${account} ${performanceId}`);
  return {
    parts: [...reasons.values()]
      .map((same) => ({ ...(same[0] as SplitPart), amount: same.reduce((sum, each) => sum + each.amount, 0) }))
      .filter((part) => part.amount !== 0),
    amount: gone.reduce((left, part) => left - part.amount, amount),
  };
}
