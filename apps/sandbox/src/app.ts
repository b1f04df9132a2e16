import fastify, { type FastifyInstance } from 'fastify';
import type { Inbox } from './mail/inbox.ts';
import { mailRoutes } from './mail/routes.ts';
import { homePage } from './pages/home.ts';
import { errorPage } from './pages/page.ts';

/** Shown mails inherit this policy: they may style themselves, and reach nothing. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

/** The outside world of development and tests: what it received, to be looked at. */
export function buildSandbox({ inbox }: { inbox: Inbox }): FastifyInstance {
  const app = fastify({ logger: false });

  app.addHook('onSend', async (_, reply) => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });
  app.setNotFoundHandler((_, reply) => reply.code(404).type('text/html; charset=utf-8').send(errorPage('Acá no hay nada.')));
  app.setErrorHandler((_, __, reply) =>
    reply.code(500).type('text/html; charset=utf-8').send(errorPage('Algo falló en la caja de arena.')),
  );

  app.get('/', (_, reply) => reply.type('text/html; charset=utf-8').send(homePage({ mailCount: inbox.newestFirst().length })));
  mailRoutes(app, inbox);
  return app;
}
