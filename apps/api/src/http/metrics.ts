import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Count } from './fast-lane.ts';

export interface Metrics {
  readonly registry: Registry;
  /** One answer: calls are counted by path and nCode, pages by status. */
  readonly count: Count;
}

/** A scrape reaches one process of several on its port, and says which. */
export function createMetrics(processNumber: number): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: String(processNumber) });
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'butaca_http_seconds',
    help: 'Time from the request to the last byte of its answer',
    labelNames: ['method', 'path', 'code'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });

  // Looking a series up by its labels is slow and there are few of them, so each lookup is kept.
  const series = new Map<string, Histogram.Internal<'method' | 'path' | 'code'>>();
  const seriesOf = (method: string, path: string, code: number) => {
    const key = `${method} ${path} ${code}`;
    const known = series.get(key) ?? duration.labels(method, path, String(code));
    series.set(key, known);
    return known;
  };

  return { registry, count: ({ method, path, code, seconds }) => seriesOf(method, path, code).observe(seconds) };
}

/** A count that is kept where it is counted, and read at each scrape. */
export function exposeCount({ registry }: Metrics, { name, help, read }: { name: string; help: string; read: () => number }) {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/** `/metrics` for Prometheus. */
export function mountMetrics(app: FastifyInstance, { registry, count }: Metrics) {
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.routeOptions.url ?? 'page';
    count({ method: request.method, path, code: reply.answerCode ?? reply.statusCode, seconds: reply.elapsedTime / 1000 });
    done();
  });

  app.get('/metrics', { logLevel: 'warn' }, async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
