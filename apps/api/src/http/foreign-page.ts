import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { textsOf } from '../texts/index.ts';
import { CallWatch } from './call-watch.ts';
import { languageOf } from './language.ts';
import { callOf, isCall, sendRefusal } from './replies.ts';

interface OwnPages {
  /** What people type, such as `https://entradas.example`. */
  readonly publicOrigin: string;
  /** Whose pages may call besides: the brand's other hosts. */
  readonly origins: readonly string[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Why pages and servers of others may post here, whatever they are. The route never sees a cookie. */
    postedFromElsewhere?: string;
    /**
     * A GET that changes something of the visitor's: refused to pages of other sites, as every POST is. `by link` obeys the links of our
     * pages; `by fetch` only their scripts, so that no link changes anything, wherever it stands.
     */
    changes?: 'by link' | 'by fetch';
  }
}

/** All other methods change something, or are of no use. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser sends a visitor's cookies with what another site's page makes it send, so such a request changes nothing (OWASP, "Cross-Site
 * Request Forgery"). `Sec-Fetch-Site` is the browser's own word and no script can set it; older browsers send `Origin` alone. Requests
 * without either come from servers and apps, which hold no cookies of a visitor.
 */
export function refuseForeignPages(app: FastifyInstance, own: OwnPages): void {
  const isForeign = foreignTo(own);
  app.addHook('onRequest', (request, reply, done) => {
    const { changes, postedFromElsewhere } = request.routeOptions.config ?? {};
    if (READING.has(request.method) && changes === undefined) return done();
    if (postedFromElsewhere !== undefined) {
      // What anybody may post never acts for the visitor whose browser sends it.
      delete request.raw.headers.cookie;
      return done();
    }
    if (!isForeign(request.headers) && !(changes === 'by fetch' && isOpened(request.headers))) return done();
    const watch = new CallWatch(request, undefined);
    watch.say('foreign-page', { call: callOf(request), network: watch.network });
    if (isCall(request.url)) return sendRefusal(reply, new Refusal('foreign_page'));
    void reply
      .code(403)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(textsOf(languageOf(request)).answers('page.foreign'));
  });
}

/** Whether a browser says that a page of another site made the request. */
function foreignTo({ publicOrigin, origins }: OwnPages): (headers: IncomingHttpHeaders) => boolean {
  const { origin: ownOrigin, protocol } = new URL(publicOrigin);
  const known = new Set([ownOrigin, ...origins]);
  return ({ origin, host, 'sec-fetch-site': site }) => {
    // The host as well: one that is reached by several names, and the queue host, post to themselves.
    if (origin !== undefined && (known.has(origin) || origin === `${protocol}//${host}`)) return false;
    // A page without referrer posts its forms to its own site with `Origin: null`, so this counts first.
    if (site !== undefined) return site !== 'same-origin' && site !== 'none';
    return origin !== undefined;
  };
}

/**
 * Whether a browser opens the address, or loads it into a page, where a script would have fetched it. A link in a chat is opened with
 * `Sec-Fetch-Site: none`, and a redirect of our own is of the same origin. Browsers that send none of these headers ask for HTML.
 */
function isOpened(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination, accept } = headers;
  if (site === undefined && mode === undefined && destination === undefined) return /\btext\/html\b/i.test(accept ?? '');
  return site === 'none' || mode === 'navigate' || (destination !== undefined && destination !== 'empty');
}
