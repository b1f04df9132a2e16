import type { FastifyInstance } from 'fastify';
import { hostedRoutes, readForms, sendAnswer } from '../hosted/routes.ts';
import { problem, type Tigo } from './tigo.ts';

const API = '/v2/tigo/mfs/payments';

/** Tigo Money's calls under their usual paths, and its pages. */
export function tigoRoutes(app: FastifyInstance, tigo: Tigo) {
  app.register(async (pages) => hostedRoutes(pages, tigo.hosted));
  app.register(async (calls) => apiRoutes(calls, tigo), { prefix: '/tigo' });
}

function apiRoutes(app: FastifyInstance, tigo: Tigo) {
  readForms(app);
  app.setErrorHandler((_, __, reply) => sendAnswer(reply, problem(400, 'invalid_request', 'Malformed request')));

  app.post<{ Body: { grant_type?: string } | undefined }>('/v1/oauth/mfs/payments/tokens', async ({ headers, body }, reply) => {
    const isAllowed = tigo.isShop(headers.authorization) && body?.grant_type === 'client_credentials';
    return sendAnswer(reply, isAllowed ? await tigo.createToken() : problem(401, 'invalid_client', 'Invalid client'));
  });

  app.register(async (shop) => {
    shop.addHook('onRequest', async ({ headers }, reply) => {
      if (!tigo.isToken(headers.authorization)) return sendAnswer(reply, problem(401, 'invalid_token', 'Invalid access token'));
    });
    shop.post(`${API}/authorizations`, async ({ body, protocol, host }, reply) =>
      sendAnswer(reply, await tigo.authorise(body, `${protocol}://${host}`)),
    );
    shop.get<{ Params: { merchant: string; reference: string } }>(
      `${API}/transactions/PRY/:merchant/:reference`,
      async ({ params }, reply) => sendAnswer(reply, await tigo.find(params.merchant, params.reference)),
    );
    // The published sources disagree on what stands before our reference: the payment's id or the merchant's.
    shop.delete<{ Params: { id: string; reference: string } }>(`${API}/transactions/PRY/:id/:reference`, async ({ params }, reply) =>
      sendAnswer(reply, await tigo.reverse(params.id, params.reference)),
    );
  });
}
