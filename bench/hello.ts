import fastify from 'fastify';

/** What the framework can do at best on this machine: the baseline of every request rate. */
export async function startHello(): Promise<{ url: string; stop: () => Promise<void> }> {
  const app = fastify();
  app.get('/', () => 'hello');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, stop: () => app.close() };
}
