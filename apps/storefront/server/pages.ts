import { performanceIdOf } from '../app/catalogue/performance/performance-id.ts';
import { readSearch, searchQuery } from '../app/catalogue/search/search-query.ts';
import { isVenueAddress, paths, queryNames, type RouteName } from '../app/paths.ts';

/** The shared page behind an address. Every page is public HTML, so every page has one; `.data` is a page's data alone. */
export interface Page {
  /**
   * The address that the page is rendered for: it contains everything of the request that the page may depend on, so equal
   * addresses are equal pages.
   */
  readonly address: string;
  /** There are as many catalogue pages as the catalogue has; a search is whatever somebody types. */
  readonly kind: 'catalogue' | 'search';
  /** What the page is about, and the page that stands for it where the catalogue has no such thing. */
  readonly about?: About;
  /** Its address is a secret of whoever visits it: no cache but ours, whose entry is the same for all, keeps the page. */
  readonly unshared?: true;
}

export type About = { readonly missing: Page } & (
  | { readonly showSeo: string }
  | { readonly venueId: string }
  | { readonly performanceId: number; readonly hash: string }
  | { readonly brandFile: string }
);

const FILE = /^[0-9a-f]{16}\/[\w-]+\.svg$/;
const SEO = /^[a-z0-9-]{1,80}$/;
const FOR_MACHINES: ReadonlySet<string> = new Set(['robots.txt', 'cartelera.rss', 'cartelera.ics', 'manifest.webmanifest']);
const LINK_HASH = /^[a-z2-7]{13}$/;
const VENUE_ID = /^[1-9]\d{0,9}$/;

// The browser matches the visitor's own address, so a page that is not there is rendered at an address of the same route.
const NOT_FOUND: Page = { address: '/404', kind: 'catalogue' };
const ofCatalogue = (address: string, about?: About): Page => ({ address, kind: 'catalogue', ...(about ? { about } : {}) });

/** What an address shows; nothing else of a visitor's address gets into a shared page. */
export function pageOf(url: URL): Page {
  const { pathname, suffix } = withoutSuffix(url.pathname);
  const page = pageAt(pathname, url.searchParams);
  if (suffix === '') return page;
  return { ...dataOf(page), ...(page.about ? { about: { ...page.about, missing: dataOf(page.about.missing) } } : {}) };
}

function dataOf(page: Page): Page {
  const [path = '/', query] = page.address.split('?');
  return { ...page, address: `${path === '/' ? '/_root' : path}.data${query ? `?${query}` : ''}` };
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

  if (parts.length === 0) return ofCatalogue('/');
  if (parts.length === 1 && word === 'sitemap.xml') return sitemapPage(query);
  if (parts.length === 1 && FOR_MACHINES.has(word)) return ofCatalogue(`/${word}`);
  if (word === 'landing' && parts.length === 2) {
    const missing = ofCatalogue('/landing/-');
    return SEO.test(second) ? ofCatalogue(`/landing/${second}`, { showSeo: second, missing }) : missing;
  }
  if (word === 'landing' && third === 'agenda.ics' && parts.length === 3) {
    return SEO.test(second) ? ofCatalogue(`/landing/${second}/agenda.ics`, { showSeo: second, missing: NOT_FOUND }) : NOT_FOUND;
  }
  if (word === 'advancedsearch' && parts.length === 1) return searchPage(query);
  if (word === 'establecimiento' && third === 'agenda.ics' && parts.length === 3) {
    return VENUE_ID.test(second)
      ? ofCatalogue(`/establecimiento/${second}/agenda.ics`, { venueId: second, missing: NOT_FOUND })
      : NOT_FOUND;
  }
  if (word === 'establecimiento' && parts.length === 3) {
    return venuePage('/establecimiento/-', third, VENUE_ID.test(third));
  }
  if (word === 'tienda' && parts.length === 1) return ofCatalogue('/tienda');
  if (word === 'tienda' && parts.length === 2) return venuePage('/tienda', second, VENUE_ID.test(second));
  if (word === 'marca' && parts.length === 3 && FILE.test(`${second}/${third}`)) {
    return { ...ofCatalogue(`/marca/${second}/${third}`), about: { brandFile: `${second}/${third}`, missing: NOT_FOUND } };
  }
  if (word === 'funcion' && parts.length <= 3) return performancePage(query, third);
  // One shell for all codes: which one it is, and what it is for, is known to the browser alone.
  if (word === 'linkpago' && parts.length <= 2) return { ...ofCatalogue(parts.length === 1 ? '/linkPago' : '/linkPago/-'), unshared: true };
  if (parts.length === 1) return fixedPage(word);
  const shell = shellAt(parts);
  if (shell) return shell;
  if (parts.length === 2) return venuePage('/-', second, isVenueAddress(first, second));
  return NOT_FOUND;
}

/** The whole, or one of its files: of so few that a stranger's numbers cannot push pages out of memory. */
function sitemapPage(query: URLSearchParams): Page {
  const part = query.get(queryNames.part) ?? '';
  return ofCatalogue(/^[1-9]\d?$/.test(part) ? `/sitemap.xml?${queryNames.part}=${part}` : '/sitemap.xml');
}

/** The id alone decides; the venue's name in the address may be any. */
function venuePage(prefix: string, venueId: string, readable: boolean): Page {
  const missing = ofCatalogue(`${prefix}/-`);
  return readable ? ofCatalogue(`${prefix}/${venueId}`, { venueId, missing }) : missing;
}

/** By the performance and the hash of its link; without a good one, the shell that every performance shares. */
function performancePage(query: URLSearchParams, inPath: string): Page {
  const id = performanceIdOf(query.get(queryNames.performance), inPath);
  const hash = query.get(queryNames.hash) ?? '';
  const shell = ofCatalogue('/funcion');
  if (id === null || !LINK_HASH.test(hash)) return shell;
  const kept = new URLSearchParams({ [queryNames.performance]: String(id), [queryNames.hash]: hash });
  return ofCatalogue(`/funcion?${kept}`, { performanceId: id, hash, missing: shell });
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
  if (word === '_chrome') return ofCatalogue('/_chrome');
  return path ? ofCatalogue(path) : NOT_FOUND;
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
  return words && ofCatalogue(`/${words.map((word) => (isParameter(word) ? '-' : word)).join('/')}`);
}

function searchPage(query: URLSearchParams): Page {
  const kept = searchQuery(readSearch(query));
  return { address: `${paths.advancedsearch.path}${kept && `?${kept}`}`, kind: 'search' };
}
