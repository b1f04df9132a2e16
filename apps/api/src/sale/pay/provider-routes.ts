import { escapeUTF8 } from 'entities';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from '#http/content-security';
import { believed, findAttempt, type Notice, noticeOf, type Provider, takeTurnToHear, type WebhookCall } from '../../payments/index.ts';
import { hearOfChargeback } from '../staff/chargeback.ts';
import type { SaleWorld } from '../world.ts';
import { hearOf } from './settle.ts';

const LARGEST_NOTICE_BYTES = 256 * 1024;
const LARGEST_RETURN_BYTES = 64 * 1024;

type ToProvider = FastifyRequest<{ Params: { provider: string } }>;

/** Two addresses that are no calls of the contract: a provider's server tells of a payment, and its page ends inside a frame of ours. */
export async function providerRoutes(app: FastifyInstance, world: SaleWorld): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));

    const notice = {
      bodyLimit: LARGEST_NOTICE_BYTES,
      config: { postedFromElsewhere: 'a provider’s server tells of a payment, and signs what it says or is asked' },
    };
    scope.post('/v2/pagos/:provider/aviso', notice, async (request: ToProvider, reply) => {
      reply.header('cache-control', 'no-store');
      const provider = world.payments.providers.get(request.params.provider);
      if (!provider?.webhook) return reply.code(404).send({});
      const heard = await provider.webhook(callOf(request));
      if (heard === 'forged') {
        world.watch.say('notice-refused', { provider: provider.name });
        return reply.code(401).send({});
      }
      if (heard !== 'irrelevant') await take(world, provider, heard);
      return reply.code(200).send(provider.webhookReply ?? {});
    });

    for (const method of ['GET', 'POST'] as const) {
      scope.route({
        method,
        url: '/v2/pagos/:provider/vuelta',
        bodyLimit: LARGEST_RETURN_BYTES,
        config: { postedFromElsewhere: 'a provider’s page ends inside our frame; its fields are shown to our page and change nothing' },
        handler: (request, reply) =>
          reply
            .code(200)
            .headers({ 'cache-control': 'no-store', 'content-security-policy': endPolicy, 'referrer-policy': 'no-referrer' })
            .type('text/html; charset=utf-8')
            .send(endOfFrame(fieldsOf(request))),
      });
    }
  });
}

/**
 * Doubled, early and reordered ones change nothing more than the first: the provider is asked, or its answer is applied once. Unsigned ones
 * have a pace, because each that is listened to costs a row and a question.
 */
async function take(world: SaleWorld, provider: Provider, { about, paymentId, eventId, answer, chargeback }: Notice): Promise<void> {
  const attempt = await findAttempt(world.db, provider.name, about);
  if (!attempt || !(provider.capabilities.signsWebhooks || (await takeTurnToHear(world.db, attempt)))) return;
  await noticeOf(world.db, attempt, eventId);
  if (chargeback && (await hearOfChargeback(world, attempt, { ...chargeback, paymentId }))) return;
  await hearOf(world, attempt, answer && believed(attempt, answer));
}

const callOf = ({ headers, body, query }: ToProvider): WebhookCall => ({
  headers,
  rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  query: Object.fromEntries(Object.entries(query as Record<string, unknown>).map(([name, value]) => [name, String(value)])),
});

const MOST_FIELDS = 20;

/** What a provider's page posted, or wrote into the address; anybody may, so that it proves nothing. */
function fieldsOf({ method, body, query }: FastifyRequest): Record<string, string> {
  const pairs =
    method === 'POST' && Buffer.isBuffer(body) ? [...new URLSearchParams(body.toString('utf8'))] : Object.entries(query as object);
  return Object.fromEntries(
    pairs.flatMap(([name, value]) => (/^\w{1,60}$/.test(name) ? [[name, String(value).slice(0, 4096)]] : [])).slice(0, MOST_FIELDS),
  );
}

/** Hands the fields to the page around it, which is ours, and to no other. */
const HAND_OVER = `parent.postMessage({ butaca: 'step-done', given: JSON.parse(document.body.dataset.given) }, location.origin);`;

const endPolicy = contentSecurityPolicy({ scripts: [HAND_OVER] }).replace("frame-ancestors 'none'", "frame-ancestors 'self'");

const endOfFrame = (fields: Readonly<Record<string, string>>): string => {
  return `<!doctype html><html lang="es"><meta charset="utf-8"><title>Pago</title><body data-given="${escapeUTF8(JSON.stringify(fields))}"><p>Un momento…</p><script>${HAND_OVER}</script></body></html>`;
};
