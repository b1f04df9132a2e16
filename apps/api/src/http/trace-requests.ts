import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestSpan, Spans } from '#watch/spans';
import { callOf } from './replies.ts';

/** A span for each request that the framework answers; kept answers leave before it, and have none. */
export function traceRequests(app: FastifyInstance, spans: Spans): void {
  const open = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', (request, _, done) => {
    const call = callOf(request);
    const facts = { 'http.request.method': request.method, 'http.route': call, 'butaca.request_id': request.id };
    open.set(request, spans.request(`${request.method} ${call}`, facts));
    done();
  });
  // Not before: a body arrives in events of the socket, which know nothing of the request's context.
  app.addHook('preHandler', (request, _, done) => {
    const span = open.get(request);
    if (span) span.enter(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const facts = { 'http.response.status_code': reply.statusCode, 'butaca.code': reply.answerCode ?? reply.statusCode };
    open.get(request)?.end(facts);
    done();
  });
}
