import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { readForms, sendAnswer } from '../hosted/routes.ts';
import { errorPage, html, page } from '../page.ts';
import { AUTH_ALGORITHM, signatureOf } from './events.ts';
import { type Order, orderBody } from './order.ts';
import type { PayPal } from './paypal.ts';
import { PayPalSwitches } from './switches.ts';

const Money = z.object({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: z.string().regex(/^\d{1,9}\.\d{2}$/) });
const NewOrder = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(z.object({ custom_id: z.string().min(1).max(127), invoice_id: z.string().min(1).max(127).optional(), amount: Money }))
    .length(1),
  payment_source: z.object({
    paypal: z.object({
      experience_context: z.object({
        return_url: z.url(),
        cancel_url: z.url(),
        payment_method_preference: z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED']).default('UNRESTRICTED'),
      }),
    }),
  }),
});
const Refund = z.object({ amount: Money.optional() });
const Verification = z.object({
  auth_algo: z.literal(AUTH_ALGORITHM),
  cert_url: z.url(),
  transmission_id: z.string(),
  transmission_time: z.string(),
  transmission_sig: z.string(),
  webhook_id: z.string(),
  webhook_event: z.record(z.string(), z.unknown()),
});
const ChargeBack = z.strictObject({ reference: z.string() });
const Decision = z.strictObject({ reference: z.string(), state: z.enum(['COMPLETED', 'DECLINED']) });
const Advance = z.strictObject({ seconds: z.number().min(0).max(315_360_000) });

/** PayPal does not take these (reference: ARS and PYG are not supported). */
const REFUSED_CURRENCIES = ['ARS', 'PYG'];

