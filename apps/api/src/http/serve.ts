import { acceptedLanguage, type LanguageCode } from '@butaca/brand/languages';
import {
  type AnswerOf,
  type ConfiguredServices,
  configuredPath,
  type Endpoint,
  type InputOf,
  isOfStaff,
  PASS_HEADER,
  Refusal,
  type Role,
  writeSuccess,
} from '@butaca/contract';
import { decoderOf, encoderOf } from '@butaca/contract/compiled';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type * as z from 'zod/mini';
import type { Click } from '#db/used-key';
import type { AnswerCache } from './answer-cache.ts';
import { askedHash } from './asked-hash.ts';
import { CallWatch, tellOfCall } from './call-watch.ts';
import { Cookies } from './cookies.ts';
import { keepBody, writeKept } from './kept-body.ts';
import { addressOf } from './network.ts';
import { recent } from './recent.ts';
import { answerError, callOf, type FileAnswer, PRIVATE_JSON, sendFile, sendSuccess, sendUnauthorised } from './replies.ts';

/** The customer and role behind a bearer token. */
export interface Session {
  /** The id of the session, not of the customer. */
  readonly id: string;
  readonly customerId: string;
  readonly role: Role;
  /** Whether the password, a passkey or a mailed link was given in it, and not only the cookie of a remembered device. */
  readonly isProved: boolean;
}

/** What a handler receives besides the endpoint's own parts. */
interface Caller<E extends Endpoint> {
  /** The caller's session; an endpoint with access `anonymous` has none, or knows it where there is one. */
  readonly session: E['access'] extends 'anonymous' ? (E extends { session: 'optional' } ? Session | undefined : undefined) : Session;
  readonly ip: string;
  /** What the client calls itself. */
  readonly userAgent: string | undefined;
  readonly language: LanguageCode;
  /** The browser’s cookies, for calls that the contract declares to use them. */
  readonly cookies: E['cookies'] extends true ? Cookies : undefined;
  /** The key of the click with a hash of all that it asks, for calls that take one. */
  readonly click: ClickOf<E>;
  /** Of a waiting room, when the client sent one. */
  readonly pass: string | undefined;
  /** Aborted when the client disconnects before the answer; undefined for a public answer, which all its clients share. */
  readonly signal: AbortSignal | undefined;
  /** The same where it is only asked for, now and then. */
  readonly isDisconnected: (() => boolean) | undefined;
  /** Where the handler says what happened. */
  readonly watch: E['cacheSeconds'] extends number ? undefined : CallWatch;
}

/** A call without a session does not know its caller: the handler names it. */
type AnyClick<E extends Endpoint> = E['access'] extends 'anonymous' ? Omit<Click, 'callerId'> : Click;
type ClickOf<E extends Endpoint> = E extends { key: 'required' }
  ? AnyClick<E>
  : E extends { key: 'optional' }
    ? AnyClick<E> | undefined
    : undefined;

type Call<E extends Endpoint> = InputOf<E> & Caller<E>;
type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E>> | AnswerOf<E>;
type FileHandler<E extends Endpoint> = (call: Call<E>) => Promise<FileAnswer>;

declare module 'fastify' {
  interface FastifyInstance {
    /** The session of a bearer token, or null when it is missing, forged, over or revoked. */
    authenticate: (token: string | undefined) => Promise<Session | null>;
    answers: AnswerCache;
    /** Keys the hashes of what clicks asked. */
    secret: string;
    /** The deployment's own paths of some calls. */
    services: ConfiguredServices;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** Registers one endpoint of the contract: access, decoding, the handler, encoding, and the envelope. */
export function serve<const E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>) {
  const shared = endpoint.access === 'anonymous' && endpoint.method === 'GET' && endpoint.cacheSeconds !== undefined;
  const encode = answerEncoder(endpoint);
  const answer = async (call: Call<E>) => encode(await handler(call));
  const send: Send<E> = async (reply, call) => sendSuccess(reply, await answer(call));
  register(app, endpoint, shared ? serveShared(app, endpoint, answer) : serveAlone(app, endpoint, send));
}

const answerEncoder = <E extends Endpoint>({ answer }: E) => encoderOf(answer) as (own: AnswerOf<E>) => unknown;

/**
 * Registers a call that has the same answer for all who may make it, and no input: it is made, encoded and compressed once
 * for all requests within `freshMs`. Access is checked every time, and no cache on the way may keep it.
 */
export function serveAlike<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  answer: () => Promise<AnswerOf<E>>,
  freshMs: number,
) {
  const encode = answerEncoder(endpoint);
  const kept = recent(async () => keepBody(200, PRIVATE_JSON, bytesOf(encode(await answer())), BROTLI_STRENGTH), { freshMs });
  register(app, endpoint, async (request, reply) => {
    const session = await identify(app, endpoint, request);
    if (session === null) return refuseSession(request, reply);
    if (!hasRole(endpoint, session)) {
      const refusal = new Refusal('not_for_you');
      tellOfCall(request, { session, endpoint, object: undefined }, refusal);
      throw refusal;
    }
    const body = await kept();
    reply.answerCode = body.status;
    reply.hijack();
    writeKept(request.raw, reply.raw, body);
  });
}

