import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { unansweredPage } from '../bank-page.ts';
import { openToPages } from '../gateway/api-routes.ts';
import type { Answer } from '../gateway/requests.ts';
import { errorPage } from '../page.ts';
import type { Cybersource } from './cybersource.ts';
import { challengePage, cybersourcePage, devicePage, returnPage } from './pages.ts';
import { unsigned } from './requests.ts';
import { type CybersourceAccess, signatureProblem } from './signature.ts';
import { CybersourceSwitches } from './switches.ts';

interface World {
  readonly cybersource: Cybersource;
  readonly access: CybersourceAccess;
}

const HTML = 'text/html; charset=utf-8';
const ANSWER_PATH = '/cybersource/cardinal/answer';
type WithId = { Params: { id: string } };

/** The exchange of a card, the signed calls, Cardinal's pages, and `/cybersource` for people and tests. */
export async function cybersourceRoutes(app: FastifyInstance, world: World) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  tokenRoutes(app, world);
  pageRoutes(app, world);
  controlRoutes(app, world);
  await app.register(async (calls) => signedRoutes(calls, world), { prefix: '/cybersource/api' });
}

function tokenRoutes(app: FastifyInstance, { cybersource, access }: World) {
  const open = openToPages(access.origin);
  app.options('/cybersource/tokens', { onRequest: open }, (_, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'apikey, content-type',
        'access-control-max-age': '600',
      })
      .send(),
  );
  app.post('/cybersource/tokens', { onRequest: open }, ({ headers, body }, reply) =>
    headers.apikey === access.publicKey ? send(reply, cybersource.createToken(body)) : send(reply, unsigned),
  );
}

function signedRoutes(app: FastifyInstance, { cybersource, access }: World) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  app.addHook('preHandler', async (request, reply) => {
    const { method, url: path, headers } = request;
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (signatureProblem({ method, path, headers, body }, access)) return reply.code(401).send(unsigned.body);
    request.body = readJson(body);
  });
  const call = (answer: (request: FastifyRequest) => Answer | Promise<Answer>) => async (request: FastifyRequest, reply: FastifyReply) =>
    send(reply, await cybersource.whenNotSilent(() => answer(request)));

  app.post(
    '/risk/v1/authentication-setups',
    call(({ body }) => cybersource.authentications.setUp(body)),
  );
  app.post(
    '/risk/v1/authentications',
    call(({ body }) => cybersource.authentications.enrol(body)),
  );
  app.post(
    '/risk/v1/authentication-results',
    call(({ body }) => cybersource.authentications.validate(body)),
  );
  app.post(
    '/pts/v2/payments',
    call(({ body }) => cybersource.pay(body)),
  );
  app.post<WithId>('/pts/v2/payments/:id/voids', (request, reply) =>
    call(({ body }) => cybersource.void(request.params.id, body))(request, reply),
  );
  app.post<WithId>('/pts/v2/payments/:id/reversals', (request, reply) =>
    call(({ body }) => cybersource.reverse(request.params.id, body))(request, reply),
  );
  app.post<WithId>('/pts/v2/payments/:id/refunds', (request, reply) =>
    call(({ body }) => cybersource.refund(request.params.id, body))(request, reply),
  );
  app.post(
    '/pts/v2/voids',
    call(({ body }) => cybersource.voidByReference(body, 'VOIDED')),
  );
  app.post(
    '/pts/v2/reversals',
    call(({ body }) => cybersource.voidByReference(body, 'REVERSED')),
  );
  app.post(
    '/tss/v2/searches',
    call(({ body }) => cybersource.search(body)),
  );
  app.get<WithId>('/tss/v2/transactions/:id', (request, reply) => call(() => cybersource.transaction(request.params.id))(request, reply));
}

const Form = z.object({ JWT: z.string(), MD: z.string().max(1024).default('') });
const BankAnswer = z.object({ id: z.string(), MD: z.string().max(1024), end: z.string() });

/** Cardinal's pages, which stand in frames of the shop. */
function pageRoutes(app: FastifyInstance, { cybersource: { authentications } }: World) {
  const show = (reply: FastifyReply, { markup, policy }: ReturnType<typeof devicePage>) =>
    reply.header('content-security-policy', policy).type(HTML).send(markup);
  const wrong = (reply: FastifyReply) => reply.code(400).type(HTML).send(errorPage('Eso no se entiende.'));

  app.post('/cybersource/cardinal/V1/Cruise/Collect', ({ body }, reply) => {
    const form = Form.safeParse(body);
    const referenceId = form.success ? authentications.referenceIdOf(form.data.JWT) : undefined;
    return referenceId ? show(reply, devicePage(referenceId)) : wrong(reply);
  });
  app.post('/cybersource/cardinal/V2/Cruise/StepUp', ({ body }, reply) => {
    const form = Form.safeParse(body);
    const challenge = form.success ? authentications.begin(form.data.JWT) : undefined;
    if (!form.success || !challenge) return wrong(reply);
    const { MD: md } = form.data;
    return show(reply, challenge.end === null ? challengePage(challenge, { answerUrl: ANSWER_PATH, md }) : returnPage(challenge, md));
  });
  app.post(ANSWER_PATH, ({ body }, reply) => {
    const answer = BankAnswer.safeParse(body);
    if (!answer.success) return wrong(reply);
    if (answer.data.end === 'none') return show(reply, unansweredPage());
    const challenge = authentications.end(answer.data.id, answer.data.end);
    return challenge ? show(reply, returnPage(challenge, answer.data.MD)) : wrong(reply);
  });
}

/** The clock moves by at most ten years at a time. */
const Advance = z.strictObject({ seconds: z.number().min(0).max(315_360_000) });

function controlRoutes(app: FastifyInstance, { cybersource }: World) {
  const state = () => ({ now: new Date(cybersource.clock.now()).toISOString(), switches: cybersource.switches });
  app.get('/cybersource', (_, reply) =>
    reply.type(HTML).send(cybersourcePage({ switches: cybersource.switches, paymentsMade: cybersource.paymentsMade() })),
  );
  app.get('/cybersource/payments.json', () => ({ payments: cybersource.paymentsMade() }));
  app.get('/cybersource/control', state);
  const control = { onRequest: refuseOtherSites };
  app.put('/cybersource/control', control, ({ body }, reply) => {
    const switches = CybersourceSwitches.safeParse(body ?? {});
    if (!switches.success) return reply.code(400).send({ problem: z.prettifyError(switches.error) });
    cybersource.switches = switches.data;
    return state();
  });
  app.post('/cybersource/control/advance', control, ({ body }, reply) => {
    const advance = Advance.safeParse(body ?? {});
    if (!advance.success) return reply.code(400).send({ problem: z.prettifyError(advance.error) });
    cybersource.clock.advance(advance.data.seconds * 1000);
    return state();
  });
}

/** Requests from pages of other origins change nothing. */
async function refuseOtherSites({ headers }: FastifyRequest, reply: FastifyReply) {
  const from = headers['sec-fetch-site'];
  if (from !== undefined && from !== 'same-origin') return reply.code(403).send({ problem: 'from another site' });
}

function readJson(body: Buffer): unknown {
  try {
    return body.length === 0 ? null : JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/** A lost answer is a connection that breaks. */
function send(reply: FastifyReply, answer: Answer) {
  if (answer) return reply.code(answer.status).send(answer.body);
  reply.hijack();
  reply.raw.destroy();
  return reply;
}
