import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

test('an unknown address is a page of ours in Spanish that leads to the billboard (R-005, CO-019) @phone', async ({ page }) => {
  const answer = await page.goto('/no/existe');
  expect(answer?.status()).toBe(404);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No encontramos esta página');
  await page.getByRole('main').getByRole('link', { name: 'Ir a la cartelera' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cartelera');
});

test('no other path is a page: not the gallery of components, nor one of our own words with a number (R-005)', { tag: '@once' }, async ({
  page,
}) => {
  for (const address of [
    '/inicio',
    '/_chrome',
    '/_chrome/1',
    '/fila/1',
    '/arrepentimiento/1',
    '/entrada/1',
    '/FAQ/1',
    '/landing',
    '/a/b/c',
  ]) {
    const answer = await page.request.get(address);
    expect(answer.status(), address).toBe(404);
    expect(await answer.text(), address).toContain('No encontramos esta página');
  }
  // The extra page that is there keeps its word to itself.
  expect((await page.request.get('/arrepentimiento')).status()).toBe(200);
});

test('capitals in an address make no difference', { tag: '@once' }, async ({ page }) => {
  for (const address of ['/ADVANCEDSEARCH', '/advancedsearch', '/AdvancedSearch']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Todos los espectáculos');
  }
  await page.goto('/signup');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Creá tu cuenta');
});

test('every page starts at its top (R-002) @phone', async ({ page }) => {
  await page.goto('/');
  const card = page.getByRole('main').getByRole('listitem').nth(9);
  await card.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await card.getByRole('link').click();
  await expect(page).toHaveURL(/\/landing\//);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('a venue lists its shows, by its own address and by the short one (R-027, R-028)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
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

/** Of the brand's own text of a page: its title, the titles of its parts, and how its first part begins. */
async function pageText(name: string) {
  const text = await readFile(join(import.meta.dirname, `../../brands/butaca/pages/${name}.md`), 'utf8');
  const titles = (level: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${level} `))
      .map((line) => line.slice(level.length + 1));
  const [first = ''] = text.split('\n\n').filter((part) => /^\p{L}/u.test(part));
  return { title: titles('#')[0] ?? '', parts: titles('##'), opening: first.split('\n')[0] ?? '' };
}

/** The page that is open is the one at this address, with the brand's text. */
async function expectInformation(page: Page, address: string, name = address.slice(1)) {
  const { title, parts, opening } = await pageText(name);
  await expect(page).toHaveURL(address);
  await expect(page).toHaveTitle(`${title} · Butaca`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    ...parts,
    // The form below the text.
    ...(address === '/TechnicalSupport' ? ['Escribinos'] : []),
  ]);
  await expect(page.getByRole('main').getByRole('paragraph').filter({ hasText: opening })).toBeVisible();
}

const informationPages = [
  ['Términos y condiciones', '/termsAndConditions', 'FT-001, R-014'],
  ['Políticas de privacidad', '/privacyPolicies', 'FT-002, R-015'],
  ['Preguntas frecuentes', '/FAQ', 'FT-003, R-020'],
  ['Libro de quejas', '/ComplaintsBook', 'FT-004, R-019'],
  ['E-ticket', '/eticket', 'FT-005, R-013'],
  ['Soporte técnico', '/TechnicalSupport', 'FT-006, R-018'],
  ['Servicios', '/Services', 'FT-007, R-017'],
  ['Puntos de venta', '/PointSales', 'FT-008, R-016'],
] as const;

for (const [name, address, rows] of informationPages) {
  test(`the footer leads to ${name} (${rows})`, { tag: '@once' }, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
    await expectInformation(page, address);
    // The same page when its address is opened by itself, by a visitor.
    await page.reload();
    await expectInformation(page, address);
  });
}

test('the footer has the withdrawal button, its document and the chat (FT-009, FT-010, FT-011)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Chateá con nosotros' })).toHaveAttribute('rel', 'noopener');
  await footer.getByRole('link', { name: 'Autorización de arrepentimiento' }).click();
  await expectInformation(page, '/arrepentimiento/autorizacion', 'withdrawalDocument');
  await expect(page.getByText('Firma y aclaración')).toBeVisible();
  await page.goto('/');
  await footer.getByRole('link', { name: 'Botón de arrepentimiento' }).click();
  await expectInformation(page, '/arrepentimiento', 'withdrawal');
});

test('the footer shows the badges the law asks for (FT-012, FT-013, FT-014)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  for (const name of ['Defensa del consumidor', 'Data fiscal', 'Protección de datos personales']) {
    const badge = page.getByRole('contentinfo').getByRole('link', { name, exact: true }).locator('img');
    await badge.scrollIntoViewIfNeeded();
    await expect.poll(() => badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
});

test('the footer has the address, the phones and the social networks of the house (FT-015, FT-016, FT-017)', { tag: '@once' }, async ({
  page,
}) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('Pasaje de los Telones 120, Buenos Aires')).toBeVisible();
  await expect(footer.getByRole('link', { name: '+54 11 5555-0120' })).toHaveAttribute('href', 'tel:+541155550120');
  await expect(footer.getByRole('list', { name: 'Redes' }).getByRole('link')).toHaveText(['Instagram', 'YouTube']);
});

test('the footer names partners and the software behind the house (FT-018, FT-019)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  for (const [list, name] of [
    ['Socios', 'Radio Platea'],
    ['Con tecnología de', 'Butaca'],
  ] as const) {
    const logo = footer.getByRole('list', { name: list }).getByRole('link', { name, exact: true }).locator('img');
    await logo.scrollIntoViewIfNeeded();
    await expect(logo).toBeVisible();
  }
});
