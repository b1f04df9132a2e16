import { expect, test } from '@playwright/test';

/** Pages as they leave the server: what a visitor without a script reads, and what a wrong address shows. */

const heading = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '');
const main = (html: string) => /<main\b.*<\/main>/s.exec(html)?.[0] ?? '';

test('without a script search results, a venue and an information page are whole', async ({ request }) => {
  const page = async (address: string) => main(await (await request.get(address)).text());
  const found = await page('/AdvancedSearch?cBuscar=hamlet');
  expect(found).toMatch(/<li\b.*href="\/landing\/hamlet"/s);
  expect(found).toMatch(/<form\b[^>]*action="\/AdvancedSearch"/);

  const { oData } = await (await request.get('/v2/Establecimientos')).json();
  const drawn = oData.Lista.find((venue: { cMapa?: string; cComoLlegar?: string }) => venue.cMapa && venue.cComoLlegar);
  const venue = await page(`/establecimiento/${drawn.cSeo}/${drawn.idEstablecimiento}`);
  expect(heading(venue)).toBe(drawn.cEstablecimientoNombre);
  expect(venue).toMatch(/<svg\b[^>]*role="img"[^>]*aria-label="Plano de /);
  expect(venue).toContain('<h2>Cómo llegar</h2>');
  expect(venue).toMatch(/<li\b.*href="\/landing\//s);

  const information = await page('/FAQ');
  expect(heading(information)).toBe('Preguntas frecuentes');
  expect(information.replaceAll(/<[^>]*>/g, '').length).toBeGreaterThan(500);
});

test('an unlisted show, a bad venue id, a day and a type that do not exist, and a search of 10 kB each have their state', async ({
  request,
}) => {
  const read = async (address: string) => {
    const answer = await request.get(address);
    const html = await answer.text();
    return { status: answer.status(), title: heading(html), html: main(html) };
  };
  for (const address of [
    '/landing/nunca-se-estreno',
    '/establecimiento/x/999999999',
    '/establecimiento/x/abc',
    '/teatro/999999999',
    '/establecimiento/x/%27%3B--',
  ])
    expect(await read(address), address).toMatchObject({ status: 404, title: 'No encontramos esta página' });

  const performances = ({ html }: { html: string }) => html.match(/data-state="/g)?.length ?? 0;
  const whole = await read('/landing/hamlet');
  expect(performances(whole)).toBeGreaterThan(0);
  for (const day of ['2026-99-99', '../../etc', '%00', '99999999999999']) {
    const page = await read(`/landing/hamlet?dia=${day}`);
    expect([day, page.status, page.title, performances(page) > 0]).toEqual([day, 200, whole.title, true]);
  }
  expect((await read('/?cuando=specific&dia=basura')).html).toContain('href="/landing/');

  const nothing = expect.stringContaining('data-msg="no results found"');
  expect(await read('/AdvancedSearch?aListaidTipoDeEspectaculo=99999')).toMatchObject({ status: 200, html: nothing });
  const long = await read(`/AdvancedSearch?cBuscar=${'zq'.repeat(5000)}`);
  expect(long).toMatchObject({ status: 200, html: nothing });
  expect(long.title?.length).toBeLessThan(200);
});

test('messengers and search engines read the name with its venue, the address, the image and one event per function of a show', async ({
  request,
  baseURL,
}) => {
  const { oData } = await (await request.get('/v2/Cartelera')).json();
  const show = oData.Lista.find(({ fPrecioDesde }: { fPrecioDesde?: number }) => fPrecioDesde !== undefined);
  const html = await (await request.get(`/landing/${show.cSeo}`)).text();
  const content = (name: string) => new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
  expect(heading(html)).toBe(show.cEspectaculoCartelNombre);
  expect(html).toContain(`<link rel="canonical" href="${baseURL}/landing/${show.cSeo}"`);
  expect(content('og:url')).toBe(`${baseURL}/landing/${show.cSeo}`);
  // With the venue: two shows may have one name.
  expect(content('og:title')).toMatch(new RegExp(`^${RegExp.escape(show.cEspectaculoCartelNombre)}, .`));
  expect((await request.get(content('og:image'))).headers()['content-type']).toMatch(/^image\//);

  const [, facts = '[]'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  const events = JSON.parse(facts);
  expect(events.length).toBeGreaterThan(0);
  expect(events).toHaveLength(main(html).match(/data-state="/g)?.length ?? 0);
  for (const event of events) {
    expect(event).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: show.cEspectaculoCartelNombre,
      startDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00-03:00$/),
      location: { '@type': 'Place', name: expect.any(String) },
      offers: {
        priceCurrency: 'ARS',
        lowPrice: expect.any(Number),
        validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT10:00:00-03:00$/),
      },
    });
  }
});
