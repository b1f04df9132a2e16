import { listShows, listVenues } from '@butaca/contract';
import { serverCall, worldOf } from '../calls/server-call.ts';
import { pathTo } from '../paths.ts';
import { hasScreen } from '../screens.ts';
import type { Route } from './+types/sitemap';
import { escaped } from './xml.ts';

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

/** Every page that may be found: the billboard, each listed show and venue, the shop and the information pages; without dates, none of which would be true (decision 076). */
export async function loader({ context }: Route.LoaderArgs) {
  const [shows, venues] = await Promise.all([serverCall(context, listShows, {}), serverCall(context, listVenues, {})]);
  if (shows.status !== 'ok' || venues.status !== 'ok') throw new Response(null, { status: 503 });
  const { brand, publicOrigin } = worldOf(context);
  const addresses = [
    pathTo('cartelera', {}),
    ...shows.data.items.map(({ seo }) => pathTo('landing', { seo })),
    ...venues.data.items.map(({ seo, id }) => pathTo('venue', { seo, venueId: id })),
    ...(brand.flags.products ? [pathTo('CarteleraProductos', {})] : []),
    ...information.filter(hasScreen).map((name) => pathTo(name, {})),
  ];
  const urls = addresses.map((address) => `<url><loc>${escaped(new URL(address, publicOrigin).href)}</loc></url>`).join('\n');
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
