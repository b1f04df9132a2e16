import type { FastifyInstance } from 'fastify';
import { hostedRoutes, sendAnswer } from '../hosted/routes.ts';
import { type Modo, problem } from './modo.ts';

type WithId = { Params: { id: string } };

/** MODO's calls under their usual paths, and what its app shows. */
export function modoRoutes(app: FastifyInstance, modo: Modo) {
  app.register(async (pages) => hostedRoutes(pages, modo.hosted));
  app.register(async (calls) => apiRoutes(calls, modo), { prefix: '/modo/v2' });
}

function apiRoutes(app: FastifyInstance, modo: Modo) {
  app.setErrorHandler((_, __, reply) => sendAnswer(reply, problem(400, 'Malformed request')));
  app.get('/payment-requests/.well-known/jwks.json', () => modo.keys());

  app.register(async (shop) => {
    shop.addHook('onRequest', async ({ headers, url }, reply) => {
      if (headers['user-agent'] !== modo.access.merchant) return sendAnswer(reply, problem(403, 'Forbidden'));
      if (!url.endsWith('/token') && !modo.isToken(headers.authorization)) return sendAnswer(reply, problem(401, 'Unauthorized'));
    });
    shop.post('/stores/companies/token', async ({ body }, reply) => sendAnswer(reply, await modo.createToken(body)));
    shop.post('/payment-requests/', async ({ body, protocol, host }, reply) =>
      sendAnswer(reply, await modo.createPayment(body, `${protocol}://${host}`)),
    );
    shop.get<WithId>('/payment-requests/:id/data', async ({ params }, reply) => sendAnswer(reply, await modo.find(params.id)));
    shop.post<WithId>('/payment-requests/:id/refund', async ({ params, body }, reply) =>
      sendAnswer(reply, await modo.refund(params.id, body)),
    );
  });
}
