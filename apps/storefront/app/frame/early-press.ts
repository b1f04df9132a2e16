import { useEffect } from 'react';

/** The button that was pressed last before the page had its script, and what stops listening. */
interface EarlyPress {
  button?: HTMLElement;
  readonly keep: (event: Event) => void;
}

declare global {
  interface Window {
    earlyPress?: EarlyPress;
  }
}

/** Inline script: on a slow phone a page is seen for seconds before its buttons do anything. Those of forms and links work by themselves. */
export const EARLY_PRESS_SCRIPT =
  "(function(w){var p=w.earlyPress={keep:function(e){var b=e.target.closest('button[type=button]');if(b)p.button=b}};addEventListener('click',p.keep,true)})(window)";

/** Presses it again once the page has its script. */
export function useEarlyPress() {
  useEffect(() => {
    const early = window.earlyPress;
    if (!early) return;
    delete window.earlyPress;
    removeEventListener('click', early.keep, true);
    if (early.button?.isConnected) early.button.click();
  }, []);
}
