/** The size of a long test: the short one runs before a landing, the full one before a release (`npm run test:release`). */
export const sizeOf = ({ full, short }: { readonly full: number; readonly short: number }): number =>
  process.env.FULL_SIZE === 'on' ? full : short;
