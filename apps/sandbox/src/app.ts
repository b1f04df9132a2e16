import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { GatewayWorld } from './gateway/access.ts';
import { gatewayApiRoutes } from './gateway/api-routes.ts';
import { gatewayControlRoutes } from './gateway/control-routes.ts';
import type { Inbox } from './mail/inbox.ts';
import { mailRoutes } from './mail/routes.ts';
import { homePage } from './pages/home.ts';
import { errorPage } from './pages/page.ts';

/** Shown mails inherit this policy: they may style themselves, and reach nothing; their frame lets no form be sent. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ');

/** The outside world of development and tests: what it received, to be looked at. */
export function buildSandbox({ inbox, gateway, access }: GatewayWorld & { inbox: Inbox }): FastifyInstance {
  const app = fastify({ logger: false });

  app.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', contentSecurityPolicy);
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });
  app.setNotFoundHandler((_, reply) => reply.code(404).type('text/html; charset=utf-8').send(errorPage('Acá no hay nada.')));
  app.setErrorHandler<FastifyError>(({ statusCode = 500 }, _, reply) =>
    reply
      .code(statusCode)
      .type('text/html; charset=utf-8')
      .send(errorPage(statusCode < 500 ? 'Eso no se entiende.' : 'Algo falló en la caja de arena.')),
  );

  app.get('/', (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send(homePage({ mailCount: inbox.newestFirst().length, paymentCount: gateway.paymentsMade().length })),
  );
  mailRoutes(app, inbox);
  app.register(async (calls) => gatewayApiRoutes(calls, { gateway, access }), { prefix: '/gateway/api/v2' });
  app.register(async (pages) => gatewayControlRoutes(pages, { gateway }));
  // Who is kept waiting on purpose does not keep the end waiting.
  app.addHook('preClose', async () => gateway.clock.stop());
  return app;
}
