import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Counts } from '#watch/metrics';
import type { Series } from '#watch/numbers';
import type { Count } from './fast-lane.ts';

/** Counts answers: calls by path and nCode, pages by status. */
export function answerCounter({ httpSeconds }: Counts): Count {
  // Looking a series up by its labels is slow and there are few of them, so each lookup is kept.
  const known = new Map<string, Series>();
  return ({ method, path, code, seconds }) => {
    const key = `${method} ${path} ${code}`;
    let series = known.get(key);
    if (!series) {
      series = httpSeconds.of(method, path, String(code));
      known.set(key, series);
    }
    series.observe(seconds);
  };
}

/** Counts every answer that the framework sends. */
export function countAnswers(app: FastifyInstance, count: Count) {
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.routeOptions.url ?? 'page';
    count({ method: request.method, path, code: reply.answerCode ?? reply.statusCode, seconds: reply.elapsedTime / 1000 });
    done();
  });
}

interface MetricsPort {
  readonly host: string;
  readonly port: number;
  readonly scrape: () => Promise<string>;
}

const EXPOSITION = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * `/metrics` for Prometheus, on a port of its own that no balancer knows (decision 030). Answers where it listens, and how to close
 * it; throws when the port is taken.
 */
export async function openMetricsPort({ host, port, scrape }: MetricsPort): Promise<{ readonly port: number; readonly close: () => void }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    scrape().then(
      (text) => response.writeHead(200, { 'content-type': EXPOSITION, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
