import { type ComponentType, useEffect, useState } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import { onLogIn } from '../../session/store.ts';

/** Loaded with the first log-in of this tab, before which there is nothing to offer; an offer that does not load is not made. */
export function OfferAfterLogIn() {
  const { mode } = useFrame().brand.login;
  const [Offer, setOffer] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (mode !== 'OWN_SELF_LOGIN') return undefined;
    return onLogIn(() => void import('./FrameOffer.tsx').then((loaded) => setOffer(() => loaded.FrameOffer)).catch(() => {}));
  }, [mode]);
  return Offer && <Offer />;
}
