import { externalLoginPaths } from '@butaca/contract/pages';
import { pathTo } from '../../paths.ts';
import { afterLogIn } from '../next.ts';
import { LOG_OUT_FRAME } from './LogOutFrame.tsx';

/** Of this tab: where to go after the log-in (TB-020, GU-014). */
const TARGET_KEY = 'butaca.afterExternalLogin';
/** Of this browser: that its session came from the external login, which a log-out has to tell. */
const CAME_FROM_KEY = 'butaca.externalSession';

/** The external login, told where to send the browser back to (TB-021). */
export const externalLoginAddress = (origin: string): string =>
  `${externalLoginPaths.start}?redirect_uri=${encodeURIComponent(`${origin}${pathTo('loginRedirect', {})}`)}`;

/** Where people of the external login change their data, and come back from (TB-027). */
export function updateDataAddress(
  { external }: { readonly external?: { readonly updateData: string } | undefined },
  origin: string,
): string | undefined {
  return external && `${external.updateData}${external.updateData.includes('?') ? '&' : '?'}back_url=${encodeURIComponent(`${origin}/`)}`;
}

/** A browser that stores nothing goes to the billboard afterwards. */
export function storeTarget(target: string): void {
  try {
    sessionStorage.setItem(TARGET_KEY, target);
  } catch {}
}

/** What was stored last, once. */
export function takeTarget(): string {
  try {
    const target = sessionStorage.getItem(TARGET_KEY);
    sessionStorage.removeItem(TARGET_KEY);
    return afterLogIn(target);
  } catch {
    return '/';
  }
}

export function goToExternalLogin(target: string): void {
  storeTarget(target);
  window.location.assign(externalLoginAddress(window.location.origin));
}

export function rememberProvider(): void {
  try {
    localStorage.setItem(CAME_FROM_KEY, '1');
  } catch {}
}

/** Loads the provider's log-out into the hidden frame (SE-010); nothing here waits for it (SE-011). */
export function logOutAtProvider(): void {
  try {
    if (localStorage.getItem(CAME_FROM_KEY) === null) return;
    localStorage.removeItem(CAME_FROM_KEY);
  } catch {
    return;
  }
  const frame = document.getElementById(LOG_OUT_FRAME);
  if (frame instanceof HTMLIFrameElement) frame.src = externalLoginPaths.logOut;
}
