import type { PageCaching, Storefront } from '@butaca/storefront/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BoundedCache } from './bounded-cache.ts';
import { contentSecurityPolicy, type PolicyOptions } from './content-security.ts';
import { type KeptBody, keepBody } from './kept-body.ts';

/** Half of what the shortest-lived page allows a shared cache. */
const FRESH_MS = 5000;
/** Served at once while the next one is rendered. */
const STALE_MS = 60_000;

/** Brotli's quality for pages that are kept, and for those that are rendered for one visitor. */
const STRENGTH = { kept: 9, once: 4 };

export interface PagesOptions {
  readonly storefront: Storefront;
  readonly publicOrigin: string;
  /** Origins besides our own that pages may call: where cards become tokens. */
  readonly connectTo: readonly string[];
  /** Renders every page anew and lets the development server put its styles into it. */
  readonly developing: boolean;
}

/** Everything that is not `/v2`, `/v3` or an asset is a page. Public ones hold nothing personal and are kept rendered. */
export function mountPages(app: FastifyInstance, { storefront, publicOrigin, connectTo, developing }: PagesOptions) {
  const kept = new BoundedCache<KeptBody>({ mostEntries: 300, freshMs: FRESH_MS, staleMs: STALE_MS });

  const { origin } = new URL(publicOrigin);

  app.setNotFoundHandler((request, reply): Promise<void> | FastifyReply | undefined => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(reply);
    const address = ownAddress(request.url, origin);
    const caching = developing ? null : storefront.caching(address);
    const render = async () =>
      store(await storefront.render(asWebRequest(request, address)), caching, { openStyles: developing, connectTo });
    // A page rendered for one visitor is not served to others, so its address is not remembered either.
    if (!caching) return render().then((made) => app.fastLane.sendOnce(request, reply, made));
    const page = kept.get(caching.key, render, ({ status }) => status === 200 || status === 404);
    const send = (made: KeptBody) => app.fastLane.send(request, reply, made, () => kept.peek(caching.key));
    return page instanceof Promise ? page.then(send) : send(page);
  });
}

/** Pages answer GET and HEAD only. */
function refuseMethod(reply: FastifyReply) {
  return reply
    .code(405)
    .headers({ allow: 'GET, HEAD', 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send('Esta página solo se puede leer.');
}

/** A path below our own origin, whatever was asked for: `//somewhere` is a path of two slashes and no other host. */
function ownAddress(asked: string, origin: string): URL {
  const path = asked.replace(/^https?:\/\/[^/?#]*/i, '');
  return new URL(`${origin}${path.startsWith('/') ? '' : '/'}${path}`);
}

function asWebRequest(request: FastifyRequest, url: URL): Request {
  const headers = new Headers();
  for (const name of ['accept', 'accept-language', 'user-agent'] as const) {
    const value = request.headers[name];
    if (value) headers.set(name, value);
  }
  return new Request(url, { headers });
}

async function store(response: Response, caching: PageCaching | null, policy: PolicyOptions): Promise<KeptBody> {
  const html = await response.text();
  const headers = {
    ...Object.fromEntries(response.headers),
    'content-security-policy': contentSecurityPolicy(html, policy),
    'cache-control': cacheControl(response.status, caching),
  };
  return keepBody(response.status, headers, Buffer.from(html), caching ? STRENGTH.kept : STRENGTH.once);
}

function cacheControl(status: number, caching: PageCaching | null): string {
  if (!caching || status >= 500) return 'no-store';
  return `public, max-age=0, s-maxage=${caching.seconds}, stale-while-revalidate=${caching.seconds * 6}`;
}

interface OfficePage {
  /** The whole page. */
  readonly page: () => Promise<string>;
  /** Lets the development server put its styles into it. */
  readonly developing: boolean;
}

/** The screens that the office's script knows. */
const OFFICE_ADDRESSES = ['/oficina', '/oficina/ingresar', '/oficina/seguridad'];

/** The office's one page; never cached, because it names files of the latest build and is cheap to send. */
export function mountOffice(app: FastifyInstance, { page, developing }: OfficePage) {
  const sendPage = async (_: FastifyRequest, reply: FastifyReply) => {
    const html = await page();
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy(html, { openStyles: developing }),
      })
      .send(html);
  };
  for (const address of OFFICE_ADDRESSES) app.get(address, { logLevel: 'warn' }, sendPage);
}
