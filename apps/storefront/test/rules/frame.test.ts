import { loadBrand } from '@butaca/brand/load';
import { createClient } from '@butaca/contract';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { TopBar } from '../../app/chrome/top-bar/TopBar.tsx';
import { worldContext } from '../../app/context.ts';
import { loader } from '../../app/root.tsx';
import { frameWith, htmlIn } from '../render.ts';

const { brand, ...look } = await loadBrand('butaca');
type Args = Parameters<typeof loader>[0];

/** What a page begins with when the api answers like this, and what was asked for it. */
async function pageWith(answer: () => Response) {
  const asked: { url: string; method: string; body: unknown }[] = [];
  const fetched = (async (url: string, { method = '', body }: RequestInit = {}) => {
    asked.push({ url, method, body: body ?? null });
    return answer();
  }) as typeof fetch;
  const client = createClient({
    host: '',
    fetch: fetched,
    token: () => undefined,
    fingerprint: () => 'server',
    headerNames: brand.headers,
    countryCode: 10,
    onTrouble: () => undefined,
    wait: async () => undefined,
  });
  const context = new RouterContextProvider();
  context.set(worldContext, { client, fetch: fetched, brand, look, publicOrigin: 'https://butaca.example' });
  const frame = await loader({ context, request: new Request('https://butaca.example/'), params: {} } as unknown as Args);
  const html = htmlIn(frameWith({}, frame.showTypes), TopBar, { frame: frameWith({}, frame.showTypes) });
  return { asked, frame, categories: html.match(/aListaidTipoDeEspectaculo=/g)?.length ?? 0 };
}

test('a page asks once for the show types, with nothing in the request (CA-011)', async () => {
  const types = [{ idEspectaculoTipo: 1, cNombre: 'Teatro', nOrden: 1 }];
  const { asked, categories } = await pageWith(() => Response.json({ nCode: 200, oData: { Lista: types } }));
  expect(asked).toEqual([{ url: '/v2/EspectaculoCartelTipos', method: 'GET', body: null }]);
  expect(categories).toBeGreaterThan(0);
});

test('without them the page is there, its bar goes without categories, and it leads nowhere else (CA-011)', async () => {
  for (const answer of [
    () => new Response(null, { status: 500 }),
    () => new Response(null, { status: 401 }),
    () => Response.json({ nCode: 503, oData: {} }),
  ]) {
    const { frame, categories } = await pageWith(answer);
    expect([frame.showTypes, categories]).toEqual([[], 0]);
  }
});

test('an answer whose list is missing or is no list shows no category (EN-058)', async () => {
  for (const oData of [{}, { Lista: null }, { Lista: 'Teatro' }, { Lista: { 0: { idEspectaculoTipo: 1, cNombre: 'Teatro' } } }]) {
    const { frame, categories } = await pageWith(() => Response.json({ nCode: 200, oData }));
    expect([oData, frame.showTypes, categories]).toEqual([oData, [], 0]);
  }
});
