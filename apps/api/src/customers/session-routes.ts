import { type AccountSession, endOtherSessions, endSession, listSessions, Refusal } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import { type Session, serve } from '#http/serve';
import { lockCustomer } from './queries-account.ts';
import { revokeOtherSessions, revokeSessionOf, sessionsOf } from './queries-sessions.ts';
import { lockSessions } from './queries-ways-in.ts';
import { revokeOtherDevices } from './sign-in/queries-devices.ts';
import type { SignIn } from './sign-in/routes.ts';

const MOST_LISTED = 50;

/** Where a customer is logged in, and how to end that from anywhere. A session that was ended opens no further call. */
export function sessionRoutes(app: FastifyInstance, { db, signIn }: { readonly db: Db; readonly signIn: SignIn }) {
  serve(app, listSessions, ({ session }) => openSessionsOf(db, session));

  serve(app, endSession, async ({ params: { id }, session, watch }) => {
    if (!(await revokeSessionOf(db, { id, customerId: session.customerId }))) throw new Refusal('not_found');
    watch.say('log-out', {});
    return openSessionsOf(db, session);
  });

  serve(app, endOtherSessions, async ({ session, cookies, watch }) => {
    const here = { ...session, deviceId: signIn.cookiesOf(cookies).device()?.id ?? null };
    const { count } = await db.begin(async (tx) => {
      // The order of whatever ends ways into an account.
      await lockCustomer(tx, session.customerId);
      await lockSessions(tx, [session.customerId]);
      return revokeOtherSessions(tx, here);
    });
    await revokeOtherDevices(db, here);
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
