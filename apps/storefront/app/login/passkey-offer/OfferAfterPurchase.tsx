import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import { declineOffer, mayOffer } from './offer.ts';
import PasskeyOffer from './PasskeyOffer.tsx';

/** Once after a purchase: not answered, it counts as declined, so that the next purchase does not ask again. */
export function OfferAfterPurchase() {
  const { pathname } = useLocation();
  const { mode } = useFrame().brand.login;
  const [isOffered, setIsOffered] = useState(false);
  useEffect(() => {
    // Who logs in elsewhere has no use for a passkey here.
    if (mode !== 'OWN_SELF_LOGIN') return undefined;
    let isGone = false;
    void mayOffer().then((may) => {
      if (!may || isGone) return;
      declineOffer();
      setIsOffered(true);
    });
    return () => {
      isGone = true;
    };
  }, [mode]);
  return isOffered ? <PasskeyOffer next={pathname} onEnd={() => setIsOffered(false)} /> : null;
}
