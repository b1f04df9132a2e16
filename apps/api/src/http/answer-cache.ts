import { createHash } from 'node:crypto';
import { type Endpoint, writeSuccess } from '@butaca/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BoundedCache } from './bounded-cache.ts';
import type { FastLane } from './fast-lane.ts';
import { type KeptBody, keepBody } from './kept-body.ts';

const BROTLI_STRENGTH = 6;

interface Keepable {
  readonly key: string;
  readonly make: () => Promise<KeptBody>;
}

/** Answers of anonymous reads, kept encoded and compressed, so that an on-sale reads memory and not PostgreSQL. */
export class AnswerCache {
  readonly #kept: BoundedCache<KeptBody>;
  readonly #live: BoundedCache<KeptBody>;
  readonly #lane: FastLane;
  readonly #parts: { readonly clear: () => void }[] = [];

  constructor(lane: FastLane, { freshMs = 1000, now = performance.now.bind(performance) }: { freshMs?: number; now?: () => number } = {}) {
    this.#lane = lane;
    this.#kept = new BoundedCache({ mostEntries: 500, freshMs, staleMs: freshMs * 10, now });
    this.#live = new BoundedCache({ mostEntries: 500, freshMs, now });
  }

  /** A promise only when the answer has to be made first. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
    input: { params?: unknown; query?: unknown },
    answer: () => Promise<unknown>,
  ): Promise<void> | undefined {
    const make = async () => encode(await answer(), endpoint);
    return this.#send(request, reply, endpoint.live ? this.#live : this.#kept, { key: keyOf(endpoint, input), make });
  }

  /** The same for a public document that is no call. There must be an end to the keys. */
  sendDocument(request: FastifyRequest, reply: FastifyReply, document: Keepable): Promise<void> | undefined {
    return this.#send(request, reply, this.#kept, document);
  }

  #send(request: FastifyRequest, reply: FastifyReply, answers: BoundedCache<KeptBody>, { key, make }: Keepable) {
    const kept = answers.get(key, make);
    const send = (made: KeptBody) => this.#lane.send(request, reply, made, () => answers.peek(key));
    return kept instanceof Promise ? kept.then(send) : send(kept);
  }

  /** What answers are made of and is kept beside them; it is cleared with them. */
  keepsPart(part: { readonly clear: () => void }) {
    this.#parts.push(part);
  }

  clear() {
    // Parts first: the next answer is made of them.
    for (const part of this.#parts) part.clear();
    this.#kept.clear();
    this.#live.clear();
  }
}

/** Only the declared parameters are part of the key, so addresses that differ in `utm_*` share one entry. */
const keyOf = ({ path, params, query }: Endpoint, input: { params?: unknown; query?: unknown }): string =>
  params || query ? `${path} ${JSON.stringify(input.params ?? null)} ${JSON.stringify(input.query ?? null)}` : path;

function encode(data: unknown, { cacheSeconds = 0, live }: Endpoint): Promise<KeptBody> {
  const body = Buffer.from(JSON.stringify(writeSuccess(data)));
  return keepBody(
    200,
    {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': `public, max-age=${cacheSeconds}${live ? '' : `, stale-while-revalidate=${cacheSeconds}`}`,
      // Weak: the same data, in whichever encoding.
      etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    },
    body,
    BROTLI_STRENGTH,
  );
}
