import * as z from 'zod/mini';
import { type AnswerOf, type Endpoint, fillPath, type InputOf } from './endpoint.ts';
import { isError, isSuccess, readEnvelope, TRANSPORT_FAILURE_CODE } from './envelope.ts';
import { type FailureCode, isFailureCode } from './failure-codes.ts';
import { failures } from './failures.ts';
import { type ConfiguredServices, configuredPath } from './services.ts';

/** How a call ended. Only `ok` is success; callers treat `other` (201 to 299, C-41) as neither. */
export type Outcome<Data> =
  | { status: 'ok'; code: 200; data: Data }
  | { status: 'other'; code: number; data: unknown }
  | { status: 'refused'; code: number; failure: FailureCode | undefined; data: unknown }
  | { status: 'unauthorised'; httpStatus: 401 }
  | { status: 'fault'; httpStatus: number }
  | { status: 'ERROR'; code: 555 };

/** `page`: a person waits for it. `background`: the page asks for itself. `charging`: shows its own payment texts (C-01). */
export type Purpose = 'page' | 'background' | 'charging';

export interface ClientWorld {
  /** The API host, without `/v2` and without a closing slash; empty for the page's own origin. */
  readonly host: string;
  readonly fetch: typeof fetch;
  /** The session token, or nothing when nobody is logged in. */
  readonly token: () => string | undefined;
  readonly fingerprint: () => string;
  readonly headerNames: { readonly fingerprint: string; readonly country: string };
  readonly countryCode: number;
  /** Left out, every call is made at its own path. */
  readonly services?: ConfiguredServices;
  /** Hears of every call that did not end well; the page frame decides what people see. */
  readonly onTrouble: (trouble: { outcome: Outcome<never>; purpose: Purpose; path: string }) => void;
  readonly wait: (ms: number) => Promise<void>;
}

export interface CallOptions {
  readonly purpose?: Purpose;
  /** Makes a call that changes something safe to repeat. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

const REPEATABLE_STATUSES = new Set([429, 502, 503, 504]);
/** Two repeats, both within 3 s (C-01). */
const REPEAT_AFTER_MS = [700, 1800];

/** Calls of the API over HTTP: headers, repeats, and one outcome for everything that can happen. Never throws. */
export function createClient(world: ClientWorld) {
  async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}): Promise<Outcome<AnswerOf<E>>> {
    const outcome = await attempt(endpoint, input, options);
    if (outcome.status === 'unauthorised' || outcome.status === 'fault' || outcome.status === 'ERROR') {
      world.onTrouble({ outcome, purpose: options.purpose ?? 'page', path: endpoint.path });
    }
    return outcome;
  }

  /** For calls that the page makes for itself: the answer, or nothing when it did not come (AN-003). */
  async function ask<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}): Promise<AnswerOf<E> | undefined> {
    const outcome = await call(endpoint, input, { ...options, purpose: 'background' });
    return outcome.status === 'ok' ? outcome.data : undefined;
  }

  async function attempt<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions): Promise<Outcome<AnswerOf<E>>> {
    const request = requestFor(endpoint, input, options, world);
    const repeatable = endpoint.method === 'GET' || options.idempotencyKey !== undefined;
    let response = await send(request, endpoint.file);
    for (const ms of repeatable ? REPEAT_AFTER_MS : []) {
      if (response === null || !REPEATABLE_STATUSES.has(response.status)) break;
      await world.wait(ms);
      response = await send(request, endpoint.file);
    }
    return response === null ? { status: 'ERROR', code: TRANSPORT_FAILURE_CODE } : outcomeOf(endpoint, response);
  }

  async function send({ url, init }: { url: string; init: RequestInit }, file: Endpoint['file']): Promise<Received | null> {
    try {
      const response = await world.fetch(url, init);
      if (response.status !== 200) return { status: response.status, body: undefined };
      const body: unknown = file && response.headers.get('content-type') === file ? await fileOf(response) : await response.json();
      return { status: 200, body };
    } catch {
      return null;
    }
  }

  return { call, ask };
}

export type Client = ReturnType<typeof createClient>;

interface Received {
  readonly status: number;
  readonly body: unknown;
}

function requestFor<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions, world: ClientWorld) {
  const parts = input as { params?: unknown; query?: unknown; body?: unknown };
  const params = endpoint.params ? (z.encode(endpoint.params, parts.params) as Record<string, unknown>) : {};
  const query = endpoint.query ? (z.encode(endpoint.query, parts.query) as Record<string, unknown>) : {};
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();

  const headers = new Headers({ accept: endpoint.file ?? 'application/json', [world.headerNames.fingerprint]: world.fingerprint() });
  const token = endpoint.access === 'anonymous' ? undefined : world.token();
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (endpoint.country) headers.set(world.headerNames.country, String(world.countryCode));
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  if (endpoint.body) headers.set('content-type', 'application/json');

  const init: RequestInit = { method: endpoint.method, headers, credentials: 'omit' };
  if (endpoint.body) init.body = JSON.stringify(z.encode(endpoint.body, parts.body));
  if (options.signal) init.signal = options.signal;
  const path = fillPath(configuredPath(endpoint.path, world.services ?? {}), params);
  return { url: `${world.host}${path}${search && `?${search}`}`, init };
}

function outcomeOf<E extends Endpoint>(endpoint: E, { status, body }: Received): Outcome<AnswerOf<E>> {
  if (status === 401) return { status: 'unauthorised', httpStatus: 401 };
  if (status !== 200) return { status: 'fault', httpStatus: status };
  if (body instanceof File) return { status: 'ok', code: 200, data: body as AnswerOf<E> };
  const reply = readEnvelope(body);
  if (reply === null) return { status: 'refused', code: 500, failure: undefined, data: undefined };
  if (isSuccess(reply.code)) {
    const data = z.safeDecode(endpoint.answer, reply.data as never);
    return data.success
      ? { status: 'ok', code: 200, data: data.data as AnswerOf<E> }
      : { status: 'refused', code: 500, failure: undefined, data: reply.data };
  }
  if (!isError(reply.code)) return { status: 'other', code: reply.code, data: reply.data };
  const failure = isFailureCode(reply.error) ? reply.error : undefined;
  return { status: 'refused', code: reply.code, failure, data: failure ? factsOf(failure, reply.data) : reply.data };
}

/** Under the name that the server gives it. */
async function fileOf(response: Response): Promise<File> {
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const blob = await response.blob();
  return new File([blob], name, { type: blob.type });
}

function factsOf(failure: FailureCode, data: unknown) {
  const facts = z.safeDecode(failures[failure].data as z.ZodMiniType, data as never);
  return facts.success ? facts.data : data;
}
