import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const Code = z.strictObject({
  id: z.string().min(1),
  email: z.string().min(3),
  code: z.string().regex(/^\d{6}$/),
  expiresAt: z.iso.datetime(),
  language: z.enum(['es', 'en', 'pt']).nullable(),
});

/** Faults that can be switched on. A switch that is left out has its default. */
const Switches = z.strictObject({
  /** Everything is answered with a 503. */
  isDown: z.boolean().default(false),
  /** Every code is answered with a 422. */
  refuses: z.boolean().default(false),
});

const MOST_CODES = 1000;

/** Simulates the host that mails codes in a shop's stead: it checks who sends them, keeps each once, and mails none. */
export function mailValidationRoutes(app: FastifyInstance, { key }: { readonly key: string }) {
  const codes = new Map<string, z.output<typeof Code>>();
  let switches = Switches.parse({});

  app.get('/mail-validation/control', () => ({ switches, codes: [...codes.values()] }));
  app.put('/mail-validation/control', ({ body, headers }, reply) => {
    const from = headers['sec-fetch-site'];
    if (from !== undefined && from !== 'same-origin') return reply.code(403).send({ problem: 'from another site' });
    const wanted = Switches.safeParse(body ?? {});
    if (!wanted.success) return reply.code(400).send({ problem: z.prettifyError(wanted.error) });
    switches = wanted.data;
    return { switches };
  });

  app.register(async (calls) => {
    // The signature is over the bytes as they came.
    calls.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    calls.post<{ Body: Buffer | undefined }>('/mail-validation/codes', ({ body, headers }, reply) => {
      if (switches.isDown) return reply.code(503).send();
      if (!body || !isSigned(body, headers['x-signature'], key)) return reply.code(401).send();
      const code = Code.safeParse(jsonIn(body));
      if (!code.success) return reply.code(400).send({ problem: z.prettifyError(code.error) });
      if (switches.refuses) return reply.code(422).send();
      if (Date.parse(code.data.expiresAt) < Date.now()) return reply.code(410).send();
      codes.set(code.data.id, code.data);
      const [oldest] = codes.keys();
      if (codes.size > MOST_CODES && oldest !== undefined) codes.delete(oldest);
      return reply.code(204).send();
    });
  });
}

function isSigned(body: Buffer, given: unknown, key: string): boolean {
  const right = Buffer.from(`sha256=${createHmac('sha256', key).update(body).digest('hex')}`);
  const signature = Buffer.from(String(given));
  return signature.length === right.length && timingSafeEqual(signature, right);
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
