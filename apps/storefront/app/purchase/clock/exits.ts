import type { BusinessTimer, LocalTimer } from '@butaca/contract';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../../frame/NoticeArea.tsx';
import { pathTo } from '../../paths.ts';
import { AlreadyPaid, endElsewhere } from './end-elsewhere.tsx';
import { purchaseClock, usePurchaseClock } from './purchase-clock.ts';
import { isCharging } from './timer.ts';

/** Why a buy screen has to be left. */
type Exit = 'other-tab' | 'finished' | 'reset';

/** PT-021..PT-025: null while the screen may stay; a running charge keeps the screen (C-02). `timer` has been read with the current time. */
export function exitOf(timer: BusinessTimer, { tabId }: LocalTimer, { box }: { readonly box: boolean }): Exit | null {
  if (isCharging(timer)) return null;
  if (timer.state === 'finished') return 'finished';
  if (timer.state === 'reset') return box && timer.type === 'box' ? null : 'reset';
  return timer.principalTabId === tabId ? null : 'other-tab';
}

interface BuyScreenGuard {
  readonly purchaseId: string;
  /** The screen of the box office. */
  readonly box?: boolean;
}

/**
 * Leaves a buy screen whose purchase is over or owned by another tab (PT-021..PT-025). The route's loader has started the
 * clock before, so that a link from outside is not rejected.
 */
export function useBuyScreenGuard({ purchaseId, box = false }: BuyScreenGuard) {
  const { timer, local } = usePurchaseClock();
  const navigate = useNavigate();
  // A purchase paid in this tab is already navigating to its confirmation.
  const exit = purchaseClock.isPaidHere(purchaseId) ? null : exitOf(timer, local, { box });

  useEffect(() => purchaseClock.expiresOn(box ? 'boxScreen' : 'buyScreen'), [box]);

  useEffect(() => {
    if (exit === null) return;
    const settled = { finished: purchaseClock.expire, 'other-tab': purchaseClock.leftToOtherTab, reset: () => Promise.resolve() }[exit]();
    let left = false;
    void settled.then(async () => {
      // The server may have said that the purchase goes on.
      const now = purchaseClock.get();
      if (left || exitOf(now.timer, now.local, { box }) === null) return;
      // Without a message the purchase did not end here: it may have been paid, or moved on, in another tab.
      const end = messageFor(now.timer, now.local) === undefined ? await endElsewhere(purchaseId) : null;
      if (left) return;
      if (end?.stage === 'paid') notify({ key: 'already-paid', Text: AlreadyPaid, leadsOn: true });
      navigate(end?.path ?? pathTo('payFinish', {}), { replace: true });
    });
    return () => {
      left = true;
    };
  }, [exit, box, purchaseId, navigate]);
}

/**
 * The message that this tab shows. A cancelled purchase concerns every tab; a takeover by another tab concerns only the tab that
 * lost it, which keeps its message itself: the other tab may write the shared timer before it has seen it there.
 */
export function messageFor(timer: BusinessTimer, local: LocalTimer): string | undefined {
  const hasLost = local.state === 'started' && timer.principalTabId !== local.tabId;
  return (timer.state === 'reset' || hasLost ? timer.message : undefined) ?? (hasLost ? local.message : undefined);
}

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

const LAST_PERFORMANCE = 'butaca.last-performance';

/** Kept at each visit of a performance page, for the way back after a purchase has ended (PT-026). */
export function rememberPerformance(path: string) {
  try {
    localStorage.setItem(LAST_PERFORMANCE, path);
  } catch {
    // Without storage the way back is the billboard.
  }
}

export function lastPerformance(): string | null {
  try {
    return localStorage.getItem(LAST_PERFORMANCE);
  } catch {
    return null;
  }
}
