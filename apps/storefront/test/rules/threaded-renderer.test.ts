import { loadBrand } from '@butaca/brand/load';
import { expect, test } from 'vitest';
import { threadedRenderer } from '../../server/threaded-renderer.ts';

const { brand, ...look } = await loadBrand('butaca');
const world = { fetch: async () => Response.json({ nCode: 500 }), brand, look, publicOrigin: 'https://butaca.example' };
const script = new URL('../fixtures/slow-render-thread.ts', import.meta.url);

test('the start of the rendering thread is no part of the time that a page may take', async () => {
  const { render } = threadedRenderer(world, '', { pageMs: 500, script });
  const first = [render('/', 'es'), render('/landing/hamlet', 'es')];
  for (const { body } of await Promise.all(first)) expect(body).toBe('rendered');
});

test('a rendering thread that hangs is replaced, and its pages say which of them it was', async () => {
  const { render } = threadedRenderer(world, '', { pageMs: 500, script });
  await expect(render('/hang', 'es')).rejects.toThrow('did not answer for /hang');
  expect((await render('/', 'es')).body).toBe('rendered');
});

test('a rendering thread that does not start fails the pages that waited for it', async () => {
  const { render } = threadedRenderer(world, '', { startMs: 200, script });
  await expect(render('/', 'es')).rejects.toThrow('did not start within 200 ms');
});
