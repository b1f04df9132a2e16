import { cards, expiry, fillInCard, payButton, terms } from '../cards.ts';
import { fillInSignUp, newcomer, signUpButton } from '../customers.ts';
import { expect, expectAccessible, hydrated, widthOverflow } from '../fixtures.ts';
import { codeMailedTo, mailsTo } from '../inbox.ts';
import { ask, buyAddress, logInAsNewcomer, take } from '../purchases.ts';
import { paraguayan, inGuaranies as test } from './products.ts';

test.use({
  locale: 'es-PY',
  timezoneId: 'America/Asuncion',
});

const ARGENTINE = /ARS|impuestos nacionales|arrepentimiento|Butaca|Buenos Aires/;

test('another brand has its own name, bar, footer, prices in guaraníes and featured shows in a row (TB-004, CO-032, FL-022)', async ({
  page,
}) => {
  await page.goto('/');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await expect(page).toHaveTitle(/Muã/);
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'Muã: ir a la cartelera' })).toBeVisible();
  // The type whose order is six has no place in this bar, while bar 2 would have one.
  await expect(bar.getByRole('navigation', { name: 'Categorías' }).getByRole('link')).toHaveText([
    'Conciertos',
    'Teatro',
    'Danza',
    'Humor',
    'Cancha',
  ]);
  const boxOf = async (name: string) => (await bar.getByRole('link', { name }).boundingBox()) ?? { y: 0, height: 0 };
  const logo = await boxOf('Muã: ir a la cartelera');
  expect((await boxOf('Danza')).y).toBeGreaterThanOrEqual(logo.y + logo.height);
  expect((await bar.boundingBox())?.height).toBe(91);
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('Música, teatro y cancha en Asunción')).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Devolver una compra' })).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText(/^desde ₲\s[\d.]+$/)
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('$');

  await test.step('the row is moved by buttons, keys and fingers', async () => {
    const row = page.getByRole('region', { name: 'Destacados' });
    await expect(row).toHaveAttribute('aria-roledescription', 'carrusel');
    const shows = row.getByRole('listitem');
    await expect(shows).toHaveCount(5);
    const last = shows.last();
    await expect(last).not.toBeInViewport();
    const back = row.getByRole('button', { name: 'Destacados anteriores' });
    const on = row.getByRole('button', { name: 'Más destacados' });
    await expect(back).toHaveAttribute('aria-disabled', 'true');
    await on.click();
    await expect(shows.first()).not.toBeInViewport({ ratio: 0.9 });
    await expect
      .poll(async () => {
        await on.press('Enter');
        return on.getAttribute('aria-disabled');
      })
      .toBe('true');
    await expect(last).toBeInViewport({ ratio: 0.9 });
    await expect(on).toBeFocused();
    await expect(back).toHaveAttribute('aria-disabled', 'false');
    // The keyboard goes from show to show, and the row follows it.
    await shows.first().getByRole('link').focus();
    await expect(shows.first()).toBeInViewport({ ratio: 0.9 });
    await last.getByRole('link').focus();
    await expect(last).toBeInViewport({ ratio: 0.9 });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(shows.filter({ visible: true })).toHaveCount(4);
    const { scrolls, taps } = await row.getByRole('list').evaluate((list) => ({
      scrolls: getComputedStyle(list).overflowX,
      taps: list.scrollWidth > list.clientWidth,
    }));
    expect({ scrolls, taps }).toEqual({ scrolls: 'auto', taps: true });
  });
  // A phone and a narrow window.
  for (const width of [320, 390, 960]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await widthOverflow(page)).toBe(0);
  }
});