/** Orders v2 under `/paypal/v1` and `/paypal/v2`, the page where a buyer approves, and `/paypal/control` for tests. */
export function payPalRoutes(app: FastifyInstance, paypal: PayPal) {
  readForms(app);
  const unavailable = (reply: FastifyReply) => reply.code(503).send({ name: 'SERVICE_UNAVAILABLE' });
  const breakOff = (reply: FastifyReply) => sendAnswer(reply, null);
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    const isCall = /^\/paypal\/v[12]\//.test(url);
    const { isDown, silent, silentMs, delayMs } = paypal.switches;
    if (isCall) await paypal.clock.wait(silent ? silentMs : delayMs);
    if (isCall && silent) return breakOff(reply);
    if (isCall && isDown) return unavailable(reply);
    const from = headers['sec-fetch-site'];
    const isControl = method !== 'GET' && url.startsWith('/paypal/control');
    if (isControl && from !== undefined && from !== 'same-origin') return reply.code(403).send({ problem: 'from another site' });
    const isOpen = !isCall || url.startsWith('/paypal/v1/oauth2/');
    if (!isOpen && headers.authorization !== `Bearer ${paypal.token}`) return reply.code(401).send({ error: 'invalid_token' });
  });
  const refuse = (reply: FastifyReply, status: number, issue: string) =>
    reply.code(status).send({ name: status === 422 ? 'UNPROCESSABLE_ENTITY' : 'INVALID_REQUEST', details: [{ issue }] });
  const originOf = (request: { protocol: string; host: string }) => `${request.protocol}://${request.host}`;

  app.post('/paypal/v1/oauth2/token', ({ headers }, reply) => {
    const { clientId, secret } = paypal.access;
    const basic = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
    if (headers.authorization !== basic) return reply.code(401).send({ error: 'invalid_client' });
    return { access_token: paypal.token, token_type: 'Bearer', expires_in: 32_400 };
  });

  app.post('/paypal/v2/checkout/orders', (request, reply) => {
    if (paypal.takes('failNext')) return unavailable(reply);
    if (paypal.takes('loseBefore')) return breakOff(reply);
    const requestId = request.headers['paypal-request-id'];
    if (typeof requestId !== 'string') return refuse(reply, 400, 'PAYPAL_REQUEST_ID_REQUIRED');
    const wanted = NewOrder.safeParse(request.body);
    const [unit] = wanted.data?.purchase_units ?? [];
    if (!wanted.success || !unit) return refuse(reply, 400, 'INVALID_PARAMETER_VALUE');
    if (REFUSED_CURRENCIES.includes(unit.amount.currency_code)) return refuse(reply, 422, 'CURRENCY_NOT_SUPPORTED');
    const {
      return_url: returnUrl,
      cancel_url: cancelUrl,
      payment_method_preference: preference,
    } = wanted.data.payment_source.paypal.experience_context;
    const { custom_id: reference, invoice_id: invoiceId = null, amount } = unit;
    const order = paypal.create(requestId, {
      reference,
      invoiceId,
      amount,
      returnUrl,
      cancelUrl,
      isInstant: preference === 'IMMEDIATE_PAYMENT_REQUIRED',
    });
    if (paypal.takes('loseAfter')) return breakOff(reply);
    return reply.code(201).send(withLinks(order, originOf(request)));
  });
  const find = (id: string) => paypal.order(id);
  app.get<{ Params: { id: string } }>('/paypal/v2/checkout/orders/:id', (request, reply) => {
    const order = find(request.params.id);
    return order ? withLinks(order, originOf(request)) : refuse(reply, 404, 'INVALID_RESOURCE_ID');
  });
  app.post<{ Params: { id: string } }>('/paypal/v2/checkout/orders/:id/capture', async (request, reply) => {
    const order = find(request.params.id);
    if (!order) return refuse(reply, 404, 'INVALID_RESOURCE_ID');
    if (paypal.takes('failCaptures')) return unavailable(reply);
    const issue = await paypal.capture(order);
    if (issue) return refuse(reply, 422, issue);
    if (paypal.takes('loseCaptures')) return breakOff(reply);
    return reply.code(201).send(withLinks(order, originOf(request)));
  });
  app.post<{ Params: { id: string } }>('/paypal/v2/payments/captures/:id/refund', async (request, reply) => {
    const requestId = request.headers['paypal-request-id'];
    const order = paypal.ofCapture(request.params.id);
    const wanted = Refund.safeParse(request.body ?? {});
    if (!order) return refuse(reply, 404, 'INVALID_RESOURCE_ID');
    if (typeof requestId !== 'string' || !wanted.success) return refuse(reply, 400, 'INVALID_PARAMETER_VALUE');
    if (paypal.takes('failRefunds')) return unavailable(reply);
    const refund = await paypal.refund(order, requestId, wanted.data.amount);
    if (!refund) return refuse(reply, 422, 'REFUND_AMOUNT_EXCEEDED');
    if (paypal.takes('loseRefunds')) return breakOff(reply);
    return reply.code(201).send({ id: refund.id, status: 'COMPLETED' });
  });
  app.post('/paypal/v1/notifications/verify-webhook-signature', ({ body }) => {
    const { data: asked } = Verification.safeParse(body);
    if (!asked || asked.webhook_id !== paypal.access.webhookId) return { verification_status: 'FAILURE' };
    const event = JSON.stringify(asked.webhook_event);
    const isOurs = asked.transmission_sig === signatureOf(event, asked.transmission_id, asked.transmission_time, paypal.access);
    return { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' };
  });

  app.get<{ Querystring: { token?: string } }>('/paypal/checkoutnow', ({ query }, reply) => {
    const order = find(query.token ?? '');
    reply.type('text/html; charset=utf-8');
    // The form's answer leads on to the shop, which the policy would have to name.
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    return order ? reply.send(approvalPage(order)) : reply.code(404).send(errorPage('Esta orden no existe.'));
  });
  app.post<{ Params: { id: string }; Body: { answer?: string } }>('/paypal/checkoutnow/:id', async ({ params, body }, reply) => {
    const order = find(params.id);
    if (!order) return reply.code(404).type('text/html; charset=utf-8').send(errorPage('Esta orden no existe.'));
    if (body.answer !== 'cancel') await paypal.approve(order, body.answer === 'bank');
    const back = new URL(body.answer === 'cancel' ? order.cancelUrl : order.returnUrl);
    back.searchParams.set('token', order.id);
    if (body.answer !== 'cancel') back.searchParams.set('PayerID', 'SANDBOXPAYER1');
    return reply.redirect(back.href, 303);
  });

  app.get('/paypal/control', () => ({ switches: paypal.switches, orders: paypal.orders() }));
  const misread = (reply: FastifyReply, error: z.ZodError) => reply.code(400).send({ problem: z.prettifyError(error) });
  app.put('/paypal/control', ({ body }, reply) => {
    const switches = PayPalSwitches.safeParse(body ?? {});
    if (!switches.success) return misread(reply, switches.error);
    paypal.switches = switches.data;
    return { switches: paypal.switches };
  });
  app.post('/paypal/control/advance', ({ body }, reply) => {
    const advance = Advance.safeParse(body ?? {});
    if (!advance.success) return misread(reply, advance.error);
    paypal.clock.advance(advance.data.seconds * 1000);
    return {};
  });
  app.post('/paypal/control/chargeback', async ({ body }, reply) => {
    const wanted = ChargeBack.safeParse(body ?? {});
    if (!wanted.success) return misread(reply, wanted.error);
    const isDone = await paypal.chargeBack(paypal.ofReference(wanted.data.reference));
    return isDone ? {} : reply.code(404).send({ problem: 'nothing to take back' });
  });
  app.post('/paypal/control/decide', async ({ body }, reply) => {
    const wanted = Decision.safeParse(body ?? {});
    if (!wanted.success) return misread(reply, wanted.error);
    const isDone = await paypal.decide(paypal.ofReference(wanted.data.reference), wanted.data.state);
    return isDone ? {} : reply.code(404).send({ problem: 'nothing to decide' });
  });
  // Answers that are delayed on purpose, and webhooks that wait to be sent again, must not delay the shutdown.
  app.addHook('preClose', async () => paypal.stop());
}

const withLinks = (order: Order, origin: string) => ({
  ...orderBody(order),
  links: [{ rel: 'payer-action', href: `${origin}/paypal/checkoutnow?token=${order.id}`, method: 'GET' }],
});

const approvalPage = ({ id, amount, isInstant }: Order): string =>
  page({
    title: 'PayPal, simulado',
    body: html`
      <h1>PayPal, simulado</h1>
      <p class="lead">Esto es una simulación: no es PayPal, no pide ninguna clave y no cobra nada.</p>
      <p>La tienda pide <strong>${amount.currency_code} ${amount.value}</strong>.</p>
      <form method="post" action="/paypal/checkoutnow/${id}">
        <button name="answer" value="approve">Aprobar el pago</button>
        ${isInstant ? '' : html`<button name="answer" value="bank">Pagar desde el banco, que tarda días</button>`}
        <button name="answer" value="cancel">Cancelar y volver a la tienda</button>
      </form>`,
  });
