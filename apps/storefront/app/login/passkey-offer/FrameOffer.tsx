import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { usePurchasePresence } from '../../frame/stored-timer.ts';
import { onLogIn } from '../../session/store.ts';
import { isOfLogIn, isOfSale, mayOffer } from './offer.ts';
import PasskeyOffer from './PasskeyOffer.tsx';

/** Above the page where the log-in leads, unless something is being bought there: then the page after the payment offers it. */
export function FrameOffer() {
  const [isOffered, setIsOffered] = useState(false);
  const isBuying = usePurchasePresence() !== 'none';
  const { pathname, search } = useLocation();

  // After the log-in that loaded this, and each one after it.
  useEffect(() => {
    const ask = () => void mayOffer().then(setIsOffered);
    ask();
    return onLogIn(ask);
  }, []);
  // What is not answered goes with the next page, and comes back with the next log-in.
  useEffect(() => {
    if (isOfLogIn(pathname)) return undefined;
    return () => setIsOffered(false);
  }, [pathname]);

  if (!isOffered || isBuying || isOfSale(pathname)) return null;
  return (
    // Not where the log-in itself goes on: it is read with the page after it.
    <div hidden={isOfLogIn(pathname)}>
      <PasskeyOffer inFrame next={`${pathname}${search}`} onEnd={() => setIsOffered(false)} />
    </div>
  );
}
