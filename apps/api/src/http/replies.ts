import { failures, type Refusal, writeRefusal, writeSuccess } from '@butaca/contract';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';

declare module 'fastify' {
  interface FastifyReply {
    /** The nCode that left, for metrics and logs. */
    answerCode?: number;
  }
}

/** Never kept by anybody in between, for it may be one customer’s. */
export function sendSuccess(reply: FastifyReply, data: unknown) {
  reply.answerCode = 200;
  return reply.code(200).header('cache-control', 'no-store').send(writeSuccess(data));
}

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

/** HTTP 200 with its nCode above 299, its name and its facts as the wire has them. */
export function sendRefusal(reply: FastifyReply, { failure, data }: Refusal) {
  const { code, data: shape } = failures[failure];
  reply.answerCode = code;
  return reply
    .code(200)
    .header('cache-control', 'no-store')
    .send(writeRefusal(code, failure, z.encode(shape as z.ZodMiniType, data)));
}

/** The one 4xx that leaves: the session is missing or over. */
export function sendUnauthorised(reply: FastifyReply) {
  reply.answerCode = 401;
  return reply
    .code(401)
    .header('cache-control', 'no-store')
    .send(writeRefusal(401, 'session_over', null));
}

/** Something of ours broke; what it was stands in the log and is named to nobody. */
export function sendFault(reply: FastifyReply) {
  reply.answerCode = 500;
  return reply
    .code(500)
    .header('cache-control', 'no-store')
    .send(writeRefusal(500, 'fault', null));
}
