import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { PageCaching, Storefront } from '@butaca/storefront/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BoundedCache } from './bounded-cache.ts';
import { contentSecurityPolicy } from './content-security.ts';

const brotli = promisify(brotliCompress);

interface StoredPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Buffer;
  readonly compressed: Buffer | null;
}

export interface PagesOptions {
  readonly storefront: Storefront;
  readonly publicOrigin: string;
  /** How long a rendered page is used as it is; 0 renders every time. */
  readonly freshMs: number;
}

/** Everything that is not `/v2`, `/v3` or an asset is a page. Public ones hold nothing personal and are kept rendered. */
export function mountPages(app: FastifyInstance, { storefront, publicOrigin, freshMs }: PagesOptions) {
  const kept = new BoundedCache<StoredPage>({ mostEntries: 300, freshMs, staleMs: freshMs * 60, now: Date.now });

  app.setNotFoundHandler(async (request, reply) => {
    const url = new URL(request.url, publicOrigin);
    const caching = request.method === 'GET' || request.method === 'HEAD' ? storefront.caching(url) : null;
    const render = async () => store(await storefront.render(asWebRequest(request, url)), caching);
    const page =
      caching && freshMs > 0 ? await kept.get(caching.key, render, ({ status }) => status === 200 || status === 404) : await render();
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

async function store(response: Response, caching: PageCaching | null): Promise<StoredPage> {
  const html = await response.text();
  const plain = Buffer.from(html);
  const headers: Record<string, string> = Object.fromEntries(response.headers);
  headers['content-security-policy'] = contentSecurityPolicy(html);
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
