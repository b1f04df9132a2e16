import { createClient, type Endpoint, endpoints } from '@butaca/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';

/** One call as it went over the wire. */
export interface Exchange {
  readonly name: string;
  readonly request: unknown;
  readonly answer: unknown;
}

interface ClientGiven {
  readonly token?: string;
  readonly ip?: string;
  /** Told of every call that was answered with JSON. */
  readonly record?: (exchange: Exchange) => void;
}

const ended = (status: string) => new Error(`the call ended with ${status}`);

/**
 * The client that both apps use, over injected requests: tests speak of purchases and places, the wire of `idProcesoDeCompra` and
 * `aPosicion`. `ok` answers what a successful call brought and throws on any other; `refused` answers the refusal.
 */
export function clientOf(app: FastifyInstance, { token, ip = '203.0.113.7', record }: ClientGiven = {}) {
  let calling = '';
  let keys = 0;
  const client = createClient({
    host: '',
    fetch: async (url, init) => {
      const response = await app.inject({
        method: (init?.method ?? 'GET') as NonNullable<InjectOptions['method']>,
        url: String(url),
        remoteAddress: ip,
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(init?.body ? { payload: String(init.body) } : {}),
      });
      const type = String(response.headers['content-type']);
      if (type.startsWith('application/json')) {
        record?.({ name: calling, request: init?.body ? JSON.parse(String(init.body)) : undefined, answer: response.json() });
      }
      return new Response(new Uint8Array(response.rawPayload), { status: response.statusCode, headers: { 'content-type': type } });
    },
    token: () => token,
    fingerprint: () => 'test',
    headerNames: { fingerprint: 'x-huella', country: 'x-pais' },
    countryCode: 10,
    onTrouble: () => {},
    wait: () => Promise.resolve(),
  });
  type Call = typeof client.call;
  const call: Call = (endpoint, input, options) => {
    calling = Object.entries(endpoints as Readonly<Record<string, Endpoint>>).find(([, each]) => each === endpoint)?.[0] ?? '';
    return client.call(endpoint, input, {
      ...(endpoint.method === 'POST' ? { idempotencyKey: `click-of-test-${++keys}` } : {}),
      ...options,
    });
  };
  return {
    call,
    async ok<E extends Endpoint>(...given: Parameters<typeof call<E>>) {
      const outcome = await call<E>(...given);
      if (outcome.status !== 'ok') throw ended(JSON.stringify(outcome));
      return outcome.data;
    },
    async refused<E extends Endpoint>(...given: Parameters<typeof call<E>>) {
      const outcome = await call<E>(...given);
      if (outcome.status !== 'refusal') throw ended(JSON.stringify(outcome));
      return outcome;
    },
  };
}
