import type { Numbering } from './form.ts';

/** The numbers of a row's seats, from its first to its last. */
export function seatNumbers(count: number, numbering: Numbering = { scheme: 'up' }): string[] {
  const indices = Array.from({ length: count }, (_, index) => index);
  if (numbering.scheme === 'list') return indices.map((index) => numbering.numbers[index] ?? String(index + 1));
  const { scheme, start } = numbering;
  const numbers: Record<typeof scheme, (index: number) => number> = {
    up: (index) => (start ?? 1) + index,
    down: (index) => (start ?? 1) + count - 1 - index,
    odd: (index) => (start ?? 1) + 2 * index,
    even: (index) => (start ?? 2) + 2 * index,
    'center-out': (index) => {
      const left = Math.ceil(count / 2);
      return index < left ? 2 * (left - index) - 1 : 2 * (index - left + 1);
    },
  };
  return indices.map((index) => String(numbers[scheme](index)));
}
