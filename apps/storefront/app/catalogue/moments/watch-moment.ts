/** A hundred thousand pages that wait for one moment ask within so long of it, evenly. */
export const SPREAD_MS = 8000;
/** The server's clocks, and what a page knows of them, may differ by this much: no page asks before the moment has come everywhere. */
const SETTLED_MS = 1500;
/** Timers of a page in the background are late, and clocks jump: a long wait is looked at again. */
const LOOK_AGAIN_MS = 30_000;
const LOOK_AGAIN_FAR_MS = 10 * 60_000;
/** After a sleep without a network. */
const LEARN_AGAIN_MS = 10_000;
/** After an answer that did not come, or that still said what was before; twice as long each time. */
const ASK_AGAIN_MS = 20_000;
const ASK_AGAIN_MOST_MS = 10 * 60_000;
/** So far ahead of a moment the time of the device is good enough, even one that missed the change to summer time. */
const NEAR_MS = 2 * 60 * 60_000;
/** Away for so long, a page may show what was sold out or cancelled meanwhile. */
const AWAY_MS = 60_000;
/** A page that is looked at all the time asks for that so often. */
const POLL_MS = 5 * 60_000;

export interface Watched {
  /** Epoch ms of the server's time: the clock changes then what the page shows. Undefined where it changes nothing. */
  readonly moment: number | undefined;
  /** Whether the page shows what changes at no known moment, too. */
  readonly polls: boolean;
}

export interface MomentWorld {
  /** The server's time. */
  readonly now: () => number;
  readonly isKnown: () => boolean;
  /** Since the page was opened. */
  readonly elapsedMs: () => number;
  /** Whether the device's clock was set, or the device slept, since this was last called. */
  readonly jumped: () => boolean;
  /** Asks the server what time it is; false without an answer. */
  readonly learn: () => Promise<boolean>;
  readonly isVisible: () => boolean;
  /** Calls back whenever the page was hidden or is shown again. */
  readonly onVisibility: (look: () => void) => () => void;
  /** From 0 to 1. */
  readonly random: () => number;
}

/**
 * Calls `ask` with a moment once the server's time is past it, each page at its own time, and again after growing pauses for as long as
 * the page watches for the same moment: what it shows is still of before. And with 'now' when the page is looked at again after a
 * while, and once in a while. A page in the background asks nothing. Returns what ends it.
 */
export function watchMoment({ moment, polls }: Watched, ask: (since: number | 'now') => void, world: MomentWorld): () => void {
  /** Half as long to one and a half times as long, so that pages that were asking together part. */
  const around = (ms: number) => ms * (0.5 + world.random());
  let dueAt = moment === undefined ? Number.POSITIVE_INFINITY : moment + SETTLED_MS + world.random() * SPREAD_MS;
  let tries = 0;
  /** Of the elapsed time. */
  let pollAt = nextPoll();
  let leftAt: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  let learning = false;
  /** The device's clock was set, or it slept, and the server has not been heard since. */
  let isAstray = false;

  function nextPoll(): number {
    return polls ? world.elapsedMs() + around(POLL_MS) : Number.POSITIVE_INFINITY;
  }

  async function look() {
    clearTimeout(timer);
    if (ended || learning) return;
    if (!world.isVisible()) {
      leftAt ??= world.elapsedMs();
      return;
    }
    isAstray ||= world.jumped();
    if (isAstray || (leftAt !== undefined && world.elapsedMs() - leftAt > AWAY_MS))
      pollAt = Math.min(pollAt, polls ? world.elapsedMs() : pollAt);
    leftAt = undefined;
    if (isAstray || (!world.isKnown() && dueAt - world.now() < NEAR_MS)) {
      learning = true;
      const isAnswered = await world.learn().catch(() => false);
      learning = false;
      if (ended) return;
      if (isAnswered) isAstray = false;
    }
    if (isAstray) timer = setTimeout(look, around(LEARN_AGAIN_MS));
    else act();
  }

  /** Asks for what is due, once for all of it, and waits for what is not. */
  function act() {
    const isDue = world.now() >= dueAt;
    if (isDue || world.elapsedMs() >= pollAt) {
      pollAt = nextPoll();
      if (isDue) dueAt = world.now() + around(Math.min(ASK_AGAIN_MS * 2 ** tries++, ASK_AGAIN_MOST_MS));
      ask(isDue && moment !== undefined ? moment : 'now');
      if (ended) return;
    }
    const left = dueAt - world.now();
    const pause = Math.min(left, left > NEAR_MS ? LOOK_AGAIN_FAR_MS : LOOK_AGAIN_MS, pollAt - world.elapsedMs());
    if (moment !== undefined || polls) timer = setTimeout(look, Math.max(0, pause));
  }

  const forget = world.onVisibility(() => void look());
  void look();
  return () => {
    ended = true;
    clearTimeout(timer);
    forget();
  };
}
