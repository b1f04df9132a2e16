import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { errorPage } from '../page.ts';
import type { Gateway } from './gateway.ts';
import { controlPage } from './pages.ts';
import { Switches } from './switches.ts';

const HTML = 'text/html; charset=utf-8';
const FORM = 'application/x-www-form-urlencoded';

/** The clock moves by at most ten years at a time. */
const Advance = z.strictObject({ seconds: z.coerce.number().min(0).max(315_360_000) });

/** Our reference of the payment that a card's bank takes back. */
const ChargeBack = z.strictObject({ reference: z.string().min(1).max(40) });

/** What a support agent gives back on the gateway's own page, in cents; all that is left without an amount. */
const GiveBack = z.strictObject({ reference: z.string().min(1).max(40), amount: z.int().positive().optional() });

/** `/gateway` for people, the rest for tests. */
export function gatewayControlRoutes(app: FastifyInstance, { gateway }: { gateway: Gateway }) {
  const state = () => ({ now: new Date(gateway.clock.now()).toISOString(), switches: gateway.switches });

  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  /** Refuses requests from pages of other origins. */
  app.addHook('onRequest', async (request, reply) => {
    const from = request.headers['sec-fetch-site'];
    if (request.method !== 'GET' && from !== undefined && from !== 'same-origin')
      return reply.code(403).send({ problem: 'from another site' });
  });

  app.get('/gateway', (_, reply) =>
    reply.type(HTML).send(controlPage({ now: gateway.clock.now(), switches: gateway.switches, payments: gateway.paymentsMade() })),
  );
  app.get('/gateway/control', state);
  app.get('/gateway/payments.json', () => ({ payments: gateway.paymentsMade() }));

  app.get('/gateway/settlement.csv', (_, reply) => reply.type('text/csv; charset=utf-8').send(gateway.settlement()));
  app.post('/gateway/control/charge-back', ({ body }, reply) => {
    const asked = ChargeBack.safeParse(body ?? {});
    if (!asked.success) return reply.code(400).send({ problem: problemOf(asked.error) });
    return gateway.chargeBack(asked.data.reference) ? state() : reply.code(404).send({ problem: 'no approved payment of this reference' });
  });

  app.post('/gateway/control/give-back', ({ body }, reply) => {
    const asked = GiveBack.safeParse(body ?? {});
    if (!asked.success) return reply.code(400).send({ problem: problemOf(asked.error) });
    const { reference, amount } = asked.data;
    return gateway.giveBack(reference, amount) ? state() : reply.code(404).send({ problem: 'nothing of this reference to give back' });
  });

  app.put('/gateway/control', ({ body }, reply) => {
    const switches = Switches.safeParse(body ?? {});
    if (!switches.success) return reply.code(400).send({ problem: problemOf(switches.error) });
    gateway.switches = switches.data;
    return state();
  });
  app.post('/gateway/control', ({ body }, reply) => {
    const switches = Switches.safeParse(switchesOfForm(body));
    if (!switches.success)
      return reply
        .code(400)
        .type(HTML)
        .send(errorPage(`No se cambió nada: ${problemOf(switches.error)}`));
    gateway.switches = switches.data;
    return reply.redirect('/gateway', 303);
  });
  app.post('/gateway/control/advance', (request, reply) => {
    const advance = Advance.safeParse(request.body ?? {});
    if (!advance.success) return reply.code(400).send({ problem: problemOf(advance.error) });
    gateway.clock.advance(advance.data.seconds * 1000);
    return isForm(request) ? reply.redirect('/gateway', 303) : state();
  });
}

/** Each field with what is wrong with it. */
const problemOf = (error: z.ZodError) =>
  error.issues
    .map((issue) => `${issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.')}: ${issue.message}`)
    .join('; ');

/** A ticked box sends `on`, an unticked one is missing; an empty field means the default. */
const switchesOfForm = (body: unknown) =>
  Object.fromEntries(
    Object.entries(body ?? {}).flatMap(([name, value]) => (value === '' ? [] : [[name, value === 'on' ? true : Number(value)]])),
  );

const isForm = ({ headers }: FastifyRequest) => headers['content-type']?.startsWith(FORM) ?? false;
