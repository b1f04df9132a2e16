import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { type Endpoint, fillPath, writeSuccess } from '@butaca/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BoundedCache } from './bounded-cache.ts';

const brotli = promisify(brotliCompress);

interface StoredAnswer {
  readonly plain: Buffer;
  readonly compressed: Buffer;
}

const SMALLEST_COMPRESSED_BYTES = 1024;

/** Answers of anonymous reads, kept encoded and compressed, so that an on-sale reads memory and not PostgreSQL. */
export class AnswerCache {
  readonly #stored: BoundedCache<StoredAnswer>;

  constructor({ freshMs = 1000, now = Date.now }: { freshMs?: number; now?: () => number } = {}) {
    this.#stored = new BoundedCache({ mostEntries: 500, freshMs, staleMs: freshMs * 10, now });
  }

  async send(request: FastifyRequest, reply: FastifyReply, key: string, cacheSeconds: number, answer: () => Promise<unknown>) {
    const stored = await this.#stored.get(key, async () => encode(await answer()));
    reply.answerCode = 200;
    reply.headers({
      'cache-control': `public, max-age=${cacheSeconds}, stale-while-revalidate=${cacheSeconds * 6}`,
      vary: 'accept-encoding',
    });
    reply.header('content-type', 'application/json; charset=utf-8');
    if (stored.plain.length < SMALLEST_COMPRESSED_BYTES || !request.headers['accept-encoding']?.includes('br'))
      return reply.send(stored.plain);
    return reply.header('content-encoding', 'br').send(stored.compressed);
  }

  clear() {
    this.#stored.clear();
  }
}

/** Only what the endpoint declares takes part, so `utm_*` and the like share one entry. */
export function cacheKey(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  return `${fillPath(endpoint.path, {})} ${JSON.stringify(input.params ?? null)} ${JSON.stringify(input.query ?? null)}`;
}

async function encode(data: unknown): Promise<StoredAnswer> {
  const plain = Buffer.from(JSON.stringify(writeSuccess(data)));
  const compressed = await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  return { plain, compressed };
}
