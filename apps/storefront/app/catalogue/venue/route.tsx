import { type BillboardShow, getBillboard, listVenues, type Venue } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { data } from 'react-router';
import { serverCall } from '../../calls/server-call.ts';
import { useFrame } from '../../frame/use-frame.ts';
import venueTexts from '../../i18n/es/venue.json';
import { isVenueAddress, pathTo } from '../../paths.ts';
import { toCard } from '../card.ts';
import { ResultList } from '../ResultList.tsx';
import type { Route } from './+types/route';
import styles from './Venue.module.css';

/** For both addresses of a venue: `/establecimiento/{seo}/{id}`, and the catch-all `/{seo}/{id}`. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  requireVenueAddress(request, params);
  const [venues, billboard] = await Promise.all([serverCall(context, listVenues, {}), serverCall(context, getBillboard, {})]);
  if (venues.status !== 'ok' || billboard.status !== 'ok') throw new Response(null, { status: 503 });
  return venueAndShows(params.venueId, venues.data.items, billboard.data.items);
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireVenueAddress(request, params);
  const [contract, { pageCall }] = await Promise.all([import('@butaca/contract/catalogue'), import('../../calls/page-call.ts')]);
  const [venues, billboard] = await Promise.all([pageCall(contract.listVenues, {}, request), pageCall(contract.getBillboard, {}, request)]);
  if (!venues.ok || !billboard.ok) throw new Response(null, { status: 503 });
  return venueAndShows(params.venueId, venues.data.items, billboard.data.items);
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
  return { venue, shows: shows.filter(({ venueId }) => venueId === venue.id).map(toCard) };
}

/** S-05: a venue and what plays there. */
export default function VenuePage({ loaderData: { venue, shows } }: Route.ComponentProps) {
  const { t } = useTranslation(venueTexts);
  const { brand } = useFrame();
  return (
    <main id="main" className={styles.venue}>
      <title>{`${venue.name} · ${brand.name}`}</title>
      <meta name="description" content={`${venue.name}, ${venue.address}, ${venue.city}`} />
      <link rel="canonical" href={pathTo('venue', { seo: venue.seo, venueId: venue.id })} />
      <header className={styles.header}>
        <h1 tabIndex={-1}>{venue.name}</h1>
        <address className={styles.address}>
          {venue.address}, {venue.city}
        </address>
        {venue.capacity !== undefined && <p className={styles.capacity}>{t('capacity', { count: venue.capacity })}</p>}
      </header>
      <h2 className={styles.heading}>{t('shows')}</h2>
      {shows.length > 0 ? <ResultList shows={shows} /> : <p>{t('none')}</p>}
    </main>
  );
}
