import { data } from 'react-router';
import { venueAndShows } from './venue-and-shows.ts';

export async function venueInBrowser(request: Request, id: string) {
  const [{ getBillboard, listVenues }, { pageCall }] = await Promise.all([
    import('@butaca/contract/catalogue'),
    import('../../calls/page-call.ts'),
  ]);
  const [venues, billboard] = await Promise.all([pageCall(listVenues, {}, request), pageCall(getBillboard, {}, request)]);
  if (!venues.ok || !billboard.ok) throw new Response(null, { status: 503 });
  const found = venueAndShows(id, venues.data.items, billboard.data.items);
  if (!found) throw data(null, { status: 404 });
  return found;
}
