import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { usePurchasePresence } from '../../frame/stored-timer.ts';
import { useFrame } from '../../frame/use-frame.ts';
import { endOffer, isOfLogIn, isOfSale, useOfferAfterLogIn, useOffers } from './offer.ts';
import type Offer from './PasskeyOffer.tsx';

/** One that does not load is not made. */
const PasskeyOffer = lazy<ComponentType<ComponentProps<typeof Offer>>>(() =>
  import('./PasskeyOffer.tsx').catch(() => ({ default: () => null })),
);

/** Above the page where the log-in leads, unless something is being bought there: then the page after the payment offers it. */
export function OfferAfterLogIn() {
  useOffers();
  const isOffered = useOfferAfterLogIn();
  const isBuying = usePurchasePresence() !== 'none';
  const { pathname, search } = useLocation();
  const { mode } = useFrame().brand.login;
  if (mode !== 'OWN_SELF_LOGIN' || !isOffered || isBuying || isOfSale(pathname)) return null;
  return (
    <Suspense>
      {/* Loaded while the greeting is read, so that the page after it does not move. */}
      <div hidden={isOfLogIn(pathname)}>
        <PasskeyOffer inFrame next={`${pathname}${search}`} onEnd={endOffer} />
      </div>
    </Suspense>
  );
}
