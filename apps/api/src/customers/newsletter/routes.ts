import {
  confirmSubscription as confirmCall,
  leaveNewsletter as leaveCall,
  newsletterPages,
  subscribe as subscribeCall,
} from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '#http/serve';
import { textsOf } from '../../texts/index.ts';
import { serveOneClick } from '../one-click-routes.ts';
import { confirmSubscription, leaveNewsletter, type NewsletterWorld, subscribe } from './newsletter.ts';

/** Subscribing to the newsletter, confirming it, and the way out. */
export function newsletterRoutes(app: FastifyInstance, world: NewsletterWorld) {
  serve(app, subscribeCall, async ({ body, ip, language }) => {
    await subscribe(world, { ...body, ip, language });
    // The same to everybody (EN-057).
    return { mail: { message: textsOf(language).answers('newsletter.sent') } };
  });
  serve(app, confirmCall, async ({ body }) => {
    await confirmSubscription(world, body.link);
    return {};
  });
  serve(app, leaveCall, async ({ body }) => {
    await leaveNewsletter(world, body.link);
    return {};
  });

  serveOneClick(app, newsletterPages.leave, (link) => leaveNewsletter(world, link));
}
