import { correctMailbox as correctCall, getCodeDelivery, listUndelivered, sendMailAgain, sendMailboxCode } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import { serve } from '#http/serve';
import { askMailboxCode, correctMailbox } from './correct-mailbox.ts';
import { findUndelivered, readCodeDelivery, sendAgain } from './undelivered.ts';

/** What buyers and staff do about mails that did not arrive; what stands in the staff's log is served beside the log. */
export function mailboxRoutes(app: FastifyInstance, world: { readonly db: Db; readonly secret: string }) {
  const { db } = world;
  serve(app, sendMailboxCode, async ({ params, body, session, click, ip }) => {
    await askMailboxCode(world, { ...params, ...body, ownerId: session.customerId, click, by: { ip } });
    return {};
  });
  serve(app, correctCall, async ({ params, body, session, click }) => {
    await correctMailbox(world, { ...params, ...body, ownerId: session.customerId, click });
    return {};
  });
  serve(app, getCodeDelivery, ({ session }) => readCodeDelivery(db, session.customerId));
  serve(app, listUndelivered, ({ query }) => findUndelivered(db, query.search));
  serve(app, sendMailAgain, ({ params, session, click }) => sendAgain(db, { ...params, staffId: session.customerId, click }));
}
