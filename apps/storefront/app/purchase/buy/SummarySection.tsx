import { momentText } from '@butaca/brand/dates';
import { serverClock } from '@butaca/browser/server-clock.ts';
import type { HeldPlace, InstalmentPlan, Purchase, PurchasePerformance } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import limitTexts from '../../i18n/es/limits.json';
import promotionTexts from '../../i18n/es/promotions.json';
import { pathTo } from '../../paths.ts';
import { limitOf, limitText } from '../limits.ts';
import { ShopLink } from '../products/ShopLink.tsx';
import { PromotionCode } from '../promotion/PromotionCode.tsx';
import { PromotionDocuments } from '../promotion/PromotionDocuments.tsx';
import { productCountOf, ticketCountOf } from '../ticket-count.ts';
import styles from './Buy.module.css';
import { type Changed, removePlace } from './change-purchase.ts';
import type { Checkout } from './open-checkout.ts';
import { PerformanceTickets } from './summary/PerformanceTickets.tsx';
import { placeName } from './summary/place-name.ts';
import { Totals } from './summary/Totals.tsx';

interface SummarySectionProps {
  readonly purchase: Purchase;
  readonly limits: Checkout['limits'];
  /** The same as it costs with the card that was typed. */
  readonly priced: Purchase;
  readonly plan: InstalmentPlan | undefined;
  /** What the balance pays beside it. */
  readonly fromBalance: number;
  readonly changing: boolean;
  readonly change: (act: (purchase: Purchase) => Promise<Changed>) => Promise<void>;
}

/** What is bought and what it costs, as the server has it. */
export function SummarySection({ purchase, limits, priced, plan, fromBalance, changing, change }: SummarySectionProps) {
  const { t } = useTranslation(buyTexts);
  const { t: tLimits } = useTranslation(limitTexts);
  return (
    <section className={styles.summary} aria-labelledby="summary-title" aria-busy={changing || undefined}>
      <header>
        <h2 id="summary-title">{t('summary.title')}</h2>
        <p className={styles.note}>{t('summary.final')}</p>
        {limitsOf(purchase, limits).map(({ rule, show }) => (
          <p key={`${rule.limit} ${show}`} className={styles.note}>
            {show && `${show}: `}
            {limitText(rule, tLimits)}
          </p>
        ))}
      </header>
      {priced.performances.map((performance) => (
        <PerformanceTickets
          key={performance.id}
          performance={performance}
          products={purchase.products}
          actionOf={(place) => (
            <RemovePlace
              place={place}
              disabled={changing}
              onRemove={() => void change((current) => removePlace(current, performance, place.placeId))}
            />
          )}
        />
      ))}
      {purchase.performances.map((performance, _, all) => (
        <NamesAhead key={performance.id} performance={performance} isOneOfMany={all.length > 1} />
      ))}
      {purchase.performances.map((performance, _, all) => (
        <ShopLink
          key={performance.id}
          className={styles.note}
          purchaseId={purchase.id}
          performance={performance}
          isOneOfMany={all.length > 1}
          hasSome={productCountOf(purchase, performance.id) > 0}
        />
      ))}
      <PromotionDocuments
        purchase={purchase}
        disabled={changing}
        onChanged={(changed) => change(async () => ({ status: 'changed', purchase: changed }))}
      />
      <PromotionCode
        purchase={purchase}
        disabled={changing}
        onChanged={(changed) => change(async () => ({ status: 'changed', purchase: changed }))}
      />
      <PromotionLinks purchase={purchase} />
      {priced.totals && (
        <Totals
          totals={priced.totals}
          quantity={ticketCountOf(priced)}
          performances={priced.performances}
          plan={plan}
          fromBalance={fromBalance}
          deliveryChosen={purchase.deliveryTypeId !== undefined}
        />
      )}
    </section>
  );
}

/** Of each performance the limit that leaves least, with its show's name where there are several; one of the whole purchase once, without. */
function limitsOf(purchase: Purchase, limits: SummarySectionProps['limits']) {
  const all = purchase.performances.flatMap(({ id, show }) => {
    const rules = limits.get(id);
    const rule = rules && limitOf(rules, purchase, id);
    if (!rule) return [];
    const isOfAll = rule.limit === 'purchase' || rule.limit === 'unpaid';
    return [{ rule, show: isOfAll || purchase.performances.length === 1 ? '' : (show?.name ?? '') }];
  });
  return all.filter(({ rule, show }, index) => show !== '' || all.findIndex((each) => each.rule.limit === rule.limit) === index);
}

/** Said before paying: the show asks who enters with each ticket, which is answered after the payment, until then. */
function NamesAhead({ performance, isOneOfMany }: { readonly performance: PurchasePerformance; readonly isOneOfMany: boolean }) {
  const { t } = useTranslation(buyTexts);
  const { language, timeZone } = useFrame().brand.locale;
  const { namesUntil, show, placeCount } = performance;
  if (namesUntil === undefined || placeCount === 0) return null;
  const until = momentText(namesUntil, { language, timeZone }, { dateStyle: 'full' });
  return (
    <Notice title={isOneOfMany && show ? t('names.title.of', { show: show.name }) : t('names.title')}>
      <p>{namesUntil > serverClock.now() ? t('names.text', { until }) : t('names.closed')}</p>
    </Notice>
  );
}

/** To what each promotion would take off, where a promotion applies or a code may. */
function PromotionLinks({ purchase }: Pick<SummarySectionProps, 'purchase'>) {
  const { t } = useTranslation(promotionTexts);
  const [first] = purchase.performances.filter(({ promotions = [], asksCode }) => promotions.length > 0 || asksCode);
  if (!first) return null;
  return (
    <p className={styles.note}>
      <Link to={pathTo('promocion', {}, { purchase: purchase.id, performance: first.id })}>{t('link')}</Link>
    </p>
  );
}

/** Gives a place back after one confirmation: another buyer can take it the next moment. */
function RemovePlace({ place, disabled, onRemove }: { place: HeldPlace; disabled: boolean; onRemove: () => void }) {
  const { t } = useTranslation(buyTexts);
  const [asking, setAsking] = useState(false);
  const name = placeName(place, t);
  const remove = () => {
    setAsking(false);
    onRemove();
  };
  return (
    <>
      <button
        type="button"
        className={styles.remove}
        disabled={disabled}
        aria-label={t('remove.long', { place: name })}
        onClick={() => setAsking(true)}
      >
        {t('remove')}
      </button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('remove.title', { place: name })}
        closeLabel={t('remove.keep')}
        actions={
          <>
            <Button kind="secondary" onClick={() => setAsking(false)}>
              {t('remove.keep')}
            </Button>
            <Button onClick={remove}>{t('remove')}</Button>
          </>
        }
      >
        <p>{t('remove.text')}</p>
      </Dialog>
    </>
  );
}
