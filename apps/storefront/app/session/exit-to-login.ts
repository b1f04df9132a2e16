import { createStore } from '@butaca/browser/create-store.ts';
import { serverClock } from '@butaca/browser/server-clock.ts';
import { useEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigate, useNavigation } from 'react-router';
import { readCallSettings } from '../calls/settings.ts';
import { pathTo } from '../paths.ts';
import { asksLogin } from './asks-login.ts';
import { currentSession, onOtherTab } from './store.ts';

interface Exit {
  /** The server had a fault; else the session is over. */
  readonly failed: boolean;
}

const exit = createStore<Exit>({ failed: false });

/** Called for a failed call that a person waits for: the frame goes to the login (C-01). */
export const exitToLogin = (failed: boolean) => exit.set({ failed });

/** Calls back before a fault of the server leads away, while the page is still there. */
export const onFault = (listener: () => void): (() => void) => exit.subscribe(() => exit.get().failed && listener());

/** Pages of the login: there is nowhere else to go, and what was typed stays. */
const OF_THE_LOGIN = /^\/(?:login|signup|recoverpassword|loginredirect)\/?$/i;
const PROTECTED = 'session/protected';

/**
 * Leads to the login, with the address as nextUrl: after a failed call; and from a page that needs a session when that has ended
 * in another tab, or by its time.
 */
export function useExitToLogin() {
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  const { state } = useNavigation();
  const isProtected = useMatches().some(({ id }) => id === PROTECTED);
  const latest = useRef({ pathname, search, isIdle: true, isProtected });
  latest.current = { pathname, search, isIdle: state === 'idle', isProtected };

  useEffect(() => {
    const leave = ({ failed }: Exit) => {
      const { pathname, search, isIdle } = latest.current;
      // A screen that goes on by itself has begun to.
      if (!isIdle || OF_THE_LOGIN.test(pathname)) return;
      void navigate(pathTo('login', {}, { next: `${pathname}${search}`, ...(failed && { failed: 1 }) }));
    };
    const check = () => {
      const { isProtected, pathname } = latest.current;
      if (isProtected && !currentSession() && asksLogin(pathname, readCallSettings())) leave({ failed: false });
    };
    const onVisible = () => document.visibilityState === 'visible' && check();
    const forgets = [
      serverClock.onKnown(() => setTimeout(check)),
      // After the code that called has had its turn.
      exit.subscribe(() => setTimeout(leave, 0, exit.get())),
      onOtherTab(() => setTimeout(check)),
    ];
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      for (const forget of forgets) forget();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [navigate]);

  // Each navigation checks whether the session has expired (C-05); the routes that need one ask for it themselves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation checks again
  useEffect(() => {
    currentSession();
  }, [key]);
}
