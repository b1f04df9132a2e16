import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { buildSandbox } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { Gateway } from '../src/gateway/gateway.ts';
import { Inbox } from '../src/mail/inbox.ts';

export const PUBLIC = { apikey: 'sandbox-public-key' };
export const PRIVATE = { apikey: 'sandbox-private-key' };

/** Of the gateway's answers, what tests read by name. */
interface Body {
  readonly id: string | number;
  readonly bin: string;
  readonly status: string;
  readonly results: readonly Body[];
  readonly plans: readonly { readonly installments: number }[];
  readonly validation_errors: readonly object[];
  readonly payments: readonly Body[];
}

let references = 0;

/** A sandbox that listens, with these services besides the cards, and the calls of a shop. A broken connection rejects. */
export async function aSandbox(services: Pick<Parameters<typeof buildSandbox>[0], 'wallets' | 'bancard' | 'paypal' | 'arca'> = {}) {
  const config = readConfig({ PUBLIC_ORIGIN: 'https://entradas.example' });
  const app = buildSandbox({
    inbox: new Inbox(),
    gateway: new Gateway(),
    access: config.gateway,
    cybersource: config.cybersource,
    ...services,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  afterAll(() => app.close());
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const api = `${origin}/gateway/api/v2`;
  const json = { 'content-type': 'application/json' };
  const send = async (url: string, init: RequestInit = {}) => {
    const response = await fetch(url, init);
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  };
  const post = (url: string, headers: Record<string, string>, body: unknown) =>
    send(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });

  const shop = {
    origin,
    api,
    close: () => app.close(),
    send,
    post,
    token: (card: object = {}, headers: Record<string, string> = {}) => post(`${api}/tokens`, { ...PUBLIC, ...headers }, aCard(card)),
    /** What a shop asks for with a new token of this card, with a new reference. */
    async order(number?: string, over: object = {}) {
      const { body: token } = await shop.token(
        number ? { card_number: number, security_code: number.startsWith('3') ? '1234' : '123' } : {},
      );
      references += 1;
      return {
        site_transaction_id: `ref-${references}`,
        token: String(token.id),
        payment_method_id: 1,
        bin: token.bin,
        amount: 3_550_000,
        currency: 'ARS',
        installments: 3,
        payment_type: 'single',
        sub_payments: [],
        customer: { id: 'c-1', email: 'ana@correo.example', ip_address: '127.0.0.1' },
        ...over,
      };
    },
    charge: (order: object, signal?: AbortSignal) =>
      send(`${api}/payments`, {
        method: 'POST',
        headers: { ...json, ...PRIVATE },
        body: JSON.stringify(order),
        ...(signal ? { signal } : {}),
      }),
    async pay(number?: string, over: object = {}) {
      return shop.charge(await shop.order(number, over));
    },
    find: (id: unknown) => send(`${api}/payments/${id}`, { headers: PRIVATE }),
    search: async (reference: string) => (await send(`${api}/payments?siteOperationId=${reference}`, { headers: PRIVATE })).body.results,
    refund: (id: unknown, body: unknown = {}) => post(`${api}/payments/${id}/refunds`, PRIVATE, body),
    control: (switches: unknown) => send(`${origin}/gateway/control`, { method: 'PUT', headers: json, body: JSON.stringify(switches) }),
    advance: (seconds: unknown) => post(`${origin}/gateway/control/advance`, {}, { seconds }),
  };
  return shop;
}

/** Good for four more years, whenever the tests run. */
const YEAR = String((new Date().getUTCFullYear() + 4) % 100);

export const aCard = (over: object = {}) => ({
  card_number: '4507990000004905',
  card_expiration_month: '08',
  card_expiration_year: YEAR,
  security_code: '123',
  card_holder_name: 'Ana María Suárez',
  card_holder_identification: { type: 'dni', number: '25123456' },
  ...over,
});
