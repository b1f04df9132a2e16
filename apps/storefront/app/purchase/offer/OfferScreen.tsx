import type { PaymentResult, PlacesOffer } from '@butaca/contract';
import { OutcomeMark } from '@butaca/ui/components/OutcomeMark.tsx';
import { useEffect, useRef } from 'react';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './Offer.module.css';
import { OfferAnswers } from './OfferAnswers.tsx';
import { OfferedPlaces } from './OfferedPlaces.tsx';
import { offerEnd } from './offer-end.ts';
import { offerTexts } from './texts.ts';
import { useOfferAnswer } from './use-offer-answer.ts';
import { useOfferEnd } from './use-offer-end.ts';

interface OfferScreenProps {
  readonly payment: PaymentResult;
  readonly offer: PlacesOffer;
  readonly onAnswered: (payment: PaymentResult) => void;
  /** The offer has ended otherwise. */
  readonly onOver: () => void;
}

/** The money came when the places were gone: which others are held, until when, and the buyer's two answers (decision 012). */
export function OfferScreen({ payment, offer, onAnswered, onOver }: OfferScreenProps) {
  const { t } = useTranslation(offerTexts);
  const { brand } = useFrame();
  const money = useMoney();
  const heading = useRef<HTMLHeadingElement>(null);
  const { purchase } = payment;
  const amount = money(payment.amount ?? purchase.totals?.total ?? 0);
  const count = offer.changes.reduce((sum, { offered }) => sum + offered.length, 0);
  const { answering, failed, give } = useOfferAnswer({ purchaseId: purchase.id, onAnswered, onOver });
  useOfferEnd({ until: offer.until, serverNow: purchase.serverNow }, onOver);

  // The page changed without a navigation: it is read from its beginning.
  useEffect(() => heading.current?.focus(), []);

  return (
    <main id="main" className={styles.offer} data-outcome="offered">
      <title>{`${t('title', { count })} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <header className={styles.header}>
        <OutcomeMark tone="warning" />
        <h1 ref={heading} tabIndex={-1}>
          {t('title', { count })}
        </h1>
        <p className={styles.text}>{t('text', { count })}</p>
        <p className={styles.until}>{t('until', { count, end: offerEnd(offer.until, brand.locale) })}</p>
      </header>
      <OfferedPlaces purchase={purchase} offer={offer} />
      <section className={styles.answers}>
        <p>{t('paid', { amount })}</p>
        <OfferAnswers count={count} amount={amount} answering={answering} failed={failed} onAnswer={give} />
        <p className={styles.silence}>{t('silence')}</p>
      </section>
    </main>
  );
}
