import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { GatewayWorld } from '../config.ts';
import { type Method, methodOf } from './cards.ts';
import { type Answer, broken, malformed, refusal, refusalOf, unauthorised } from './requests.ts';

const THIS_MACHINE = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** Lets pages of this machine and of the storefront read the answer. */
export const openToPages = (storefront: string | undefined) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { origin } = request.headers;
  reply.header('vary', 'origin');
  if (origin !== undefined && (origin === storefront || THIS_MACHINE.test(origin))) reply.header('access-control-allow-origin', origin);
};

type WithId = { Params: { id: string } };

/** Payway's calls, with its keys and its words for what is wrong. */
export function gatewayApiRoutes(app: FastifyInstance, { gateway, access }: GatewayWorld) {
  const open = openToPages(access.origin);
  const withKey =
    (...keys: string[]) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (!keys.includes(String(request.headers.apikey))) return reply.code(401).send(unauthorised.body);
    };
  const withPrivateKey = { onRequest: withKey(access.privateKey) };

  app.setErrorHandler<FastifyError>(({ statusCode = 500 }, _, reply) => send(reply, statusCode < 500 ? malformed : broken));
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ error_type: 'not_found_error' }));

  app.options('/tokens', { onRequest: open }, (_, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'apikey, content-type, x-source',
        'access-control-max-age': '600',
      })
      .send(),
  );
  app.post('/tokens', { onRequest: [open, withKey(access.publicKey)] }, ({ body }, reply) => send(reply, gateway.createToken(body)));

  app.post('/payments', withPrivateKey, async ({ body }, reply) => send(reply, await gateway.createPayment(body)));
  app.post('/threeds/instruction', withPrivateKey, async ({ body, headers }, reply) =>
    send(reply, headers['x-consumer-username'] ? await gateway.followInstruction(body) : unauthorised),
  );
  app.get<WithId>('/usersite/:id/cardtokens', withPrivateKey, async ({ params }, reply) => send(reply, await gateway.keptCards(params.id)));
  app.delete<WithId>('/cardtokens/:id', withPrivateKey, async ({ params }, reply) => send(reply, await gateway.deleteKeptCard(params.id)));
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

const Question = z.object({
  bin: z.string().regex(/^\d{6,8}$/),
  /** Cents. */
  amount: z.coerce.number().int().positive().max(99_999_999_999),
});

/** Interest a year (TEA) in percent, by number of instalments. */
const usualRates: readonly (readonly [number, number])[] = [
  [1, 0],
  [3, 54.9],
  [6, 59.9],
  [12, 66.9],
];
/** Naranja's own plan has three without interest. */
const ratesOf = ({ id, debit }: Method) =>
  usualRates
    .filter(([installments]) => !debit || installments === 1)
    .map(([installments, rate]) => [installments, id === 24 && installments === 3 ? 0 : rate] as const);

/** Interest bears IVA, and the total cost of the credit (CFTEA) has it in. */
const TAX_ON_INTEREST = 0.21;

/** Ours: Payway has no such call. Rates in percent a year with two places, amounts in cents. */
function installmentsAnswer(query: unknown) {
  const question = Question.safeParse(query);
  if (!question.success) return refusalOf(question.error, query);
  const { bin, amount } = question.data;
  const method = methodOf(bin);
  if (!method) return refusal({ code: 'invalid_param', param: 'bin' });
  return {
    status: 200,
    body: {
      bin,
      payment_method_id: method.id,
      card_brand: method.name,
      card_type: method.debit ? 'debit' : 'credit',
      bank: method.id === 24 ? 'Naranja' : 'Banco de la Caja de Arena',
      plans: ratesOf(method).map(([installments, rate]) => plan(amount, installments, rate)),
    },
  };
}

/** Equal instalments, the first after a month. */
function plan(amount: number, installments: number, tea: number) {
  const interest = (1 + tea / 100) ** (1 / 12) - 1;
  const cost = interest * (1 + TAX_ON_INTEREST);
  const each = Math.round(cost === 0 ? amount / installments : (amount * cost) / (1 - (1 + cost) ** -installments));
  const total = cost === 0 ? amount : each * installments;
  return {
    installments,
    coefficient: rounded(total / amount, 4),
    installment_amount: each,
    total_amount: total,
    tea,
    cftea: rounded(((1 + cost) ** 12 - 1) * 100, 2),
  };
}

const rounded = (value: number, places: number) => Number(value.toFixed(places));
