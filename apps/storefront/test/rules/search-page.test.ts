import { loadBrand } from '@butaca/brand/load';
import type { ComponentProps } from 'react';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import SearchPage, { loader } from '../../app/catalogue/search/route.tsx';
import { worldContext } from '../../app/context.ts';
import { pageOf } from '../../server/pages.ts';
import { serverClient } from '../../server/world.ts';
import { frameWith, htmlIn } from '../render.ts';

const { brand, ...look } = await loadBrand('butaca');
type Data = ComponentProps<typeof SearchPage>['loaderData'];
const Page = ({ data }: { data: Data }) => SearchPage({ loaderData: data } as ComponentProps<typeof SearchPage>);

/** The HTML of the search at an address as the server renders it, where no show is on the page that is asked for, and what it asked the api. */
async function searched(query: string, { total = 0 } = {}) {
  const bodies: unknown[] = [];
  const fetched = (async (url: string, init?: RequestInit) => {
    const isSearch = url.includes('Buscar');
    if (isSearch) bodies.push(JSON.parse(String(init?.body)));
    return Response.json({ nCode: 200, oData: { Lista: [], ...(isSearch ? { nTotal: total } : {}) } });
  }) as typeof fetch;
  const context = new RouterContextProvider();
  context.set(worldContext, {
    ...{ client: serverClient({ fetch: fetched, brand }), fetch: fetched },
    ...{ brand, look, publicOrigin: 'https://butaca.example' },
  });
  const { address } = pageOf(new URL(`/AdvancedSearch?${query}`, 'https://butaca.example'));
  const request = new Request(new URL(address, 'https://butaca.example'));
  const data = await loader({ context, request, params: {} } as unknown as Parameters<typeof loader>[0]);
  return { html: htmlIn(frameWith(), Page, { data }), body: bodies[0], call: data.call };
}

test('a page past the last one says that it has no results and leads to the last one that has', async () => {
  const { html } = await searched('cBuscar=rock&pagina=99', { total: 61 });
  expect(html).toContain('61 espectáculos');
  expect(html).toContain('Esta página no tiene resultados.');
  expect(html).toMatch(/<a href="\/AdvancedSearch\?cBuscar=rock&amp;pagina=3"[^>]*>Ir a la última página con resultados/);
  expect(html).not.toContain('No encontramos resultados');
  expect(html).not.toContain('Página 99');
  expect((await searched('pagina=2', { total: 30 })).html).toMatch(/<a href="\/AdvancedSearch"[^>]*>Ir a la última página/);
});

test('a search that finds nothing says so on every page', async () => {
  for (const query of ['cBuscar=rock', 'cBuscar=rock&pagina=99']) {
    const { html } = await searched(query);
    expect(html).toContain('No encontramos resultados');
    expect(html).not.toContain('última página');
  }
});

test('without a script a specific date gets its field with the next page, and then limits the search to its day', async () => {
  const dayField = /<input[^>]*type="date"[^>]*>/;
  expect((await searched('cBuscar=rock')).html).not.toMatch(dayField);

  const asking = await searched('cBuscar=rock&cuando=specific');
  expect(asking.html).toMatch(/<details[^>]* open=""/);
  expect(asking.html).toMatch(/<option value="specific" selected="">/);
  // Required, it would keep the form from being sent with another option.
  expect(dayField.exec(asking.html)?.[0]).toMatch(/name="dia"/);
  expect(dayField.exec(asking.html)?.[0]).not.toContain('required');
  expect(asking.html).not.toContain('Quitar el filtro');
  expect(asking.body).toEqual({ cBuscar: 'rock' });

  const chosen = await searched('cBuscar=rock&cuando=specific&dia=2026-12-01');
  expect(dayField.exec(chosen.html)?.[0]).toContain('value="2026-12-01"');
  expect(chosen.html.match(/Quitar el filtro/g)).toHaveLength(1);
  expect(chosen.body).toEqual({ cBuscar: 'rock', dDesde: '2026-12-01', dHasta: '2026-12-01' });
});

test('the days of "today" are those of the moment at which the page was opened, and come with it', async () => {
  const { body, call } = await searched('cuando=today');
  expect(body).toEqual({ dDesde: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), dHasta: call.body.from });
  expect(call.body).toEqual({ from: (body as { dDesde: string }).dDesde, until: call.body.from });
});
