import { type AccountSession, endOtherSessions, endSession, listSessions, Refusal } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import { type Session, serve } from '#http/serve';
import type { EndPayLinks } from './prove-mailbox.ts';
import { lockCustomerIn } from './queries-account.ts';
import { revokeOtherSessions, revokeSessionOf, sessionsOf } from './queries-sessions.ts';
import { lockSessions } from './queries-ways-in.ts';
import { revokeOtherDevices } from './sign-in/queries-devices.ts';
import type { SignIn } from './sign-in/routes.ts';

const MOST_LISTED = 50;

interface SessionDeps {
  readonly db: Db;
  readonly signIn: SignIn;
  readonly endPayLinks: EndPayLinks;
}

/**
 * Where a customer is logged in, and how to end that from anywhere. A session that has ended opens no further call and, however late its own
 * call comes, ends no other session. The account's pay links end too: the session may have made one that spends the balance.
 */
export function sessionRoutes(app: FastifyInstance, { db, signIn, endPayLinks }: SessionDeps) {
  serve(app, listSessions, ({ session }) => openSessionsOf(db, session));

  serve(app, endSession, async ({ params: { id }, session, watch }) => {
    await db.begin(async (tx) => {
      await lockCustomerIn(tx, session);
      if (!(await revokeSessionOf(tx, { id, customerId: session.customerId }))) throw new Refusal('not_found');
      if (id !== session.id) await endPayLinks(tx, [session.customerId]);
    });
    watch.say('log-out', {});
    return openSessionsOf(db, session);
  });

  serve(app, endOtherSessions, async ({ session, cookies, watch }) => {
    const here = { ...session, deviceId: signIn.cookiesOf(cookies).device()?.id ?? null };
    const { count } = await db.begin(async (tx) => {
      // The order of whatever ends ways into an account.
      await lockCustomerIn(tx, session);
      await lockSessions(tx, [session.customerId]);
      // Before the sessions: a log-in that is under way holds its device until its session is there to be ended.
      await revokeOtherDevices(tx, here);
      const revoked = await revokeOtherSessions(tx, here);
      await endPayLinks(tx, [session.customerId]);
      return revoked;
    });
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
