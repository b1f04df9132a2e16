import { serverClock } from '@butaca/browser/server-clock.ts';
import type { Purchase } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import paymentTexts from '../../i18n/es/payment.json';
import { offerEnd } from '../offer/offer-end.ts';

interface PlacesKeptProps {
  readonly purchase: Purchase;
  /** Epoch ms by the server's clock; left out once they are not kept any more. */
  readonly until: number | undefined;
}

/** Of a payment that is decided later: until when its places are kept, and from then on that they are not. Nothing of a purchase without places. */
export function PlacesKept({ purchase, until }: PlacesKeptProps) {
  const { t } = useTranslation(paymentTexts);
  const { locale } = useFrame().brand;
  const isOver = useIsOver(until);
  if (!purchase.performances.some(({ places = [] }) => places.length > 0)) return null;
  const msg = until === undefined || isOver ? 'pending.not kept' : 'pending.kept';
  return (
    <span role="status" data-msg={msg}>
      {t(msg, { end: until === undefined ? '' : offerEnd(until, locale) })}
    </span>
  );
}

/** Whether the server's clock has passed this moment. */
function useIsOver(until: number | undefined): boolean {
  const [now, setNow] = useState(serverClock.now);
  const isOver = until !== undefined && now >= until;
  useEffect(() => {
    if (until === undefined || isOver) return;
    const timer = setInterval(() => setNow(serverClock.now()), 1000);
    return () => clearInterval(timer);
  }, [until, isOver]);
  return isOver;
}
