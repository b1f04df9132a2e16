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

/** A link or a search of the page's frame; not the cart's, which lead to the payment. */
const OF_THE_FRAME = 'body > header :is(a, form), body > header + dialog a, body > footer a';

/** Blocked while the bar or the footer leads away from a purchase that holds tickets, until its buyer says so; one that is being charged stays. */
export function useLeaving(): Blocker {
  const wasPressed = useRef(false);
  useEffect(() => {
    const over = new AbortController();
    const note = ({ target }: Event) => {
      wasPressed.current = target instanceof Element && target.closest(OF_THE_FRAME) !== null;
    };
    for (const event of ['click', 'submit']) document.addEventListener(event, note, { capture: true, signal: over.signal });
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
