import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { errorPage } from '../page.ts';
import { type Identity, LOG_IN_PATH } from './identity.ts';
import { identityPage, logInPage } from './pages.ts';

const HTML = 'text/html; charset=utf-8';
const LogInForm = z.object({
  do: z.enum(['log-in', 'cancel']),
  firstName: z.string().max(200).default(''),
  lastName: z.string().max(200).default(''),
  email: z.string().max(300).default(''),
  isEmailVerified: z.literal('yes').optional(),
  alias: z.string().max(200).default(''),
});
const Switches = z.strictObject({ isDown: z.boolean().default(false) });

/** `/identity` for people and their log-in, `/identity/control` for tests. */
export function identityRoutes(app: FastifyInstance, identity: Identity) {
  const { provider } = identity;
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  app.get('/identity', (_, reply) => reply.type(HTML).send(identityPage(identity)));
  app.put('/identity/control', ({ body }, reply) => {
    const switches = Switches.safeParse(body ?? {});
    if (!switches.success) return reply.code(400).send({ problem: z.prettifyError(switches.error) });
    identity.isDown = switches.data.isDown;
    return switches.data;
  });

  app.get<{ Params: { uid: string } }>(`${LOG_IN_PATH}/:uid`, async (request, reply) => {
    const asked = await provider.interactionDetails(request.raw, reply.raw).catch(() => null);
    reply.type(HTML);
    if (!asked) return reply.code(404).send(errorPage('Ese ingreso ya no está: empezá de nuevo.'));
    // The form's answer leads on to the shop, which a policy would have to name.
    return reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'").send(logInPage(request.url));
  });

  app.post<{ Params: { uid: string } }>(`${LOG_IN_PATH}/:uid`, async (request, reply) => {
    const form = LogInForm.safeParse(request.body);
    const asked = await provider.interactionDetails(request.raw, reply.raw).catch(() => null);
    if (!form.success || !asked) return reply.code(404).type(HTML).send(errorPage('Ese ingreso ya no está: empezá de nuevo.'));
    const { do: what, isEmailVerified, ...member } = form.data;
    const result =
      what === 'cancel'
        ? { error: 'access_denied' }
        : { login: { accountId: identity.remember({ ...member, isEmailVerified: isEmailVerified === 'yes' }) } };
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false }), 303);
  });
}
