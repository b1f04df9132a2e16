import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef } from 'react';
import { useMoney } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import paymentTexts from '../../i18n/es/payment.json';
import styles from './Buy.module.css';
import { DeclineMessage, declineIntro } from './DeclineMessage.tsx';
import type { Lost, ShownRefusal } from './refusals.ts';
import { PerformanceName } from './summary/PerformanceTickets.tsx';
import { placeName } from './summary/place-name.ts';

interface RefusalNoticeProps {
  readonly refusal: ShownRefusal | null;
  /** Shows the number of another card, which is far below; left out where no card is typed. */
  readonly onOtherCard?: () => void;
}

/** What went wrong and what changed, above the form. It takes the focus, because the button that was pressed is far below. */
export function RefusalNotice({ refusal, onOtherCard }: RefusalNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal) place.current?.focus();
  }, [refusal]);
  if (!refusal) return null;
  return (
    <div ref={place} tabIndex={-1} className={styles.refusal}>
      <RefusalText refusal={refusal} onOtherCard={onOtherCard} />
    </div>
  );
}

interface RefusalTextProps {
  readonly refusal: ShownRefusal;
  readonly onOtherCard: (() => void) | undefined;
}

function RefusalText({ refusal, onOtherCard }: RefusalTextProps) {
  const { t } = useTranslation(buyTexts);
  const { t: says } = useTranslation(paymentTexts);
  const money = useMoney();
  switch (refusal.kind) {
    case 'declined':
      return (
        <Notice
          kind="error"
          title={says('payment failed')}
          message={declineIntro(refusal.method)}
          actions={
            onOtherCard &&
            refusal.method === undefined && (
              <Button kind="secondary" onClick={onOtherCard}>
                {t('declined.other-card')}
              </Button>
            )
          }
        >
          <DeclineMessage message={refusal.message} method={refusal.method} className={styles.cardSays} />
          {refusal.lost.length === 0 ? (
            <p>{t(refusal.isSecondCard ? 'declined.second' : refusal.method === undefined ? 'declined.next' : 'declined.next.method')}</p>
          ) : (
            <LostMeanwhile lost={refusal.lost} total={refusal.total} />
          )}
          {isFew(refusal.triesLeft) && <p>{t('declined.tries', { count: refusal.triesLeft })}</p>}
        </Notice>
      );
    case 'places_lost':
      return (
        <Notice kind="error" title={t('places-lost.title')} message="places_lost">
          <LostPlaces lost={refusal.lost} />
          <p>
            {t(refusal.lost.some(({ isOffSale }) => isOffSale) ? 'places-lost.rest' : 'places-lost.text')}{' '}
            {refusal.total !== undefined && t('places-lost.total', { total: money(refusal.total) })}
          </p>
        </Notice>
      );
    case 'total_changed':
      return (
        <Notice kind="warning" title={t('total-changed.title')} message="total_changed">
          <p>{t('total-changed.text', { before: money(refusal.before), after: money(refusal.after) })}</p>
        </Notice>
      );
    case 'bill_receiver_needed':
      return (
        <Notice kind="error" message="payment.bill receiver needed">
          {says('payment.bill receiver needed')}
        </Notice>
      );
    case 'text':
      return (
        <Notice kind="error" message={refusal.text}>
          {says(refusal.text, { seconds: refusal.seconds ?? 1, minutes: refusal.minutes ?? 1 })}
        </Notice>
      );
  }
}

/** Said before the last two tries only: whoever mistypes once has nothing to fear. */
const isFew = (triesLeft: number | undefined): triesLeft is number => triesLeft !== undefined && triesLeft > 0 && triesLeft <= 2;

function LostPlaces({ lost }: { readonly lost: readonly Lost[] }) {
  const { t } = useTranslation(buyTexts);
  return lost.map(({ performance, places, isOffSale }) => (
    <div key={performance.id}>
      <p>
        <PerformanceName performance={performance} />
      </p>
      {isOffSale && <p>{t('places-lost.off-sale')}</p>}
      <ul>
        {places.map((place) => (
          <li key={place.placeId}>{placeName(place, t)}</li>
        ))}
      </ul>
    </div>
  ));
}

interface LostMeanwhileProps {
  readonly lost: readonly Lost[];
  /** Of the places that are left; undefined without any. */
  readonly total: number | undefined;
}

/** Places that others took while a declined payment was under way, and what can be paid now. */
export function LostMeanwhile({ lost, total }: LostMeanwhileProps) {
  const { t } = useTranslation(buyTexts);
  const money = useMoney();
  return (
    <>
      <p>{t('lost-meanwhile.text')}</p>
      <LostPlaces lost={lost} />
      {total ? <p>{t('places-lost.total', { total: money(total) })}</p> : null}
    </>
  );
}
