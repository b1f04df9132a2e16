import { type AccountSession, endOtherSessions, endSession, listSessions, Refusal } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import { type Session, serve } from '#http/serve';
import { revokeOtherSessions, revokeSessionOf, sessionsOf } from './queries-sessions.ts';

const MOST_LISTED = 50;

/** Where a customer is logged in, and how to end that from anywhere. A session that was ended opens no further call. */
export function sessionRoutes(app: FastifyInstance, { db }: { readonly db: Db }) {
  serve(app, listSessions, ({ session }) => openSessionsOf(db, session));

  serve(app, endSession, async ({ params: { id }, session, watch }) => {
    if (!(await revokeSessionOf(db, { id, customerId: session.customerId }))) throw new Refusal('not_found');
    watch.say('log-out', {});
    return openSessionsOf(db, session);
  });

  serve(app, endOtherSessions, async ({ session, watch }) => {
    const { count } = await revokeOtherSessions(db, session);
    if (count > 0) watch.say('log-out', {});
    return openSessionsOf(db, session);
  });
}

async function openSessionsOf(db: Db, { id: own, customerId }: Session): Promise<{ sessions: AccountSession[] }> {
  const rows = await sessionsOf(db, customerId, MOST_LISTED);
  return {
    sessions: rows.map(({ id, device, openedAt, expiresAt }) => ({
      id,
      ...(device === null ? {} : { device }),
      openedAt: openedAt.epochMilliseconds,
      expiresAt: expiresAt.epochMilliseconds,
      isThis: id === own,
    })),
  };
}
