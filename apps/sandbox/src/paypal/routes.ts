import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { errorPage, html, page } from '../page.ts';
import { type Order, type PayPal, PayPalSwitches } from './paypal.ts';

const Money = z.object({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: z.string().regex(/^\d{1,9}\.\d{2}$/) });
const NewOrder = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.array(z.object({ custom_id: z.string().min(1).max(127), amount: Money })).length(1),
  payment_source: z.object({
    paypal: z.object({ experience_context: z.object({ return_url: z.url(), cancel_url: z.url() }) }),
  }),
});
const Refund = z.object({ amount: Money.optional() });
const Verification = z.object({
  transmission_id: z.string(),
  transmission_time: z.string(),
  transmission_sig: z.string(),
  webhook_id: z.string(),
  webhook_event: z.unknown(),
});

/** PayPal does not take these (reference: ARS and PYG are not supported). */
const REFUSED_CURRENCIES = ['ARS', 'PYG'];

/** Orders v2 under `/paypal/v1` and `/paypal/v2`, the page where a buyer approves, and `/paypal/control` for tests. */
export function payPalRoutes(app: FastifyInstance, paypal: PayPal) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  app.addHook('onRequest', async ({ url, headers }, reply) => {
    const isCall = /^\/paypal\/v[12]\//.test(url);
    if (isCall && paypal.switches.isDown) return reply.code(503).send({ name: 'SERVICE_UNAVAILABLE' });
    const isOpen = !isCall || url.startsWith('/paypal/v1/oauth2/');
    if (!isOpen && headers.authorization !== `Bearer ${paypal.token}`) return reply.code(401).send({ error: 'invalid_token' });
  });
  const refuse = (reply: FastifyReply, status: number, issue: string) =>
    reply.code(status).send({ name: status === 422 ? 'UNPROCESSABLE_ENTITY' : 'INVALID_REQUEST', details: [{ issue }] });
  const originOf = (request: { protocol: string; host: string }) => `${request.protocol}://${request.host}`;

  app.post('/paypal/v1/oauth2/token', ({ headers }, reply) => {
    const basic = `Basic ${Buffer.from(`${paypal.clientId}:${paypal.secret}`).toString('base64')}`;
    if (headers.authorization !== basic) return reply.code(401).send({ error: 'invalid_client' });
    return { access_token: paypal.token, token_type: 'Bearer', expires_in: 32_400 };
  });

  app.post('/paypal/v2/checkout/orders', (request, reply) => {
    const requestId = request.headers['paypal-request-id'];
    if (typeof requestId !== 'string') return refuse(reply, 400, 'PAYPAL_REQUEST_ID_REQUIRED');
    const wanted = NewOrder.safeParse(request.body);
    const [unit] = wanted.data?.purchase_units ?? [];
    if (!wanted.success || !unit) return refuse(reply, 400, 'INVALID_PARAMETER_VALUE');
    if (REFUSED_CURRENCIES.includes(unit.amount.currency_code)) return refuse(reply, 422, 'CURRENCY_NOT_SUPPORTED');
    const { return_url: returnUrl, cancel_url: cancelUrl } = wanted.data.payment_source.paypal.experience_context;
    const order = paypal.create(requestId, { reference: unit.custom_id, amount: unit.amount, returnUrl, cancelUrl });
    return reply.code(201).send(shown(paypal, order, originOf(request)));
  });
  const find = (id: string) => paypal.order(id);
  app.get<{ Params: { id: string } }>('/paypal/v2/checkout/orders/:id', (request, reply) => {
    const order = find(request.params.id);
    return order ? shown(paypal, order, originOf(request)) : refuse(reply, 404, 'INVALID_RESOURCE_ID');
  });
  app.post<{ Params: { id: string } }>('/paypal/v2/checkout/orders/:id/capture', (request, reply) => {
    const order = find(request.params.id);
    if (!order) return refuse(reply, 404, 'INVALID_RESOURCE_ID');
    const issue = paypal.capture(order);
    if (issue) return refuse(reply, 422, issue);
    if (paypal.takes('loseCaptures')) return reply.raw.destroy();
    return reply.code(201).send(shown(paypal, order, originOf(request)));
  });
  app.post<{ Params: { id: string } }>('/paypal/v2/payments/captures/:id/refund', (request, reply) => {
    const requestId = request.headers['paypal-request-id'];
    const capture = paypal.captured(request.params.id);
    const wanted = Refund.safeParse(request.body ?? {});
    if (!capture) return refuse(reply, 404, 'INVALID_RESOURCE_ID');
    if (typeof requestId !== 'string' || !wanted.success) return refuse(reply, 400, 'INVALID_PARAMETER_VALUE');
    const refund = paypal.refund(capture, requestId, wanted.data.amount);
    if (!refund) return refuse(reply, 422, 'REFUND_AMOUNT_EXCEEDED');
    if (paypal.takes('loseRefunds')) return reply.raw.destroy();
    return reply.code(201).send({ id: refund.id, status: 'COMPLETED' });
  });
  app.post('/paypal/v1/notifications/verify-webhook-signature', ({ body }) => {
    const asked = Verification.safeParse(body);
    const isOurs =
      asked.success &&
      asked.data.webhook_id === paypal.webhookId &&
      asked.data.transmission_sig === paypal.signature(asked.data.transmission_id, asked.data.transmission_time, asked.data.webhook_event);
    return { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' };
  });

  app.get<{ Querystring: { token?: string } }>('/paypal/checkoutnow', ({ query }, reply) => {
    const order = find(query.token ?? '');
    reply.type('text/html; charset=utf-8');
    // The form's answer leads on to the shop, which the policy would have to name.
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    return order ? reply.send(approvalPage(order)) : reply.code(404).send(errorPage('Esta orden no existe.'));
  });
  app.post<{ Params: { id: string }; Body: { answer?: string } }>('/paypal/checkoutnow/:id', ({ params, body }, reply) => {
    const order = find(params.id);
    if (!order) return reply.code(404).type('text/html; charset=utf-8').send(errorPage('Esta orden no existe.'));
    if (body.answer !== 'cancel') paypal.approve(order);
    const back = new URL(body.answer === 'cancel' ? order.cancelUrl : order.returnUrl);
    back.searchParams.set('token', order.id);
    if (body.answer !== 'cancel') back.searchParams.set('PayerID', 'SANDBOXPAYER1');
    return reply.redirect(back.href, 303);
  });

  app.get('/paypal/control', () => ({ switches: paypal.switches, orders: paypal.orders() }));
  app.put('/paypal/control', ({ body, headers }, reply) => {
    const from = headers['sec-fetch-site'];
    if (from !== undefined && from !== 'same-origin') return reply.code(403).send({ problem: 'from another site' });
    const switches = PayPalSwitches.safeParse(body ?? {});
    if (!switches.success) return reply.code(400).send({ problem: z.prettifyError(switches.error) });
    paypal.switches = switches.data;
    return { switches: paypal.switches };
  });
}

