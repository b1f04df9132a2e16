import * as z from 'zod/mini';
import { type AnswerOf, type Endpoint, fillPath, type InputOf, type RefusalCodeOf, refusalsOf } from './endpoint.ts';
import { isError, isSuccess, type Reply, readEnvelope, TRANSPORT_FAILURE_CODE } from './envelope.ts';
import type { FailureCode } from './failure-codes.ts';
import { type FailureFacts, failures } from './failures.ts';
import { PASS_HEADER } from './queue.ts';
import type { RefusalIn } from './refusals.ts';
import { alternativePath, type ConfiguredServices, configuredPath } from './services.ts';

/** How a call ended: with its answer, a refusal of the server's, a session that is over, or a fault. */
export type Outcome<E extends Endpoint> =
  | { readonly status: 'ok'; readonly code: 200; readonly data: AnswerOf<E> }
  | ({ readonly status: 'refusal'; readonly code: number } & RefusalIn<RefusalCodeOf<E>>)
  | { readonly status: 'unauthorised'; readonly httpStatus: 401 }
  | Fault;

/** Broken or unreachable. */
export type Fault =
  | { readonly status: 'fault'; readonly httpStatus: number }
  /** HTTP 200 with what the contract does not say: unreadable data, an unknown refusal, an nCode from 201 to 299 (C-41). */
  | { readonly status: 'unreadable'; readonly code: number; readonly data: unknown }
  | { readonly status: 'ERROR'; readonly code: 555 };

type Trouble = Extract<Outcome<Endpoint>, { status: 'unauthorised' | 'fault' | 'unreadable' | 'ERROR' }>;

/**
 * `page`: a person waits for it. `navigation`: the same, of a page that is not there yet. `background`: the page asks for itself.
 * `charging`: shows its own payment texts (C-01).
 */
export type Purpose = 'page' | 'navigation' | 'background' | 'charging';

/**
 * Where whole answers lie as files, envelope and all, by the path of their call; `{id}` stands for the parameter of that name. A copy is
 * tried first, and what it does not answer is asked of the API (C-37).
 */
export type Copies = Readonly<Partial<Record<'/v2/Cartelera' | '/v2/EspectaculoCartel/:id', string>>>;

/**
 * Since when an answer must hold. A moment (epoch ms) becomes part of the address, so that no cache answers with what it kept from before.
 * For 'now' the browser sends the `ETag` of the answer it kept: if nothing has changed, the server answers 304 without a body.
 */
export type AsOf = number | 'now';

/** A parameter that no call declares: the server ignores it, a cache in front keeps what it has under it apart. */
const AS_OF = 'desde';
/** A file that takes longer is slower than the API. */
const COPY_WITHIN_MS = 3000;

export interface ClientWorld {
  /** The API host, without `/v2` and without a closing slash; empty for the page's own origin. */
  readonly host: string;
  /** Another base for the calls that have one below `/v3`; empty or left out: none. */
  readonly alternative?: string;
  /** Kept copies of anonymous answers, by the path of the call; left out: none. */
  readonly copies?: Copies;
  readonly fetch: typeof fetch;
  /** The session token, or undefined without a session. */
  readonly token: () => string | undefined;
  readonly fingerprint: () => string;
  readonly headerNames: { readonly fingerprint: string; readonly country: string };
  readonly countryCode: number;
  /** That answers are read in; left out, the server's own. */
  readonly language?: string;
  /** Left out, every call is made at its own path. */
  readonly services?: ConfiguredServices;
  /** Called for every expired session and every fault; the page frame decides what to show. */
  readonly onTrouble: (trouble: { outcome: Trouble; purpose: Purpose; path: string }) => void;
  /** Asks the person for the password or a passkey, where a call needs it; whether it was given. The call is then made again. */
  readonly secondLook?: () => Promise<boolean>;
  /** The pass of a performance's waiting room, which goes with every call that may be refused without one. */
  readonly passFor?: (performanceId: number) => string | undefined;
  /** Asks for a turn after a refusal for want of one; whether there is one now. The call is then made again. */
  readonly askTurn?: (refused: FailureFacts['turn_needed']) => Promise<boolean>;
  readonly wait: (ms: number) => Promise<void>;
  /** Called with every answer of the API's own, and for how long it was asked for: its headers say what time it is there. */
  readonly hear?: (response: Response, roundTripMs: number) => void;
}

export interface CallOptions {
  readonly purpose?: Purpose;
  /** Makes a call that changes something safe to repeat. */
  readonly idempotencyKey?: string;
  /** The caller says itself that the click's key had been used for something else. */
  readonly saysKeyReused?: true;
  readonly signal?: AbortSignal;
  readonly asOf?: AsOf | undefined;
}

const REPEATABLE_STATUSES = new Set([429, 502, 503, 504]);
/** Two repeats, both within 3 s (C-01). */
const REPEAT_AFTER_MS = [700, 1800];

