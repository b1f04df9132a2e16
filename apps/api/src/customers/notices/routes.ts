import { endNoticed as endNoticedCall, readNotice as readNoticeCall } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '#http/serve';
import { type EndingWorld, endNoticed, readNotice } from './end.ts';

/** The links of mails about what was added to an account. They are followed without a session: their owner may be locked out. */
export function noticeRoutes(app: FastifyInstance, world: EndingWorld) {
  serve(app, readNoticeCall, ({ body }) => readNotice(world, body.link));
  serve(app, endNoticedCall, async ({ body, watch }) => {
    const kind = await endNoticed(world, body.link);
    if (kind !== null) watch.say('notice-ended', { kind, network: watch.network });
    return {};
  });
}
