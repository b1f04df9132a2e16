import { serverClock } from '@butaca/browser/server-clock.ts';
import type { Purchase } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import paymentTexts from '../../i18n/es/payment.json';
import { useUntil } from '../until.ts';

interface PlacesKeptProps {
  readonly purchase: Purchase;
  /** Epoch ms by the server's clock; left out once they are not kept any more. */
  readonly until: number | undefined;
  /** `unpaid`: its payment came to nothing, and another one may be made until then. Left out, it waits to be decided. */
  readonly payment?: 'waits' | 'unpaid';
  /** Whether it stands in a live region, which announces it then. */
  readonly isInStatus?: boolean;
}

const texts = {
  waits: { kept: 'pending.kept', free: 'pending.not kept' },
  unpaid: { kept: 'unpaid.kept', free: 'unpaid.free' },
} as const;

/** Until when the places of a purchase are kept, and from then on that they are not. Nothing of products alone. */
export function PlacesKept({ purchase, until, payment = 'waits', isInStatus = false }: PlacesKeptProps) {
  const { t } = useTranslation(paymentTexts);
  const untilText = useUntil();
  const isOver = useIsOver(until);
  const { performances, products = [] } = purchase;
  const hasPlaces = performances.some(({ places = [] }) => places.length > 0);
  if (!hasPlaces && (payment === 'waits' || products.length > 0)) return null;
  const msg = texts[payment][until === undefined || isOver ? 'free' : 'kept'];
  return (
    <span role={isInStatus ? undefined : 'status'} data-msg={msg}>
      {t(msg, { end: until === undefined ? '' : untilText(until) })}
    </span>
  );
}

/** Whether the server's clock has passed this moment. */
export function useIsOver(until: number | undefined): boolean {
  const [now, setNow] = useState(serverClock.now);
  const isOver = until !== undefined && now >= until;
  useEffect(() => {
    if (until === undefined || isOver) return;
    const timer = setInterval(() => setNow(serverClock.now()), 1000);
    return () => clearInterval(timer);
  }, [until, isOver]);
  return isOver;
}
