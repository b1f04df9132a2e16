import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { errorPage } from '../page.ts';
import type { Bancard, Process } from './bancard.ts';
import { bancardPage, frameClosed, frameEnd, framePage, frameScript, frameStyles } from './pages.ts';
import { type Answer, problem } from './requests.ts';
import { BancardSwitches } from './switches.ts';

const HTML = 'text/html; charset=utf-8';
const FrameForm = z.object({ do: z.enum(['approved', 'declined', 'cancelled', 'closed']), number: z.string().optional() });
const DecideForm = z.strictObject({
  shopProcessId: z.int(),
  decision: z.enum(['approved', 'declined', 'cancelled']),
  number: z.string().default('4907860500000016'),
});
const Advance = z.strictObject({ seconds: z.number().min(0).max(315_360_000) });

/** Where each kind of process is shown. */
const frames = { new: 'single_buy', 'register_card/new': 'new_card', 'charge_3ds/new': 'charge' } as const satisfies Record<
  string,
  Process['kind']
>;

/** The calls of vPOS 2.0 under its own paths, its frames, and `/bancard` with the switches for tests. */
export function bancardRoutes(app: FastifyInstance, bancard: Bancard) {
  app.register(async (calls) => apiRoutes(calls, bancard), { prefix: '/bancard/vpos/api/0.3' });
  app.register(async (pages) => frameRoutes(pages, bancard), { prefix: '/bancard/checkout' });
  app.get('/bancard/frame.js', (_, reply) => reply.type('text/javascript; charset=utf-8').send(frameScript));
  app.get('/bancard/frame.css', (_, reply) => reply.type('text/css; charset=utf-8').send(frameStyles));
  app.register(async (pages) => controlRoutes(pages, bancard));
  // Answers that are delayed on purpose must not delay the shutdown.
  app.addHook('preClose', async () => bancard.stop());
}

function apiRoutes(app: FastifyInstance, bancard: Bancard) {
  // Bancard answers what is no JSON in its own form.
  app.setErrorHandler((_, __, reply) => sendAnswer(reply, problem('InvalidJsonError')));
  const userOf = (params: unknown) => z.object({ userId: z.coerce.number().int() }).catch({ userId: 0 }).parse(params).userId;
  app.post('/single_buy', async ({ body }, reply) => sendAnswer(reply, await bancard.singleBuy(body)));
  app.post('/single_buy/confirmations', async ({ body }, reply) => sendAnswer(reply, await bancard.getConfirmation(body)));
  app.post('/single_buy/rollback', async ({ body }, reply) => sendAnswer(reply, await bancard.rollback(body)));
  app.post('/cards/new', async ({ body }, reply) => sendAnswer(reply, await bancard.newCard(body)));
  app.post('/charge', async ({ body }, reply) => sendAnswer(reply, await bancard.charge(body)));
  app.post('/users/:userId/cards', async ({ params, body }, reply) => sendAnswer(reply, await bancard.listCards(userOf(params), body)));
  app.delete('/users/:userId/cards', async ({ params, body }, reply) => sendAnswer(reply, await bancard.deleteCard(userOf(params), body)));
}

function frameRoutes(app: FastifyInstance, bancard: Bancard) {
  readForms(app);
  for (const [path, kind] of Object.entries(frames)) {
    app.get<{ Querystring: { process_id?: string } }>(`/${path}`, ({ query }, reply) => {
      const process = bancard.process(query.process_id ?? '');
      if (process?.kind !== kind) return reply.code(404).type(HTML).send(errorPage('Ese pago no existe.'));
      forShop(reply, process);
      return reply.send(bancard.isOpen(process) ? framePage(process) : frameClosed(process, 'Acá no queda nada por hacer.'));
    });
    app.post<{ Querystring: { process_id?: string } }>(`/${path}`, async ({ query, body }, reply) => {
      const process = bancard.process(query.process_id ?? '');
      const form = FrameForm.safeParse(body);
      if (process?.kind !== kind || !form.success) return reply.code(404).type(HTML).send(errorPage('Ese pago no existe.'));
      forShop(reply, process);
      if (!bancard.isOpen(process)) return reply.send(frameClosed(process, 'Acá no queda nada por hacer.'));
      if (form.data.do === 'closed') return reply.send(frameClosed(process, 'Cerraste sin contestar: la tienda no se entera.'));
      return reply.send(frameEnd(await bancard.decide(process, form.data.do, form.data.number)));
    });
  }
}

/** Shown inside pages of the shop that asked for it, and no others. */
function forShop(reply: FastifyReply, { returnUrl }: Process) {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${new URL(returnUrl).origin}`,
  ];
  reply.type(HTML).header('content-security-policy', policy.join('; '));
}

function controlRoutes(app: FastifyInstance, bancard: Bancard) {
  const state = () => ({ now: new Date(bancard.clock.now()).toISOString(), switches: bancard.switches });
  const refuse = (reply: FastifyReply, error: z.ZodError) => reply.code(400).send({ problem: z.prettifyError(error) });
  app.addHook('onRequest', async (request, reply) => {
    const from = request.headers['sec-fetch-site'];
    if (request.method !== 'GET' && from !== undefined && from !== 'same-origin')
      return reply.code(403).send({ problem: 'from another site' });
  });
  app.get('/bancard', (_, reply) => reply.type(HTML).send(bancardPage(bancard)));
  app.get('/bancard/control', state);
  app.get('/bancard/payments.json', () => ({ payments: bancard.paymentsMade(), confirms: bancard.confirmsSent }));
  app.put('/bancard/control', ({ body }, reply) => {
    const switches = BancardSwitches.safeParse(body ?? {});
    if (!switches.success) return refuse(reply, switches.error);
    bancard.switches = switches.data;
    return state();
  });
  app.post('/bancard/control/advance', ({ body }, reply) => {
    const advance = Advance.safeParse(body ?? {});
    if (!advance.success) return refuse(reply, advance.error);
    bancard.clock.advance(advance.data.seconds * 1000);
    return state();
  });
  app.post('/bancard/control/decide', async ({ body }, reply) => {
    const form = DecideForm.safeParse(body ?? {});
    if (!form.success) return refuse(reply, form.error);
    const process = bancard.ofShopProcess(form.data.shopProcessId);
    if (!process || !bancard.isOpen(process)) return reply.code(404).send({ problem: 'nothing to decide' });
    return bancard.decide(process, form.data.decision, form.data.number);
  });
}

const readForms = (app: FastifyInstance) =>
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

/** A lost answer is a connection that breaks. */
function sendAnswer(reply: FastifyReply, answer: Answer) {
  if (answer) return reply.code(answer.status).send(answer.body);
  reply.hijack();
  reply.raw.destroy();
  return reply;
}
