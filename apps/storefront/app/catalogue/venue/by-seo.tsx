import { data } from 'react-router';
import { isVenueAddress } from '../../paths.ts';
import type { Route } from './+types/by-seo';
import { VenueScreen } from './VenueScreen.tsx';
import { venueInBrowser } from './venue-in-browser.ts';
import { venueOnServer } from './venue-on-server.ts';

/** The catch-all venue page is only for what is no word of the route table and ends in digits (C-04). */
function needVenueAddress({ seo, venueId }: { seo: string; venueId: string }) {
  if (!isVenueAddress(seo, venueId)) throw data(null, { status: 404 });
}

export function loader({ context, params }: Route.LoaderArgs) {
  needVenueAddress(params);
  return venueOnServer(context, params.venueId);
}

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  needVenueAddress(params);
  return venueInBrowser(request, params.venueId);
}

export default function VenuePage({ loaderData }: Route.ComponentProps) {
  return <VenueScreen {...loaderData} />;
}
