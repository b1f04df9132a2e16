import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import { ping } from '#db/outage';

/** Longer than a healthy database ever takes, shorter than load balancers wait. */
const PATIENCE_MS = 2000;

/** `/healthz`: the process answers. `/readyz`: it can also reach the database and is not about to leave. */
export function mountHealth(app: FastifyInstance, { db }: { db: Db }) {
  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok' }));

  app.get('/readyz', { logLevel: 'warn' }, async (_, reply) => {
    if (app.shutdown.announced) return reply.code(503).send({ status: 'closing' });
    // A database that neither answers nor refuses counts as unreachable.
    const answered = ping(db).then(
      () => true,
      () => false,
    );
    if (await Promise.race([answered, sleep(PATIENCE_MS, false, { ref: false })])) return { status: 'ready' };
    return reply.code(503).send({ status: 'no database' });
  });
}
