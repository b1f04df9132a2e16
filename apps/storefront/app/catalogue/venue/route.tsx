import { type BillboardShow, getBillboard, listVenues, type Venue } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { data } from 'react-router';
import type { AsOf } from '../../calls/as-of.ts';
import { serverCall, worldOf } from '../../calls/server-call.ts';
import { PageMeta } from '../../frame/PageMeta.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import venueTexts from '../../i18n/es/venue.json';
import { isVenueAddress, pathTo } from '../../paths.ts';
import { toCard } from '../card.ts';
import { LiveResultList } from '../LiveResultList.tsx';
import type { ListedNow } from '../moments/live-cards.ts';
import { VenueShopLink } from '../shop/VenueShopLink.tsx';
import type { Route } from './+types/route';
import { HallPicture } from './HallPicture.tsx';
import { placeOf } from './place.ts';
import { readPicture } from './read-picture.ts';
import styles from './Venue.module.css';
import { WayThere } from './WayThere.tsx';

/** For both addresses of a venue: `/establecimiento/{seo}/{id}`, and the catch-all `/{seo}/{id}`. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  requireVenueAddress(request, params);
  const [venues, billboard] = await Promise.all([serverCall(context, listVenues, {}), serverCall(context, getBillboard, {})]);
  if (venues.status !== 'ok' || billboard.status !== 'ok') throw new Response(null, { status: 503 });
  const page = venueAndShows(params.venueId, venues.data.items, billboard.data.items);
  return { ...page, picture: await readPicture(worldOf(context).fetch, page.venue.mapHash) };
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireVenueAddress(request, params);
  const [contract, { pageCall }] = await Promise.all([import('@butaca/contract/catalogue'), import('../../calls/page-call.ts')]);
  const [venues, billboard] = await Promise.all([pageCall(contract.listVenues, {}, request), pageCall(contract.getBillboard, {}, request)]);
  if (!venues.ok || !billboard.ok) throw new Response(null, { status: 503 });
  const page = venueAndShows(params.venueId, venues.data.items, billboard.data.items);
  return { ...page, picture: await readPicture(fetch, page.venue.mapHash) };
}

/** The catch-all is a venue's only without a word of the route table, and with digits at its end (C-04). */
function requireVenueAddress(request: Request, { seo, venueId }: { seo: string; venueId: string }) {
  const { pathname } = new URL(request.url);
  if (!/^\/establecimiento\//i.test(pathname) && !isVenueAddress(seo, venueId)) throw data(null, { status: 404 });
}

/** A venue by its id, and what plays there; the seo name is not compared. */
function venueAndShows(id: string, venues: readonly Venue[], shows: readonly BillboardShow[]) {
  const venue = venues.find((each) => String(each.id) === id);
  if (!venue) throw data(null, { status: 404 });
  return { venue, shows: showsAt(venue.id, shows) };
}

const showsAt = (id: number, shows: readonly BillboardShow[]) => shows.filter(({ venueId }) => venueId === id).map(toCard);

async function readAgain({ id }: Venue, asOf: AsOf): Promise<ListedNow | undefined> {
  const [contract, { momentCall }] = await Promise.all([import('@butaca/contract/catalogue'), import('../../calls/page-call.ts')]);
  const answer = await momentCall(contract.getBillboard, {}, asOf);
  if (!answer?.ok) return undefined;
  const { items } = answer.data;
  return { listed: showsAt(id, items), billboard: items.map(toCard) };
}

/** S-05: a venue and what plays there. */
export default function VenuePage({ loaderData: { venue, shows, picture } }: Route.ComponentProps) {
  const { t } = useTranslation(venueTexts);
  const { brand, origin } = useFrame();
  return (
    <main id="main" className={styles.venue}>
      <PageMeta
        title={venue.name}
        description={`${venue.name}, ${venue.address}, ${venue.city}`}
        path={pathTo('venue', { seo: venue.seo, venueId: venue.id })}
        facts={{ '@context': 'https://schema.org', ...placeOf(venue, { origin, country: brand.locale.defaultCountry.toUpperCase() }) }}
      />
      <header className={styles.header}>
        <h1 tabIndex={-1}>{venue.name}</h1>
        <address className={styles.address}>
          {venue.address}, {venue.city}
        </address>
        {venue.capacity !== undefined && <p className={styles.capacity}>{t('capacity', { count: venue.capacity })}</p>}
        <WayThere venue={venue} />
        <VenueShopLink venue={venue} />
        <p className={styles.capacity}>
          <a href={`/establecimiento/${venue.id}/agenda.ics`} type="text/calendar">
            {t('calendar')}
          </a>
        </p>
      </header>
      <h2 className={styles.heading}>{t('shows')}</h2>
      {shows.length > 0 ? <LiveResultList shows={shows} read={(asOf) => readAgain(venue, asOf)} /> : <p>{t('none')}</p>}
      <div className={styles.facts}>
        {picture && (
          <section aria-labelledby="hall">
            <h2 id="hall">{t('hall')}</h2>
            <HallPicture picture={picture} venueName={venue.name} />
          </section>
        )}
        <div className={styles.texts}>
          <Paragraphs title={t('transport')} text={venue.transport} />
          <Paragraphs title={t('access')} text={venue.access} />
        </div>
      </div>
    </main>
  );
}

/** What is known of a venue; an empty line begins a paragraph. */
function Paragraphs({ title, text }: { title: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <section>
      <h2>{title}</h2>
      {text.split(/\n\s*\n/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}
