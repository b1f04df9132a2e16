import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { fillInSignUp, newcomer, signUpButton } from '../customers.ts';
import { expect, expectAccessible, hydrated, widthOverflow } from '../fixtures.ts';
import { codeHandedTo, mailsTo } from '../inbox.ts';
import { buyAddress, logInAsNewcomer, take } from '../purchases.ts';
import { COPIES, withAllAddresses as test } from './products.ts';

test.use({ elsewhere: /^http:\/\/(127\.0\.0\.1|localhost):\d+\// });

const consent = (page: Page) => page.getByRole('region', { name: '¿Nos dejás medir?' });

test('without consent nobody is told of a visit; with it pixels and the service that knows the visitor’s country are (CA-029, CA-032, CA-033)', async ({
  page,
  secondProduct,
}) => {
  const told = async () => {
    const answer = await fetch(`http://127.0.0.1:${secondProduct.sandbox.page}/measure/control`);
    return ((await answer.json()) as { told: { stage: string; query: string; referer: string | null; cookie: string | null }[] }).told;
  };
  const stages = async () => (await told()).map(({ stage }) => stage);
  const banner = consent(page);
  await page.goto('/landing/hamlet');
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await banner.getByRole('button', { name: 'Rechazar' }).click();
  await expect(banner).toBeHidden();
  await page.reload();
  await hydrated(page);
  await expect(banner).toBeHidden();
  await page.goto('/signUp');
  await expect(page.getByLabel('País', { exact: true })).toHaveValue('ar');
  expect(await stages()).toEqual([]);

  // The answer is changed where the privacy of the brand is explained.
  await page.goto('/privacyPolicies');
  await page.getByRole('radio', { name: 'Acepto que se mida mi visita' }).check();
  await test.step('the country select begins where the service places the visitor, and without an answer at home', async () => {
    const country = page.getByLabel('País', { exact: true });
    await page.route(/\/country$/, (route) => route.abort(), { times: 1 });
    await page.goto('/signUp');
    await hydrated(page);
    await expect(country).toHaveValue('ar');
    await page.reload();
    await expect(country).toHaveValue('py');
    await country.selectOption('México');
    await expect(country).toHaveValue('mx');
  });

  // One call for each visit of a show’s page and of the seat selection.
  await logInAsNewcomer(page);
  await page.goto('/landing/hamlet');
  await expect.poll(stages).toEqual(['landing']);
  await page.locator('main a[href*="/funcion/"]').first().click();
  await expect.poll(stages).toEqual(['landing', 'seats']);
  await expect(page.getByRole('heading', { level: 1, name: 'Hamlet' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver todas las fechas' }).click();
  await expect.poll(stages).toEqual(['landing', 'seats', 'landing']);
  for (const { query, referer, cookie } of await told()) expect([query, referer, cookie]).toEqual(['', null, null]);

  // A pixel that fails is not shown to the visitor.
  await page.route(/\/measure\/pixel\//, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/measure/pixel/landing'));
  await page.reload();
  await failed;
  await expect(page.getByRole('heading', { level: 1, name: 'Hamlet' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

/** What lies at the address of a copy: the API's answer with another name in it, or a page that is none. */
async function keepCopies(page: Page, isThere: () => boolean) {
  const asked: string[] = [];
  const headers = { 'access-control-allow-origin': '*' };
  await page.route(`${COPIES}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    if (!isThere()) return route.fulfill({ headers, contentType: 'text/html', body: '<title>Not here</title>' });
    const id = /espectaculos\/(\d+)\.json/.exec(pathname)?.[1];
    const billboard = await page.request.get('/v2/Cartelera');
    const { oData } = (await billboard.json()) as { oData: { Lista: { idEspectaculoCartel: number; h: string }[] } };
    const show = oData.Lista.find(({ idEspectaculoCartel }) => String(idEspectaculoCartel) === id);
    const answer = show ? await page.request.get(`/v2/EspectaculoCartel/${id}?h=${show.h}`) : billboard;
    await route.fulfill({
      headers,
      contentType: 'application/json',
      body: (await answer.text()).replaceAll('Hamlet', 'Hamlet de la copia'),
    });
  });
  return asked;
}

test('the billboard and a show are read from their kept copies, and from the API where there is none (CA-030, CA-031)', async ({
  page,
}) => {
  let isThere = true;
  const asked = await keepCopies(page, () => isThere);
  const open = async () => {
    await page.goto('/FAQ');
    await hydrated(page);
    await page.getByRole('banner').getByRole('link', { name: 'Butaca: ir a la cartelera' }).click();
    const card = page
      .getByRole('main')
      .getByRole('link', { name: /Hamlet/ })
      .first();
    await expect(card).toBeVisible();
    const name = await card.textContent();
    await card.click();
    const title = page.getByRole('heading', { level: 1, name: /^Hamlet/ });
    await expect(title).toBeVisible();
    return [name?.includes('Hamlet de la copia'), await title.textContent()];
  };
  expect(await open()).toEqual([true, 'Hamlet de la copia']);
  expect(asked).toContain('/cartelera.json');
  expect(asked.some((path) => /^\/espectaculos\/\d+\.json$/.test(path))).toBe(true);
  isThere = false;
  expect(await open()).toEqual([false, 'Hamlet']);
});

test('a shop at one of the brand’s hosts takes, reads and pays a purchase at another one (CA-092, CA-093)', async ({
  page,
  secondProduct,
}) => {
  test.slow();
  const { port } = new URL(secondProduct.origin);
  const shop = `http://127.0.0.1:${port}`;
  await page.goto('/');
  await consent(page).getByRole('button', { name: 'Rechazar' }).click();
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  const stored = await page.evaluate(() => Object.entries(localStorage));
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
  await page.evaluate((entries) => {
    for (const [name, value] of entries) localStorage.setItem(name, value);
  }, stored);
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

test('whoever signs up types the code that another host of the brand sends, or goes on without it (CA-036, S-15)', async ({
  page,
  secondProduct: { sandbox },
}) => {
  const main = page.getByRole('main');
  const signUp = async () => {
    const person = newcomer();
    await page.goto('/signUp?nextUrl=%2FmyData');
    await hydrated(page);
    await fillInSignUp(page, person);
    await signUpButton(page).click();
    await expect(main.getByLabel('Código de seis números')).toBeFocused();
    return person;
  };
  await page.goto('/');
  await consent(page).getByRole('button', { name: 'Rechazar' }).click();
  const person = await signUp();
  await expect(main).toContainText(`Te mandamos un código a ${person.email}`);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
  const code = await codeHandedTo(person.email, sandbox);
  await test.step('another one so soon is refused with the time to wait, and the first one still counts', async () => {
    await main.getByRole('button', { name: 'Mandar otro código' }).click();
    await expect(main).toContainText('Ya te mandamos uno.');
  });
  await test.step('a reload leads back to the code, and the page that was asked for is kept', async () => {
    await page.reload();
    await expect(main.getByLabel('Código de seis números')).toBeFocused();
    await expect(main).toContainText(`Te mandamos un código a ${person.email}`);
    await expect(page).toHaveURL('/signUp?nextUrl=%2FmyData');
  });
  await main.getByLabel('Código de seis números').fill(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/myData');
  expect((await mailsTo(person.email, sandbox)).filter(({ subject }) => subject.includes(code))).toEqual([]);
  const isProved = async () =>
    page.evaluate(async () => {
      const { token } = JSON.parse(localStorage.getItem('butaca.session') ?? '{}');
      const answer = await fetch('/v2/Cliente/Informacion', { headers: { authorization: `Bearer ${token}`, 'x-fingerprint': 'e2e' } });
      return (await answer.json()).oData.lCorreoConfirmado;
    });
  expect(await isProved()).toBe('S');
  await page.goto('/signUp?nextUrl=%2FmyOrders');
  await expect(page).toHaveURL('/myOrders');

  await page.evaluate(() => localStorage.removeItem('butaca.session'));
  await signUp();
  await main.getByRole('button', { name: 'Confirmarlo después' }).click();
  await expect(page).toHaveURL('/myData');
  expect(await isProved()).toBe('N');
});
