import type { HeldPlace, Outcome, PerformanceDetail, Purchase, Taken, WantedQuantity } from '@butaca/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pathTo } from '../../paths.ts';
import { purchaseClock, usePurchaseClock } from '../clock/purchase-clock.ts';
import { claim, type Seller, setExactly } from './claim.ts';
import { othersMayGoOn, problemOf } from './problem.ts';
import { type Said, saidWith } from './said.ts';
import { createWishQueue } from './wish-queue.ts';
import { countAfter, noWishes, pendingIn, tapped, typeAskedFor, type Wish, wished } from './wishes.ts';

/** Taps that follow each other so closely are one deed, whose results stand together: a loss is not wiped away unread. */
const ONE_DEED_MS = 3000;

interface SelectionInput {
  readonly performance: PerformanceDetail;
  readonly seller: Seller;
  /** Of places in one purchase. */
  readonly most: number;
  /** Who buys is known; before that the page is everybody's, and nothing can be chosen. */
  readonly certain: boolean;
  /** An answer came: what is left may be something else. */
  readonly onAnswer: () => void;
}

/** Places of one performance in the buyer's purchase. Every change is the server's: nothing is chosen that is not held. */
export function useSelection({ performance, seller, most, certain, onAnswer }: SelectionInput) {
  const { purchase: stored } = usePurchaseClock();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [wishes, setWishes] = useState(noWishes);
  const [said, setSaid] = useState<readonly Said[]>([]);
  const [news, setNews] = useState<Said | null>(null);
  const toldAt = useRef(0);

  /** A counter adds to its own sales only; what the shop's buyer has begun stays what it is. */
  const goesOn = (purchase: Purchase | null) => purchase?.stage === 'open' && (seller === 'shop' || purchase.type === 'box');
  const openPurchase = () => (goesOn(purchaseClock.get().purchase) ? purchaseClock.get().purchase : null);
  const heldNow = () => openPurchase()?.performances.find(({ id }) => id === performance.id)?.places ?? [];
  const idsNow = () => heldNow().map(({ placeId }) => placeId);
  const send = useEffectEvent((wish: Wish) => make(wish).finally(onAnswer));
  const [queue] = useState(() => createWishQueue({ mine: idsNow, send: (wish) => send(wish), onChange: setWishes }));

  useEffect(() => {
    if (certain) void purchaseClock.refresh();
  }, [certain]);
  useEffect(() => queue.drop, [queue]);

  function tell(next: Said) {
    toldAt.current = Date.now();
    setNews(next);
    setSaid((before) => saidWith(before, next));
  }

  async function make(wish: Wish): Promise<boolean> {
    const held = heldNow();
    const outcome = await ask(wish, held).catch(() => null);
    if (outcome?.status === 'ok') {
      await purchaseClock.started(outcome.data.purchase, performance.id);
      const given = held.find(({ placeId }) => wish.kind === 'give' && placeId === wish.placeId);
      if (given) tell({ kind: 'given', place: given });
      if (wish.kind === 'take' || wish.kind === 'best')
        tell({ kind: 'held', places: newIn(outcome.data), apart: !outcome.data.contiguous });
      return true;
    }
    if (outcome?.status === 'unauthorised' || outcome?.status === 'fault') {
      const failed = outcome.status === 'fault' ? { failed: 1 } : {};
      void navigate(pathTo('login', {}, { next: `${pathname}${search}`, ...failed }));
      return false;
    }
    // Without any answer the page has said so already.
    if (outcome?.status === 'ERROR') return false;
    const problem = outcome?.status === 'refused' ? problemOf(outcome.failure, outcome.data) : problemOf(undefined, undefined);
    if (problem.kind === 'over' || problem.kind === 'paying') await purchaseClock.refresh();
    const names = wish.kind === 'take' ? [wish.name] : [];
    tell({ kind: 'problem', problem: problem.kind === 'taken' ? { ...problem, names } : problem });
    return othersMayGoOn(problem);
  }

  async function ask(wish: Wish, held: readonly HeldPlace[]): Promise<Outcome<Taken> | null> {
    const purchase = openPurchase();
    if (wish.kind === 'take') return claim({ performanceId: performance.id, seller }, purchase, { placeIds: [wish.placeId] });
    if (wish.kind === 'best') return claim({ performanceId: performance.id, seller }, purchase, { quantities: wish.quantities });
    const { placeId } = wish;
    const places =
      wish.kind === 'give'
        ? held.filter((place) => place.placeId !== placeId)
        : held.map((place) => (place.placeId === placeId ? { ...place, priceTypeId: wish.priceTypeId } : place));
    return purchase && setExactly(performance.id, purchase, places);
  }

  const newIn = ({ purchase: { performances }, placeIds }: Taken) =>
    (performances.find(({ id }) => id === performance.id)?.places ?? []).filter(({ placeId }) => placeIds.includes(placeId));

  function change(next: ReturnType<typeof wished>) {
    if (!queue.wishes.sent && Date.now() - toldAt.current > ONE_DEED_MS) setSaid([]);
    if (next === 'most') tell({ kind: 'problem', problem: { kind: 'most' } });
    else queue.change(next);
  }
  const add = (wish: Wish) => change(wished(queue.wishes, wish, { mine: idsNow(), most }));

  const purchase = certain && goesOn(stored) ? stored : null;
  const mine = purchase?.performances.find(({ id }) => id === performance.id)?.places ?? [];
  const ids = mine.map(({ placeId }) => placeId);
  return {
    purchase,
    mine,
    pending: pendingIn(wishes),
    busy: wishes.sent !== null || !certain,
    /** Places that the purchase may still take. */
    room: Math.max(0, most - countAfter(wishes, ids)),
    typeOf: ({ placeId, priceTypeId }: HeldPlace) => typeAskedFor(wishes, placeId) ?? priceTypeId,
    said,
    /** The last thing that was said. */
    news,
    tap: (place: { placeId: number; name: string }) => change(tapped(queue.wishes, place, { mine: idsNow(), most })),
    take: (quantities: readonly WantedQuantity[]) => add({ kind: 'best', quantities }),
    setPriceType: ({ placeId }: HeldPlace, priceTypeId: number) => add({ kind: 'type', placeId, priceTypeId }),
  };
}
