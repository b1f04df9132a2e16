import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Recaptcha, RecaptchaSwitches } from './recaptcha.ts';

const Verification = z.object({ secret: z.string().optional(), response: z.string().optional(), remoteip: z.string().optional() });
const Question = z.object({ k: z.string().min(1), action: z.string().regex(/^[\w/]{1,100}$/) });

/** The script and the verification under their usual names, `/recaptcha/control` for tests. */
export function recaptchaRoutes(app: FastifyInstance, recaptcha: Recaptcha) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  app.addHook('onRequest', async ({ url }, reply) => {
    if (recaptcha.switches.isDown && !url.startsWith('/recaptcha/control')) return reply.code(503).send();
  });

  app.get('/recaptcha/control', () => ({ switches: recaptcha.switches }));
  app.put('/recaptcha/control', ({ body, headers }, reply) => {
    const from = headers['sec-fetch-site'];
    if (from !== undefined && from !== 'same-origin') return reply.code(403).send({ problem: 'from another site' });
    const switches = RecaptchaSwitches.safeParse(body ?? {});
    if (!switches.success) return reply.code(400).send({ problem: z.prettifyError(switches.error) });
    recaptcha.switches = switches.data;
    return { switches: recaptcha.switches };
  });

  app.get<{ Querystring: { render?: string } }>('/recaptcha/api.js', ({ query }, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script(query.render ?? '')),
  );
  app.post('/recaptcha/api2/reload', ({ body, headers }, reply) => {
    const asked = Question.safeParse(body);
    if (!asked.success || !headers.origin || !URL.canParse(headers.origin)) return reply.code(400).send();
    const token = recaptcha.make({ action: asked.data.action, hostname: new URL(headers.origin).hostname });
    return reply.header('access-control-allow-origin', '*').send({ token });
  });
  app.post('/recaptcha/api/siteverify', ({ body }) => recaptcha.verify(Verification.catch({}).parse(body)));
}

/** Runs in the shop's page. It says itself that it is a simulation. */
const script = (siteKey: string) => `// A simulation of reCAPTCHA v3 for development and tests.
(() => {
  const siteKey = ${JSON.stringify(siteKey).replaceAll('<', '\\u003c')};
  const reload = new URL('api2/reload', document.currentScript.src);
  globalThis.grecaptcha = {
    ready: (callback) => queueMicrotask(callback),
    async execute(key, { action }) {
      if (key !== siteKey) throw new Error('Invalid site key or not loaded in api.js: ' + key);
      const answer = await fetch(reload, { method: 'POST', body: new URLSearchParams({ k: key, action }) });
      return (await answer.json()).token;
    },
  };
})();
`;
