import type { IncomingMessage, ServerResponse } from 'node:http';
import { AVAILABILITY_VERSION, PASS_HEADER } from '@butaca/contract';

export interface CrossOriginOptions {
  /** As browsers send them; empty: only pages of our own origin call us. */
  readonly origins: readonly string[];
  /** Request headers of the deployment's own. */
  readonly headerNames: readonly string[];
}

/** What our client sends besides those. */
const REQUEST_HEADERS = ['accept', 'authorization', 'content-type', 'idempotency-key', PASS_HEADER];
/** What a script reads of an answer; others stay hidden from pages of other origins. */
const EXPOSED = ['content-disposition', 'date', 'retry-after', AVAILABILITY_VERSION].join(', ');
/** Two hours, the longest that browsers keep it. */
const PREFLIGHT_SECONDS = '7200';

/**
 * Lets pages of the brand's other hosts call us, by exact origin (https://fetch.spec.whatwg.org/#http-cors-protocol). Written before
 * anything else, so that kept answers, refusals and faults have it too. Any other origin gets no header, and its browser keeps the answer
 * from it. Returns whether it was the browser's question before a call, which is answered then.
 */
export function crossOrigin({ origins, headerNames }: CrossOriginOptions): (request: IncomingMessage, response: ServerResponse) => boolean {
  if (origins.length === 0) return () => false;
  const known = new Set(origins);
  const allowedHeaders = [...REQUEST_HEADERS, ...headerNames].join(', ');
  return ({ method, headers }, response) => {
    const { origin } = headers;
    // Without it too: a cache between us must not hand the answer for one origin to another.
    response.setHeader('vary', 'origin');
    if (origin === undefined || !known.has(origin)) return false;
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-credentials', 'true');
    response.setHeader('access-control-expose-headers', EXPOSED);
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
    response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
    response.setHeader('access-control-allow-headers', allowedHeaders);
    response.setHeader('access-control-max-age', PREFLIGHT_SECONDS);
    response.writeHead(204).end();
    return true;
  };
}
