import { worldOf } from '../calls/server-call.ts';
import type { Route } from './+types/robots';

/** Every page may be crawled: those that are not to be found say `noindex`, which only a crawler that reads them learns. */
export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    'User-agent: *',
    'Disallow: /v2/',
    'Disallow: /v3/',
    `Sitemap: ${new URL('/sitemap.xml', worldOf(context).publicOrigin).href}`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
