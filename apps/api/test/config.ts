/**
 * The size of a long test: the short one shows the same and keeps the run before a landing within an hour; `FULL_SIZE=on npm run
 * test:long` runs the full one, for figures and before a release.
 */
export const sizeOf = ({ full, short }: { readonly full: number; readonly short: number }): number =>
  process.env.FULL_SIZE === 'on' ? full : short;
