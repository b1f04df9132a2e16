import { Outlet, redirect } from 'react-router';
import { loginFor } from '../calls/page-call.ts';
import type { Route } from './+types/protected';
import { currentSession } from './store.ts';

/** Without an open session, to login with the address as nextUrl (GU-013). Runs at every navigation below (C-05). */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    if (!currentSession()) throw redirect(loginFor(request));
  },
];

export default function Protected() {
  return <Outlet />;
}
