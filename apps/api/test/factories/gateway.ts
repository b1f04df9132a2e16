import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the gateway does with the next charge; `lost` makes the payment and breaks the connection instead of answering. */
type Behaviour =
  | 'approve'
  | 'decline'
  | 'review'
  | 'silent'
  | 'lost'
  | 'down'
  | 'never-arrived'
  | 'wrong-amount'
  | 'wrong-currency'
  | 'refuse';

export const DECLINED_TEXT = 'Fondos insuficientes. Probá con otra tarjeta.';

interface Payment {
  readonly id: number;
  readonly site_transaction_id: string;
  amount: number;
  currency: string;
  readonly installments: number;
  readonly payment_method_id: number;
  status: string;
  status_details: object;
  readonly refunds: { readonly id: number; readonly amount: number }[];
}

/** A gateway of Payway's shape on a port of its own, that plays the test's script. */
export async function aGateway() {
  const payments: Payment[] = [];
  const charges: Record<string, unknown>[] = [];
  let made = 0;
  const state = {
    next: [] as Behaviour[],
    declineAs: 'insufficient_amount',
    queries: 0,
    refunds: 0,
    refundsFail: false,
    refundsLost: 0,
    /** Its search does not know yet what was refunded. */
    searchIsBehind: false,
    delayMs: 0,
  };

  const server = createServer((request, reply) => void answer(request, reply));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));

  async function answer(request: IncomingMessage, reply: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://gateway');
    const send = (status: number, body: unknown) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers.apikey !== 'private') return send(401, { error_type: 'authentication_error' });
    const [, , id, what] = pathname.split('/');
    if (request.method === 'POST' && id === undefined) return charge(JSON.parse(await textOf(request)), request, reply, send);
    if (id === undefined) {
      state.queries += 1;
      const found = payments.filter((each) => each.site_transaction_id === searchParams.get('siteOperationId'));
      const results = state.searchIsBehind ? found.map((each) => ({ ...each, status: 'approved', refunds: [] })) : found;
      return send(200, { results });
    }
    const payment = payments.find((each) => String(each.id) === id);
    if (!payment) return send(404, { error_type: 'not_found_error' });
    if (what === 'refunds') {
      if (state.refundsFail) return send(500, {});
      const { amount }: { amount?: number } = JSON.parse((await textOf(request)) || '{}');
      const left = payment.refunds.reduce((rest, refund) => rest - refund.amount, payment.amount);
      if (left === 0 || (amount ?? left) > left)
        return send(402, { error_type: 'invalid_request_error', validation_errors: [{ code: 'invalid_param', param: 'amount' }] });
      state.refunds += 1;
      payment.refunds.push({ id: state.refunds, amount: amount ?? left });
      payment.status = (amount ?? left) === left ? 'annulled' : 'approved_with_refund';
      if (state.refundsLost > 0) {
        state.refundsLost -= 1;
        return reply.destroy();
      }
    }
    return send(200, payment);
  }

  async function charge(
    body: Record<string, unknown>,
    request: IncomingMessage,
    reply: ServerResponse,
    send: (status: number, body: unknown) => unknown,
  ) {
    charges.push(body);
    const behaviour = state.next.shift() ?? 'approve';
    await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    if (behaviour === 'silent') return undefined;
    if (behaviour === 'down') return send(503, {});
    if (behaviour === 'never-arrived') return request.socket.destroy();
    if (behaviour === 'refuse')
      return send(400, { error_type: 'invalid_request_error', validation_errors: [{ code: 'invalid_param', param: 'token' }] });
    const payment = {
      ...body,
      id: ++made,
      refunds: [] as { id: number; amount: number }[],
      status: behaviour === 'decline' ? 'rejected' : behaviour === 'review' ? 'review' : 'approved',
      status_details: behaviour === 'decline' ? { error: { type: state.declineAs, reason: { id: 13, description: DECLINED_TEXT } } } : {},
    } as unknown as Payment;
    if (behaviour === 'wrong-amount') payment.amount -= 100;
    if (behaviour === 'wrong-currency') payment.currency = 'USD';
    payments.push(payment);
    return behaviour === 'lost' ? reply.destroy() : send(behaviour === 'decline' ? 402 : 201, payment);
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every charge it was asked for, as it came. */
    charges,
    payments,
    state,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