/** Fast rather than small: the answer is kept for a second only. */
const BROTLI_STRENGTH = 4;

const bytesOf = (data: unknown) => Buffer.from(JSON.stringify(writeSuccess(data)));

/** Registers an endpoint whose success is a file. */
export function serveFile<const E extends Endpoint & { readonly file: string }>(
  app: FastifyInstance,
  endpoint: E,
  handler: FileHandler<E>,
) {
  const send: Send<E> = async (reply, call) => sendFile(reply, endpoint.file, await handler(call));
  register(app, endpoint, serveAlone(app, endpoint, send));
}

/** Registers the endpoint at its own path and at the path that the deployment configured for its service. */
function register(app: FastifyInstance, endpoint: Endpoint, handler: RouteHandlerMethod) {
  for (const url of new Set([endpoint.path, configuredPath(endpoint.path, app.services)])) {
    app.route({
      method: endpoint.method,
      url,
      ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
      config: { endpoint },
      handler,
      errorHandler: (error, request, reply) => answerError(error, request, reply),
    });
  }
}

type Send<E extends Endpoint> = (reply: FastifyReply, call: Call<E>) => Promise<unknown>;

const serveAlone = <E extends Endpoint>(app: FastifyInstance, endpoint: E, send: Send<E>) => {
  const decodeInput = inputDecoder(endpoint);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    let session: Session | undefined;
    let input: InputOf<E> | undefined;
    const called = (end: 'ok' | Refusal) => tellOfCall(request, { session, endpoint, object: objectOf(input) }, end);
    try {
      const caller = await identify(app, endpoint, request);
      if (caller === null) return refuseSession(request, reply);
      session = caller;
      if (!hasRole(endpoint, session)) throw new Refusal('not_for_you');
      if (endpoint.secondLook && !session?.isProved) throw new Refusal('second_look_needed');
      input = decodeInput(request);
      const click = endpoint.key && clickOf(request, endpoint, { session, input });
      const sent = await send(reply, Object.assign(new CallerOf(request, reply, session, click), input) as never);
      if (session !== undefined && session.role !== 'customer') called('ok');
      return sent;
    } catch (error) {
      if (error instanceof Refusal) called(error);
      return answerError(error, request, reply);
    }
  };
};

/** The purchase or order that a call names; ids of 128 random bits. */
function objectOf(input: unknown): string | undefined {
  const { params } = (input ?? {}) as { params?: { purchaseId?: string; orderId?: string } };
  return params?.purchaseId ?? params?.orderId;
}

/** A call without a token is a browser whose session ended; one with a token that does not count is worth a line. */
function refuseSession(request: FastifyRequest, reply: FastifyReply) {
  if (request.headers.authorization !== undefined) {
    const watch = new CallWatch(request, undefined);
    watch.say('session-refused', { call: callOf(request), network: watch.network });
  }
  return sendUnauthorised(reply);
}

/** A public answer, the same for every client: cached, and sent without a promise while it is fresh, because it is the hot path. */
const serveShared = <E extends Endpoint>(app: FastifyInstance, endpoint: E, answer: (call: Call<E>) => Promise<unknown>) => {
  const decodeInput = inputDecoder(endpoint);
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined => {
    const input = decodeInput(request);
    return app.answers.send(request, reply, endpoint, input as object, () => answer({ ...ANONYMOUS, ...input } as never));
  };
};

/** The caller of a public endpoint: its answer is shared, so nothing of a single request may reach the handler. */
const ANONYMOUS = {
  session: undefined,
  ip: '',
  userAgent: undefined,
  language: undefined,
  cookies: undefined,
  click: undefined,
  pass: undefined,
  signal: undefined,
  isDisconnected: undefined,
  watch: undefined,
};

