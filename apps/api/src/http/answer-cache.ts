import { type Endpoint, writeSuccess } from '@butaca/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BoundedCache } from './bounded-cache.ts';
import { type KeptBody, keepBody, sendKept } from './kept-body.ts';

const BROTLI_STRENGTH = 6;

/** Answers of anonymous reads, kept encoded and compressed, so that an on-sale reads memory and not PostgreSQL. */
export class AnswerCache {
  readonly #kept: BoundedCache<KeptBody>;

  constructor({ freshMs = 1000, now = Date.now }: { freshMs?: number; now?: () => number } = {}) {
    this.#kept = new BoundedCache({ mostEntries: 500, freshMs, staleMs: freshMs * 10, now });
  }

  /** A promise only when the answer has to be made first. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
    input: { params?: unknown; query?: unknown },
    answer: () => Promise<unknown>,
  ): Promise<void> | undefined {
    const kept = this.#kept.get(keyOf(endpoint, input), async () => encode(await answer(), endpoint.cacheSeconds ?? 0));
    reply.answerCode = 200;
    if (kept instanceof Promise) {
      return kept.then((made) => sendKept(request, reply, made));
    }
    sendKept(request, reply, kept);
    return undefined;
  }

  clear() {
    this.#kept.clear();
  }
}

/** Only what the endpoint declares takes part, so `utm_*` and the like share one entry. */
const keyOf = ({ path, params, query }: Endpoint, input: { params?: unknown; query?: unknown }): string =>
  params || query ? `${path} ${JSON.stringify(input.params ?? null)} ${JSON.stringify(input.query ?? null)}` : path;

const encode = (data: unknown, cacheSeconds: number): Promise<KeptBody> =>
  keepBody(
    200,
    {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': `public, max-age=${cacheSeconds}, stale-while-revalidate=${cacheSeconds * 6}`,
    },
    Buffer.from(JSON.stringify(writeSuccess(data))),
    BROTLI_STRENGTH,
  );
