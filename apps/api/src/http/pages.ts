import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { PageCaching, Storefront } from '@butaca/storefront/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BoundedCache } from './bounded-cache.ts';
import { contentSecurityPolicy } from './content-security.ts';

const brotli = promisify(brotliCompress);

const FRESH_MS = 1000;
/** Served at once while the next one is rendered. */
const STALE_MS = 60_000;

interface StoredPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Buffer;
  readonly compressed: Buffer | null;
}

export interface PagesOptions {
  readonly storefront: Storefront;
  readonly publicOrigin: string;
  /** Renders every page anew and lets the development server put its styles into it. */
  readonly developing: boolean;
}

/** Everything that is not `/v2`, `/v3` or an asset is a page. Public ones hold nothing personal and are kept rendered. */
export function mountPages(app: FastifyInstance, { storefront, publicOrigin, developing }: PagesOptions) {
  const kept = new BoundedCache<StoredPage>({ mostEntries: 300, freshMs: FRESH_MS, staleMs: STALE_MS, now: Date.now });

  app.setNotFoundHandler(async (request, reply) => {
    const url = new URL(request.url, publicOrigin);
    const caching = request.method === 'GET' || request.method === 'HEAD' ? storefront.caching(url) : null;
    const render = async () => store(await storefront.render(asWebRequest(request, url)), caching, developing);
    const page =
      caching && !developing ? await kept.get(caching.key, render, ({ status }) => status === 200 || status === 404) : await render();
    return send(request, reply, page);
  });
}

function asWebRequest(request: FastifyRequest, url: URL): Request {
  const headers = new Headers();
  for (const name of ['accept', 'accept-language', 'user-agent'] as const) {
    const value = request.headers[name];
    if (value) headers.set(name, value);
  }
  return new Request(url, { method: request.method === 'HEAD' ? 'GET' : request.method, headers });
}

async function store(response: Response, caching: PageCaching | null, developing: boolean): Promise<StoredPage> {
  const html = await response.text();
  const plain = Buffer.from(html);
  const headers: Record<string, string> = Object.fromEntries(response.headers);
  headers['content-security-policy'] = contentSecurityPolicy(html, { openStyles: developing });
  headers['cache-control'] = cacheControl(response.status, caching);
  headers.vary = 'accept-encoding';
  const compressed = plain.length > 1024 ? await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: caching ? 9 : 4 } }) : null;
  return { status: response.status, headers, plain, compressed };
}

function cacheControl(status: number, caching: PageCaching | null): string {
  if (!caching || status >= 500) return 'no-store';
  return `public, max-age=0, s-maxage=${caching.seconds}, stale-while-revalidate=${caching.seconds * 6}`;
}

function send(request: FastifyRequest, reply: FastifyReply, page: StoredPage) {
  reply.code(page.status).headers(page.headers);
  if (page.compressed && request.headers['accept-encoding']?.includes('br')) {
    return reply.header('content-encoding', 'br').send(page.compressed);
  }
  return reply.send(page.plain);
}
