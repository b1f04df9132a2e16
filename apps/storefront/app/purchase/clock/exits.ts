import type { BusinessTimer, LocalTimer } from '@butaca/contract';
import { isCharging } from './timer.ts';

/** Why a buy screen has to be left. */
export type Exit = 'other-tab' | 'finished' | 'reset';

/** PT-021..PT-025: null while the screen may stay; a running charge keeps the screen (C-02). `timer` has been read with the current time. */
export function exitOf(timer: BusinessTimer, { tabId }: LocalTimer, { box }: { readonly box: boolean }): Exit | null {
  if (isCharging(timer)) return null;
  if (timer.state === 'finished') return 'finished';
  if (timer.state === 'reset') return box && timer.type === 'box' ? null : 'reset';
  return timer.principalTabId === tabId ? null : 'other-tab';
}

/**
 * Whether this tab shows the timer's message. A cancelled purchase concerns every tab; a takeover by another tab
 * concerns only the tab that lost it.
 */
export const tellsMessage = (timer: BusinessTimer, local: LocalTimer): boolean =>
  timer.message !== undefined && (timer.state === 'reset' || (local.state === 'started' && timer.principalTabId !== local.tabId));

/** Where the dialog leads: back to the performance, for customers of the shop (PT-026..PT-029). */
export function pathAfterMessage({
  loggedIn,
  box,
  lastPath,
}: {
  readonly loggedIn: boolean;
  readonly box: boolean;
  readonly lastPath: string | null;
}): string {
  // Only a path of this site: storage may contain anything.
  return loggedIn && !box && lastPath && /^\/(?![/\\])/.test(lastPath) ? lastPath : '/';
}
