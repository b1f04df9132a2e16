import { loadBrand } from '@butaca/brand/load';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { loader as billboard } from '../../app/catalogue/billboard/route.tsx';
import { loader as landing } from '../../app/catalogue/landing/route.tsx';
import { loader as search } from '../../app/catalogue/search/route.tsx';
import { loader as venue } from '../../app/catalogue/venue/route.tsx';
import { worldContext } from '../../app/context.ts';
import { PageFault } from '../../app/frame/PageFault.tsx';
import { serverClient } from '../../server/world.ts';
import { frameWith } from '../render.ts';

const { brand, ...look } = await loadBrand('butaca');

interface Visit {
  readonly address: string;
  readonly params?: Readonly<Record<string, string>>;
}
type Loader = (args: never) => Promise<unknown>;

/** The HTTP status of a page whose calls are answered like this, by their path. */
async function statusOf(loader: Loader, { address, params = {} }: Visit, answer: (path: string) => Response | Error): Promise<number> {
  const asked = (async (url: string) => {
    const answered = answer(new URL(url, 'https://butaca.example').pathname);
    if (answered instanceof Error) throw answered;
    return answered;
  }) as typeof fetch;
  const context = new RouterContextProvider();
  context.set(worldContext, {
    client: serverClient({ fetch: asked, brand }),
    fetch: asked,
    brand,
    look,
    publicOrigin: 'https://butaca.example',
  });
  const request = new Request(new URL(address, 'https://butaca.example'));
  const made = await loader({ context, request, params } as never).catch((thrown: unknown) => thrown);
  if (made instanceof Response) return made.status;
  return (made as { init?: ResponseInit }).init?.status ?? 200;
}

const success = (oData: unknown) => Response.json({ nCode: 200, oData });
const refusal = (cError: string, oData: unknown = {}) => Response.json({ nCode: 503, cError, oData });
const failing: Readonly<Record<string, () => Response | Error>> = {
  'a fault': () => new Response(null, { status: 500 }),
  'no connection': () => new TypeError('the call failed'),
  'a refusal that is not about the page': () => refusal('busy', { nSegundos: 1 }),
  'an answer that cannot be read': () => success({ Lista: 'none' }),
};

const pages: Readonly<Record<string, [Loader, Visit]>> = {
  billboard: [billboard, { address: '/' }],
  landing: [landing, { address: '/landing/hamlet', params: { seo: 'hamlet' } }],
  search: [search, { address: '/AdvancedSearch?cBuscar=hamlet' }],
  venue: [venue, { address: '/establecimiento/teatro/1', params: { seo: 'teatro', venueId: '1' } }],
};

describe('a page whose data could not be read is 503, which no cache keeps', () => {
  test.each(Object.entries(pages))('%s', async (_, [loader, visit]) => {
    for (const [how, answer] of Object.entries(failing)) expect([how, await statusOf(loader, visit, answer)]).toEqual([how, 503]);
  });
});

const listed = { idEspectaculoCartel: 7, h: 'aaaaaaaaaaaaa', cSeo: 'hamlet', cEspectaculoCartelNombre: 'Hamlet' };
const listedThen = (then: () => Response | Error) => (path: string) =>
  path.startsWith('/v2/EspectaculoCartel/') ? then() : success({ Lista: [listed] });

test('a landing is 503 when only the show could not be read, and 410 when the show is not available', async () => {
  for (const [how, answer] of Object.entries(failing)) {
    expect([how, await statusOf(landing, { address: '/landing/hamlet', params: { seo: 'hamlet' } }, listedThen(answer))]).toEqual([
      how,
      503,
    ]);
  }
  const gone = listedThen(() => refusal('event_not_available'));
  expect(await statusOf(landing, { address: '/landing/hamlet', params: { seo: 'hamlet' } }, gone)).toBe(410);
});

test('a landing is 404 when the list was read and does not have the show', async () => {
  const visit = { address: '/landing/otelo', params: { seo: 'otelo' } };
  expect(await statusOf(landing, visit, () => success({ Lista: [listed] }))).toBe(404);
});

/** The HTML that stands in place of a page that failed at this address. */
function faultAt(address: string): string {
  const Fault = () => createElement(PageFault, { error: new Error('failed') });
  const Page = createRoutesStub([
    {
      id: 'root',
      path: '/',
      children: [
        { index: true, Component: Fault },
        { path: '*', Component: Fault },
      ],
    },
  ]);
  return renderToStaticMarkup(createElement(Page, { initialEntries: [address], hydrationData: { loaderData: { root: frameWith() } } }));
}

test('a page that failed says in its own words what could not be shown, and offers a retry', () => {
  const titles = ['/', '/landing/hamlet', '/AdvancedSearch?cBuscar=x', '/establecimiento/teatro/1', '/teatro/1', '/FAQ'].map((address) => {
    const html = faultAt(address);
    expect(html).toMatch(/<button[^>]*>.*Intentar de nuevo/);
    return /<h1[^>]*>([^<]*)/.exec(html)?.[1];
  });
  expect(titles).toEqual([
    'No pudimos mostrar la cartelera',
    'No pudimos mostrar este espectáculo',
    'No pudimos hacer esta búsqueda',
    'No pudimos mostrar esta sala',
    'No pudimos mostrar esta sala',
    'No pudimos mostrar esta página',
  ]);
});
