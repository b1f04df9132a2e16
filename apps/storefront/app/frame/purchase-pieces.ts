import { type ComponentType, lazy } from 'react';
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

/** Cancels the purchase that runs, if one does; its dialog then shows the message. */
export const cancelPurchase = async (message: string): Promise<boolean> =>
  isPurchaseRunning() && (await load()).purchaseClock.cancel(message);
