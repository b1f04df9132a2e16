import { useEffect } from 'react';

/** The last button that was pressed before hydration, and the listener that keeps it. */
interface EarlyPress {
  button?: HTMLElement;
  readonly keep: (event: Event) => void;
}

declare global {
  interface Window {
    earlyPress?: EarlyPress;
  }
}

/** Inline script: on a slow phone a page is shown seconds before hydration. Links and submit buttons work without it. */
export const EARLY_PRESS_SCRIPT =
  "(function(w){var p=w.earlyPress={keep:function(e){var b=e.target.closest('button[type=button]');if(b)p.button=b}};addEventListener('click',p.keep,true)})(window)";

/** Clicks that button again after hydration. */
export function useEarlyPress() {
  useEffect(() => {
    const early = window.earlyPress;
    if (!early) return;
    delete window.earlyPress;
    removeEventListener('click', early.keep, true);
    if (early.button?.isConnected) early.button.click();
  }, []);
}
