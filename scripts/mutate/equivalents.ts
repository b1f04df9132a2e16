import type { Mutant } from './mutants.ts';

interface Equivalent {
  readonly file: string;
  /** A piece of the line on which it stands. */
  readonly on: string;
  readonly from: string;
  readonly to: string;
  /** Why no test can tell it from the original. */
  readonly why: string;
}

/** Mutants that were looked at, and that change nothing that anybody could notice. */
const equivalents: readonly Equivalent[] = [];

export const isEquivalent = ({ file, start, end, text }: Mutant, source: string): boolean => {
  const line = source.slice(source.lastIndexOf('\n', start) + 1, source.indexOf('\n', start));
  const from = source.slice(start, end);
  return equivalents.some((known) => known.file === file && known.from === from && known.to === text && line.includes(known.on));
};
