declare global {
  interface Window {
    /** Set by the inline script: what was pressed last, the listener that keeps it, and the one for Back and Forward. */
    earlyPress?: { pressed?: HTMLElement; readonly keep: (event: Event) => void; readonly back: () => void };
  }
}

/** For a link whose address is complete only after hydration. */
export const pressAfterHydration = { 'data-press-later': '' };

/** Other links and submit buttons work before hydration. */
const LATER = '[data-press-later]';
const KEPT = `button[type=button],${LATER}`;

/**
 * Inline script: on a slow phone a page is shown seconds before hydration. Back and Forward may change its address meanwhile: then it would be hydrated as
 * another page, and that one is loaded instead.
 */
export const EARLY_PRESS_SCRIPT = `(function(w){var here=function(){return w.location.pathname+w.location.search},at=here(),p=w.earlyPress={keep:function(e){var t=e.target.closest('${KEPT}');if(t){p.pressed=t;e.preventDefault()}},back:function(){if(at!==here())w.location.reload()}};addEventListener('click',p.keep,true);addEventListener('popstate',p.back)})(window)`;

/** Called before React listens to clicks. The result, called after hydration, clicks what was pressed last and not handled. */
export function keepEarlyPress(): () => void {
  const early = window.earlyPress;
  if (early) removeEventListener('click', early.keep, true);
  let pressed = early?.pressed;
  // During hydration React handles a click, or stops it when it can't yet.
  const keep = (event: Event) => {
    const { target } = event;
    pressed = (target instanceof Element && target.closest<HTMLElement>(KEPT)) || undefined;
    if (!pressed?.matches(LATER)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const forget = () => {
    pressed = undefined;
  };
  addEventListener('click', keep, true);
  addEventListener('click', forget);
  return () => {
    removeEventListener('click', keep, true);
    removeEventListener('click', forget);
    if (early) removeEventListener('popstate', early.back);
    const button = pressed;
    pressed = undefined;
    if (button?.isConnected) button.click();
  };
}
