import type { RoomSample } from '@butaca/contract/office-queue';

export interface Point {
  readonly at: number;
  readonly value: number;
}

const HOUR_MS = 3_600_000;
const LEAST_SPAN_MS = 600_000;
/** A pause between two samples that is longer is one in which nothing was measured: the line breaks there. */
const GAP_MS = 120_000;

/** What of the last hour is shown: since the room was opened, and ten minutes at least. */
export const spanOf = (now: number, openedAt: number): { readonly from: number; readonly to: number } => ({
  from: Math.max(now - HOUR_MS, Math.min(openedAt, now - LEAST_SPAN_MS)),
  to: now,
});

export const waitingOf = (samples: readonly RoomSample[]): Point[] => samples.map(({ at, waiting }) => ({ at, value: waiting }));

/** People called in a minute, between each sample and the one before it. */
export const ratesOf = (samples: readonly RoomSample[]): Point[] =>
  samples.flatMap(({ at, called }, index) => {
    const before = samples[index - 1];
    return before && at > before.at ? [{ at, value: Math.max(0, Math.round(((called - before.called) * 60_000) / (at - before.at))) }] : [];
  });

/** The next round number: 1, 2 or 5 and zeros. */
export function roundUp(value: number): number {
  if (value <= 4) return 4;
  const unit = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 5, 10].map((times) => times * unit).find((round) => round >= value) ?? value;
}

interface Box {
  readonly from: number;
  readonly to: number;
  readonly most: number;
  readonly width: number;
  readonly height: number;
}

/** A line and the ground below it as SVG paths, broken where nothing was measured. */
export function pathsOf(
  points: readonly Point[],
  { from, to, most, width, height }: Box,
): { readonly line: string; readonly area: string } {
  const place = ({ at, value }: Point) =>
    [rounded(((at - from) / (to - from)) * width), rounded(height - (value / most) * height)] as const;
  const runs: Point[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && point.at - last.at <= GAP_MS) run.push(point);
    else runs.push([point]);
  }
  const lines = runs.map((run) =>
    run
      .map(place)
      .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`)
      .join(''),
  );
  const areas = runs.map((run, index) => {
    const [first, last] = [run[0], run.at(-1)].map((point) => (point ? place(point)[0] : 0));
    return `${lines[index]}L${last} ${height}L${first} ${height}z`;
  });
  return { line: lines.join(''), area: areas.join('') };
}

const rounded = (value: number) => Math.round(value * 10) / 10;