test('its billboard is filtered by type, venue and zone, together, in the address, and by nothing again at once (FL-011, FL-012, FL-014)', async ({
  page,
}) => {
  await page.goto('/');
  await hydrated(page);
  const main = page.getByRole('main');
  const filter = (name: string) => main.getByLabel(name, { exact: true });
  const titles = main.getByRole('list').last().getByRole('listitem');
  await filter('Tipo').selectOption('Teatro');
  await expect(page).toHaveURL('/?aListaidTipoDeEspectaculo=2');
  await expect(titles).toHaveText([/El avaro/, /Sueño de una noche/, /Medea/]);
  await expect(filter('Sala').getByRole('option')).toHaveText(['Todas las salas', 'Anfiteatro del Arroyo', 'Sala Lapacho', 'Tinglado 13']);
  await filter('Sala').selectOption('Sala Lapacho');
  await filter('Zona').selectOption('Asunción');
  const query = new URL(page.url()).searchParams;
  expect([...query.keys()].sort()).toEqual(['aListaidTipoDeEspectaculo', 'idEstablecimiento', 'zona']);
  await expect(titles).toHaveText([/El avaro/, /Medea/]);
  await expect(main.getByText('Destacados')).toBeHidden();
  await expectAccessible(page);
  await page.reload();
  await expect(filter('Sala').locator('option:checked')).toHaveText('Sala Lapacho');
  await expect(titles).toHaveText([/El avaro/, /Medea/]);
  await filter('Tipo').selectOption('Conciertos');
  await expect(main.getByText('No encontramos resultados')).toBeVisible();
  await main.getByRole('button', { name: 'Ver toda la cartelera' }).click();
  await expect(page).toHaveURL('/');
  await expect(main.getByText('Destacados')).toBeVisible();
  await expect(filter('Sala')).toHaveValue('');
});

test('a show’s data for search engines has prices in guaraníes and a place in Asunción; its map has no overview, as configured (GE-003)', async ({
  page,
}) => {
  await logInAsNewcomer(page, paraguayan);
  await page.goto('/landing/noche-de-arpas');
  const events = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '');
  expect(events[0]).toMatchObject({
    startDate: expect.stringMatching(/T20:00:00-03:00$/),
    location: { address: { addressLocality: 'Asunción', addressCountry: 'PY' } },
    offers: { priceCurrency: 'PYG', lowPrice: 97_200 },
  });
  // Only the footer's mark names what the shop runs on.
  await expect(page.getByRole('contentinfo').getByText('Butaca', { exact: true })).toHaveCount(1);
  expect((await page.locator('body').innerText()).replace('Butaca', '')).not.toMatch(ARGENTINE);
  await expectAccessible(page);

  await page
    .getByRole('link', { name: /^Elegir la función/ })
    .first()
    .click();
  await expect(page.locator('[data-ready] canvas')).toBeVisible();
  await page.getByRole('button', { name: 'Acercar' }).click();
  await expect(page.getByRole('button', { name: 'Ver todo' })).toBeEnabled();
  await expect(page.locator('svg:has(> rect:last-child)')).toHaveCount(0);
});

test('a brand without a product shop has no page of it, for visitors and for who is logged in (FL-017)', async ({ page }) => {
  const notFound = page.getByRole('heading', { level: 1, name: 'No encontramos esta página' });
  expect((await page.goto('/tienda'))?.status()).toBe(404);
  await expect(notFound).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Tienda' })).toHaveCount(0);
  await logInAsNewcomer(page, paraguayan);
  const { performanceId } = await take(page, { show: 'noche-de-arpas', quantity: 1 });
  await page.goto(`/funcionTienda?idFuncion=${performanceId}`);
  await expect(notFound).toBeVisible();
});