/** An order as the api answers it. */
function shown(paypal: PayPal, { id, reference, amount, status, capture }: Order, origin: string) {
  const returned = capture ? paypal.returnedOf(capture) : 0;
  const all = capture ? Math.round(Number(capture.amount.value) * 100) : 0;
  const captureStatus = returned === 0 ? 'COMPLETED' : returned < all ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
  const captures = capture && [{ id: capture.id, status: captureStatus, amount: capture.amount, custom_id: reference }];
  return {
    id,
    status,
    purchase_units: [{ custom_id: reference, amount, ...(captures && { payments: { captures } }) }],
    links: [{ rel: 'payer-action', href: `${origin}/paypal/checkoutnow?token=${id}`, method: 'GET' }],
  };
}

const approvalPage = ({ id, amount }: Order): string =>
  page({
    title: 'PayPal, simulado',
    body: html`
      <h1>PayPal, simulado</h1>
      <p class="lead">Esto es una simulación: no es PayPal, no pide ninguna clave y no cobra nada.</p>
      <p>La tienda pide <strong>${amount.currency_code} ${amount.value}</strong>.</p>
      <form method="post" action="/paypal/checkoutnow/${id}">
        <button name="answer" value="approve">Aprobar el pago</button>
        <button name="answer" value="cancel">Cancelar y volver a la tienda</button>
      </form>`,
  });
