import { performanceIdOf } from '../app/catalogue/performance/performance-id.ts';
import { isVenueAddress, paths, queryNames, type RouteName } from '../app/paths.ts';

export interface PageCaching {
  /** Equal keys, equal pages. */
  readonly key: string;
  /** How long a shared cache may keep it. */
  readonly seconds: number;
}

const CATALOGUE_SECONDS = 10;
const FIXED_SECONDS = 60;
const MOST_SEARCH_CHARACTERS = 80;
const FILE = /^[0-9a-f]{16}\/[\w-]+\.svg$/;
const SEO = /^[a-z0-9-]{1,80}$/;
const LINK_HASH = /^[a-z2-7]{13}$/;
const VENUE_ID = /^[1-9]\d{0,9}$/;

interface Page {
  /** The address that the page is rendered for: it contains everything of the request that the page may depend on. */
  readonly address: string;
  readonly seconds: number;
}

// The browser matches the visitor's own address, so a page that is not there is rendered at an address of the same route.
const notFoundAt = (address: string): Page => ({ address, seconds: FIXED_SECONDS });
const NOT_FOUND = notFoundAt('/404');

/** The shared page behind an address. Every page is public HTML, so every page has one; `.data` is a page's data alone. */
export const pageCaching = (url: URL): PageCaching => {
  const { address, seconds } = pageOf(url);
  return { key: address, seconds };
};

/** The address to render, so that nothing else of a visitor's address gets into a shared page. */
export const canonicalUrl = (url: URL): URL => new URL(pageOf(url).address, url.origin);

function pageOf(url: URL): Page {
  const { pathname, suffix } = withoutSuffix(url.pathname);
  const page = pageAt(pathname, url.searchParams);
  if (suffix === '') return page;
  const [path = '/', query] = page.address.split('?');
  return { ...page, address: `${path === '/' ? '/_root' : path}${suffix}${query ? `?${query}` : ''}` };
}

function withoutSuffix(pathname: string): { pathname: string; suffix: '.data' | '' } {
  if (!pathname.endsWith('.data')) return { pathname, suffix: '' };
  const page = pathname.slice(0, -'.data'.length);
  return { pathname: page === '/_root' ? '/' : page, suffix: '.data' };
}

function pageAt(pathname: string, query: URLSearchParams): Page {
  const parts = pathname.split('/').filter((part) => part !== '');
  const [first = '', second = '', third = ''] = parts;
  const word = first.toLowerCase();

  if (parts.length === 0) return { address: '/', seconds: CATALOGUE_SECONDS };
  if (parts.length === 1 && (word === 'sitemap.xml' || word === 'robots.txt')) return { address: `/${word}`, seconds: FIXED_SECONDS };
  if (word === 'landing' && parts.length === 2) {
    return SEO.test(second) ? { address: `/landing/${second}`, seconds: CATALOGUE_SECONDS } : notFoundAt('/landing/-');
  }
  if (word === 'advancedsearch' && parts.length === 1) return { address: searchAddress(query), seconds: CATALOGUE_SECONDS };
  if (word === 'establecimiento' && parts.length === 3) {
    return VENUE_ID.test(third)
      ? { address: `/establecimiento/-/${third}`, seconds: CATALOGUE_SECONDS }
      : notFoundAt('/establecimiento/-/-');
  }
  if (word === 'marca' && parts.length === 3 && FILE.test(`${second}/${third}`)) {
    return { address: `/marca/${second}/${third}`, seconds: FIXED_SECONDS };
  }
  if (word === 'funcion' && parts.length <= 3) return performancePage(query, third);
  if (parts.length === 1) return fixedPage(word);
  const shell = shellAt(parts);
  if (shell) return shell;
  if (parts.length === 2)
    return isVenueAddress(first, second) ? { address: `/-/${second}`, seconds: CATALOGUE_SECONDS } : notFoundAt('/-/-');
  return NOT_FOUND;
}

/** By the performance and the hash of its link; without a good one, the shell that every performance shares. */
function performancePage(query: URLSearchParams, inPath: string): Page {
  const id = performanceIdOf(query.get(queryNames.performance), inPath);
  const hash = query.get(queryNames.hash) ?? '';
  if (id === null || !LINK_HASH.test(hash)) return { address: '/funcion', seconds: FIXED_SECONDS };
  const kept = new URLSearchParams({ [queryNames.performance]: String(id), [queryNames.hash]: hash });
  return { address: `/funcion?${kept}`, seconds: CATALOGUE_SECONDS };
}

/** Pages without parameters, by their address in lower case; their query is read in the browser. */
const fixedPages: ReadonlyMap<string, string> = new Map(
  (Object.keys(paths) as RouteName[])
    .map((name) => paths[name].path)
    .filter((path) => /^\/\w+$/.test(path))
    .map((path) => [path.slice(1).toLowerCase(), path]),
);

function fixedPage(word: string): Page {
  const path = fixedPages.get(word);
  if (word === '_chrome') return { address: '/_chrome', seconds: FIXED_SECONDS };
  return path ? { address: path, seconds: FIXED_SECONDS } : NOT_FOUND;
}

/** Addresses of several words, split into words: one shell for each behind a login, for all values of its parameters, and the brand's own pages. */
const shells: readonly (readonly string[])[] = (Object.keys(paths) as RouteName[])
  .filter((name) => ('login' in paths[name] || !paths[name].path.includes(':')) && !paths[name].path.includes('?'))
  .map((name) => paths[name].path.slice(1).split('/'))
  .filter((words) => words.length > 1);

function shellAt(parts: readonly string[]): Page | undefined {
  const isParameter = (word: string) => word.startsWith(':');
  const words = shells.find(
    (each) =>
      each.length === parts.length && each.every((word, at) => isParameter(word) || word.toLowerCase() === parts[at]?.toLowerCase()),
  );
  return words && { address: `/${words.map((word) => (isParameter(word) ? '-' : word)).join('/')}`, seconds: FIXED_SECONDS };
}

function searchAddress(query: URLSearchParams): string {
  const kept = new URLSearchParams();
  const search = query.get(queryNames.search)?.trim().slice(0, MOST_SEARCH_CHARACTERS);
  if (search) kept.set(queryNames.search, search);
  const types = query
    .getAll(queryNames.showType)
    .join(',')
    .split(',')
    .filter((id) => /^[1-9]\d{0,9}$/.test(id));
  if (types.length > 0) kept.set(queryNames.showType, [...new Set(types)].slice(0, 20).join(','));
  return `${paths.advancedsearch.path}${kept.size > 0 ? `?${kept}` : ''}`;
}
