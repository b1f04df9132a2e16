import type { OfferedPromotions, PromotionOffer, Purchase, PurchasePerformance } from '@butaca/contract';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link, useRevalidator } from 'react-router';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import promotionTexts from '../../i18n/es/promotions.json';
import { pathTo } from '../../paths.ts';
import { PerformanceName } from '../buy/summary/PerformanceTickets.tsx';
import { purchaseClock } from '../clock/purchase-clock.ts';
import styles from './Promotion.module.css';
import { PromotionCode, reasonText } from './PromotionCode.tsx';
import { PromotionDocuments } from './PromotionDocuments.tsx';

interface PromotionScreenProps {
  readonly purchase: Purchase;
  readonly performance: PurchasePerformance;
  /** Null when they could not be read. */
  readonly offered: OfferedPromotions | null;
}

/** S-09: what each promotion would take off the places of one performance, which one applies, and why another does not. */
export function PromotionScreen({ purchase, performance, offered }: PromotionScreenProps) {
  const { t } = useTranslation(promotionTexts);
  const money = useMoney();
  const { brand } = useFrame();
  const { revalidate, state } = useRevalidator();
  return (
    <main id="main" className={styles.screen} aria-busy={state !== 'idle' || undefined}>
      <title>{`${t('title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <header>
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>
          <PerformanceName performance={performance} />
        </p>
      </header>
      {!offered && <Notice kind="error">{t('failed')}</Notice>}
      {offered && (
        <section aria-labelledby="offers-title">
          <h2 id="offers-title">{t('offers')}</h2>
          {offered.items.length === 0 ? (
            <p className={styles.note}>{t(offered.asksCode ? 'offers.codes-only' : 'offers.none')}</p>
          ) : (
            <ul className={styles.offers}>
              {offered.items.map((offer) => (
                <Offer key={offer.id} offer={offer} />
              ))}
            </ul>
          )}
          <p className={styles.sum}>
            <span>{t('total', { count: performance.placeCount })}</span>
            <strong>{money(offered.total)}</strong>
          </p>
        </section>
      )}
      <PromotionDocuments
        purchase={purchase}
        disabled={state !== 'idle'}
        onChanged={async (changed) => {
          await purchaseClock.updated(changed);
          await revalidate();
        }}
      />
      <PromotionCode
        purchase={purchase}
        disabled={state !== 'idle'}
        onChanged={async (changed) => {
          await purchaseClock.updated(changed);
          await revalidate();
        }}
      />
      <p className={styles.ways}>
        <LinkButton as={Link} to={pathTo('BuyTicket', {}, { purchase: purchase.id })}>
          {t('continue')}
        </LinkButton>
        {performance.showSeo && (
          <Link to={pathTo('funcion', { seo: performance.showSeo, performanceId: performance.id }, { hash: performance.hash })}>
            {t('back')}
          </Link>
        )}
      </p>
    </main>
  );
}

function Offer({ offer: { name, note, saved, applied, obstacle, lacks } }: { offer: PromotionOffer }) {
  const { t } = useTranslation(promotionTexts);
  const money = useMoney();
  const mixed = useFrame().brand.flags.multiPromotion;
  return (
    <li className={styles.offer} data-applied={applied || undefined}>
      <p className={styles.name}>{name}</p>
      <p className={styles.saves}>{saved > 0 ? t('saves', { amount: money(saved) }) : t('saves.nothing')}</p>
      {note && <p className={styles.note}>{note}</p>}
      {applied && <p className={styles.note}>{t(mixed ? 'applied.mixed' : 'applied')}</p>}
      {obstacle && (
        <p className={styles.note}>
          {mixed && obstacle === 'better'
            ? t('reason.better.mixed')
            : reasonText({ reason: obstacle, ...(lacks === undefined ? {} : { lacks }) }, t)}
        </p>
      )}
    </li>
  );
}
