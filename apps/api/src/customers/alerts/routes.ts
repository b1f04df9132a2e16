import {
  alertPages,
  askForAlert as askCall,
  askForOwnAlert as askOwnCall,
  confirmAlert as confirmCall,
  leaveAlert as leaveCall,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '#http/serve';
import { serveOneClick } from '../one-click-routes.ts';
import { type AlertWorld, askForAlert, askForOwnAlert, confirmAlert, leaveAlert } from './alerts.ts';

/** Being told when a show has places again or gets another date, and the way out. */
export function alertRoutes(app: FastifyInstance, world: AlertWorld) {
  serve(app, askCall, async ({ params, body, ip, language }) => {
    await askForAlert(world, { ...params, ...body, ip, language });
    return {};
  });
  serve(app, askOwnCall, ({ params, session, ip, language }) => askForOwnAlert(world, { ...params, session, ip, language }));
  serve(app, confirmCall, async ({ body }) => {
    await confirmAlert(world, body.link);
    return {};
  });
  serve(app, leaveCall, async ({ body }) => {
    await leaveAlert(world, body.link);
    return {};
  });
  serveOneClick(app, alertPages.leave, (link) => leaveAlert(world, link));
}
