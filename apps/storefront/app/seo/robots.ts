import { worldOf } from '../calls/server-call.ts';
import { paths } from '../paths.ts';
import type { Route } from './+types/robots';

/** Public pages may be crawled; pages behind a login are empty shells, and searches are unlimited. */
export function loader({ context }: Route.LoaderArgs) {
  const closed = Object.values(paths)
    .filter((entry) => 'login' in entry)
    .map(({ path }) => path.replace(/\/:.*$/, ''));
  const lines = [
    'User-agent: *',
    ...[...new Set([...closed, paths.advancedsearch.path, paths.login.path, '/v2/', '/v3/'])].map((path) => `Disallow: ${path}`),
    `Sitemap: ${new URL('/sitemap.xml', worldOf(context).publicOrigin).href}`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
