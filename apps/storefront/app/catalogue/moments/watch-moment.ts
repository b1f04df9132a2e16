/** A hundred thousand pages that wait for one moment ask within so long of it, evenly. */
export const SPREAD_MS = 8000;
/** The server's clocks, and what a page knows of them, may differ by this much: no page asks before the moment has come everywhere. */
const SETTLED_MS = 1500;
/** Timers of a page in the background are late, and clocks jump: a long wait is looked at again. */
const LOOK_AGAIN_MS = 30_000;
const LOOK_AGAIN_FAR_MS = 10 * 60_000;
/** After a sleep without a network. */
const LEARN_AGAIN_MS = 10_000;
/** Once more, for an answer that still said what was before. */
const ONCE_MORE_MS = 20_000;
/** So far ahead of a moment the time of the device is good enough, even one that missed the change to summer time. */
const NEAR_MS = 2 * 60 * 60_000;

export interface MomentWorld {
  /** The server's time. */
  readonly now: () => number;
  readonly isKnown: () => boolean;
  /** Whether the device's clock was set, or the device slept, since this was last called. */
  readonly jumped: () => boolean;
  /** Asks the server what time it is; false without an answer. */
  readonly learn: () => Promise<boolean>;
  readonly isVisible: () => boolean;
  /** Calls back whenever the page becomes visible again. */
  readonly onVisible: (look: () => void) => () => void;
  /** From 0 to 1. */
  readonly random: () => number;
}

/**
 * Calls `ask` once the server's time is past a moment, each page at its own time, and once more if the page still watches for the same
 * moment then. A page in the background asks when it is looked at again. Returns what ends it.
 */
export function watchMoment(moment: number, ask: () => void, world: MomentWorld): () => void {
  const dueAt = moment + SETTLED_MS + world.random() * SPREAD_MS;
  const dues = [dueAt, dueAt + ONCE_MORE_MS];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  let learning = false;
  /** The device's clock was set, or it slept, and the server has not been heard since. */
  let isAstray = false;

  async function look() {
    clearTimeout(timer);
    const [due] = dues;
    if (ended || learning || due === undefined || !world.isVisible()) return;
    isAstray ||= world.jumped();
    if (isAstray || (!world.isKnown() && due - world.now() < NEAR_MS)) {
      learning = true;
      const isAnswered = await world.learn().catch(() => false);
      learning = false;
      if (ended) return;
      if (isAnswered) isAstray = false;
    }
    if (isAstray) {
      timer = setTimeout(look, LEARN_AGAIN_MS);
      return;
    }
    const left = due - world.now();
    if (left <= 0) {
      dues.shift();
      // A page that is late, because nobody looked at it, has its second look after the first as well.
      if (dues[0] !== undefined) dues[0] = Math.max(dues[0], world.now() + ONCE_MORE_MS);
      ask();
      if (!ended) timer = setTimeout(look, ONCE_MORE_MS);
    } else {
      timer = setTimeout(look, Math.min(left, left > NEAR_MS ? LOOK_AGAIN_FAR_MS : LOOK_AGAIN_MS));
    }
  }

  const forget = world.onVisible(() => void look());
  void look();
  return () => {
    ended = true;
    clearTimeout(timer);
    forget();
  };
}
