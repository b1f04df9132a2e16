import { Outlet, redirect, redirectDocument } from 'react-router';
import { isAskedAsOf } from '../calls/as-of.ts';
import { loginFor } from '../calls/page-call.ts';
import { readCallSettings } from '../calls/settings.ts';
import { externalLoginAddress, storeTarget, updateDataAddress } from '../login/external/external-login.ts';
import { pathTo } from '../paths.ts';
import { guardedPerformance } from '../waiting-room/guarded-performance.ts';
import type { Route } from './+types/protected';
import { asksLogin } from './asks-login.ts';
import { currentSession } from './store.ts';

/**
 * Without an open session, to login with the address as nextUrl (GU-013), or to the external login with the address stored (GU-014,
 * GU-015). Then the queue of a performance. Runs at every navigation below (C-05).
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    const { pathname, search, origin } = new URL(request.url);
    const { externalLogin: external, seatSelectionRequiresLogin } = readCallSettings();
    if (!currentSession()) {
      if (!asksLogin(pathname, { seatSelectionRequiresLogin })) return;
      if (!external) throw redirect(loginFor(request));
      storeTarget(`${pathname}${search}`);
      throw redirectDocument(externalLoginAddress(origin));
    }
    if (!external) return;
    // Pages that the external login has instead of ours (RO-025, RO-026).
    if (isPage(pathname, 'changePassword')) throw redirect(pathTo('cartelera', {}));
    if (isPage(pathname, 'myData')) throw redirectDocument(updateDataAddress({ external }, origin) ?? '/');
  },
  // After the log-in (C-12): the turn is one of the account. A page that reads itself anew leads nobody away: its next click does.
  async ({ request, params }) => {
    const url = new URL(request.url);
    if (isAskedAsOf() && url.pathname === location.pathname && url.search === location.search) return;
    const performanceId = readCallSettings().waitingRoom.enabled ? guardedPerformance(url, params.performanceId) : null;
    if (performanceId === null) return;
    const { passQueue } = await import('../waiting-room/pass-queue.ts');
    await passQueue(request, performanceId);
  },
];

/** Addresses are matched without regard to case. */
const isPage = (pathname: string, name: 'changePassword' | 'myData') =>
  pathname.replace(/\/$/, '').toLowerCase() === pathTo(name, {}).toLowerCase();

export default function Protected() {
  return <Outlet />;
}
