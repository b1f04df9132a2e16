import { expect, test } from '../fixtures.ts';

/** Pages as they leave the server: what a visitor without a script reads, and what a wrong address shows. */

const heading = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '');
const main = (html: string) => /<main\b.*<\/main>/s.exec(html)?.[0] ?? '';

test('without a script search results, a venue and an information page are whole', { tag: '@once' }, async ({ request }) => {
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

test('a bad venue id, a day and a type that do not exist, and a search of 10 kB each have their state', { tag: '@once' }, async ({
  request,
}) => {
  const read = async (address: string) => {
    const answer = await request.get(address);
    const html = await answer.text();
    return { status: answer.status(), title: heading(html), html: main(html) };
  };
  for (const address of ['/establecimiento/x/999999999', '/establecimiento/x/abc', '/teatro/999999999', '/establecimiento/x/%27%3B--'])
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

test('the marks in the footer have names and a fixed size, so that nothing moves when they come', { tag: '@once' }, async ({ page }) => {
  const marks = page
    .getByRole('contentinfo')
    .getByRole('listitem')
    .filter({ has: page.locator('img') });
  const boxes = () =>
    marks.evaluateAll((all) =>
      all.flatMap((mark) =>
        [mark, mark.querySelector('img')].map((each) => {
          const { left, width, height } = each?.getBoundingClientRect() ?? new DOMRect();
          return [left, width, height].map(Math.round).join();
        }),
      ),
    );
  await page.goto('/FAQ');
  expect(await marks.count()).toBeGreaterThan(3);
  for (const mark of await marks.all()) {
    await expect(mark.getByRole('link')).toHaveAccessibleName(/\p{L}{2}/u);
    const size = await mark.locator('img').evaluate((image) => [image.getAttribute('width'), image.getAttribute('height')]);
    expect(size).toEqual([expect.stringMatching(/^[1-9]\d*$/), expect.stringMatching(/^[1-9]\d*$/)]);
    await mark.scrollIntoViewIfNeeded();
    await expect.poll(() => mark.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
  }
  const there = await boxes();
  await page.route('**/marca/**', () => undefined);
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(marks.first()).toBeAttached();
  expect(await boxes()).toEqual(there);
});

test("a show's art is in the middle of a wide screen", { tag: '@once' }, async ({ page }) => {
  for (const width of [1366, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/landing/hamlet');
    const { left, right, hero } = await page.locator('main > header').evaluate((header) => {
      const box = header.getBoundingClientRect();
      // Without the gutter of the scrollbar.
      const whole = document.body.getBoundingClientRect();
      return { left: box.left - whole.left, right: whole.right - box.right, hero: box.width };
    });
    expect(Math.abs(left - right), `${width}: ${left} on the left, ${right} on the right`).toBeLessThanOrEqual(1);
    expect(hero).toBeGreaterThan(1000);
  }
});
