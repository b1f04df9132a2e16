import type { FastifyInstance } from 'fastify';
import { hostedRoutes, sendAnswer } from '../hosted/routes.ts';
import { problem, type Wallet } from './wallet.ts';

type WithId = { Params: { id: string } };

/** A generic wallet's calls, with its key, and its pages. */
export function walletRoutes(app: FastifyInstance, wallet: Wallet) {
  app.register(async (pages) => hostedRoutes(pages, wallet.hosted));
  app.register(async (calls) => apiRoutes(calls, wallet), { prefix: `/${wallet.hosted.character.name}/api` });
}

function apiRoutes(app: FastifyInstance, wallet: Wallet) {
  app.setErrorHandler((_, __, reply) => sendAnswer(reply, problem(400, 'malformed request')));
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (headers.authorization !== `Bearer ${wallet.access.key}`) return sendAnswer(reply, problem(401, 'wrong key'));
  });
  const originOf = ({ protocol, host }: { readonly protocol: string; readonly host: string }) => `${protocol}://${host}`;

  app.post('/payments', async (request, reply) => sendAnswer(reply, await wallet.createPayment(request.body, originOf(request))));
  app.get<{ Querystring: { reference?: string } }>('/payments', async (request, reply) =>
    sendAnswer(reply, await wallet.search(request.query.reference, originOf(request))),
  );
  app.get<WithId>('/payments/:id', async (request, reply) => sendAnswer(reply, await wallet.find(request.params.id, originOf(request))));
  app.post<WithId>('/payments/:id/cancellation', async (request, reply) =>
    sendAnswer(reply, await wallet.cancel(request.params.id, originOf(request))),
  );
  app.post<WithId>('/payments/:id/refunds', async ({ params, body, headers }, reply) =>
    sendAnswer(reply, await wallet.refund(params.id, body, headers['idempotency-key'] as string | undefined)),
  );
}
