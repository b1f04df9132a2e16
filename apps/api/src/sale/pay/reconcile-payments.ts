import { type AttemptRow, leaveAtRest, queryAttempt, returnMoney, takeDueAttempts } from '../../payments/index.ts';
import { lapseOffer } from './end-offer.ts';
import { type SettleWorld, settlePayment } from './settle-payment.ts';

/** Asked about at the same time, so that one slow answer does not keep the others. */
const AT_ONCE = 8;

/** A run ends before the next one is due. */
const LONGEST_RUN_MS = 50_000;

/**
 * Looks after attempts whose outcome is not known and whose process may be gone, offers that nobody answered, and money
 * that has not gone back yet (design §6). Answers how many there were. Several may run at once; each attempt is one
 * runner's alone. A failure keeps nobody else waiting, and is thrown at the end.
 */
export async function reconcilePayments(world: SettleWorld): Promise<number> {
  const until = Date.now() + LONGEST_RUN_MS;
  const failures: unknown[] = [];
  let seen = 0;
  while (Date.now() < until) {
    const due = await takeDueAttempts(world.db, AT_ONCE);
    if (due.length === 0) break;
    const results = await Promise.allSettled(due.map((attempt) => lookAfter(world, attempt)));
    failures.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])));
    seen += due.length;
  }
  if (failures.length > 0) throw failures[0];
  return seen;
}

async function lookAfter(world: SettleWorld, attempt: AttemptRow): Promise<void> {
  if (attempt.state === 'offered') return lapseOffer(world, attempt);
  if (attempt.state === 'returning') return returnMoney(world.db, world.gateway, attempt);
  const answer = await queryAttempt(world.gateway, attempt);
  await settlePayment(world, attempt, { answer, asked: 'query' });
  // Whoever was given up is looked for once more (payments.md §0); silence is no answer.
  if (attempt.state === 'cancelled' && answer.result !== 'unknown') await leaveAtRest(world.db, attempt);
}
