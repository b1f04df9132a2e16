import { data } from 'react-router';
import { worldOf } from '../calls/server-call.ts';
import { paths } from '../paths.ts';
import type { Route } from './+types/route';
import { InfoScreen } from './InfoScreen.tsx';
import { infoPage } from './markdown.ts';

/**
 * An information page of the brand (S-35..S-42). It has no call of the API, so later navigations ask for this loader's
 * data, which is kept like a page.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { brand, look } = worldOf(context);
  const name = nameOf(request);
  const text = name && look.pages[name];
  if (!text) throw data(null, { status: 404 });
  return infoPage(text, { name: brand.name, address: brand.contact.address, phone: brand.contact.phones[0] ?? '' });
}

/** The route's name by its address; one module serves all of them. */
function nameOf(request: Request): string | undefined {
  const path = new URL(request.url).pathname.replace(/\.data$/, '').toLowerCase();
  return Object.entries(paths).find(([, entry]) => entry.path.toLowerCase() === path)?.[0];
}

export default function Info({ loaderData }: Route.ComponentProps) {
  return <InfoScreen {...loaderData} />;
}
