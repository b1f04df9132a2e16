import { type ComponentType, lazy, useEffect } from 'react';
import { onLogIn } from '../session/store.ts';
import { isPurchaseRunning } from './stored-timer.ts';

const load = () => import('../purchase/clock/in-page.ts');
const Nothing = () => null;

/** A piece that does not load is left out; the server keeps the time anyway. */
const piece = (name: 'PurchaseInBar' | 'PurchaseWatch') =>
  lazy<ComponentType>(() =>
    load().then(
      (pieces) => ({ default: pieces[name] }),
      () => ({ default: Nothing }),
    ),
  );

export const PurchaseInBar = piece('PurchaseInBar');
export const PurchaseWatch = piece('PurchaseWatch');

/** After a log-in the account's running purchase goes on in this browser; without its code, on the pages that ask for it. */
export function useAccountPurchase() {
  useEffect(
    () => onLogIn(() => void import('../purchase/clock/follow-account.ts').then(({ followAccount }) => followAccount()).catch(() => {})),
    [],
  );
}

/** Cancels the purchase that runs, if one does; its dialog then shows the message. */
export const cancelPurchase = async (message: string): Promise<boolean> =>
  isPurchaseRunning() && (await load()).purchaseClock.cancel(message);
