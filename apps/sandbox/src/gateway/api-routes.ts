import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayWorld } from './access.ts';
import { installmentsAnswer } from './installments.ts';
import { type Answer, broken, malformed, unauthorised } from './problems.ts';

const THIS_MACHINE = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

type WithId = { Params: { id: string } };

/** Payway's calls, with its keys and its words for what is wrong. */
export function gatewayApiRoutes(app: FastifyInstance, { gateway, access }: GatewayWorld) {
  const mayAsk = (origin: string | undefined): origin is string =>
    origin !== undefined && (origin === access.origin || THIS_MACHINE.test(origin));

  const openToPages = async (request: FastifyRequest, reply: FastifyReply) => {
    const { origin } = request.headers;
    reply.header('vary', 'origin');
    if (mayAsk(origin)) reply.header('access-control-allow-origin', origin);
  };
  const withKey =
    (...keys: string[]) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (!keys.includes(String(request.headers.apikey))) return reply.code(401).send(unauthorised.body);
    };
  const withPrivateKey = { onRequest: withKey(access.privateKey) };

  app.setErrorHandler<FastifyError>(({ statusCode = 500 }, _, reply) => send(reply, statusCode < 500 ? malformed : broken));
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ error_type: 'not_found_error' }));

  app.options('/tokens', { onRequest: openToPages }, (_, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'apikey, content-type, x-source',
        'access-control-max-age': '600',
      })
      .send(),
  );
  app.post('/tokens', { onRequest: [openToPages, withKey(access.publicKey)] }, ({ body }, reply) => send(reply, gateway.createToken(body)));

  app.post('/payments', withPrivateKey, async ({ body }, reply) => send(reply, await gateway.createPayment(body)));
  app.get('/payments', withPrivateKey, async ({ query }, reply) => send(reply, await gateway.searchPayments(query)));
  app.get<WithId>('/payments/:id', withPrivateKey, async ({ params }, reply) => send(reply, await gateway.findPayment(params.id)));
  app.post<WithId>('/payments/:id/refunds', withPrivateKey, async ({ params, body }, reply) =>
    send(reply, await gateway.refundPayment(params.id, body)),
  );
  app.get('/installments', { onRequest: withKey(access.publicKey, access.privateKey) }, ({ query }, reply) =>
    send(reply, installmentsAnswer(query)),
  );
}

/** A lost answer is a connection that breaks. */
function send(reply: FastifyReply, answer: Answer) {
  if (answer) return reply.code(answer.status).send(answer.body);
  reply.hijack();
  reply.raw.destroy();
  return reply;
}
