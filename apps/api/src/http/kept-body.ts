import type { IncomingMessage, ServerResponse } from 'node:http';
import { encodingFor, inBrotli, inGzip, once } from './encodings.ts';

/** Smaller bodies fit one packet as they are. */
const SMALLEST_COMPRESSED_BYTES = 1024;

interface Sendable {
  /** Names and values in turn, as the socket wants them. */
  readonly head: readonly string[];
  /** One character per byte: a string leaves in one piece with the head, a buffer as a second one. */
  readonly body: string;
}

/** An answer that will be sent many times: its bytes and its headers, made once. */
export interface KeptBody {
  readonly status: number;
  readonly plain: Sendable;
  /** The 304 for a browser that sends the same `etag`, so that it keeps the bytes it has; null for an answer without one. */
  readonly unchanged: { readonly etag: string; readonly head: readonly string[] } | null;
  /** Null where compressing gains nothing. */
  readonly compressed: { readonly br: Sendable; readonly gzip: () => Promise<Sendable> } | null;
}

/** `strength` is brotli's quality: more for what is sent often. */
export async function keepBody(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  strength: number,
): Promise<KeptBody> {
  const common = { ...securityHeaders, ...headers, vary: ['accept-encoding, origin', headers['vary']].filter(Boolean).join(', ') };
  const sendable = (bytes: Buffer, more: Readonly<Record<string, string>> = {}): Sendable => ({
    head: Object.entries({ ...common, ...more, 'content-length': String(bytes.length) }).flat(),
    body: bytes.toString('latin1'),
  });
  const plain = sendable(body);
  const etag = headers['etag'];
  const unchanged = etag === undefined ? null : { etag, head: Object.entries(common).flat() };
  if (body.length < SMALLEST_COMPRESSED_BYTES) return { status, plain, unchanged, compressed: null };
  return {
    status,
    plain,
    unchanged,
    compressed: {
      br: sendable(await inBrotli(body, strength), { 'content-encoding': 'br' }),
      // From the text: many of these are kept, and a buffer beside each would be the same bytes twice.
      gzip: once(async () => sendable(await inGzip(Buffer.from(plain.body, 'latin1')), { 'content-encoding': 'gzip' })),
    },
  };
}

/** Straight to the socket: on the hot path the framework's own way of sending costs more than finding the answer. */
export function writeKept({ headers }: IncomingMessage, response: ServerResponse, { status, plain, unchanged, compressed }: KeptBody) {
  if (unchanged && headers['if-none-match']?.includes(unchanged.etag)) {
    response.writeHead(304, unchanged.head as string[]);
    response.end();
    return;
  }
  const write = ({ head, body }: Sendable) => {
    response.writeHead(status, head as string[]);
    response.end(body, 'latin1');
  };
  const encoding = compressed ? encodingFor(headers['accept-encoding']) : 'identity';
  if (!compressed || encoding === 'identity') write(plain);
  else if (encoding === 'br') write(compressed.br);
  else void compressed.gzip().then(write, () => write(plain));
}

/** On every answer; pages add their own content policy. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};
