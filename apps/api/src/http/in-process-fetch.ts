import type { FastifyInstance } from 'fastify';

/** `fetch` for pages rendered in this process: the same routes, checks and encoding, without a socket. */
export const inProcessFetch =
  (app: FastifyInstance): typeof fetch =>
  async (input, init) => {
    const request = new Request(new URL(String(input), 'http://in-process'), init);
    const reply = await app.inject({
      method: request.method as 'GET',
      url: request.url.slice('http://in-process'.length),
      headers: Object.fromEntries(request.headers),
      ...(request.body ? { payload: await request.text() } : {}),
    });
    return new Response(reply.body, { status: reply.statusCode, headers: { 'content-type': 'application/json' } });
  };
