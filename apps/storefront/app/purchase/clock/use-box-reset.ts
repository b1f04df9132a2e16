import { useEffect } from 'react';
import { purchaseClock } from './purchase-clock.ts';

/** Links and searches of the bar and of its drawer; the cart's own lead on to paying. */
const isOfTheBar = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('header :is(a, form), header + dialog a') !== null && !target.closest('[data-cart]');

/** In a box office purchase whoever goes elsewhere through the bar begins anew (TB-035, TB-036). */
export function useBoxReset() {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a') && isOfTheBar(target)) void purchaseClock.resetBox();
    };
    const onSubmit = ({ target }: SubmitEvent) => {
      if (isOfTheBar(target)) void purchaseClock.resetBox();
    };
    document.addEventListener('click', onClick, true);
    document.addEventListener('submit', onSubmit, true);
    return () => {
      document.removeEventListener('click', onClick, true);
      document.removeEventListener('submit', onSubmit, true);
    };
  }, []);
}
