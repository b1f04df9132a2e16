import { redirect, redirectDocument, replace } from 'react-router';
import { notify } from '../frame/NoticeArea.tsx';
import { pathTo } from '../paths.ts';
import { inBrowser } from './in-browser.ts';
import { QueueUnknown } from './QueueUnknown.tsx';
import { waitingPage, wayInto } from './way-in.ts';

/** Lets a navigation to a performance go on, or leads it to the waiting page or to the billboard. */
export async function passQueue(request: Request, performanceId: number): Promise<void> {
  const { purchaseClock } = await import('../purchase/clock/purchase-clock.ts');
  const isBuying = (id: number) => {
    const { timer, purchase } = purchaseClock.get();
    const isOpen = timer.state === 'started' && purchase?.stage === 'open';
    return isOpen && purchase.performances.some((performance) => performance.id === id && performance.placeCount > 0);
  };
  const world = { ...inBrowser(), isBuying };
  const way = await wayInto(world, performanceId);
  if (way === 'enter') return;
  const { pathname, search } = new URL(request.url);
  const target = `${pathname}${search}`;
  // A page that was opened at this address is replaced, or the browser's way back would lead to it again and again.
  const isOpen = target === `${location.pathname}${location.search}`;
  if (way === 'billboard') {
    notify({ key: 'queue-unknown', Text: QueueUnknown });
    throw (isOpen ? replace : redirect)(pathTo('cartelera', {}));
  }
  const address = waitingPage(world.settings, performanceId, target);
  if (!isOpen) throw redirectDocument(address);
  location.replace(address);
  // Until the browser has left, nothing of the page is to be read or drawn.
  await new Promise<never>(() => undefined);
}
