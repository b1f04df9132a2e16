import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { pathTo } from '../../paths.ts';
import { exitOf } from './exits.ts';
import { purchaseClock, usePurchaseClock } from './purchase-clock.ts';

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
    const told = { finished: purchaseClock.expire, 'other-tab': purchaseClock.leftToOtherTab, reset: () => Promise.resolve() }[exit]();
    void told.then(() => navigate(pathTo('payFinish', {}), { replace: true }));
  }, [exit, navigate]);
}
