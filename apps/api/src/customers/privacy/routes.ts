import {
  eraseAccount as eraseAccountCall,
  getExport,
  getPrivacy,
  requestExport as requestExportCall,
  sendErasureCode as sendErasureCodeCall,
  setMarketing,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import { serve, serveFile } from '#http/serve';
import { lockCustomerIn } from '../queries-account.ts';
import { findExport, presentExport, requestExport } from './data-export.ts';
import { eraseAccount, obstaclesOf, sendErasureCode } from './erase-account.ts';
import { balanceToLose, countOrders } from './queries-erasure.ts';
import { consentsOf, insertConsent, latestExport } from './queries-privacy.ts';

/** What somebody may do about what is kept of them (Ley 25.326): have it, say what it may be used for, and have it erased. */
export function privacyRoutes(app: FastifyInstance, { db, secret }: { readonly db: Db; readonly secret: string }) {
  serve(app, getPrivacy, async ({ session }) => {
    const { customerId } = session;
    const [consents, latest, obstacles, orderCount, balance] = await Promise.all([
      consentsOf(db, customerId),
      latestExport(db, customerId),
      obstaclesOf(db, session),
      countOrders(db, customerId),
      balanceToLose(db, customerId),
    ]);
    return {
      consents: [...consents],
      ...(latest ? { export: presentExport(latest) } : {}),
      obstacles,
      orderCount,
      ...(balance > 0 ? { balance } : {}),
    };
  });

  serve(app, setMarketing, ({ session, body }) =>
    db.begin(async (tx) => {
      const { customerId } = session;
      await lockCustomerIn(tx, session);
      await insertConsent(tx, { customerId, ...body, place: 'account' });
      return { consents: [...(await consentsOf(tx, customerId))] };
    }),
  );

  serve(app, requestExportCall, ({ session }) => requestExport(db, session));
  serveFile(app, getExport, ({ session: { customerId }, params: { id }, language }) => findExport(db, { id, customerId, language }));

  serve(app, sendErasureCodeCall, async ({ session }) => {
    await sendErasureCode({ db, secret }, session);
    return {};
  });
  serve(app, eraseAccountCall, async ({ session: { customerId, role }, body, watch }) => {
    await eraseAccount({ db, secret }, { customerId, role, typed: body.code });
    watch.say('account-erased', { network: watch.network });
    return {};
  });
}
