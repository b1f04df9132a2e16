import { createHmac } from 'node:crypto';
import {
  JoinRequest,
  normalEmail,
  QUEUE_HOST,
  QueuedPerformances,
  QueueState,
  queueCalls,
  Refusal,
  TurnAnswer,
  TurnRequest,
} from '@butaca/contract';
import { decoderOf, encoderOf } from '@butaca/contract/compiled';
import type { Proof } from '@butaca/fair-queue';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Batcher } from '#db/batcher';
import { Cookies } from '#http/cookies';
import { keepBody } from '#http/kept-body';
import { tellOfFault } from '#http/replies';
import type { QueueTicket } from './numbers.ts';
import { isProved, type Room, type WaitingRooms } from './rooms.ts';
import { Suspicion } from './suspicion.ts';
import { Throttle } from './throttle.ts';
import { askTurn, join, leave, peek, type QueueWorld, type Visit, type Visitor } from './visit.ts';

/** What the calls and the pages of those who wait have in common. */
export interface QueueHost {
  readonly world: QueueWorld;
  readonly visitorOf: (request: FastifyRequest, reply: FastifyReply, performanceId: number) => Promise<Visitor>;
  /** Puts a number into the browser's cookie; nothing where there is none. */
  readonly keep: (request: FastifyRequest, reply: FastifyReply, performanceId: number, ticket: QueueTicket | undefined) => void;
  readonly drop: (request: FastifyRequest, reply: FastifyReply, performanceId: number) => void;
}

interface HostDeps {
  readonly rooms: WaitingRooms;
  /** Signs challenges. */
  readonly secret: string;
  readonly https: boolean;
}

/** A number outlives the longest sale. */
const TICKET_SECONDS = 2 * 24 * 3600;
const LIST_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=0, s-maxage=2, stale-while-revalidate=30, stale-if-error=600',
  'access-control-allow-origin': '*',
};
const DOCUMENT = /^([1-9]\d{0,9})\.json$/;
/** How a performance is written in an address. */
export const PERFORMANCE_ID = /^[1-9]\d{0,9}$/;

const cookieOf = (performanceId: number) => `fila_${performanceId}`;

