import type { Route } from './+types/route';
import { VenueScreen } from './VenueScreen.tsx';
import { venueInBrowser } from './venue-in-browser.ts';
import { venueOnServer } from './venue-on-server.ts';

export const loader = ({ context, params }: Route.LoaderArgs) => venueOnServer(context, params.venueId);
export const clientLoader = ({ request, params }: Route.ClientLoaderArgs) => venueInBrowser(request, params.venueId);

export default function VenuePage({ loaderData }: Route.ComponentProps) {
  return <VenueScreen {...loaderData} />;
}
