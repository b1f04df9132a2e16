import { expect, onTestFinished, test } from 'vitest';
import { FastLane } from '../../src/http/fast-lane.ts';
import { createFramework } from '../../src/http/framework.ts';
import { mountPages } from '../../src/http/pages.ts';
import { silent } from '../factories/watch.ts';

/** A storefront of one kept page, which says where it was asked for; how often it was rendered, and which answers passed by the framework. */
async function pages() {
  const rendered: string[] = [];
  const lane: string[] = [];
  const fastLane = new FastLane(({ path }) => lane.push(path));
  const app = createFramework({ watch: silent, trustedProxies: 0, fastLane });
  mountPages(app, {
    publicOrigin: 'https://butaca.example',
    connectTo: [],
    developing: false,
    storefront: {
      caching: ({ pathname }) => ({ key: pathname, seconds: 10 }),
      render: async ({ url }) => {
        rendered.push(url);
        return new Response(`<p>${url}</p>`, { headers: { 'content-type': 'text/html' } });
      },
    },
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const ask = async (url: string, method = 'GET') => (await app.inject({ method: method as 'GET', url })).statusCode;
  return { ask, visit: (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init), rendered, lane };
}

test('an address with slashes too many is a page like any other, and never one of another host', async () => {
  const { visit, rendered } = await pages();
  for (const path of ['//', '///', '//[', '//elsewhere.example/teatro']) expect((await visit(path)).status).toBe(200);
  expect(rendered.map((url) => new URL(url).origin)).toEqual(Array(4).fill('https://butaca.example'));
});

test('pages are only read: any other method is refused, and renders nothing', async () => {
  const { ask, visit, rendered } = await pages();
  const refused = await visit('/', { method: 'POST' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(await ask('/', 'DELETE')).toBe(405);
  expect(rendered).toEqual([]);
});

test('a page that received a POST is still served from the cache afterwards', async () => {
  const { visit, lane } = await pages();
  await visit('/', { method: 'POST' });
  for (let times = 0; times < 3; times++) await visit('/');
  expect(lane).toEqual(['page', 'page']);
});