test('its sign-up begins with its people’s papers; a purchase is paid in whole guaraníes, each by the call that is configured (AN-008, AN-012)', async ({
  page,
  secondProduct,
}) => {
  const person = newcomer();
  await page.goto('/signUp');
  const countries = page.getByLabel('País').locator('option');
  await expect.poll(async () => (await countries.allTextContents()).slice(0, 4)).toEqual(['Paraguay', 'Argentina', 'México', 'Afganistán']);
  await expect(page.getByLabel('País')).toHaveValue('py');
  await expect(page.getByLabel('Tipo de documento')).toHaveValue('ci');
  await expect(page.getByLabel('Tipo de documento').locator('option')).not.toContainText(['CUIT', 'CUIL']);
  await fillInSignUp(page, person);
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await signUpButton(page).click();
  expect(new URL((await sent).url()).pathname).toBe('/v2/Cliente/Insertar');
  await expect(page).toHaveURL('/');

  const taken = await take(page, { show: 'noche-de-arpas', quantity: 2 });
  await page.goto(buyAddress(taken));
  // The cart flag is on, so this bar has clock and cart (TB-044).
  await expect(page.getByRole('banner').getByRole('timer')).toBeVisible();
  await page.getByRole('button', { name: 'Mandarme el código' }).click();
  await page.getByLabel('Código de seis números').fill(await codeMailedTo(person.email, 6, secondProduct.sandbox));
  await page.getByRole('button', { name: 'Confirmar el correo' }).click();
  await expect(page.locator('[data-msg="address_confirmed"]')).toBeFocused();
  await fillInCard(page, cards.approved);
  await expect(page.getByLabel('Documento del titular')).toHaveValue('ci');
  await page.getByRole('radio', { name: /^3 cuotas de ₲.+ Sin interés Total ₲/ }).check();
  await expect(page.getByRole('main')).toContainText('Si cambiás de idea');
  await expect(page.locator('body')).not.toContainText(/\bTEA\b|impuestos nacionales|10 días|Naranja/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await terms(page).check();
  const charged = page.waitForRequest(/\/Cobrar\w*$/);
  await payButton(page).click();
  expect(new URL((await charged).url()).pathname).toBe(`/v2/Proceso/${taken.purchaseId}/Cobrar2`);
  await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();

  const { oTotal } = await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}`);
  const { payments } = await (await fetch(`http://127.0.0.1:${secondProduct.sandbox.page}/gateway/payments.json`)).json();
  expect(payments[0]).toMatchObject({ currency: 'PYG', amount: oTotal.fTotal, installments: 3, status: 'approved' });

  const subjects = async () => (await mailsTo(person.email, secondProduct.sandbox)).map(({ subject }) => subject);
  await expect.poll(subjects).toContainEqual(expect.stringContaining('Noche de arpas'));
  for (const mail of await mailsTo(person.email, secondProduct.sandbox)) {
    expect(mail.from).toBe('Muã <entradas@mua.example>');
    expect(mail.html).not.toMatch(ARGENTINE);
  }
});

test('English is chosen by its flag and kept: pages, a purchase, its mail and tickets; other visitors read Spanish (TB-038, EN-061, EN-062)', async ({
  page,
  request,
  secondProduct,
}) => {
  test.slow();
  const bar = page.getByRole('banner');
  const flags = (name: string) => bar.getByRole('link', { name });
  const language = () => page.locator('html').getAttribute('lang');
  await page.goto('/FAQ');
  await bar.getByRole('button', { name: /Idioma: ES/ }).click();
  await expect(flags('Español')).toHaveAttribute('aria-current', 'true');
  await expect(flags('Português')).toHaveCount(0);
  await expect
    .poll(() =>
      flags('English')
        .locator('img')
        .evaluate((flag: HTMLImageElement) => flag.naturalWidth),
    )
    .toBeGreaterThan(0);
  await flags('English').click();
  await expect(page).toHaveURL('/FAQ');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions');
  expect(await language()).toBe('en');

  for (const path of ['/FAQ', '/landing/noche-de-arpas', '/']) {
    await page.goto(path);
    expect(await language(), path).toBe('en');
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Return a purchase' })).toBeVisible();
    const forOthers = await (await request.get(path)).text();
    expect(forOthers, path).toContain('<html lang="es"');
    expect(forOthers, path).toContain('Devolver una compra');
  }
  await expect(page.getByText('Music, theatre and sport in Asunción').first()).toBeVisible();
  await expectAccessible(page);

  const person = await logInAsNewcomer(page, paraguayan);
  await page.goto('/landing/noche-de-arpas');
  await page.locator('main a[href^="/funcion"]').first().click();
  await hydrated(page);
  await page.getByRole('tab', { name: 'Best places' }).click();
  await page.getByRole('button', { name: 'Take tickets' }).click();
  await page.getByRole('complementary').getByRole('link', { name: 'Continue with the purchase' }).click();
  await expect(page.getByRole('radio', { name: 'Credit or debit card' })).toBeVisible();
  await page.getByLabel('Card number').pressSequentially(cards.approved);
  await expect(page.getByRole('radio', { name: /^1 payment of/ })).toBeVisible();
  await page.getByLabel('Expiry date').fill(expiry.good);
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Cardholder', { exact: true }).fill('Julia Paredes');
  await page.getByLabel(/^I have read and accept/).check();
  await page.getByRole('main').getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /paid/ })).toBeVisible();
  const subjects = async () => (await mailsTo(person.email, secondProduct.sandbox)).map(({ subject }) => subject);
  await expect.poll(subjects).toContain('Your tickets for Noche de arpas');
});
