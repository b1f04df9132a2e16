import { writeToSupportAsCustomer as writeAsCustomerCall, writeToSupport as writeCall } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '#http/serve';
import type { Captcha } from '../captcha/captcha.ts';
import { type SupportWorld, writeToSupport, writeToSupportAsCustomer } from './support.ts';

/** Messages to support, from visitors and from accounts. */
export function supportRoutes(app: FastifyInstance, { captcha, ...world }: SupportWorld & { readonly captcha: Captcha }) {
  serve(app, writeCall, async ({ body: { captcha: token, ...typed }, ip, userAgent }) => {
    await captcha.requireSolved(world.db, token, { purpose: 'support', ip });
    return writeToSupport(world, typed, { ip, userAgent });
  });
  serve(app, writeAsCustomerCall, ({ body, session, ip, userAgent }) => writeToSupportAsCustomer(world, body, { session, ip, userAgent }));
}
