import { getBillboard, listVenues } from '@butaca/contract';
import { data, type RouterContextProvider } from 'react-router';
import { serverCall } from '../../calls/server-call.ts';
import { venueAndShows } from './venue-and-shows.ts';

export async function venueOnServer(context: Readonly<RouterContextProvider>, id: string) {
  const [venues, billboard] = await Promise.all([serverCall(context, listVenues, {}), serverCall(context, getBillboard, {})]);
  if (venues.status !== 'ok' || billboard.status !== 'ok') throw new Response(null, { status: 503 });
  const found = venueAndShows(id, venues.data.items, billboard.data.items);
  if (!found) throw data(null, { status: 404 });
  return found;
}
