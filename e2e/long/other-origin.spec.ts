import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect } from '../fixtures.ts';
import { buyAddress, logInAsNewcomer, take } from '../purchases.ts';
import { journeysOf } from './second-product.ts';

/** One product that browsers know by two names: its pages are at one of them, its calls at the other. */
const test = journeysOf('butaca', (json, { port }) => {
  const api = `http://localhost:${port}`;
  json.hosts = { api, alternative: api, origins: [`http://127.0.0.1:${port}`] };
});

test.use({ elsewhere: /^http:\/\/(127\.0\.0\.1|localhost):\d+\// });

test('a shop at one of the brand’s hosts takes, reads and pays a purchase at another one (CA-092, CA-093)', async ({
  page,
  secondProduct,
}) => {
  test.slow();
  const { port } = new URL(secondProduct.origin);
  const shop = `http://127.0.0.1:${port}`;
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  const session = await page.evaluate(() => localStorage.getItem('butaca.session') ?? '');
  const asked = new Set<string>();
  page.on('request', (request) =>
    asked.add(
      `${request.method()} ${
        request
          .url()
          .replace(/[A-Za-z0-9_-]{22}/, 'ID')
          .split('?')[0]
      }`,
    ),
  );

  await page.goto(`${shop}/readyz`);
  await page.evaluate((text) => localStorage.setItem('butaca.session', text), session);
  await page.goto(`${shop}${buyAddress(taken)}`);
  await expect(page.getByRole('heading', { name: 'Tus entradas' })).toBeVisible();
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(`${shop}/BuyTicket/ok/${taken.purchaseId}`);
  expect([...asked]).toContain(`GET http://localhost:${port}/v3/procesodecompra/ID`);
  expect([...asked]).toContain(`POST http://localhost:${port}/v2/Proceso/ID/Cobrar`);
  expect([...asked].filter((call) => call.includes(`${shop}/v`))).toEqual([]);

  // A browser keeps an answer from a page at any other origin.
  const readAt = (origin: string) =>
    page.evaluate(
      (url) =>
        fetch(`${url}/v2/Cartelera`, { headers: { 'x-fingerprint': 'e2e' } }).then(
          ({ status }) => status,
          () => 'refused',
        ),
      origin,
    );
  expect(await readAt(`http://localhost:${port}`)).toBe(200);
  await page.route('http://127.0.0.1:9/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }));
  await page.goto('http://127.0.0.1:9/');
  expect(await readAt(`http://localhost:${port}`)).toBe('refused');
});
