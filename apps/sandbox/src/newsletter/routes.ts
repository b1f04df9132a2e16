import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const Member = z.strictObject({ email: z.string().min(3), name: z.string().min(1), unsubscribeUrl: z.url() });

/** Faults that can be switched on. A switch that is left out has its default. */
const NewsletterSwitches = z.strictObject({
  /** Everything is answered with a 503. */
  isDown: z.boolean().default(false),
});

const MOST_MEMBERS = 10_000;

/** Simulates a service that sends newsletters: it keeps who was handed over, and sends nothing. */
export function newsletterRoutes(app: FastifyInstance, { key }: { readonly key: string }) {
  const members = new Map<string, z.output<typeof Member>>();
  let switches = NewsletterSwitches.parse({});

  app.get('/newsletter/control', () => ({ switches, members: [...members].map(([id, member]) => ({ id, ...member })) }));
  app.put('/newsletter/control', ({ body, headers }, reply) => {
    const from = headers['sec-fetch-site'];
    if (from !== undefined && from !== 'same-origin') return reply.code(403).send({ problem: 'from another site' });
    const wanted = NewsletterSwitches.safeParse(body ?? {});
    if (!wanted.success) return reply.code(400).send({ problem: z.prettifyError(wanted.error) });
    switches = wanted.data;
    return { switches };
  });

  app.register(async (calls) => {
    calls.addHook('onRequest', async ({ headers }, reply) => {
      if (switches.isDown) return reply.code(503).send();
      if (headers.authorization !== `Bearer ${key}`) return reply.code(401).send();
    });
    calls.put<{ Params: { id: string } }>('/newsletter/members/:id', ({ params, body }, reply) => {
      const member = Member.safeParse(body);
      if (!member.success) return reply.code(400).send({ problem: z.prettifyError(member.error) });
      members.delete(params.id);
      members.set(params.id, member.data);
      const [oldest] = members.keys();
      if (members.size > MOST_MEMBERS && oldest !== undefined) members.delete(oldest);
      return reply.code(204).send();
    });
    calls.delete<{ Params: { id: string } }>('/newsletter/members/:id', ({ params }, reply) =>
      reply.code(members.delete(params.id) ? 204 : 404).send(),
    );
  });
}
