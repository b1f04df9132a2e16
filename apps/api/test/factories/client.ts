import { createClient, type Endpoint, endpoints, failures, type InputOf, type Outcome } from '@butaca/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';
import * as z from 'zod/mini';

/** One call as it went over the wire. */
export interface Exchange {
  readonly name: string;
  readonly request: unknown;
  readonly answer: unknown;
}

export interface ClientGiven {
  readonly token?: string | undefined;
  readonly ip?: string;
  /** That its answers are read in; left out, the deployment's. */
  readonly language?: string;
  /** The cookies of this browser by name; left out, it keeps none. */
  readonly jar?: Map<string, string>;
  /** Of waiting rooms, by performance; left out, there are none. */
  readonly passes?: ReadonlyMap<number, string>;
  /** Called for every call that was answered with JSON. */
  readonly record?: (exchange: Exchange) => void;
}

export interface ClickOptions {
  /** The idempotency key: a new one for each POST unless given; null sends none. */
  readonly key?: string | null | undefined;
}

interface Success {
  readonly status: 'ok';
  readonly data: unknown;
}

/** What a successful call brought; throws on any other outcome. */
export function answerOf<Of extends { readonly status: string }>(outcome: Of): Extract<Of, Success>['data'] {
  if (outcome.status === 'ok') return (outcome as Extract<Of, Success>).data;
  throw new Error(`the call ended with ${JSON.stringify(outcome)}`);
}

/** `ok`, or the refusal's code. */
export const resultOf = ({ status, failure }: { readonly status: string; readonly failure?: string }) => failure ?? status;

/** Keeps answers word for word, for what must stand nowhere in them: a client drops what the contract does not name. */
export function answerRecorder() {
  const answers: unknown[] = [];
  return { record: ({ answer }: Exchange) => void answers.push(answer), text: () => JSON.stringify(answers) };
}

let clicks = 0;

/**
 * The client that both apps use, over injected requests: tests speak of purchases and places, the wire of `idProcesoDeCompra` and
 * `aPosicion`. `call` answers the outcome, `ok` what a successful call brought, and `refused` the refusal; both throw on any other outcome.
 */
export function clientOf(app: FastifyInstance, { ip = '203.0.113.7', jar, ...given }: ClientGiven = {}) {
  const fetchInjected: typeof fetch = async (url, init) => {
    const response = await app.inject({
      method: (init?.method ?? 'GET') as NonNullable<InjectOptions['method']>,
      url: String(url),
      remoteAddress: ip,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(jar && init?.credentials === 'include' ? { cookies: Object.fromEntries(jar) } : {}),
      ...(init?.body ? { payload: String(init.body) } : {}),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) jar?.delete(name);
      else jar?.set(name, value);
    }
    const type = String(response.headers['content-type']);
    return new Response(new Uint8Array(response.rawPayload), { status: response.statusCode, headers: { 'content-type': type } });
  };
  return clientOver(fetchInjected, '', given);
}

/** The same over HTTP, with a `fetch` that may repeat what was not answered. */
export const clientAt = (
  origin: string,
  { fetch: fetchOnce = fetch, ...given }: Omit<ClientGiven, 'ip' | 'jar'> & { fetch?: typeof fetch },
) => clientOver(fetchOnce, origin, given);

function clientOver(fetchOnce: typeof fetch, host: string, { token, record, language, passes }: Omit<ClientGiven, 'ip' | 'jar'>) {
  let calling = '';
  const client = createClient({
    host,
    fetch: async (url, init) => {
      const response = await fetchOnce(url, init);
      if (record && response.headers.get('content-type')?.startsWith('application/json')) {
        const answer: unknown = await response.clone().json();
        record({ name: calling, request: init?.body ? JSON.parse(String(init.body)) : undefined, answer });
      }
      return response;
    },
    token: () => token,
    fingerprint: () => 'test',
    headerNames: { fingerprint: 'x-huella', country: 'x-pais' },
    countryCode: 10,
    ...(language && { language }),
    onTrouble: () => {},
    passFor: (performanceId) => passes?.get(performanceId),
    // A client repeats calls that end with 429 or 503; a test has to see those.
    wait: () => Promise.reject(new Error('the call has to be repeated')),
  });

  async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, { key }: ClickOptions = {}): Promise<Outcome<E>> {
    calling = Object.entries(endpoints as Readonly<Record<string, Endpoint>>).find(([, each]) => each === endpoint)?.[0] ?? '';
    const idempotencyKey = key === undefined && endpoint.method === 'POST' ? `click-of-test-${++clicks}` : key;
    const outcome = await client.call(endpoint, input, idempotencyKey ? { idempotencyKey } : {});
    // A refusal has one code on the wire, whichever call answers it.
    if (outcome.status === 'refusal' && outcome.code !== failures[outcome.failure].code) {
      throw new Error(`${outcome.failure} was answered with nCode ${outcome.code}`);
    }
    return outcome;
  }

  return {
    call,
    /** With parameters, query and body as they stand on the wire, for input that the contract's types do not let through. */
    callRaw<E extends Endpoint>(endpoint: E, input: { params?: object; query?: object; body?: unknown }, options?: ClickOptions) {
      const { params, query, body, ...rest } = endpoint as Endpoint;
      const raw = { ...rest, ...(params && { params: z.any() }), ...(query && { query: z.any() }), ...(body && { body: z.any() }) };
      return call(raw, input, options) as Promise<Outcome<E>>;
    },
    ok: async <E extends Endpoint>(...given: Parameters<typeof call<E>>) => answerOf(await call<E>(...given)),
    async refused<E extends Endpoint>(...given: Parameters<typeof call<E>>) {
      const outcome = await call<E>(...given);
      if (outcome.status !== 'refusal') throw new Error(`the call ended with ${JSON.stringify(outcome)}`);
      return outcome;
    },
  };
}
