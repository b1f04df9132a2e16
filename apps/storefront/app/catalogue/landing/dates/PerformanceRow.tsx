import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { useFrame, useMoney } from '../../../frame/use-frame.ts';
import landingTexts from '../../../i18n/es/landing.json';
import { pathTo } from '../../../paths.ts';
import { useQueued } from '../../../waiting-room/use-queued.ts';
import { dayNumber, weekdayOf } from '../../calendar.ts';
import type { ShownPerformance } from '../../moments/moments.ts';
import { SaleOpening } from '../../moments/SaleOpening.tsx';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../../when.tsx';
import styles from './Dates.module.css';

/** One performance: date, prices, whether few places are left, and the link to its places or why there is none. */
export function PerformanceRow({ performance, showSeo }: { performance: ShownPerformance; showSeo: string }) {
  const { t } = useTranslation(landingTexts);
  const money = useMoney();
  const { netPrices } = useFrame().brand.flags;
  const words = useCalendarWords();
  const { id, hash, date, state, lowestPrice, highestPrice, lowestPriceNet, lastPlaces, venueName, movedFromDate } = performance;
  const weekday = date.year === undefined ? '' : words.weekdays[weekdayOf(dayNumber(date.year, date.month, date.day))];
  const day = dayOfWeekAndMonth(date, words);
  const open = state === 'on_sale';
  const isQueued = useQueued(id);
  const price = lowestPrice === undefined ? undefined : money(lowestPrice);

  return (
    <li className={styles.row} data-state={state}>
      <p className={styles.date}>
        <span className={styles.weekday}>{weekday}</span>
        <span className={styles.number}>{date.day}</span>
      </p>
      <div>
        <p className={styles.time}>
          {timeOf(date)}
          {open && lastPlaces && <span className={styles.last}>{t('last places')}</span>}
        </p>
        {movedFromDate && (
          <p className={styles.small}>{t('moved', { day: dayOfWeekAndMonth(movedFromDate, words), time: timeOf(movedFromDate) })}</p>
        )}
        {venueName && <p className={styles.small}>{venueName}</p>}
        {state === 'announced' && <SaleOpening performance={performance} className={styles.small} />}
        {(open || state === 'announced') && price !== undefined && (
          <p className={styles.price}>
            {highestPrice === undefined ? t('price.from', { price }) : t('price.range', { price, most: money(highestPrice) })}
          </p>
        )}
        {netPrices && open && lowestPriceNet !== undefined && (
          <p className={styles.small}>{t('price.net', { price: money(lowestPriceNet) })}</p>
        )}
      </div>
      {/* People may gather in a waiting room before the sale begins. */}
      {open || (isQueued && state === 'announced') ? (
        <LinkButton
          as={Link}
          to={pathTo('funcion', { seo: showSeo, performanceId: id }, { performance: id, hash })}
          aria-label={t(isQueued ? 'queue.long' : 'choose.long', { day, time: timeOf(date) })}
        >
          {t(isQueued ? 'queue' : 'choose')}
        </LinkButton>
      ) : (
        <p className={styles.state} {...(state === 'sold_out' ? { 'data-msg': 'sold out' } : {})}>
          {t(`state.${state}`)}
        </p>
      )}
    </li>
  );
}
