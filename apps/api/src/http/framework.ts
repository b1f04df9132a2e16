import { randomBytes } from 'node:crypto';
import { createServer, ServerResponse } from 'node:http';
import type { OfferedLanguages } from '@butaca/brand/languages';
import { endpoints, QUEUE_HOST, Refusal } from '@butaca/contract';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { isTransient } from '#db/outage';
import type { Watch } from '#watch/watch';
import { textsOf } from '../texts/index.ts';
import { type CrossOriginOptions, crossOrigin } from './cross-origin.ts';
import type { FastLane } from './fast-lane.ts';
import { refuseForeignPages } from './foreign-page.ts';
import { securityHeaders } from './kept-body.ts';
import { chosenLanguage, languageOf } from './language.ts';
import { answerError, isCall, sendRefusal, tellOfFault } from './replies.ts';
import { Shutdown } from './shutdown.ts';
import { traceRequests } from './trace-requests.ts';

declare module 'fastify' {
  interface FastifyInstance {
    fastLane: FastLane;
    shutdown: Shutdown;
  }
}

/** Calls of the api and of the queue host, which pages of the brand's other hosts make. */
const mayCall = (url: string) => isCall(url) || url.startsWith(`${QUEUE_HOST}/`);

const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than load balancers keep an idle connection, so that they never use one that we are closing. */
const KEEP_ALIVE_MS = 72_000;

export interface FrameworkOptions {
  readonly watch: Watch;
  readonly trustedProxies: number;
  readonly fastLane: FastLane;
  /** What people type; over https through a proxy of ours. */
  readonly publicOrigin: string;
  /** What people can choose from; Spanish alone where nothing is said. */
  readonly languages?: OfferedLanguages;
  /** Whose pages may call besides those of our own origin; by default nobody's. */
  readonly crossOrigin?: CrossOriginOptions;
}

/** A year, as browsers expect it; other hosts of the same domain may not be ours. */
const TRANSPORT = ['strict-transport-security', 'max-age=31536000'] as const;

/** Every answer says that this host is only to be asked over https, whichever way it is written. */
class HttpsResponse extends ServerResponse {
  override writeHead(status: number, ...rest: unknown[]): this {
    const write = super.writeHead as (status: number, ...rest: unknown[]) => this;
    const headers = rest.at(-1);
    if (Array.isArray(headers)) return write.call(this, status, ...rest.slice(0, -1), [...headers, ...TRANSPORT]);
    this.setHeader(...TRANSPORT);
    return write.call(this, status, ...rest);
  }
}

/** Fastify as Butaca uses it: JSON in, our refusals out, security headers on everything. */
export function createFramework({
  watch,
  trustedProxies,
  fastLane,
  publicOrigin,
  languages = { language: 'es', languages: ['es'] },
  crossOrigin: others = { origins: [], headerNames: [] },
}: FrameworkOptions): FastifyInstance {
  const shutdown = new Shutdown();
  const https = publicOrigin.startsWith('https:');
  const isPreflight = crossOrigin(others);
  const app = fastify({
    serverFactory: (handle) => {
      const options = {
        requestTimeout: REQUEST_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        ...(https ? { ServerResponse: HttpsResponse } : {}),
      };
      return createServer(options, (request, response) => {
        if (shutdown.started) response.setHeader('connection', 'close');
        if (mayCall(request.url ?? '') && isPreflight(request, response)) return;
        if (!fastLane.answer(request, response)) handle(request, response);
      });
    },
    loggerInstance: watch.log as FastifyBaseLogger,
    genReqId: requestIds(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address, hop) => hop < trustedProxies,
    bodyLimit: 64 * 1024,
    // Clients that are still connected while this process leaves get their answers.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    frameworkErrors: (_error, request, reply) => {
      // These answers leave before any hook runs.
      reply.headers(securityHeaders);
      if (isCall(request.url)) return sendRefusal(reply as never, new Refusal('malformed_address'));
      reply.code(400 as never).header('content-type', 'text/plain; charset=utf-8');
      return reply.send(textsOf(chosenLanguage(request.headers.cookie, languages)).answers('page.badAddress') as never);
    },
  });

  app.decorate('fastLane', fastLane);
  app.decorate('languages', languages);
  app.decorate('shutdown', shutdown);
  app.decorate('watch', watch);
  if (watch.spans) traceRequests(app, watch.spans);
  refuseForeignPages(app, { publicOrigin, origins: others.origins });
  app.addHook('preClose', async () => {
    shutdown.start('quiet');
    fastLane.close();
  });

  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parseJson(request, body as string, done);
  });

  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.headers(securityHeaders);
    done();
  });

  app.setErrorHandler((error, request, reply) => {
    if (isCall(request.url)) return answerError(error, request, reply);
    const { answers: t } = textsOf(languageOf(request));
    const { statusCode = 500 } = error as { statusCode?: number };
    // What came in cannot be read, such as a form's body: the sender's fault, and nothing to log.
    if (statusCode >= 400 && statusCode < 500) return sendText(reply, statusCode, t('page.unreadable'));
    tellOfFault(error, request);
    const mayBeOver = isTransient(error);
    if (mayBeOver) reply.header('retry-after', '1');
    return sendText(reply, mayBeOver ? 503 : 500, t('page.fault'));
  });
  return app;
}

const sendText = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);

/** Unknown calls and wrong methods below `/v2` and `/v3`; registered after every endpoint. */
export function mountUnknownCalls(app: FastifyInstance) {
  const known = Object.values(endpoints).map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
  }));
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    const methods = known.flatMap(({ method, pattern }) => (pattern.test(path) ? [method as string] : []));
    // The router leaves a call with its right method to us when a parameter is longer than any id.
    const isWrongMethod = methods.length > 0 && !methods.includes(request.method);
    return sendRefusal(reply, new Refusal(isWrongMethod ? 'method_not_allowed' : 'not_found'));
  };
  for (const url of ['/v2', '/v2/*', '/v3', '/v3/*']) app.all(url, refuse);
  // Methods that the router does not know at all, such as TRACE.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 && isCall(request.url)) void refuse(request, reply);
    else done();
  });
}

/** Ids that no other process gives out, for lines of the log about one request. */
function requestIds(): () => string {
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${process}-${(count++).toString(36)}`;
}
