import type { PerformanceDetail } from '@butaca/contract';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../catalogue/when.tsx';
import { useFrame } from '../frame/use-frame.ts';
import boxOfficeTexts from '../i18n/es/box-office.json';
import { pathTo } from '../paths.ts';
import type { Way } from '../purchase/seats/PlacePicker.tsx';
import { SeatsSection } from '../purchase/seats/SeatsSection.tsx';
import type { Route } from './+types/route';
import styles from './Counter.module.css';
import { CounterFrame } from './CounterFrame.tsx';
import { CounterOver } from './CounterOver.tsx';
import type { KeyUse } from './keys-of.ts';
import { useLeftSale } from './LeftSale.tsx';
import { NotACounter } from './NotACounter.tsx';
import type { Counter } from './open-counter.ts';
import { SoldScreen } from './SoldScreen.tsx';
import { useMayChangePrice } from './sale/PriceSection.tsx';
import { SaleScreen } from './sale/SaleScreen.tsx';
import { useBegun } from './start/Begun.tsx';
import { StartScreen, useRunningSale } from './start/StartScreen.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return (await import('./open-counter.ts')).openCounter(request);
}

/** Tells the root that this page brings its own bar. */
export const handle = 'counter';

/** The server renders the same page for every visitor; the browser reads the sale with its session. */
export function HydrateFallback() {
  const { t } = useTranslation(boxOfficeTexts);
  return (
    <CounterFrame>
      <CounterShell label={t('loading')} />
    </CounterFrame>
  );
}

/** S-12: the box office from choosing a performance to the printed tickets; the purchase's stage on the server picks the screen. */
export default function BuyTicketBox({ loaderData: counter }: Route.ComponentProps) {
  const [way, setWay] = useState<Way>('best');
  return (
    <CounterFrame at={counter.at} without={useMissingKeys(counter, way)}>
      <CounterScreen counter={counter} onWay={setWay} />
    </CounterFrame>
  );
}

/** Of what this brand's counters do not have, and the show or the sale does not ask for. */
function useMissingKeys(counter: Counter, way: Way): readonly KeyUse[] {
  const mayChangePrice = useMayChangePrice();
  const running = useRunningSale();
  const left = useLeftSale();
  if (counter.at === 'start') return running || left ? [] : ['key.next'];
  if (counter.at === 'places')
    return [
      ...(counter.performance?.reservation ? [] : (['key.reserve'] as const)),
      ...((counter.performance?.priceLevels.length ?? 0) > 1 && way === 'best' ? [] : (['key.level'] as const)),
      // On the map and in the list places are taken one by one.
      ...(way === 'best' ? [] : (['key.digits', 'key.take'] as const)),
    ];
  if (counter.at !== 'sale') return [];
  const { performances, documentPromotions = [] } = counter.purchase;
  return [
    ...(counter.terminalBrands.length > 0 ? [] : (['key.cash', 'key.terminal'] as const)),
    ...(documentPromotions.length > 0 ? [] : (['key.documents'] as const)),
    ...(performances.some(({ asksCode }) => asksCode) ? [] : (['key.code'] as const)),
    ...(mayChangePrice ? [] : (['key.price'] as const)),
  ];
}

interface OnWay {
  /** Called with the view of the places that is open. */
  readonly onWay: (way: Way) => void;
}

function CounterScreen({ counter, onWay }: { counter: Counter } & OnWay) {
  switch (counter.at) {
    case 'start':
      return <StartScreen performances={counter.performances} now={counter.now} />;
    case 'places':
      return <PlacesScreen performance={counter.performance} onWay={onWay} />;
    case 'sale':
      return <SaleScreen key={counter.purchase.id} {...counter} />;
    case 'sold':
      return <SoldScreen payment={counter.payment} bills={counter.bills} />;
    case 'over':
      return <CounterOver stage={counter.stage} />;
    case 'not-a-counter':
      return <NotACounter />;
  }
}

/** Skeleton of the box office's screens. */
function CounterShell({ label }: { label: string }) {
  return (
    <main id="main" className={styles.counter} aria-busy="true">
      <title>{label}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{label}</h1>
      <div className={styles.waiting} aria-hidden="true">
        <Skeleton height="3rem" />
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
      </div>
    </main>
  );
}

/** The places of one performance, for the customer at the counter. */
function PlacesScreen({ performance, onWay }: { performance: PerformanceDetail | null } & OnWay) {
  const { t } = useTranslation(boxOfficeTexts);
  const { brand } = useFrame();
  const words = useCalendarWords();
  if (!performance) return <CounterOver stage={undefined} />;

  const { show, venue, date } = performance;
  return (
    <main id="main" className={styles.counter}>
      <title>{`${show.name} · ${t('title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <header className={styles.head}>
        <div>
          <p className={styles.when}>{`${dayOfWeekAndMonth(date, words)} · ${timeOf(date)}`}</p>
          <h1 tabIndex={-1}>{show.name}</h1>
          <p className={styles.where}>{venue.name}</p>
        </div>
        <Link className={styles.back} to={pathTo('BuyTicketBox', {})} aria-keyshortcuts="F2">
          {t('other-performance')}
        </Link>
      </header>
      <Begun
        startsAt={performance.startsAt}
        sellsUntil={performance.sellsUntil}
        timeZone={venue.timeZone}
        isSold={performance.state === 'on_sale'}
      />
      {performance.state === 'on_sale' ? (
        <SeatsSection key={performance.id} performance={performance} picture={null} certain seller="counter" onWay={onWay} />
      ) : (
        <Notice kind="warning" title={t(`closed.${performance.state}`)}>
          {t('closed.text')}
        </Notice>
      )}
    </main>
  );
}

/** There before it says something, so that a screen reader hears of it. */
function Begun({ isSold, ...performance }: Parameters<typeof useBegun>[0] & { readonly isSold: boolean }) {
  const begun = useBegun(performance);
  return (
    <div role="status" className={styles.news}>
      {begun && (
        <Notice kind={begun.isOver ? 'warning' : 'info'} message="begun">
          {isSold ? begun.text : begun.short}
        </Notice>
      )}
    </div>
  );
}
