import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { pageText } from '../page-text.ts';

// What the server writes at an address is in e2e/served/addresses.spec.ts.

test('an unknown address is a page of ours in Spanish that leads to the billboard, and every page starts at its top, by Back where it was left (R-005, CO-019, R-002) @phone', async ({
  page,
}) => {
  const answer = await page.goto('/no/existe');
  expect(answer?.status()).toBe(404);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No encontramos esta página');
  await page.getByRole('main').getByRole('link', { name: 'Ir a la cartelera' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cartelera');

  const card = page.getByRole('main').getByRole('listitem').nth(9);
  await card.scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => window.scrollY);
  await expect.poll(scrolled).toBeGreaterThan(0);
  const left = await scrolled();
  await card.getByRole('link').click();
  await expect(page).toHaveURL(/\/landing\//);
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect.poll(scrolled).toBe(left);
  await page.goForward();
  await expect(page).toHaveURL(/\/landing\//);
  await expect.poll(scrolled).toBe(0);
});

test('a venue lists its shows, by its own address and by the short one; capitals make no difference (R-027, R-028)', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/ADVANCEDSEARCH');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Todos los espectáculos');
  // The first of all may begin any moment, and would be gone from its venue's list.
  await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Hamlet' }).getByRole('link').click();
  const venue = page.getByRole('main').locator('a[href^="/establecimiento/"]');
  const address = (await venue.getAttribute('href')) ?? '';
  const name = (await venue.textContent()) ?? '';
  await venue.click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(name);

  await page.goto(address.replace('/establecimiento', ''));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});

/** The page that is open is the one at this address, with the brand's text. */
async function expectInformation(page: Page, address: string, name = address.slice(1)) {
  const { title, opening } = await pageText(name);
  await expect(page).toHaveURL(address);
  await expect(page).toHaveTitle(`${title} · Butaca`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('main').getByRole('paragraph').filter({ hasText: opening })).toBeVisible();
}

const informationPages = [
  ['Términos y condiciones', '/termsAndConditions'],
  ['Políticas de privacidad', '/privacyPolicies'],
  ['Preguntas frecuentes', '/FAQ'],
  ['Libro de quejas', '/ComplaintsBook'],
  ['E-ticket', '/eticket'],
  ['Soporte técnico', '/TechnicalSupport'],
  ['Servicios', '/Services'],
  ['Puntos de venta', '/PointSales'],
] as const;

test('the footer shows the badges the law asks for and the logos, and leads from one page of information to the next (FT-012, FT-013, FT-014)', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  for (const name of ['Defensa del consumidor', 'Data fiscal', 'Protección de datos personales']) {
    const badge = footer.getByRole('link', { name, exact: true }).locator('img');
    await badge.scrollIntoViewIfNeeded();
    await expect.poll(() => badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  for (const [list, name] of [
    ['Socios', 'Radio Platea'],
    ['Con tecnología de', 'Butaca'],
  ] as const) {
    const logo = footer.getByRole('list', { name: list }).getByRole('link', { name, exact: true }).locator('img');
    await logo.scrollIntoViewIfNeeded();
    await expect(logo).toBeVisible();
  }
  for (const [name, address] of informationPages) {
    await footer.getByRole('link', { name, exact: true }).click();
    await expectInformation(page, address);
  }
  await footer.getByRole('link', { name: 'Autorización de arrepentimiento' }).click();
  await expectInformation(page, '/arrepentimiento/autorizacion', 'withdrawalDocument');
  await expect(page.getByText('Firma y aclaración')).toBeVisible();
  const withdraw = footer.getByRole('link', { name: 'Botón de arrepentimiento' });
  await expect(withdraw).toHaveAttribute('href', new URL('/arrepentimiento', page.url()).href);
  await withdraw.click();
  await expectInformation(page, '/arrepentimiento', 'withdrawal');
});
