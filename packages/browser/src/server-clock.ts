import { storageNamed, type TextStore } from './stored-texts.ts';

/** How far this browser's own clock was from the server's when it was last compared, in ms: for the first moments of a page. */
const KEY = 'butaca.server-ahead';
/** The device's clock and the elapsed time go apart by less than this without a jump. */
const JUMP_MS = 2000;
/** A clock that was wrong by less than this is never set back: it goes at half its speed until it is right, so that no timer gains a second. */
const STEPS_FROM_MS = 60_000;
/** A device that says an earlier time than this does not know it yet: how far that is from the server's says nothing of the next page. */
const EARLIEST_DEVICE_MS = Date.UTC(2026, 0, 1);
/** A message to other tabs that is older than this waited in a frozen one. */
const FRESH_MS = 1000;

export interface ClockWorld {
  /** Since the page was opened. Nobody can set it, but some browsers stop it while the device sleeps. */
  readonly elapsedMs: () => number;
  /** The device's clock, which people and networks set. */
  readonly deviceMs: () => number;
  readonly memory: TextStore;
  /** To the other tabs. */
  readonly tell: (message: ClockMessage) => void;
}

export interface ClockMessage {
  readonly serverNow: number;
  /** The server's time may have been later by so much; left out by a page of an earlier release, which did not know. */
  readonly uncertainMs?: number;
  /** By the clock of the device, which all tabs share. */
  readonly sentAt: number;
}

export type ServerClock = ReturnType<typeof createServerClock>;

/** HTTP's `Date` has no fractions. */
const WHOLE_SECONDS_MS = 1000;

/**
 * The server's time: what it answered, counted on by the time that has passed since. An answer was on its way, so the latest moment that
 * any of them named is the nearest to the truth; none is further behind it than its own round trip.
 */
export function createServerClock({ elapsedMs, deviceMs, memory, tell }: ClockWorld) {
  /** The server's time less the elapsed time; undefined until it has answered. */
  let ahead: number | undefined;
  /** So much too late the clock was shown when it was corrected, at `since` of the elapsed time. */
  let surplus = { ms: 0, since: 0 };
  /** How far the device was from the server in an earlier page. */
  const remembered = rememberedIn(memory);

  const whenKnown = new Set<() => void>();

  const surplusMs = () => Math.max(0, surplus.ms - (elapsedMs() - surplus.since) / 2);

  const now = (): number => (ahead === undefined ? Math.round(deviceMs() + remembered) : Math.round(ahead + surplusMs() + elapsedMs()));

  /** It is between `serverNow` and `uncertainMs` later. False when the clock stays as it is. */
  function adjust(serverNow: number, uncertainMs: number): boolean {
    if (!Number.isFinite(serverNow)) return false;
    const earliest = serverNow - elapsedMs();
    if (ahead !== undefined && earliest <= ahead && ahead <= earliest + uncertainMs) return false;
    const isFirst = ahead === undefined;
    const shown = ahead === undefined ? earliest : ahead + surplusMs();
    // Set back, it is wrong by half of the round trip at most.
    ahead = ahead === undefined || ahead < earliest ? earliest : earliest + uncertainMs / 2;
    const tooLateMs = shown - ahead;
    surplus = { ms: tooLateMs > 0 && tooLateMs < STEPS_FROM_MS ? tooLateMs : 0, since: elapsedMs() };
    if (isFirst) for (const listener of whenKnown) listener();
    return true;
  }

  /**
   * An answer was made at `serverNow`, or up to `uncertainMs` later: for as long as it was asked for. Infinity when that is not known, as
   * of what a cache may have kept; such an answer sets nothing back.
   */
  function hear(serverNow: number, uncertainMs = Number.POSITIVE_INFINITY): void {
    if (!adjust(serverNow, uncertainMs)) return;
    const device = deviceMs();
    if (device >= EARLIEST_DEVICE_MS) remember(memory, serverNow - device);
    tell({ serverNow, uncertainMs, sentAt: device });
  }

  /** As `hearAnswer`, of one that no cache can have kept, whatever it may. */
  function hearFresh(answer: Pick<Response, 'headers'>, roundTripMs: number): void {
    hear(dateOf(answer), roundTripMs + WHOLE_SECONDS_MS);
  }

  return {
    /** Epoch ms. Before the first answer: by the device, corrected by what an earlier page knew of it. */
    now,
    /** Whether the server has answered since the page was opened. */
    isKnown: () => ahead !== undefined,
    /** Calls back at the server's first answer, if there was none yet. */
    onKnown(listener: () => void): () => void {
      whenKnown.add(listener);
      return () => void whenKnown.delete(listener);
    },
    hear,
    /** The headers of an answer that came after a round trip say what time it is. A cache may have kept what it may keep. */
    hearAnswer(answer: Pick<Response, 'headers'>, roundTripMs: number): void {
      if (answer.headers.get('cache-control')?.includes('no-store')) hearFresh(answer, roundTripMs);
      else hear(dateOf(answer));
    },
    hearFresh,
    /** Another tab has had an answer. */
    hearTab({ serverNow, uncertainMs = Number.POSITIVE_INFINITY, sentAt }: ClockMessage): void {
      const ageMs = deviceMs() - sentAt;
      if (Math.abs(ageMs) <= FRESH_MS) adjust(serverNow, uncertainMs + Math.max(0, ageMs));
    },
  };
}

const dateOf = ({ headers }: Pick<Response, 'headers'>): number => Date.parse(headers.get('date') ?? '');

function rememberedIn(memory: TextStore): number {
  try {
    const known = Number(memory.getItem(KEY));
    return Number.isFinite(known) ? known : 0;
  } catch {
    return 0;
  }
}

function remember(memory: TextStore, aheadMs: number) {
  try {
    memory.setItem(KEY, String(Math.round(aheadMs)));
  } catch {
    // A full storage: the next page begins with the device's clock.
  }
}

/**
 * Whether, since it was last called, the device's clock and the elapsed time went apart: someone set the clock, or the device slept and the
 * elapsed time stood still. Then the server has to be asked again.
 */
export function jumpWatch({ elapsedMs, deviceMs }: Pick<ClockWorld, 'elapsedMs' | 'deviceMs'>): () => boolean {
  let before = deviceMs() - elapsedMs();
  return () => {
    const apart = deviceMs() - elapsedMs();
    const jumped = Math.abs(apart - before) > JUMP_MS;
    before = apart;
    return jumped;
  };
}

/** For pauses and ages: it neither jumps nor says what time it is. */
export const elapsedMs = (): number => performance.now();
const deviceMs = (): number => Date.now();

const channel = typeof window !== 'undefined' && typeof BroadcastChannel === 'function' ? new BroadcastChannel(KEY) : null;

/** Of this page; on the server its own clock. */
export const serverClock: ServerClock = createServerClock({
  elapsedMs,
  deviceMs,
  memory: storageNamed('localStorage'),
  tell: (message) => channel?.postMessage(message),
});

if (channel) channel.onmessage = ({ data }: MessageEvent<ClockMessage>) => serverClock.hearTab(data);

/** For one watcher of this page. */
export const watchJumps = (): (() => boolean) => jumpWatch({ elapsedMs, deviceMs });
