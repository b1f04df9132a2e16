import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import { ping } from './queries.ts';

/** `/healthz`: the process answers. `/readyz`: it can also reach the database and is not about to leave. */
export function mountHealth(app: FastifyInstance, { db }: { db: Db }) {
  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok' }));

  app.get('/readyz', { logLevel: 'warn' }, async (_, reply) => {
    if (app.departure.announced) return reply.code(503).send({ status: 'closing' });
    try {
      await ping(db);
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'no database' });
    }
  });
}
