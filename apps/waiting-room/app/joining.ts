import type { JoinRequest, QueueState } from '@butaca/contract/queue';
import { solve } from '@butaca/fair-queue';
import type { QueueHost } from './host.ts';

/** A challenge that was solved may have become too old; after so many the visitor is asked to try again. */
const MOST_CHALLENGES = 3;
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 60_000;
/** A number that stays worthless is not asked about more often. */
const ANEW_MS = 10_000;

interface Options {
  readonly host: QueueHost;
  /** One tab at a time: two that join at once would get two numbers. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** The browser is about to solve a challenge. */
  readonly onWork: () => void;
  readonly onState: (state: QueueState) => void;
  /** The call failed and will be repeated. */
  readonly onFailure: () => void;
}

/** Joins the room or resumes the visitor's number, again and again until the queue host answers. */
export function joiningOf({ host, exclusively, onWork, onState, onFailure }: Options) {
  let timer = 0;
  let failures = 0;
  let isUnderWay = false;
  let anewAt = Number.NEGATIVE_INFINITY;

  async function join(request?: JoinRequest) {
    if (isUnderWay) return;
    isUnderWay = true;
    clearTimeout(timer);
    const answer = await exclusively(() => joinWithWork(request));
    isUnderWay = false;
    if (answer.ok) {
      failures = 0;
      onState(answer.value);
      return;
    }
    failures += 1;
    const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * (0.5 + Math.random());
    timer = window.setTimeout(() => void join(request), Math.max(waitMs, answer.retryAfterMs));
    onFailure();
  }

  /** Solves challenges for as long as the queue host sets them. */
  async function joinWithWork(request?: JoinRequest) {
    let answer = await host.join(request);
    for (let solved = 0; solved < MOST_CHALLENGES && answer.ok; solved++) {
      const { obstacle, challenge } = answer.value;
      if (obstacle !== 'work' || !challenge) break;
      onWork();
      const counter = await solve(challenge);
      answer = await host.join({ ...request, work: { text: challenge.text, counter: counter ?? 0 } });
    }
    return answer;
  }

  return {
    join,
    /** When the number has become worthless, or the room gives out numbers again. */
    joinAnew() {
      if (performance.now() - anewAt < ANEW_MS) return;
      anewAt = performance.now();
      void join();
    },
    hasFailed: () => failures > 0,
  };
}
