import { dateText } from '@butaca/brand/dates';
import type { ShowDetail } from '@butaca/contract';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type CSSProperties, useRef } from 'react';
import { Link } from 'react-router';
import { PageMeta } from '../../frame/PageMeta.tsx';
import { useVisitPixel } from '../../frame/pixel.ts';
import { useFrame } from '../../frame/use-frame.ts';
import landingTexts from '../../i18n/es/landing.json';
import { pathTo } from '../../paths.ts';
import { imageOf, sharedImageOf } from '../card.ts';
import { useShownPerformances } from '../moments/moments.ts';
import { StateNews } from '../moments/StateNews.tsx';
import { VenueShopLink } from '../shop/VenueShopLink.tsx';
import { WayThere } from '../venue/WayThere.tsx';
import { ShowWhen } from '../when.tsx';
import { ChooseBar, DATES_ID } from './ChooseBar.tsx';
import { DateSection, hasManyDates } from './dates/DateSection.tsx';
import { isOpen } from './dates/date-choice.ts';
import { eventsOf } from './events.ts';
import { Gallery } from './Gallery.tsx';
import { HallAndPrices } from './HallAndPrices.tsx';
import styles from './LandingScreen.module.css';
import { RelatedShows } from './RelatedShows.tsx';
import { Share } from './Share.tsx';
import { ShowAlert } from './ShowAlert.tsx';

/** S-04: the show, what it is about, and its dates. */
export function LandingScreen({ show }: { show: ShowDetail }) {
  const { t } = useTranslation(landingTexts);
  const { brand, origin } = useFrame();
  const { currency, defaultCountry } = brand.locale;
  useVisitPixel('landing', show.seo);
  const performances = useShownPerformances(show);
  const dates = useRef<HTMLElement>(null);

  return (
    <main id="main" className={styles.landing}>
      <PageMeta
        // Two houses may play a show of the same name.
        title={`${show.name}, ${show.venueName}`}
        description={show.description ?? `${show.name}, ${show.venueName}`}
        path={pathTo('landing', { seo: show.seo })}
        image={sharedImageOf(show.images)}
        facts={eventsOf(show, { origin, currency, country: defaultCountry.toUpperCase(), organizer: brand.name })}
      />
      <LandingHeader show={show} />
      <div className={styles.columns} data-many={hasManyDates(performances) || undefined}>
        <Story show={show} />
        <section ref={dates} className={styles.dates} aria-labelledby={DATES_ID}>
          <h2 id={DATES_ID}>{t('dates.title')}</h2>
          <StateNews performances={performances} />
          <Promotions show={show} />
          <DateSection performances={performances} showSeo={show.seo} />
          <ShowAlert key={`alert ${show.id}`} showId={show.id} isOpen={isOpen(show.performances)} hasDates={show.performances.length > 0} />
        </section>
      </div>
      <HallAndPrices key={show.id} performances={show.performances} />
      <RelatedShows key={`related ${show.id}`} show={show} />
      <ChooseBar performances={performances} dates={dates} />
    </main>
  );
}

/** What it is about, pictures of it, who plays, and the trailer, which nothing loads before it is pressed. */
function Story({ show }: { show: ShowDetail }) {
  const { t } = useTranslation(landingTexts);
  const poster = imageOf(show.images, 'poster');
  const { people = [], trailerUrl, durationMinutes, ageNote } = show;
  const facts = [durationMinutes !== undefined && t('duration', { minutes: durationMinutes }), ageNote].filter(Boolean);
  return (
    <div className={styles.story}>
      {poster && (
        <div className={styles.poster} data-repeats={imageOf(show.images, 'header') ? true : undefined}>
          <Poster image={poster} sizes="16rem" />
        </div>
      )}
      {show.credits && <p className={styles.credits}>{show.credits}</p>}
      {show.description && <p className={styles.synopsis}>{show.description}</p>}
      <Gallery key={show.id} images={show.gallery ?? []} />
      {facts.length > 0 && (
        <ul className={styles.facts}>
          {facts.map((fact) => (
            <li key={String(fact)}>{fact}</li>
          ))}
        </ul>
      )}
      {people.length > 0 && (
        <section className={styles.people} aria-labelledby="people">
          <h2 id="people">{t('people')}</h2>
          <dl>
            {people.map(({ name, role }) => (
              <div key={`${name} ${role}`}>
                <dt>{name}</dt>
                {role && <dd>{role}</dd>}
              </div>
            ))}
          </dl>
        </section>
      )}
      <p className={styles.actions}>
        {trailerUrl && (
          <a href={trailerUrl} target="_blank" rel="noreferrer" className={styles.trailer}>
            <span aria-hidden="true">▶</span> {t('trailer')}
          </a>
        )}
        <Share name={show.name} path={pathTo('landing', { seo: show.seo })} />
        {show.performances.some(({ state }) => state !== 'cancelled') && (
          <a href={`${pathTo('landing', { seo: show.seo })}/agenda.ics`} type="text/calendar">
            {t('calendar')}
          </a>
        )}
      </p>
    </div>
  );
}

/** What the shop sells for less, before the dates are chosen. */
function Promotions({ show: { promotions = [] } }: { show: ShowDetail }) {
  const { t } = useTranslation(landingTexts);
  const { language, timeZone } = useFrame().brand.locale;
  if (promotions.length === 0) return null;
  const day = (at: number) => dateText(at, { language, timeZone }, { dateStyle: 'long' });
  return (
    <section className={styles.promotions} aria-labelledby="promotions">
      <h3 id="promotions">{t('promotions.title')}</h3>
      <ul>
        {promotions.map(({ name, note, until }) => (
          <li key={name}>
            <strong>{name}</strong>
            {note && <span>{note}</span>}
            {until !== undefined && <span>{t('promotions.until', { day: day(until) })}</span>}
          </li>
        ))}
      </ul>
      <p>{t('promotions.best')}</p>
    </section>
  );
}

/** The show's colour with its art on the right; the header image leaves the left free for the title. */
function LandingHeader({ show }: { show: ShowDetail }) {
  const image = imageOf(show.images, 'header');
  const colours = image?.ink ? ({ '--ground': image.ink, color: readableOn(image.ink) } as CSSProperties) : undefined;
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
        <h1 tabIndex={-1} style={{ '--longest-word': longestWord(show.name) } as CSSProperties}>
          {show.name}
        </h1>
        {show.subtitle && <p className={styles.subtitle}>{show.subtitle}</p>}
        <p className={styles.venue}>
          <Link to={pathTo('venue', { seo: show.venue.seo, venueId: show.venue.id })}>{show.venue.name}</Link>
          <span>{[show.venue.address, show.venue.city].filter(Boolean).join(', ')}</span>
          <WayThere venue={show.venue} />
          <VenueShopLink venue={show.venue} />
        </p>
      </div>
    </header>
  );
}

const longestWord = (text: string) => Math.max(...text.split(/\s+/).map((word) => word.length));

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
