import { failures, Refusal, writeRefusal, writeSuccess } from '@butaca/contract';
import { encoderOf } from '@butaca/contract/compiled';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { isTransient } from '#db/outage';
import type { Watch } from '#watch/watch';
import { securityHeaders } from './kept-body.ts';

declare module 'fastify' {
  interface FastifyInstance {
    watch: Watch;
  }
  interface FastifyReply {
    /** The nCode of the answer, for metrics and logs. */
    answerCode?: number;
  }
}

/** Whether an address is one of the api's calls, which are answered in an envelope. */
export const isCall = (url: string) => /^\/v[23](\/|$|\?)/.test(url);

/** Never cached by proxies: the answer may belong to one customer. */
export const PRIVATE_JSON = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** Names and values in turn, as the socket wants them. */
const head = Object.entries({ ...securityHeaders, ...PRIVATE_JSON }).flat();

/** Straight to the socket, as kept bodies leave, with headers made once: the framework's own way takes about 4 µs more. */
function sendJson(reply: FastifyReply, status: number, answerCode: number, envelope: unknown) {
  const text = JSON.stringify(envelope);
  const { raw } = reply;
  // Fastify ends the connection of a body that it did not read completely, or could not parse.
  const connection = reply.getHeader('connection');
  if (connection !== undefined) raw.setHeader('connection', connection);
  reply.answerCode = answerCode;
  reply.hijack();
  raw.writeHead(status, [...head, 'content-length', String(Buffer.byteLength(text))]);
  raw.end(text);
}

export const sendSuccess = (reply: FastifyReply, data: unknown) => sendJson(reply, 200, 200, writeSuccess(data));

export interface FileAnswer {
  /** Letters, figures, `-` and `.`, for it stands in a header. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** A file instead of an envelope, under a name to save it by. */
export function sendFile(reply: FastifyReply, type: string, { name, bytes }: FileAnswer) {
  reply.answerCode = 200;
  return reply
    .code(200)
    .header('cache-control', 'no-store')
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(bytes);
}

/**
 * HTTP 200 with its nCode above 299, its name and its facts as the wire has them. One that may be tried again later says so in
 * `Retry-After` too, for clients that know HTTP only.
 */
export function sendRefusal(reply: FastifyReply, { failure, data }: Refusal) {
  const { code, data: shape } = failures[failure];
  if ('retryAfterSeconds' in data) reply.raw.setHeader('retry-after', String(data.retryAfterSeconds));
  sendJson(reply, 200, code, writeRefusal(code, failure, encoderOf(shape as z.ZodMiniType)(data)));
}

/** The one 4xx that leaves: the session is missing or over. */
export const sendUnauthorised = (reply: FastifyReply) => sendJson(reply, 401, 401, writeRefusal(401, 'session_over', {}));

const TRY_AGAIN_AFTER_S = 1;

/** The database, or the way to it, failed for the moment: the same call may succeed soon, and says when to try. */
function sendUnavailable(reply: FastifyReply) {
  reply.raw.setHeader('retry-after', String(TRY_AGAIN_AFTER_S));
  return sendJson(reply, 503, 503, writeRefusal(503, 'unavailable', {}));
}

/** An internal error: logged, never described to the client. */
const sendFault = (reply: FastifyReply) => sendJson(reply, 500, 500, writeRefusal(500, 'fault', {}));

/**
 * A refusal becomes its answer, and a fault of the database that may be over in a moment 503. Anything else is an internal error,
 * logged here and never described to the client.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) return sendRefusal(reply, error);
  const framework = refusalOfFramework(error);
  if (framework) return sendRefusal(reply, framework);
  if (isTransient(error)) {
    request.server.watch.say('database-failed', { call: callOf(request), error }, { requestId: request.id });
    return sendUnavailable(reply);
  }
  tellOfFault(error, request);
  // What a person at the telephone can read out, and the log is searched for.
  reply.raw.setHeader('x-request-id', request.id);
  return sendFault(reply);
}

export const tellOfFault = (error: unknown, request: FastifyRequest) =>
  request.server.watch.say('call-failed', { method: request.method, call: callOf(request), error }, { requestId: request.id });

/** The route as it was registered, never the address that was asked for: it may name people. */
export const callOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'page';

/** Fastify's own 4xx as refusals: only 200, 401 and 5xx leave `/v2` and `/v3`. */
function refusalOfFramework(error: unknown): Refusal | null {
  const status = (error as { statusCode?: unknown }).statusCode;
  if (status === 400) return new Refusal('malformed_body');
  if (status === 404 || status === 414) return new Refusal('not_found');
  if (status === 413) return new Refusal('body_too_large');
  if (status === 415) return new Refusal('unsupported_media_type');
  if (status === 429) return new Refusal('too_many_requests', { retryAfterSeconds: 1 });
  return null;
}
