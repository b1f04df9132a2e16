/// <reference path="./negotiator.d.ts" />
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { recentlyUsed } from './recently-used.ts';

/** The ones that we send, the smallest first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Browsers send a handful of texts, and reading one takes as long as finding an answer. */
const chosen = recentlyUsed<Encoding>(100);

/** What `Accept-Encoding` asks for (RFC 9110, 12.5.3). Without the header, and where all is refused, it is the bytes as they are. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  const known = chosen.get(accepted);
  if (known) return known;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const encoding = negotiator.encoding(ENCODINGS, { preferred: ENCODINGS }) ?? 'identity';
  chosen.set(accepted, encoding);
  return encoding;
}

/** Bytes that are sent many times. */
export interface Encodings {
  readonly plain: Buffer;
  /** Null where compressing gains nothing. */
  readonly compressed: {
    readonly br: Buffer;
    /** Made when it is asked for first: browsers ask for it over plain HTTP alone. */
    readonly gzip: () => Promise<Buffer>;
  } | null;
}

/** `br` is what these bytes are in brotli, or null. */
export const encodingsOf = (plain: Buffer, br: Buffer | null): Encodings => ({
  plain,
  compressed: br && { br, gzip: once(() => inGzip(plain)) },
});

/** Made when it is asked for first, and kept. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export const inGzip = (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes);

/** `strength` is brotli's quality, up to 11. */
export const inBrotli = (bytes: Buffer, strength: number): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: strength } });

/** Sends them as the client asks for them; the answer says by `vary` that it depends on that. */
export async function sendEncoded(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { plain, compressed }: Encodings,
): Promise<FastifyReply> {
  const encoding = compressed ? encodingFor(headers['accept-encoding']) : 'identity';
  if (!compressed || encoding === 'identity') return reply.send(plain);
  return reply.header('content-encoding', encoding).send(encoding === 'br' ? compressed.br : await compressed.gzip());
}