/** Calls of the API over HTTP: headers, repeats, and one outcome for everything that can happen. Never throws. */
export function createClient(world: ClientWorld) {
  async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}): Promise<Outcome<E>> {
    const first = await attempt(endpoint, input, options);
    const outcome = (await isWorthRepeating(endpoint, first)) ? await attempt(endpoint, input, options) : first;
    if (outcome.status !== 'ok' && outcome.status !== 'refusal') {
      world.onTrouble({ outcome, purpose: options.purpose ?? 'page', path: endpoint.path });
    }
    return outcome;
  }

  /** Whether what the call was refused for is there now. The repeated call is the same one, under the same idempotency key. */
  async function isWorthRepeating<E extends Endpoint>(endpoint: E, outcome: Outcome<E>): Promise<boolean> {
    if (outcome.status !== 'refusal') return false;
    const { failure, data } = outcome as RefusalIn<FailureCode>;
    if (failure === 'second_look_needed') return endpoint.secondLook === true && (await world.secondLook?.()) === true;
    return failure === 'turn_needed' && (await world.askTurn?.(data)) === true;
  }

  /** For background calls of a page: the answer, or undefined when the call failed (AN-003). */
  async function ask<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions = {}): Promise<AnswerOf<E> | undefined> {
    const outcome = await call(endpoint, input, { ...options, purpose: 'background' });
    return outcome.status === 'ok' ? outcome.data : undefined;
  }

  async function attempt<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: CallOptions): Promise<Outcome<E>> {
    const copied = options.asOf === undefined ? await copyOf(endpoint, input) : undefined;
    if (copied) return copied;
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

  /** Undefined without a copy, and with one that does not answer as the API would. */
  async function copyOf<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Outcome<E> | undefined> {
    const address = endpoint.method === 'GET' ? world.copies?.[endpoint.path as keyof Copies] : undefined;
    if (!address) return undefined;
    const params = endpoint.params ? (z.encode(endpoint.params, (input as { params?: unknown }).params) as Record<string, unknown>) : {};
    const url = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
    const init: RequestInit = { headers: { accept: 'application/json' }, credentials: 'omit', signal: AbortSignal.timeout(COPY_WITHIN_MS) };
    const response = await send({ url, init }, undefined, { isCopy: true });
    const outcome = response && outcomeOf(endpoint, response);
    return outcome?.status === 'ok' ? outcome : undefined;
  }

  async function send(
    { url, init }: { url: string; init: RequestInit },
    file: Endpoint['file'],
    { isCopy = false } = {},
  ): Promise<Received | null> {
    const sentAt = performance.now();
    try {
      const response = await world.fetch(url, init);
      if (!isCopy) world.hear?.(response, performance.now() - sentAt);
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
  const asked = typeof options.asOf === 'number' ? { ...query, [AS_OF]: options.asOf } : query;
  const search = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)])).toString();

  const headers = new Headers({ accept: endpoint.file ?? 'application/json', [world.headerNames.fingerprint]: world.fingerprint() });
  const token = endpoint.access === 'anonymous' && endpoint.session !== 'optional' ? undefined : world.token();
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (world.language) headers.set('accept-language', world.language);
  if (endpoint.country) headers.set(world.headerNames.country, String(world.countryCode));
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  if (endpoint.body) headers.set('content-type', 'application/json');
  const pass = passFor(endpoint, parts.body, world);
  if (pass) headers.set(PASS_HEADER, pass);

  const init: RequestInit = { method: endpoint.method, headers, credentials: endpoint.cookies ? 'include' : 'omit' };
  if (endpoint.body) init.body = JSON.stringify(z.encode(endpoint.body, parts.body));
  if (options.signal) init.signal = options.signal;
  if (options.asOf === 'now') init.cache = 'no-cache';
  const elsewhere = world.alternative ? alternativePath(endpoint.path) : undefined;
  const path = fillPath(elsewhere ?? configuredPath(endpoint.path, world.services ?? {}), params);
  return { url: `${elsewhere ? world.alternative : world.host}${path}${search && `?${search}`}`, init };
}

/** Only calls that take something of a performance are refused for want of a turn. */
function passFor(endpoint: Endpoint, body: unknown, world: ClientWorld): string | undefined {
  if (!endpoint.refuses?.includes('turn_needed')) return undefined;
  const { performanceId } = body as { readonly performanceId?: number };
  return performanceId === undefined ? undefined : world.passFor?.(performanceId);
}

function outcomeOf<E extends Endpoint>(endpoint: E, { status, body }: Received): Outcome<E> {
  if (status === 401) return { status: 'unauthorised', httpStatus: 401 };
  if (status !== 200) return { status: 'fault', httpStatus: status };
  if (body instanceof File) return { status: 'ok', code: 200, data: body as AnswerOf<E> };
  const reply = readEnvelope(body);
  if (reply === null) return { status: 'unreadable', code: 500, data: undefined };
  if (isSuccess(reply.code)) {
    const data = z.safeDecode(endpoint.answer, reply.data as never);
    if (data.success) return { status: 'ok', code: 200, data: data.data as AnswerOf<E> };
    return { status: 'unreadable', code: 500, data: reply.data };
  }
  const refusal = isError(reply.code) ? refusalIn(endpoint, reply) : undefined;
  return refusal ? { status: 'refusal', code: reply.code, ...refusal } : { status: 'unreadable', code: reply.code, data: reply.data };
}

/** Under the name that the server gives it. */
async function fileOf(response: Response): Promise<File> {
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const blob = await response.blob();
  return new File([blob], name, { type: blob.type });
}

/** The refusal of an answer, when it is one that this call may give, with the facts that belong to it. */
function refusalIn<E extends Endpoint>(endpoint: E, { error, data }: Reply): RefusalIn<RefusalCodeOf<E>> | undefined {
  const failure = refusalsOf(endpoint).find((code) => code === error);
  const facts = failure && z.safeDecode(failures[failure].data as z.ZodMiniType, (data ?? {}) as never);
  return facts?.success ? ({ failure, data: facts.data } as RefusalIn<RefusalCodeOf<E>>) : undefined;
}
