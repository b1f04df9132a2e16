import { createStore } from '@butaca/browser/create-store.ts';
import { sleep } from '@butaca/browser/poll.ts';
import type { Client, Fault } from '@butaca/contract';

/** When a counter asks again without an answer: for a minute, by which a server that is restarted is back also on a slow machine. */
export const AGAIN_AFTER_MS: readonly number[] = [500, 1000, 2000, 3000, 5000, 8000, 10_000, 10_000, 10_000, 10_000];

/** Whether a counter is asking again, for its frame to say so. */
export const reconnecting = createStore(false);

interface World {
  /** Called each time that there was no answer. */
  readonly onWaiting: () => void;
  readonly wait?: (ms: number) => Promise<void>;
}

/**
 * Asks again as long as a server that is restarted does not answer; what is asked is the same each time, with its idempotency key, so
 * that it happens once. The last answer counts.
 */
export async function untilAnswered<Answer extends { readonly status: string }>(
  ask: () => Promise<Answer>,
  { onWaiting, wait = sleep }: World,
): Promise<Answer> {
  let answer = await ask();
  for (const ms of AGAIN_AFTER_MS) {
    if (!isUnanswered(answer)) break;
    onWaiting();
    await wait(ms);
    answer = await ask();
  }
  return answer;
}

const isUnanswered = ({ status }: { readonly status: string }) =>
  (['ERROR', 'fault'] satisfies Fault['status'][] as string[]).includes(status);

/**
 * Calls of a counter: without an answer it says that it reconnects and asks again, the last time as the caller would. What is changed
 * needs its idempotency key.
 */
export const counterCall =
  (call: Client['call']): Client['call'] =>
  async (endpoint, input, options) => {
    const ask = () => call(endpoint, input, { ...options, purpose: 'charging' });
    const answer = await untilAnswered(ask, { onWaiting: () => reconnecting.set(true) });
    reconnecting.set(false);
    return isUnanswered(answer) ? call(endpoint, input, options) : answer;
  };
