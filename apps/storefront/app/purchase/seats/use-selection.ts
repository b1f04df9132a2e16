import type { HeldPlace, Outcome, PerformanceDetail, Taken } from '@butaca/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pathTo } from '../../paths.ts';
import { purchaseClock, usePurchaseClock } from '../clock/purchase-clock.ts';
import { claim, setExactly, type Wanted } from './claim.ts';
import { type Problem, problemOf } from './problem.ts';

/** What the last answer has to say to the buyer, seen and heard. */
export type Said =
  | { readonly kind: 'held'; readonly places: readonly HeldPlace[]; readonly apart: boolean }
  | { readonly kind: 'given'; readonly place: HeldPlace }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** Places of one performance in the buyer's purchase. Every change is the server's: nothing is chosen that is not held. */
export function useSelection(performance: PerformanceDetail) {
  const { purchase: stored } = usePurchaseClock();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [pending, setPending] = useState<readonly number[] | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const purchase = stored?.stage === 'open' ? stored : null;
  const mine = purchase?.performances.find(({ id }) => id === performance.id)?.places ?? [];
  /** One change at a time: a second click waits for nothing and does nothing. */
  const working = useRef(false);

  useEffect(() => {
    void purchaseClock.refresh();
  }, []);

  async function change(places: readonly number[], ask: () => Promise<Outcome<Taken>>, tell: (taken: Taken) => Said | null) {
    if (working.current) return;
    working.current = true;
    setPending(places);
    setSaid(null);
    const outcome = await ask();
    working.current = false;
    setPending(null);
    if (outcome.status === 'ok') {
      await purchaseClock.started(outcome.data.purchase, performance.id);
      setSaid(tell(outcome.data));
    } else if (outcome.status === 'unauthorised' || outcome.status === 'fault') {
      const failed = outcome.status === 'fault' ? { failed: 1 } : {};
      void navigate(pathTo('login', {}, { next: `${pathname}${search}`, ...failed }));
    } else if (outcome.status === 'refused') {
      const problem = problemOf(outcome.failure, outcome.data);
      if (problem.kind === 'over' || problem.kind === 'paying') await purchaseClock.refresh();
      setSaid({ kind: 'problem', problem });
    }
  }

  const placesIn = ({ purchase: { performances } }: Taken, ids: readonly number[]) =>
    (performances.find(({ id }) => id === performance.id)?.places ?? []).filter(({ placeId }) => ids.includes(placeId));

  const take = (wanted: Wanted) =>
    change(
      'placeIds' in wanted ? wanted.placeIds : [],
      () => claim(performance.id, purchase, wanted),
      (taken) => ({ kind: 'held', places: placesIn(taken, taken.placeIds), apart: !taken.contiguous }),
    );

  async function give(place: HeldPlace) {
    const rest = mine.filter(({ placeId }) => placeId !== place.placeId);
    if (purchase)
      await change(
        [place.placeId],
        () => setExactly(performance.id, purchase, rest),
        () => ({ kind: 'given', place }),
      );
  }

  async function setPriceType(place: HeldPlace, priceTypeId: number) {
    const places = mine.map((one) => (one.placeId === place.placeId ? { ...one, priceTypeId } : one));
    if (purchase)
      await change(
        [],
        () => setExactly(performance.id, purchase, places),
        () => null,
      );
  }

  return { purchase, mine, pending: pending ?? [], busy: pending !== null, said, take, give, setPriceType };
}
