import { listShows, listVenues } from '@butaca/contract';
import { serverCall, worldOf } from '../calls/server-call.ts';
import { pathTo, queryNames } from '../paths.ts';
import { hasScreen } from '../screens.ts';
import type { Route } from './+types/sitemap';
import { latest, type SitemapEntry, sitemapFile } from './sitemap-file.ts';

const information = [
  'FAQ',
  'eticket',
  'PointSales',
  'Services',
  'TechnicalSupport',
  'ComplaintsBook',
  'termsAndConditions',
  'privacyPolicies',
  'withdrawal',
  'withdrawalDocument',
] as const;

/**
 * Every page that may be found: the billboard, each listed show and venue, the shop and the information pages. With times of change where
 * the catalogue knows true ones (decision 083).
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const [shows, venues] = await Promise.all([serverCall(context, listShows, {}), serverCall(context, listVenues, {})]);
  if (shows.status !== 'ok' || venues.status !== 'ok') throw new Response(null, { status: 503 });
  const { brand, publicOrigin } = worldOf(context);
  const at = (path: string) => new URL(path, publicOrigin).href;
  const entries: SitemapEntry[] = [
    { address: at(pathTo('cartelera', {})), changedAt: latest(shows.data.items) },
    ...shows.data.items.map(({ seo, changedAt }) => ({ address: at(pathTo('landing', { seo })), changedAt })),
    ...venues.data.items.map(({ seo, id, changedAt }) => ({ address: at(pathTo('venue', { seo, venueId: id })), changedAt })),
    ...(brand.flags.products ? [{ address: at(pathTo('CarteleraProductos', {})) }] : []),
    ...information.filter(hasScreen).map((name) => ({ address: at(pathTo(name, {})) })),
  ];
  const asked = new URL(request.url).searchParams.get(queryNames.part);
  const xml = sitemapFile(entries, {
    most: brand.constants.sitemapAddresses,
    part: asked === null ? null : Number(asked),
    addressOf: (part) => at(`/sitemap.xml?${queryNames.part}=${part}`),
  });
  if (xml === null) throw new Response(null, { status: 404 });
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
