import type { QueueDocument } from '@butaca/fair-queue';
import type { QueueHost } from './host.ts';
import { type Asking, nextAskMs, silentFor } from './room/timing.ts';

/** Browsers that get their network back in the same second do not all ask in it. */
const BACK_SPREAD_MS = 2000;

interface Options {
  readonly host: QueueHost;
  /** Whether this tab asks for all of them. */
  readonly isAsking: () => boolean;
  readonly situation: () => Pick<Asking, 'document' | 'screen' | 'now'>;
  readonly onDocument: (document: QueueDocument) => void;
  readonly onFailure: () => void;
}

/** Asks for the document as often as it says itself; a tab that does not ask only steps in when it hears nothing. */
export function askingOf({ host, isAsking, situation, onDocument, onFailure }: Options) {
  let timer = 0;
  let dueAt = 0;
  let failures = 0;
  let retryAfterMs = 0;
  let isUnderWay = false;

  async function ask() {
    if (isUnderWay) return;
    isUnderWay = true;
    clearTimeout(timer);
    const answer = await host.document();
    isUnderWay = false;
    if (answer.ok) {
      onDocument(answer.value);
      return;
    }
    failures += 1;
    retryAfterMs = answer.retryAfterMs;
    onFailure();
    plan();
  }

  function plan() {
    clearTimeout(timer);
    const nextMs = nextAskMs({ ...situation(), failures, retryAfterMs, random: Math.random() });
    if (nextMs === null) return;
    askIn(isAsking() ? nextMs : silentFor(nextMs));
  }

  function askIn(waitMs: number) {
    clearTimeout(timer);
    dueAt = performance.now() + waitMs;
    timer = window.setTimeout(() => void ask(), waitMs);
  }

  return {
    ask,
    plan,
    hasFailed: () => failures > 0,
    /** A document came, from the queue host or from another tab. Returns whether it ends a time without any. */
    heard(): boolean {
      const isBack = failures > 0;
      failures = 0;
      retryAfterMs = 0;
      return isBack;
    },
    /** What was due while the page slept is asked for when somebody looks at it again. */
    wake() {
      if (performance.now() >= dueAt) void ask();
    },
    networkIsBack() {
      if (failures > 0) askIn(Math.random() * BACK_SPREAD_MS);
    },
  };
}
