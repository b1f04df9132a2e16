import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { errorPage } from '../page.ts';
import { paymentOf } from './orders.ts';
import { decided, donePage, payerPage, providerPage } from './pages.ts';
import type { Answer, HostedProvider } from './provider.ts';
import { HostedSwitches } from './switches.ts';

const HTML = 'text/html; charset=utf-8';
const Decision = z.enum(['approved', 'declined', 'cancelled', 'pending']);
const PageForm = z.object({ do: z.union([Decision, z.literal('closed')]) });
const ControlForm = z.strictObject({ reference: z.string(), decision: Decision, reason: z.string().optional() });
const Advance = z.strictObject({ seconds: z.number().min(0).max(315_360_000) });

type WithId = { Params: { id: string } };

/** A lost answer is a connection that breaks. */
export function sendAnswer(reply: FastifyReply, answer: Answer) {
  if (answer) return reply.code(answer.status).send(answer.body);
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

export const readForms = (app: FastifyInstance) =>
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

/** The page where people decide, a page about the provider, and the same for tests. */
export function hostedRoutes(app: FastifyInstance, provider: HostedProvider) {
  const { name, returnUrl, where, canTryAgain = false } = provider.character;
  const state = () => ({ now: new Date(provider.clock.now()).toISOString(), switches: provider.switches });
  const refuse = (reply: FastifyReply, error: z.ZodError) => reply.code(400).send({ problem: z.prettifyError(error) });
  readForms(app);
  app.addHook('onRequest', async (request, reply) => {
    const from = request.headers['sec-fetch-site'];
    if (request.method !== 'GET' && from !== undefined && from !== 'same-origin')
      return reply.code(403).send({ problem: 'from another site' });
  });

  app.get<WithId>(`/${name}/pay/:id`, ({ params }, reply) => {
    const order = provider.orders.find(params.id);
    reply.type(HTML);
    if (!order) return reply.code(404).send(errorPage('Ese pago no existe.'));
    if (!provider.isPayable(order)) return reply.send(donePage(provider, 'Acá no queda nada por pagar.'));
    // The form's answer leads on to the shop, which the policy would have to name.
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    return reply.send(payerPage(provider, order, order.payments.length > 0 ? 'declined' : null));
  });
  app.post<WithId>(`/${name}/pay/:id`, async ({ params, body }, reply) => {
    const form = PageForm.safeParse(body);
    const order = provider.orders.find(params.id);
    if (!form.success || !order) return reply.code(404).type(HTML).send(errorPage('Ese pago no existe.'));
    const decision = form.data.do;
    if (decision === 'closed') return reply.type(HTML).send(donePage(provider, decided.closed));
    if (!provider.isPayable(order) || !(await provider.decide(order, decision)))
      return reply.type(HTML).send(donePage(provider, 'Acá no queda nada por pagar.'));
    if (where === 'phone') return reply.type(HTML).send(donePage(provider, decided[decision]));
    if (decision === 'declined' && canTryAgain) return reply.redirect(`/${name}/pay/${order.id}`, 303);
    return reply.redirect(returnUrl(order, decision), 303);
  });

  app.get(`/${name}`, (_, reply) => reply.type(HTML).send(providerPage(provider)));
  app.get(`/${name}/control`, state);
  app.get(`/${name}/payments.json`, () => ({ payments: provider.paymentsMade() }));
  app.put(`/${name}/control`, ({ body }, reply) => {
    const switches = HostedSwitches.safeParse(body ?? {});
    if (!switches.success) return refuse(reply, switches.error);
    provider.switches = switches.data;
    return state();
  });
  app.post(`/${name}/control/advance`, ({ body }, reply) => {
    const advance = Advance.safeParse(body ?? {});
    if (!advance.success) return refuse(reply, advance.error);
    provider.clock.advance(advance.data.seconds * 1000);
    return state();
  });
  app.post(`/${name}/control/decide`, async ({ body }, reply) => {
    const form = ControlForm.safeParse(body ?? {});
    if (!form.success) return refuse(reply, form.error);
    const { reference, decision, reason = null } = form.data;
    const order = provider.orders.ofReference(reference).at(-1);
    if (!order || !(await provider.decide(order, decision, reason))) return reply.code(404).send({ problem: 'nothing to decide' });
    return { paymentId: paymentOf(order)?.id ?? null };
  });
  // Answers that are delayed on purpose must not delay the shutdown.
  app.addHook('preClose', async () => provider.stop());
}
