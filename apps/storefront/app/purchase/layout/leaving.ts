import { useEffect, useRef } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { purchaseClock } from '../clock/purchase-clock.ts';
import { isCharging } from '../clock/timer.ts';
import { ticketCountOf } from '../ticket-count.ts';

interface Charge {
  readonly current: boolean;
}

/** Of the page that is open; the router asks one blocker only, and that is the layout's. */
let charge: Charge | null = null;

/** Nothing leaves the page while a charge is under way: links do nothing, and the browser asks before the tab closes. */
export function useStayWhile(running: Charge) {
  useEffect(() => {
    charge = running;
    const ask = (event: BeforeUnloadEvent) => running.current && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      charge = null;
      window.removeEventListener('beforeunload', ask);
    };
  }, [running]);
}

/** A link of the page's frame; not the cart's, which lead to the payment. */
const LINK_OF_THE_FRAME = 'body > header a, body > header + dialog a, body > footer a';
const SEARCH_OF_THE_BAR = 'body > header form';

/** Whether this may be what leads away by the bar or the footer: a press on a link, a search, or Enter on a suggestion below it. */
function isPressOfTheFrame(event: Event): boolean {
  if (!(event.target instanceof Element)) return false;
  if (event.type === 'click') return event.target.closest(LINK_OF_THE_FRAME) !== null;
  const isEnter = event instanceof KeyboardEvent && event.key === 'Enter';
  return (event.type === 'submit' || isEnter) && event.target.closest(SEARCH_OF_THE_BAR) !== null;
}

/** Blocked while the bar or the footer leads away from a purchase that holds tickets, until its buyer says so; one that is being charged stays. */
export function useLeaving(): Blocker {
  const wasPressed = useRef(false);
  useEffect(() => {
    const over = new AbortController();
    const note = (event: Event) => {
      if (!isPressOfTheFrame(event)) return;
      wasPressed.current = true;
      // What it leads to begins within its own task; one that leads nowhere says nothing about the Back that follows.
      setTimeout(() => {
        wasPressed.current = false;
      });
    };
    for (const type of ['click', 'submit', 'keydown']) document.addEventListener(type, note, { capture: true, signal: over.signal });
    return () => over.abort();
  }, []);

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isByFrame = wasPressed.current && currentLocation.pathname !== nextLocation.pathname;
    wasPressed.current = false;
    return charge?.current === true || (isByFrame && heldTickets() > 0);
  });
  const isCharged = blocker.state === 'blocked' && charge?.current === true;
  useEffect(() => {
    if (isCharged) blocker.reset?.();
  }, [isCharged, blocker]);
  return blocker;
}

/** Of the shop's purchase that runs in this browser. */
export function heldTickets(): number {
  const { timer, purchase } = purchaseClock.get();
  return purchase && timer.state === 'started' && timer.type !== 'box' && !isCharging(timer) ? ticketCountOf(purchase) : 0;
}
