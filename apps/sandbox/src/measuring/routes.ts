import type { FastifyInstance } from 'fastify';

interface Told {
  readonly stage: string;
  readonly query: string;
  readonly referer: string | null;
  readonly cookie: string | null;
}

/** The smallest picture. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const MOST_TOLD = 200;

/**
 * Who measures advertising, and who knows the country of a visitor: a picture below `/measure` for each stage, what was told of at
 * `/measure/control`, and `/country`, which places everybody in Paraguay.
 */
export function measuringRoutes(app: FastifyInstance) {
  const told: Told[] = [];
  app.get<{ Params: { stage: string } }>('/measure/pixel/:stage', ({ params: { stage }, url, headers }, reply) => {
    told.push({ stage, query: url.split('?')[1] ?? '', referer: headers.referer ?? null, cookie: headers.cookie ?? null });
    if (told.length > MOST_TOLD) told.shift();
    return reply.type('image/gif').header('cross-origin-resource-policy', 'cross-origin').send(PICTURE);
  });
  app.get('/measure/control', () => ({ told }));
  app.get('/country', (_, reply) => reply.header('access-control-allow-origin', '*').send({ countryCode: 'PY' }));
}
