import type { Purchase } from '@butaca/contract';

/** Invitations and free price types: there is something in it, and nothing to pay. */
export const costsNothing = ({ quantity, totals }: Purchase): boolean => quantity.total > 0 && totals?.total === 0;