/** The calls of the queue host (C-11): all that a crowd touches. It runs in every process of the api, or in processes of its own. */
export function queueRoutes(app: FastifyInstance, { rooms, secret, https }: HostDeps): QueueHost {
  const world: QueueWorld = {
    rooms,
    joins: new Batcher({ work: (requests) => rooms.store.join(requests), counted: { as: 'queue', counts: app.watch.counts } }),
    suspicion: new Suspicion(secret),
    throttle: new Throttle(),
  };
  const readForm = decoderOf(JoinRequest);
  const readTurn = decoderOf(TurnRequest);
  const writeState = encoderOf(QueueState);
  const writeTurn = encoderOf(TurnAnswer);
  const writeList = encoderOf(QueuedPerformances);

  const visitorOf = async (request: FastifyRequest, reply: FastifyReply, performanceId: number): Promise<Visitor> => {
    const bearer = /^bearer ([^ ]+)/i.exec(request.headers.authorization ?? '')?.[1];
    const session = bearer === undefined ? null : await app.authenticate(bearer);
    const { u } = request.query as { u?: unknown };
    return {
      performanceId,
      ticket: new Cookies(request, reply).get(cookieOf(performanceId)),
      customerId: session?.customerId ?? null,
      ip: request.ip,
      mail: typeof u === 'string' && u !== '' ? hashOfMail(secret, u) : undefined,
    };
  };
  const keep = (request: FastifyRequest, reply: FastifyReply, performanceId: number, ticket: QueueTicket | undefined) => {
    if (!ticket) return;
    const place = { path: '/', maxAgeSeconds: TICKET_SECONDS, secure: https, sameSite: 'lax' } as const;
    new Cookies(request, reply).set(cookieOf(performanceId), rooms.signer.writeTicket(ticket), place);
  };
  const drop = (request: FastifyRequest, reply: FastifyReply, performanceId: number) =>
    new Cookies(request, reply).drop(cookieOf(performanceId), { path: '/', secure: https, sameSite: 'lax' });
  const answer = <Answer>(
    request: FastifyRequest,
    reply: FastifyReply,
    performanceId: number,
    visit: Visit<Answer>,
    write: (answer: Answer) => unknown,
  ) => {
    keep(request, reply, performanceId, visit.ticket);
    return sendJson(reply.header('referrer-policy', 'no-referrer'), write(visit.answer));
  };

  app.get(`${QUEUE_HOST}/:id`, QUIET, async (request: FastifyRequest, reply) => {
    const { id } = request.params as { id: string };
    const document = DOCUMENT.exec(id)?.[1];
    if (id === LIST_NAME) return sendList();
    if (document !== undefined) return sendDocument(Number(document));
    if (!PERFORMANCE_ID.test(id)) return notFound(reply);
    const visitor = await visitorOf(request, reply, Number(id));
    const onlyLooks = (request.query as { e1group?: unknown }).e1group !== undefined;
    const visit = onlyLooks ? await peek(world, visitor) : await join(world, visitor);
    return answer(request, reply, visitor.performanceId, visit, writeState);

    async function sendList() {
      const body = await keepBody(200, LIST_HEADERS, Buffer.from(JSON.stringify(writeList([...rooms.queued()]))), 4);
      return app.fastLane.sendOnce(request, reply, body);
    }
    function sendDocument(performanceId: number) {
      const room = rooms.get(performanceId);
      if (!room) return notFound(reply);
      return app.fastLane.send(request, reply, room.body, () => rooms.get(performanceId)?.body);
    }
  });

  app.post(`${QUEUE_HOST}/:id`, QUIET, async (request: FastifyRequest, reply) => {
    const { id } = request.params as { id: string };
    if (id === 'turn') {
      const read = readTurn(request.body);
      if (!read.success) return malformed(reply, 'idFuncion');
      const visitor = await visitorOf(request, reply, read.data.performanceId);
      return answer(request, reply, visitor.performanceId, await askTurn(world, visitor), writeTurn);
    }
    if (!PERFORMANCE_ID.test(id)) return notFound(reply);
    const read = readForm(request.body ?? {});
    if (!read.success) return malformed(reply, String(read.error.issues[0]?.path[0] ?? 'body'));
    const visitor = await visitorOf(request, reply, Number(id));
    return answer(request, reply, visitor.performanceId, await join(world, visitor, read.data), writeState);
  });

  app.get(`${QUEUE_HOST}/delete/:id`, { ...QUIET, config: { changes: 'by fetch' } }, async (request: FastifyRequest, reply) => {
    const { id } = request.params as { id: string };
    if (!PERFORMANCE_ID.test(id)) return notFound(reply);
    // Pages that are loaded ahead change nothing either.
    if (request.headers['sec-purpose'] !== undefined) return reply.code(403).header('cache-control', 'no-store').send();
    const visitor = await visitorOf(request, reply, Number(id));
    await leave(world, visitor);
    drop(request, reply, visitor.performanceId);
    return sendJson(reply, {});
  });

  app.get(`${QUEUE_HOST}/:id/prueba.json`, QUIET, async (request: FastifyRequest, reply) => {
    const { id } = request.params as { id: string };
    const room = PERFORMANCE_ID.test(id) ? rooms.get(Number(id)) : undefined;
    const proof = room && proofOf(room);
    if (!proof) return notFound(reply);
    return sendJson(reply.header('access-control-allow-origin', '*'), proof, 'public, max-age=60');
  });
  return { world, visitorOf, keep, drop };
}

/** What the page asks again: the store does not answer, or more people join in a second than it can write. */
function failed(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof Refusal)) tellOfFault(error, request);
  return sendJson(reply.code(503).header('retry-after', '2'), {});
}

const QUIET = { logLevel: 'warn', errorHandler: failed } as const;
const LIST_NAME = queueCalls.list.slice(QUEUE_HOST.length + 1);

/** Null until the room is over: the secret is worth something as long as people are drawn by it. */
function proofOf({ row, document }: Room): Proof | null {
  const { performanceId, epoch, commitment, secret } = row;
  if (!isProved(row) || document.drawn === null) return null;
  return { version: 1, performanceId, epoch, commitment, secret, seed: document.drawn.seed, counts: document.drawn.counts };
}

const hashOfMail = (secret: string, mail: string): string =>
  createHmac('sha256', secret)
    .update(`queue mail ${normalEmail(mail)}`)
    .digest('base64url')
    .slice(0, 22);

const sendJson = (reply: FastifyReply, body: unknown, cacheControl = 'no-store') =>
  reply.header('cache-control', cacheControl).type('application/json; charset=utf-8').send(JSON.stringify(body));

const notFound = (reply: FastifyReply) => sendJson(reply.code(404), {});

const malformed = (reply: FastifyReply, field: string) => sendJson(reply.code(400), { campo: field });
