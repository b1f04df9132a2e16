const MINUTE_MS = 60_000;
const units = [
  ['days', 24 * 60 * MINUTE_MS],
  ['hours', 60 * MINUTE_MS],
  ['minutes', MINUTE_MS],
] as const;

/** How long something has been waiting, in the largest unit that there is a whole one of; less than a minute is one. */
export function ageOf(ms: number): { readonly unit: (typeof units)[number][0]; readonly count: number } {
  const [unit, length] = units.find(([, each]) => ms >= each) ?? ['minutes', MINUTE_MS];
  return { unit, count: Math.max(1, Math.floor(ms / length)) };
}