/** A handler's view of a request besides its input. */
class CallerOf {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly session: Session | undefined;
  readonly click: Omit<Click, 'callerId'> | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, session: Session | undefined, click: Omit<Click, 'callerId'> | undefined) {
    this.#request = request;
    this.#reply = reply;
    this.session = session;
    this.click = click;
  }

  get watch() {
    return new CallWatch(this.#request, this.session);
  }

  get cookies() {
    return new Cookies(this.#request, this.#reply);
  }

  /** Read on demand: it may have to be parsed from a proxy's header. */
  get ip() {
    return addressOf(this.#request.ip);
  }

  /** Asked for by `Accept-Language`, as far as the deployment offers it. */
  get language() {
    return acceptedLanguage(this.#request.headers['accept-language'], this.#request.server.languages);
  }

  get userAgent() {
    return this.#request.headers['user-agent'];
  }

  get pass(): string | undefined {
    const { [PASS_HEADER]: pass } = this.#request.headers;
    return typeof pass === 'string' ? pass : undefined;
  }

  /**
   * Made only for handlers that ask for it. Fastify's own `request.signal` follows the incoming message, which is done once a body
   * has been read, so it never aborts for a POST.
   */
  get signal(): AbortSignal {
    const { raw } = this.#reply;
    if (raw.destroyed) return AbortSignal.abort();
    const controller = new AbortController();
    raw.once('close', () => {
      if (!raw.writableFinished) controller.abort();
    });
    return controller.signal;
  }

  /** For calls that come in thousands a second and only ask: without a controller and a listener for each of them. */
  get isDisconnected(): () => boolean {
    const { raw } = this.#reply;
    return () => raw.destroyed && !raw.writableFinished;
  }
}

const IDEMPOTENCY_KEY = /^[\w-]{8,64}$/;

/** Undefined without a key, where one may be left out. */
function clickOf<E extends Endpoint>(
  { headers, server }: FastifyRequest,
  endpoint: E,
  { session, input }: { session: Session | undefined; input: InputOf<E> },
): Omit<Click, 'callerId'> | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined && endpoint.key === 'optional') return undefined;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    const reason = key === undefined ? 'missing' : 'invalid';
    throw new Refusal('invalid_input', { fields: [{ name: 'idempotency-key', reason }] });
  }
  // Each reading at a door is a row with a key of its own, so a door's keys need not last.
  const lasts = session?.role === 'box-office' || session?.role === 'organiser';
  return { ...(session && { callerId: session.customerId }), key, asked: askedHash(server.secret, endpoint, input as object), lasts };
}

const BEARER = /^bearer ([^ ]+)/i;

/** The caller's session: undefined for an anonymous call without one that it knows, null for any other without an open one. */
async function identify(app: FastifyInstance, { access, session }: Endpoint, request: FastifyRequest): Promise<Session | undefined | null> {
  if (access === 'anonymous' && session !== 'optional') return undefined;
  const open = await app.authenticate(BEARER.exec(request.headers.authorization ?? '')?.[1]);
  return access === 'anonymous' ? (open ?? undefined) : open;
}

const hasRole = ({ access }: Endpoint, session: Session | undefined): boolean => !isOfStaff(access) || session?.role === access;

function inputDecoder<E extends Endpoint>(endpoint: E): (request: FastifyRequest) => InputOf<E> {
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema ? [{ part, decode: decoderOf(schema) }] : [];
  });
  return (request) => {
    const input: Record<string, unknown> = {};
    for (const { part, decode } of parts) {
      const read = decode(request[part]);
      if (!read.success) throw new Refusal('invalid_input', { fields: fieldsOf(read.error.issues) });
      input[part] = read.data;
    }
    return input as InputOf<E>;
  };
}

const MOST_FIELDS = 20;

/** One reason per field, named as on the wire; `body` when the whole body is wrong. */
function fieldsOf(issues: readonly z.core.$ZodIssue[]) {
  const reasons = new Map<string, string>();
  for (const issue of issues) {
    const name = issue.path.join('.') || 'body';
    if (!reasons.has(name)) reasons.set(name, reasonOf(issue));
  }
  return [...reasons].slice(0, MOST_FIELDS).map(([name, reason]) => ({ name, reason }));
}

/** A blank value counts as missing. */
function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined) return 'missing';
  if (issue.code === 'too_small') return issue.minimum === 1 ? 'missing' : 'too_short';
  return issue.code === 'too_big' ? 'too_long' : 'invalid';
}
