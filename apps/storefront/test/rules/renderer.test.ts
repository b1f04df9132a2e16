import { loadBrand } from '@butaca/brand/load';
import { createElement } from 'react';
import { Outlet, Scripts, useLoaderData } from 'react-router';
import { expect, test } from 'vitest';
import * as entry from '../../app/entry.server.tsx';
import { type Build, createRenderer } from '../../server/renderer.ts';

const { brand, ...look } = await loadBrand('butaca');
const INJECTED = "fetch('https://evil.example')";

/** A build of one page that writes what its loader read into itself as it is, and of its frame. */
function buildOf(text: string): Build {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the mistake whose consequence is looked at
  const Page = () => createElement('p', { dangerouslySetInnerHTML: { __html: useLoaderData<string>() } });
  const Frame = () =>
    createElement('html', null, createElement('head'), createElement('body', null, createElement(Outlet), createElement(Scripts)));
  const Shell = () => createElement('html', null, createElement('body', null, 'shell', createElement(Scripts)));
  const manifestOf = (id: string, more: object) => ({ id, module: `/assets/${id}.js`, imports: [], css: [], ...more });
  const flags = { hasAction: false, hasClientAction: false, hasClientMiddleware: false, hasErrorBoundary: false, hasClientLoader: true };
  return {
    entry: { module: entry },
    routes: {
      root: { id: 'root', path: '', module: { default: Frame, HydrateFallback: Shell, loader: () => 'frame' } },
      page: { id: 'page', parentId: 'root', path: 'page', module: { default: Page, loader: () => text, clientLoader: () => text } },
    },
    assets: {
      version: '1',
      url: '/assets/manifest.js',
      entry: { module: '/assets/entry.js', imports: [] },
      routes: {
        root: manifestOf('root', { ...flags, path: '', hasLoader: true }),
        page: manifestOf('page', { ...flags, parentId: 'root', path: 'page', hasLoader: true }),
      },
    },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as Build;
}

const fetch = async () => Response.json({ nCode: 500 });
const rendererOf = (text: string) =>
  createRenderer({ fetch, brand, look, publicOrigin: 'https://butaca.example' }, async () => buildOf(text), 'production');

test('a script that got into a page through a text is not among those that may run', async () => {
  const nonce = '00000000-0000-4000-8000-000000000000';
  const page = await rendererOf(`<script>${INJECTED}</script><script nonce="${nonce}">${INJECTED}</script>`).render('/page', 'es');
  expect(page.body).toContain(`<script>${INJECTED}</script>`);
  expect(page.scripts.filter((script) => script.includes('evil.example'))).toEqual([]);
});

test('every other inline script of a page is, as it stands there', async () => {
  const { body, scripts } = await rendererOf('hola').render('/page', 'es');
  const inline = [...body.matchAll(/<script(?![^>]*(?:\ssrc=|application\/json))[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
  expect(inline).toHaveLength(3);
  expect(scripts).toEqual(expect.arrayContaining(inline));
  expect(body).not.toContain('nonce');
});

test('data that closes a script element stays data', async () => {
  const { body } = await rendererOf('</script><b>hola</b>').render('/page', 'es');
  const [, data = ''] = /<script type="application\/json" id="page-data">([\s\S]*?)<\/script>/.exec(body) ?? [];
  expect(JSON.parse(data)).toContain('</script><b>hola</b>');
});

test('the shell has the frame and its data, and no page', async () => {
  const { status, body } = await rendererOf('hola').shell('es');
  expect(status).toBe(200);
  expect(body).toContain('shell');
  expect(body).toContain('"isSpaMode":true');
  expect(body).not.toContain('hola');
});
