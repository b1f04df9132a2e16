/** The server's time, by what it says and by how long ago it said so; the visitor's own clock takes no part. */
export interface ServerClock {
  now(): number;
  /** A document was made at `serverNow`; it arrived `ageMs` ago. */
  hear(serverNow: number, ageMs?: number): void;
}

export function serverClock(elapsedMs: () => number = () => performance.now()): ServerClock {
  let ahead = Number.NEGATIVE_INFINITY;
  return {
    now: () => ahead + elapsedMs(),
    // A cache may have kept it for a while, so the latest of all that were heard is the nearest to the truth.
    hear: (serverNow, ageMs = 0) => {
      ahead = Math.max(ahead, serverNow - (elapsedMs() - ageMs));
    },
  };
}

/** `9:05` or `1:09:05`; never below zero. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
