import type { TextKey } from '@butaca/brand/translate';
import { useClickKey } from '@butaca/browser/click-key.ts';
import type { CounterSale } from '@butaca/contract';
import { getCounterSale, voidSale } from '@butaca/contract/box-office';
import type { Outcome } from '@butaca/contract/client';
import { useRef } from 'react';
import { loadClient } from '../../calls/load-client.ts';
import type boxOfficeTexts from '../../i18n/es/box-office.json';

type Text = TextKey<typeof boxOfficeTexts>;

/** Why it may not be voided here. */
export const obstacles = {
  online: 'void.online',
  other_day: 'void.other_day',
  printed: 'void.printed',
  limit: 'void.limit',
} as const satisfies Record<NonNullable<CounterSale['obstacle']>, Text>;

/** Null where the frame's dialog says it. */
function refusalOf(outcome: Exclude<Outcome<typeof voidSale>, { status: 'ok' }>): Text | null {
  if (outcome.status !== 'refusal') return 'void.unknown';
  if (outcome.failure === 'cannot_void') return obstacles[outcome.data.obstacle];
  if (outcome.failure === 'key_reused') return null;
  if (outcome.failure === 'refund_changed') return 'void.changed';
  if (outcome.failure === 'coupon_used') return 'void.coupon.used';
  return outcome.failure === 'cannot_refund' ? 'void.used' : 'void.unknown';
}

/** One void of this clerk; amounts in minor units. */
interface Undoing {
  readonly ticketIds: readonly string[];
  readonly amount: number;
  readonly onCard: number;
}

/** What voids have undone together; amounts in minor units. */
export interface Undone {
  /** Of tickets. */
  readonly count: number;
  readonly onCard: number;
  readonly inCash: number;
}

/**
 * What these voids have undone by the sale as it is now. Their own tickets and money alone: what a colleague voided meanwhile was handed
 * over by the colleague.
 */
function undoneOf(undoings: readonly Undoing[], { tickets }: CounterSale): Undone {
  const isVoid = new Set(tickets.flatMap(({ ticket }) => (ticket.state === 'void' ? [ticket.id] : [])));
  const done = undoings.filter(({ ticketIds }) => ticketIds.every((id) => isVoid.has(id)));
  const sum = (of: (undoing: Undoing) => number) => done.reduce((total, undoing) => total + of(undoing), 0);
  return {
    count: sum(({ ticketIds }) => ticketIds.length),
    onCard: sum(({ onCard }) => onCard),
    inCash: sum(({ amount, onCard }) => amount - onCard),
  };
}

const isSame = (one: Undoing, other: Undoing) => one.ticketIds.join() === other.ticketIds.join();

interface VoidEnd {
  /** By this press and by those before it whose answers were lost; null when nothing was. */
  readonly undone: Undone | null;
  readonly problem: Text | null;
  /** Whether the server has said what became of it, so that the sale is to be read again. */
  readonly isAnswered: boolean;
}

/** Voids tickets of a sale; a void whose answer was lost is told with the next answer. */
export function useVoid(orderId: string) {
  const click = useClickKey();
  /** Voids without an answer: the next answer shows whether they were carried out. */
  const unanswered = useRef<readonly Undoing[]>([]);

  /** A refusal may be the clerk's own earlier void, carried out although its answer was lost: its money has to be handed over all the same. */
  async function doneBefore(): Promise<Undone | null> {
    if (unanswered.current.length === 0) return null;
    const { call } = await loadClient();
    const outcome = await call(getCounterSale, { params: { orderId } });
    if (outcome.status !== 'ok') return null;
    const undone = undoneOf(unanswered.current, outcome.data);
    unanswered.current = [];
    return undone.count > 0 ? undone : null;
  }

  return async (undoing: Undoing, { reason, coupon }: { reason: string; coupon: string | undefined }): Promise<VoidEnd> => {
    const undoings = [...unanswered.current.filter((earlier) => !isSame(earlier, undoing)), undoing];
    const { ticketIds, amount } = undoing;
    const call = click.keyed((await loadClient()).call);
    const outcome = await call(
      voidSale,
      { params: { orderId }, body: { ticketIds: [...ticketIds], amount, reason, ...(coupon && { coupon }) } },
      { purpose: 'charging' },
    );
    if (outcome.status === 'ok') {
      unanswered.current = [];
      return { undone: undoneOf(undoings, outcome.data), problem: null, isAnswered: true };
    }
    const problem = refusalOf(outcome);
    if (outcome.status !== 'refusal') {
      unanswered.current = undoings;
      return { undone: null, problem, isAnswered: false };
    }
    // A busy server has not looked at it: the same press again shows what became of it.
    const isJudged = outcome.failure !== 'busy' && outcome.failure !== 'too_many_requests';
    return { undone: isJudged ? await doneBefore() : null, problem, isAnswered: true };
  };
}
