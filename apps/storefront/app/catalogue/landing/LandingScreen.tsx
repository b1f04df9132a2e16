import type { PerformanceDate, ShowDetail, ShowPerformance } from '@butaca/contract';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { useVisitPixel } from '../../frame/pixel.ts';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import landingTexts from '../../i18n/es/landing.json';
import { pathTo } from '../../paths.ts';
import { clockIn, dayNumber, weekdayOf } from '../calendar.ts';
import { imageOf } from '../card.ts';
import { dayOfWeekAndMonth, ShowWhen, timeOf, useCalendarWords } from '../when.tsx';
import { LandingMeta } from './LandingMeta.tsx';
import styles from './LandingScreen.module.css';

/** S-04: the show and its dates. */
export function LandingScreen({ show, origin }: { show: ShowDetail; origin: string }) {
  const { t } = useTranslation(landingTexts);
  const { brand } = useFrame();
  useVisitPixel('landing', show.seo);
  const poster = imageOf(show.images, 'poster');
  const facts = [show.durationMinutes !== undefined && t('duration', { minutes: show.durationMinutes }), show.ageNote].filter(Boolean);

  return (
    <main id="main" className={styles.landing}>
      <title>{`${show.name} · ${brand.name}`}</title>
      <LandingMeta show={show} origin={origin} />
      <LandingHeader show={show} />
      <div className={styles.columns}>
        <section className={styles.dates} aria-labelledby="dates">
          <h2 id="dates">{t('dates.title')}</h2>
          <Promotions show={show} />
          <DateSelection show={show} />
        </section>
        <div className={styles.story}>
          {poster && (
            <div className={styles.poster}>
              <Poster image={poster} sizes="16rem" />
            </div>
          )}
          {show.credits && <p className={styles.credits}>{show.credits}</p>}
          {show.description && <p className={styles.synopsis}>{show.description}</p>}
          {facts.length > 0 && (
            <ul className={styles.facts}>
              {facts.map((fact) => (
                <li key={String(fact)}>{fact}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </main>
  );
}

/** What the shop sells for less, before the dates are chosen. */
function Promotions({ show: { promotions = [] } }: { show: ShowDetail }) {
  const { t } = useTranslation(landingTexts);
  const { language, timeZone } = useFrame().brand.locale;
  if (promotions.length === 0) return null;
  const day = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long' });
  return (
    <section className={styles.promotions} aria-labelledby="promotions">
      <h3 id="promotions">{t('promotions.title')}</h3>
      <ul>
        {promotions.map(({ name, note, until }) => (
          <li key={name}>
            <strong>{name}</strong>
            {note && <span>{note}</span>}
            {until !== undefined && <span>{t('promotions.until', { day: day.format(until) })}</span>}
          </li>
        ))}
      </ul>
      <p>{t('promotions.best')}</p>
    </section>
  );
}

/** A show's performances by month (SC-001). */
function DateSelection({ show }: { show: ShowDetail }) {
  const { t } = useTranslation(landingTexts);
  const monthNames = t('months').split(' ');
  if (show.performances.length === 0) return <p>{t('dates.none')}</p>;

  return byMonth(show.performances).map(({ year, month, performances }) => (
    <section key={`${year} ${month}`} className={styles.month}>
      <h3 className={styles.name}>
        {monthNames[month - 1]} {year}
      </h3>
      <ul className={styles.list}>
        {performances.map((performance) => (
          <PerformanceRow key={performance.id} performance={performance} showSeo={show.seo} />
        ))}
      </ul>
    </section>
  ));
}

interface Month<P> {
  readonly year: number | undefined;
  /** From 1. */
  readonly month: number;
  readonly performances: readonly P[];
}

/** Performances by month, in the order they came. */
function byMonth<P extends { readonly date: PerformanceDate }>(performances: readonly P[]): Month<P>[] {
  const months = new Map<string, { year: number | undefined; month: number; performances: P[] }>();
  for (const performance of performances) {
    const { year, month } = performance.date;
    const key = `${year} ${month}`;
    const found = months.get(key);
    if (found) found.performances.push(performance);
    else months.set(key, { year, month, performances: [performance] });
  }
  return [...months.values()];
}

/** The show's colour with its art on the right; the header image leaves the left free for the title. */
function LandingHeader({ show }: { show: ShowDetail }) {
  const image = imageOf(show.images, 'header');
  const colours = image?.ink ? { backgroundColor: image.ink, color: readableOn(image.ink) } : undefined;
  return (
    <header className={styles.header} style={colours}>
      {image && (
        <div className={styles.art}>
          <Poster image={image} first decorative />
        </div>
      )}
      <div className={styles.title}>
        <p className={styles.when}>
          <ShowWhen show={show} />
        </p>
        <h1 tabIndex={-1}>{show.name}</h1>
        {show.subtitle && <p className={styles.subtitle}>{show.subtitle}</p>}
        <p className={styles.venue}>
          <Link to={pathTo('venue', { seo: show.venue.seo, venueId: show.venue.id })}>{show.venue.name}</Link>
          <span>{[show.venue.address, show.venue.city].filter(Boolean).join(', ')}</span>
        </p>
      </div>
    </header>
  );
}

/** One performance: date, lowest price, and the link to its places or why there is none. */
function PerformanceRow({ performance, showSeo }: { performance: ShowPerformance; showSeo: string }) {
  const { t } = useTranslation(landingTexts);
  const money = useMoney();
  const { netPrices } = useFrame().brand.flags;
  const words = useCalendarWords();
  const { id, hash, date, state, lowestPrice, lowestPriceNet, onSaleAt, venueName } = performance;
  const weekday = date.year === undefined ? '' : words.weekdays[weekdayOf(dayNumber(date.year, date.month, date.day))];
  const day = dayOfWeekAndMonth(date, words);
  const open = state === 'on_sale';

  return (
    <li className={styles.row} data-state={state}>
      <p className={styles.date}>
        <span className={styles.weekday}>{weekday}</span>
        <span className={styles.day}>{date.day}</span>
      </p>
      <div>
        <p className={styles.time}>{t('time', { time: timeOf(date) })}</p>
        {venueName && <p className={styles.small}>{venueName}</p>}
        {state === 'announced' && onSaleAt !== undefined && <OnSaleFrom at={onSaleAt} />}
        {state !== 'cancelled' && state !== 'sold_out' && lowestPrice !== undefined && (
          <p className={styles.price}>{t('price.from', { price: money(lowestPrice) })}</p>
        )}
        {netPrices && open && lowestPriceNet !== undefined && (
          <p className={styles.small}>{t('price.net', { price: money(lowestPriceNet) })}</p>
        )}
      </div>
      {open ? (
        <LinkButton
          as={Link}
          to={pathTo('funcion', { seo: showSeo, performanceId: id }, { performance: id, hash })}
          aria-label={t('choose.long', { day, time: timeOf(date) })}
        >
          {t('choose')}
        </LinkButton>
      ) : (
        <p className={styles.state} {...(state === 'sold_out' ? { 'data-msg': 'sold out' } : {})}>
          {t(`state.${state}`)}
        </p>
      )}
    </li>
  );
}

/** When an announced performance goes on sale, in the brand's time zone. */
function OnSaleFrom({ at }: { at: number }) {
  const { t } = useTranslation(landingTexts);
  const { timeZone } = useFrame().brand.locale;
  const clock = clockIn(timeZone, at);
  return <p className={styles.small}>{t('on-sale-from', { day: dayOfWeekAndMonth(clock, useCalendarWords()), time: timeOf(clock) })}</p>;
}

// With softer colours than these two, neither reaches 4.5 on some backgrounds.
const LIGHT = '#ffffff';
const DARK = '#000000';

/** White or black, whichever has the higher contrast on a background (`#rrggbb`): at least 4.5 to 1 (WCAG 1.4.3). */
export function readableOn(ground: string): typeof LIGHT | typeof DARK {
  return contrast(ground, LIGHT) > contrast(ground, DARK) ? LIGHT : DARK;
}

/** WCAG's contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => linear(Number.parseInt(hex.slice(start, start + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
