import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import { canCommit } from '#db/readiness';

/** Longer than a healthy database ever takes, shorter than load balancers wait. */
const PATIENCE_MS = 2000;

type Readiness = 'ready' | 'standby' | 'no database';

/** `/healthz`: the process answers. `/readyz`: it can also sell, because the database commits, and is not about to leave. */
export function mountHealth(app: FastifyInstance, { db }: { db: Db }) {
  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok' }));

  /** One question for all who ask meanwhile: each writes, and may hang. */
  let asked: Promise<Readiness> | undefined;
  const ask = () => {
    asked ??= canCommit(db)
      .then(
        (commits): Readiness => (commits ? 'ready' : 'standby'),
        (): Readiness => 'no database',
      )
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };

  app.get('/readyz', { logLevel: 'warn' }, async (_, reply) => {
    if (app.shutdown.announced) return reply.code(503).send({ status: 'closing' });
    // A database that neither answers nor refuses counts as unreachable.
    const status = await Promise.race([ask(), sleep<Readiness>(PATIENCE_MS, 'no database', { ref: false })]);
    return reply.code(status === 'ready' ? 200 : 503).send({ status });
  });
}
