interface Target {
  readonly performanceId: number;
  readonly places: readonly [number, number];
}

/** Which two places the nth claim wants. */
export type Aim = (n: number) => Target;

export type Crowd = 'spread' | 'one performance' | 'one hot row';

/** How claims crowd: over several performances, in one, in one row; most in the last one lose, as they would. */
export const aims = (performances: readonly number[], placeCount: number): Readonly<Record<Crowd, Aim>> => {
  const pair = (performanceId: number, index: number): Target => ({ performanceId, places: [index * 2, index * 2 + 1] });
  const [first = 0] = performances;
  return {
    spread: (n) => pair(performances[n % performances.length] ?? first, Math.floor(n / performances.length) % Math.floor(placeCount / 2)),
    'one performance': (n) => pair(first, n % Math.floor(placeCount / 2)),
    'one hot row': (n) => pair(first, n % 10),
  };
};
