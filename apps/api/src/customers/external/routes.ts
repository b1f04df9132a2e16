import { externalLoginPaths, getExternalCustomer, logInExternally as logInCall, Refusal } from '@butaca/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Db } from '#db/connect';
import { CallWatch } from '#http/call-watch';
import { Cookies } from '#http/cookies';
import { languageOf } from '#http/language';
import { serve } from '#http/serve';
import { textsOf } from '../../texts/index.ts';
import { type ExternalWorld, logInExternally } from './log-in.ts';
import { databaseNow, externalCustomer, lockProviderSession, rememberLogOut, revokeExternalSessions } from './queries.ts';
import { newBrowserKey, startLogIn } from './state.ts';

/** What a browser keeps while its person is at the provider; longer than any log-in takes. */
const COOKIE_SECONDS = 3600;
const BROWSER_KEY = /^[A-Za-z0-9_-]{43}$/;
const LARGEST_LOG_OUT_BYTES = 16 * 1024;

/** The external login (C-27): the calls of /loginRedirect, and, where the deployment has a provider, what leads there and back. */
export function externalLoginRoutes(app: FastifyInstance, { db, world }: { readonly db: Db; readonly world: ExternalWorld | null }) {
  serve(app, getExternalCustomer, async ({ session }) => {
    const found = await externalCustomer(db, session.id);
    if (!found) throw new Refusal('not_found');
    const { alias, ...customer } = found;
    return { ...customer, ...(found.hasAlias && alias !== null && { alias }) };
  });

  const mounted = world && { world, cookie: mountProvider(app, world) };
  serve(app, logInCall, async ({ body, cookies, ip, userAgent, language, watch }) => {
    if (!mounted) throw new Refusal('not_for_you');
    const { network } = watch;
    try {
      const browserKey = cookies.get(mounted.cookie);
      const opened = await logInExternally(mounted.world, { ...body, browserKey, ip, userAgent, language });
      watch.say('external-log-in', { outcome: 'ok', network });
      return opened;
    } catch (error) {
      if (error instanceof Refusal) watch.say('external-log-in', { outcome: error.failure, network });
      throw error;
    }
  });
}

/** Two addresses that browsers open and one that the provider calls; the name of the cookie that tells browsers apart. */
function mountProvider(app: FastifyInstance, world: ExternalWorld): string {
  const { db, secret, provider, redirectUri } = world;
  const isSecure = redirectUri.startsWith('https:');
  // The prefix keeps other hosts of the same domain from setting it.
  const cookie = isSecure ? '__Host-butaca-external' : 'butaca-external';

  // Another site's link would give the browser a new key, which ends a log-in that is under way.
  app.get<{ Querystring: { redirect_uri?: unknown } }>(
    externalLoginPaths.start,
    { config: { changes: 'by link' } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (request.query.redirect_uri !== redirectUri) return sendText(reply, 400, textsOf(languageOf(request)).answers('login.notBack'));
      const cookies = new Cookies(request, reply);
      const known = cookies.get(cookie);
      const browserKey = known !== undefined && BROWSER_KEY.test(known) ? known : newBrowserKey();
      const started = startLogIn({ secret, browserKey }, await databaseNow(db));
      try {
        const entrance = await provider.entrance({ ...started, redirectUri });
        cookies.set(cookie, browserKey, { path: '/', maxAgeSeconds: COOKIE_SECONDS, secure: isSecure });
        return reply.redirect(entrance, 303);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const watch = new CallWatch(request, undefined);
        watch.say('external-log-in', { outcome: error.failure, network: watch.network });
        // In the words of RFC 6749, as the provider itself would send the browser back.
        return reply.redirect(`${redirectUri}?error=temporarily_unavailable`, 303);
      }
    },
  );

  app.get(externalLoginPaths.logOut, async (_, reply) => {
    reply.header('cache-control', 'no-store');
    const exit = await provider.exit().catch(() => null);
    return exit === null ? reply.code(204).send() : reply.redirect(exit, 303);
  });

  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, new URLSearchParams(body as string)),
    );
    const fromProvider = {
      bodyLimit: LARGEST_LOG_OUT_BYTES,
      config: { postedFromElsewhere: 'the provider’s server names who logged out there, in a token that it signs' },
    };
    scope.post(externalLoginPaths.logOut, fromProvider, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null;
      const named = token ? await provider.readLogOut(token) : null;
      if (!named) return reply.code(400).send({ error: 'invalid_request' });
      const ended = await endSessions(world, named);
      new CallWatch(request, undefined).say('external-log-out', { sessions: ended });
      return reply.code(200).send();
    });
  });

  return cookie;
}

/** A log-in of the same session that is under way opens nothing afterwards. */
const endSessions = (
  { db, provider: { issuer } }: ExternalWorld,
  { subject, providerSession }: { readonly subject: string | null; readonly providerSession: string | null },
): Promise<number> =>
  db.begin(async (tx) => {
    if (providerSession !== null) {
      await lockProviderSession(tx, { issuer, providerSession });
      await rememberLogOut(tx, { issuer, providerSession });
    }
    return revokeExternalSessions(tx, { issuer, subject, providerSession });
  }) as Promise<number>;

const sendText = (reply: FastifyReply, status: number, text: string) => reply.code(status).type('text/plain; charset=utf-8').send(text);
