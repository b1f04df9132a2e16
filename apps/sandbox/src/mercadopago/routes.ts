import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Answer } from '../hosted/provider.ts';
import { hostedRoutes, readForms, sendAnswer } from '../hosted/routes.ts';
import { errorPage, html, page } from '../page.ts';
import type { MercadoPago } from './mercadopago.ts';
import { problem } from './requests.ts';

type WithId = { Params: { id: string } };

/** Mercado Pago's calls, with its access token, and its pages. */
export function mercadoPagoRoutes(app: FastifyInstance, mercadoPago: MercadoPago) {
  app.register(async (pages) => hostedRoutes(pages, mercadoPago.hosted));
  app.register(async (frames) => challengeRoutes(frames, mercadoPago));
  app.register(async (calls) => apiRoutes(calls, mercadoPago), { prefix: '/mercadopago' });
  app.get<WithId>('/mercadopago/cupon/:id', async ({ params }, reply) => {
    const found = mercadoPago.findSlip(params.id);
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    if (!found) return reply.code(404).send(errorPage('Acá no queda nada por pagar.'));
    return page({
      title: 'Cupón de pago',
      body: html`<h1>Cupón de pago</h1><p class="lead">Esto es una simulación. Código: ${params.id}</p>`,
    });
  });
}

function apiRoutes(app: FastifyInstance, mercadoPago: MercadoPago) {
  const { accessToken, publicKey } = mercadoPago.access;
  app.post<{ Body: { reference?: string } }>('/control/chargeback', async ({ body, headers }, reply) => {
    const from = headers['sec-fetch-site'];
    if (from !== undefined && from !== 'same-origin') return reply.code(403).send({ problem: 'from another site' });
    const order = mercadoPago.hosted.orders.ofReference(body?.reference ?? '').at(-1);
    if (!order || !mercadoPago.hosted.chargeBack(order)) return reply.code(404).send({ problem: 'nothing to take back' });
    return {};
  });
  const keyOf = (headers: Readonly<Record<string, unknown>>) => headers['x-idempotency-key'] as string | undefined;
  app.setErrorHandler((_, __, reply) => sendAnswer(reply, problem(400, 'bad_request', 'Malformed request')));

  app.register(async (browsers) => {
    browsers.addHook('onRequest', async ({ query }, reply) => {
      reply.headers({ 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' });
      const key = (query as Record<string, unknown>).public_key;
      if (key !== publicKey) return sendAnswer(reply, problem(401, 'unauthorized', 'invalid public key'));
    });
    browsers.options('/v1/card_tokens', (_, reply) => reply.code(204).send());
    browsers.post('/v1/card_tokens', ({ body }, reply) => sendAnswer(reply, mercadoPago.createToken(body)));
  });

  app.register(async (shop) => {
    shop.addHook('onRequest', async ({ headers }, reply) => {
      // The expiry of a preference is compared with this time, which the clock of tests moves.
      reply.header('date', new Date(mercadoPago.hosted.clock.now()).toUTCString());
      if (headers.authorization !== `Bearer ${accessToken}`) return sendAnswer(reply, problem(401, 'unauthorized', 'invalid access token'));
    });
    shop.post('/checkout/preferences', async (request, reply) =>
      sendAnswer(reply, withOrigin(await mercadoPago.createPreference(request.body), request)),
    );
    shop.get<WithId>('/checkout/preferences/:id', async (request, reply) =>
      sendAnswer(reply, withOrigin(await mercadoPago.findPreference(request.params.id), request)),
    );
    shop.put<WithId>('/checkout/preferences/:id', async (request, reply) =>
      sendAnswer(reply, withOrigin(await mercadoPago.changePreference(request.params.id, request.body), request)),
    );
    shop.post('/v1/payments', async (request, reply) =>
      sendAnswer(reply, withChallenge(await mercadoPago.createPayment(request.body, keyOf(request.headers)), request)),
    );
    shop.get('/v1/payments/search', async (request, reply) =>
      sendAnswer(reply, withChallenge(await mercadoPago.searchPayments(request.query), request)),
    );
    shop.get<WithId>('/v1/payments/:id', async (request, reply) =>
      sendAnswer(reply, withChallenge(await mercadoPago.findPayment(request.params.id), request)),
    );
    shop.put<WithId>('/v1/payments/:id', async (request, reply) =>
      sendAnswer(reply, withChallenge(await mercadoPago.changePayment(request.params.id, request.body), request)),
    );
    shop.post<WithId>('/v1/payments/:id/refunds', async ({ params, body, headers }, reply) =>
      sendAnswer(reply, await mercadoPago.refund(params.id, body, keyOf(headers))),
    );
  });
}

const ChallengeForm = z.object({ do: z.enum(['approved', 'declined']).optional() });

/** The issuer's question, in a frame of the shop, that is told when it was answered. */
function challengeRoutes(app: FastifyInstance, mercadoPago: MercadoPago) {
  readForms(app);
  app.post<WithId>('/mercadopago/challenge/:id', async ({ params, body }, reply) => {
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; frame-ancestors http: https:",
    });
    const found = mercadoPago.findChallenge(params.id);
    const form = ChallengeForm.safeParse(body);
    if (!found || !form.success) return reply.code(404).send(errorPage('Acá no queda nada por contestar.'));
    const { do: decision } = form.data;
    if (decision) {
      await mercadoPago.hosted.decide(found.order, decision, decision === 'declined' ? 'cc_rejected_3ds_challenge' : null);
      return reply.send(`<!doctype html><script>parent.postMessage({ status: 'COMPLETE' }, '*')</script>`);
    }
    return reply.send(
      page({
        title: 'Tu banco',
        body: html`
          <h1>¿Sos vos?</h1>
          <p class="lead">Esto es una simulación del banco de la tarjeta. No se mueve dinero.</p>
          <form method="post" class="answers">
            <button name="do" value="approved">Confirmar</button> <button name="do" value="declined">No soy yo</button>
          </form>`,
      }),
    );
  });
}

interface Asked {
  readonly protocol: string;
  readonly host: string;
}

/** A preference's page has a whole address. */
function withOrigin(answer: Answer, { protocol, host }: Asked): Answer {
  if (!answer || !('init_point' in answer.body)) return answer;
  const whole = `${protocol}://${host}${answer.body.init_point}`;
  return { ...answer, body: { ...answer.body, init_point: whole, sandbox_init_point: whole } };
}

interface ToldPayment {
  readonly three_ds_info?: { readonly external_resource_url: string };
  readonly transaction_details?: { readonly external_resource_url: string };
  readonly results?: readonly ToldPayment[];
}

/** The question of a card's issuer and a slip have whole addresses, too. */
function withChallenge(answer: Answer, { protocol, host }: Asked): Answer {
  const whole = (told: ToldPayment): ToldPayment => ({
    ...told,
    ...(told.three_ds_info && {
      three_ds_info: { ...told.three_ds_info, external_resource_url: `${protocol}://${host}${told.three_ds_info.external_resource_url}` },
    }),
    ...(told.transaction_details && {
      transaction_details: { external_resource_url: `${protocol}://${host}${told.transaction_details.external_resource_url}` },
    }),
    ...(told.results && { results: told.results.map(whole) }),
  });
  return answer && { ...answer, body: whole(answer.body as ToldPayment) };
}
