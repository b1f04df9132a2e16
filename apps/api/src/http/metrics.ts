import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** `/metrics` for Prometheus: calls by path and nCode, pages by status, and the process itself. */
export function mountMetrics(app: FastifyInstance) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'butaca_http_seconds',
    help: 'Time from the request to the last byte of its answer',
    labelNames: ['method', 'path', 'code'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });

  app.addHook('onResponse', (request, reply, done) => {
    const path = request.routeOptions.url ?? 'page';
    duration.observe({ method: request.method, path, code: String(reply.answerCode ?? reply.statusCode) }, reply.elapsedTime / 1000);
    done();
  });

  app.get('/metrics', { logLevel: 'warn' }, async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
