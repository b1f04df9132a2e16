export { PurchaseInBar } from './PurchaseInBar.tsx';
export { PurchaseWatch } from './PurchaseWatch.tsx';
export { purchaseClock } from './purchase-clock.ts';
