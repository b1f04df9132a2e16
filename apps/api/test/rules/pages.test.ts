import type { OfferedLanguages } from '@butaca/brand/languages';
import type { Page, Storefront } from '@butaca/storefront/server';
import { expect, onTestFinished, test } from 'vitest';
import { FastLane } from '../../src/http/fast-lane.ts';
import { createFramework } from '../../src/http/framework.ts';
import { mountPages } from '../../src/http/pages.ts';
import { aWatch } from '../factories/watch.ts';

const pageAt = (address: string, more: Partial<Page> = {}): Page => ({ address, kind: 'catalogue', ...more });
const rendered = (body: string, status = 200) => ({
  status,
  headers: { 'content-type': 'text/html' },
  body,
  scripts: ['ours()'],
  styles: [],
});

/** A storefront that renders its address, unless a test says otherwise; what it rendered, and which answers passed by the framework. */
async function pages(changes: Partial<Storefront> = {}, languages?: OfferedLanguages) {
  const asked: string[] = [];
  const addresses: string[] = [];
  const lane: string[] = [];
  const fastLane = new FastLane(({ path }) => lane.push(path));
  const { watch } = aWatch();
  const counted = async (how: string) =>
    Number(new RegExp(`^butaca_pages_total\\{how="${how}".*\\} (\\d+)$`, 'm').exec(await watch.scrape())?.[1]);
  const app = createFramework({
    watch,
    trustedProxies: 0,
    publicOrigin: 'https://butaca.example',
    fastLane,
    ...(languages && { languages }),
  });
  const renew = mountPages(app, {
    publicOrigin: 'https://butaca.example',
    connectTo: [],
    frames: [],
    formsTo: [],
    scriptsFrom: [],
    developing: false,
    storefront: {
      pageOf: (url) => {
        asked.push(url.href);
        return changes.pageOf?.(url) ?? pageAt(url.pathname);
      },
      oneAddress: changes.oneAddress ?? (() => null),
      has: changes.has ?? (async () => true),
      render: (address, language) => {
        addresses.push(address);
        return changes.render?.(address, language) ?? Promise.resolve(rendered(`<p>${address}</p>`));
      },
      shell: changes.shell ?? (async () => rendered('<p>shell</p>')),
      forget: changes.forget ?? (() => {}),
    },
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const ask = async (url: string, method = 'GET') => (await app.inject({ method: method as 'GET', url })).statusCode;
  return { app, ask, renew, visit: (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init), asked, addresses, lane, counted };
}

test('an address with slashes too many is a page like any other, and never one of another host', async () => {
  const { visit, asked } = await pages();
  for (const path of ['//', '///', '//[', '//elsewhere.example/teatro']) expect((await visit(path)).status).toBe(200);
  expect(asked.map((url) => new URL(url).origin)).toEqual(Array(4).fill('https://butaca.example'));
});

test('pages are only read: any other method is refused, and renders nothing', async () => {
  const { ask, visit, addresses } = await pages();
  const refused = await visit('/', { method: 'POST' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(await ask('/', 'DELETE')).toBe(405);
  expect(addresses).toEqual([]);
});

test('a page that received a POST is still served from the cache afterwards', async () => {
  const { visit, lane } = await pages();
  await visit('/', { method: 'POST' });
  for (let times = 0; times < 3; times++) await visit('/');
  expect(lane).toEqual(['page', 'page']);
});

test('a body that cannot be read is the sender’s fault at every address', async () => {
  const { app } = await pages();
  const broken = { 'content-type': 'application/json' };
  const answers = ['/login', '/', '/landing/x'].map((url) => app.inject({ method: 'POST', url, headers: broken, payload: '{"a":' }));
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([400, 400, 400]);
});

test('addresses of what the catalogue does not have are one kept page', async () => {
  const missing = pageAt('/landing/-');
  const { visit, addresses } = await pages({
    pageOf: ({ pathname }) =>
      pathname.startsWith('/landing/') ? pageAt(pathname, { about: { showSeo: pathname.slice(9), missing } }) : pageAt(pathname),
    has: async (about) => 'showSeo' in about && about.showSeo === 'hamlet',
    render: async (address) => rendered(`<p>${address}</p>`, address === '/landing/-' ? 404 : 200),
  });
  await visit('/');
  for (let n = 0; n < 400; n++) expect((await visit(`/landing/nada-${n}`)).status).toBe(404);
  expect((await visit('/landing/hamlet')).status).toBe(200);
  await visit('/');
  expect(addresses).toEqual(['/', '/landing/-', '/landing/hamlet']);
});

test('a show that is announced is found at the address that had none', async () => {
  const shows = new Set<string>();
  const missing = pageAt('/landing/-');
  const { visit } = await pages({
    pageOf: ({ pathname }) => pageAt(pathname, { about: { showSeo: pathname.slice(9), missing } }),
    has: async (about) => 'showSeo' in about && shows.has(about.showSeo),
    render: async (address) => rendered('', address === '/landing/-' ? 404 : 200),
  });
  for (let times = 0; times < 3; times++) expect((await visit('/landing/hamlet')).status).toBe(404);
  shows.add('hamlet');
  expect((await visit('/landing/hamlet')).status).toBe(200);
});

/** A renderer that finishes nothing until it is told to. */
function slowRenderer() {
  const finish: (() => void)[] = [];
  const render = (address: string) =>
    new Promise<ReturnType<typeof rendered>>((resolve) => finish.push(() => resolve(rendered(`<p>${address}</p>`))));
  return { render, finish };
}

test('beyond a few searches that wait, a search is answered with the shell, and other pages are rendered meanwhile', async () => {
  const slow = slowRenderer();
  const { visit, counted } = await pages({
    pageOf: ({ pathname }) => pageAt(pathname, { kind: pathname.startsWith('/search') ? 'search' : 'catalogue' }),
    render: (address) => (address.startsWith('/search') ? slow.render(address) : Promise.resolve(rendered(`<p>${address}</p>`))),
  });
  const searches = Array.from({ length: 40 }, (_, n) => visit(`/search/${n}`));
  const shed = await Promise.race(searches);
  expect([shed.status, shed.headers.get('cache-control'), await shed.text()]).toEqual([200, 'no-store', '<p>shell</p>']);
  expect(await (await visit('/landing/hamlet')).text()).toBe('<p>/landing/hamlet</p>');
  await expect.poll(() => counted('shed')).toBe(35);
  for (let done = 0; done < 5; done++) {
    await expect.poll(() => slow.finish.length).toBeGreaterThan(done);
    slow.finish[done]?.();
  }
  expect((await Promise.all(searches)).every(({ status }) => status === 200)).toBe(true);
  expect(await counted('rendered')).toBe(6);
});

test('searches never push a page of the catalogue out of what is kept', async () => {
  const { visit, addresses } = await pages({
    pageOf: ({ pathname }) => pageAt(pathname, { kind: pathname.startsWith('/search') ? 'search' : 'catalogue' }),
  });
  await visit('/landing/hamlet');
  for (let n = 0; n < 400; n++) await visit(`/search/${n}`);
  await visit('/landing/hamlet');
  expect(addresses.filter((address) => address === '/landing/hamlet')).toHaveLength(1);
});

test('a page that could not be rendered is the shell, to be asked for again, and is not kept', async () => {
  let broken = true;
  const { visit } = await pages({
    render: async (address) => {
      if (broken) throw new Error('the thread ended');
      return rendered(address);
    },
  });
  const answer = await visit('/');
  expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([503, '5', '<p>shell</p>']);
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-");
  broken = false;
  expect((await visit('/')).status).toBe(200);
});

test('without a shell too the answer says when to ask again', async () => {
  const fail = async () => {
    throw new Error('the thread ended');
  };
  const { visit } = await pages({ render: fail, shell: fail });
  const answer = await visit('/');
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
});

test('a crowd of new addresses lets other requests through before most of it is answered', async () => {
  const { app } = await pages({
    pageOf: ({ pathname }) => pageAt(pathname, { about: { showSeo: pathname, missing: pageAt('/404') } }),
    has: async () => false,
  });
  await app.inject('/first');
  let answered = 0;
  const crowd = Array.from({ length: 400 }, (_, n) => app.inject(`/${n}`).then(() => ++answered));
  const other = app.inject({ method: 'POST', url: '/' }).then(() => answered);
  expect(await other).toBeLessThan(200);
  await Promise.all(crowd);
  expect(answered).toBe(400);
});

test('a page that is asked for by another address leads to its one address, and nothing is rendered for it', async () => {
  const { app, addresses } = await pages({ oneAddress: ({ pathname, search }) => (pathname === '/faq/' ? `/FAQ${search}` : null) });
  const answer = await app.inject('/faq/?x=1');
  expect([answer.statusCode, answer.headers.location]).toEqual([301, '/FAQ?x=1']);
  expect(addresses).toEqual([]);
  expect((await app.inject('/FAQ')).statusCode).toBe(200);
});

const inThree: OfferedLanguages = { language: 'es', languages: ['es', 'en', 'pt'] };
const cookie = (language: string) => ({ headers: { cookie: `other=1; butaca.language=${language}` } });

test('a page is kept once for each language, and no visitor gets it in another’s, at the door or behind it', async () => {
  const render: Storefront['render'] = async (address, language) => rendered(`${language} of ${address}`);
  const { visit, addresses, lane } = await pages({ render }, inThree);
  const shown = async (init?: RequestInit) => (await visit('/FAQ', init)).text();
  for (let times = 0; times < 3; times++) {
    expect(await Promise.all([shown(), shown(cookie('en')), shown(cookie('pt')), shown(cookie('es'))])).toEqual(
      ['es', 'en', 'pt', 'es'].map((language) => `${language} of /FAQ`),
    );
  }
  for (const unknown of ['fr', '', '%', 'EN', 'en; path=/'])
    expect(await shown(cookie(unknown))).toBe(`${unknown === 'en; path=/' ? 'en' : 'es'} of /FAQ`);
  expect(addresses).toEqual(['/FAQ', '/FAQ', '/FAQ']);
  expect(lane.length).toBeGreaterThan(5);
});

test('shared caches are told that a page differs by what was chosen, where there is a choice', async () => {
  const varyOf = async (languages?: OfferedLanguages) => (await (await pages({}, languages)).visit('/')).headers.get('vary');
  expect(await varyOf(inThree)).toBe('accept-encoding, origin, cookie');
  expect(await varyOf()).toBe('accept-encoding, origin');
});

test('a choice is kept in a cookie and leads back to the page that it was made on, never to another site', async () => {
  const { app } = await pages({}, inThree);
  const choose = async (language: string, referer?: string) => {
    const { statusCode, headers, cookies } = await app.inject({ url: `/idioma/${language}`, headers: referer ? { referer } : {} });
    expect(statusCode).toBe(303);
    return {
      to: headers.location,
      cookies: cookies.map(({ name, value, path, httpOnly, sameSite }) => ({ name, value, path, httpOnly, sameSite })),
    };
  };
  const kept = { name: 'butaca.language', value: 'en', path: '/', httpOnly: true, sameSite: 'Lax' };
  expect(await choose('en', 'https://butaca.example/landing/hamlet?a=1')).toEqual({ to: '/landing/hamlet?a=1', cookies: [kept] });
  expect(await choose('en', 'https://estafa.example/landing/hamlet')).toEqual({ to: '/', cookies: [kept] });
  expect((await choose('en', 'https://butaca.example//estafa.example/x')).to).toBe('/');
  expect((await choose('en', 'no address')).to).toBe('/');
  expect(await choose('fr', 'https://butaca.example/FAQ')).toEqual({ to: '/FAQ', cookies: [] });
});

test('where there is one language there is nothing to choose', async () => {
  const { visit } = await pages();
  const answer = await visit('/idioma/en', { redirect: 'manual' });
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
});

test('what the server itself says to a visitor is in their language', async () => {
  const { visit } = await pages({}, inThree);
  expect(await (await visit('/', { method: 'POST', ...cookie('en') })).text()).toBe('This page can only be read.');
  expect(await (await visit('/', { method: 'POST' })).text()).toBe('Esta página solo se puede leer.');
});

test('after a change of the catalogue a kept page is rendered anew, of data that are read anew', async () => {
  const done: string[] = [];
  const { visit, renew } = await pages({
    render: async (address) => {
      done.push('rendered');
      return rendered(address);
    },
    forget: () => done.push('forgot'),
  });
  const first = await visit('/');
  await visit('/');
  expect(done).toEqual(['rendered']);
  renew();
  await visit('/');
  await expect.poll(() => done).toEqual(['rendered', 'forgot', 'rendered']);
  expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=2, stale-while-revalidate=2');
});
