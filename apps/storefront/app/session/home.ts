import { pathTo } from '../paths.ts';
import type { SessionUser } from './rules.ts';

/** Where somebody who asked for no page begins: a counter at its own screen, everybody else at the billboard (C-09). */
export const homeOf = (user: Pick<SessionUser, 'role'> | undefined): string =>
  user?.role === 'box-office' ? pathTo('BuyTicketBox', {}) : pathTo('cartelera', {});
