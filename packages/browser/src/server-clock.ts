import { storageNamed, type TextStore } from './stored-texts.ts';

/** How far this browser's own clock was from the server's when it was last compared, in ms: for the first moments of a page. */
const KEY = 'butaca.server-ahead';
/** Two answers of one moment differ by their time in transit. A clock that is ahead by less than this stays, so that no countdown jumps. */
const TRANSIT_MS = 2000;
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
  /** By the clock of the device, which all tabs share. */
  readonly sentAt: number;
}

export type ServerClock = ReturnType<typeof createServerClock>;

/**
 * The server's time: what it answered, counted on by the time that has passed since. An answer was on its way, so the latest moment that
 * any of them named is the nearest to the truth.
 */
export function createServerClock({ elapsedMs, deviceMs, memory, tell }: ClockWorld) {
  /** The server's time less the elapsed time; undefined until it has answered. */
  let ahead: number | undefined;
  /** How far the device was from the server in an earlier page. */
  const remembered = rememberedIn(memory);

  const now = (): number => (ahead === undefined ? Math.round(deviceMs() + remembered) : Math.round(ahead + elapsedMs()));

  /** False when the clock stays as it is. */
  function adjust(serverNow: number, toleranceMs: number): boolean {
    if (!Number.isFinite(serverNow)) return false;
    const next = serverNow - elapsedMs();
    if (ahead !== undefined && next <= ahead && next >= ahead - TRANSIT_MS - toleranceMs) return false;
    ahead = next;
    return true;
  }

  return {
    /** Epoch ms. Before the first answer: by the device, corrected by what an earlier page knew of it. */
    now,
    /** Whether the server has answered since the page was opened. */
    isKnown: () => ahead !== undefined,
    /** An answer was made at `serverNow`, or up to `toleranceMs` later: a second for HTTP's `Date`, infinity for an answer that a cache may keep. */
    hear(serverNow: number, toleranceMs = 0): void {
      if (!adjust(serverNow, toleranceMs)) return;
      const device = deviceMs();
      if (device >= EARLIEST_DEVICE_MS) remember(memory, serverNow - device);
      // What a cache may have kept is too early for tabs that know better.
      if (Number.isFinite(toleranceMs)) tell({ serverNow, sentAt: device });
    },
    /** Another tab has had an answer. */
    hearTab({ serverNow, sentAt }: ClockMessage): void {
      if (Math.abs(deviceMs() - sentAt) <= FRESH_MS) adjust(serverNow, 0);
    },
  };
}

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
    const jumped = Math.abs(apart - before) > TRANSIT_MS;
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
