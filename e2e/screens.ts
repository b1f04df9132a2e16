import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from '../scripts/browser.ts';
import { cards, fillInCard, payButton, terms } from './cards.ts';
import { demoClerk, demoCustomer, logIn, logInAtCounter } from './customers.ts';
import { openDate } from './hall.ts';
import { buyAddress, logInAsNewcomer, take as takePlaces } from './purchases.ts';

const [directory, origin] = process.argv.slice(2);
if (!directory || !origin) throw new Error('node e2e/screens.ts DIRECTORY ORIGIN');

const screens: readonly (readonly [name: string, address: string])[] = [
  ['billboard', '/'],
  ['landing', '/landing/hamlet'],
  ['login', '/login'],
  ['login-failed', '/login?nextUrl=%2F&falla=1'],
  ['sign-up', '/signUp'],
  ['search', '/AdvancedSearch?cBuscar=teatro'],
  ['search-empty', '/AdvancedSearch?cBuscar=zzzzzz'],
  ['venue', '/establecimiento/-/1'],
  ['information', '/termsAndConditions'],
  ['not-found', '/no/existe'],
];
const sizes = [
  { name: 'phone', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  { name: 'desktop', viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false },
];

/** Every screen as a picture, to be looked at: at both sizes, in the light and in the dark. */
const browser = await chromium.launch(findBrowser());
await mkdir(directory, { recursive: true });
for (const { name, ...size } of sizes) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ ...size, baseURL: origin, locale: 'es-AR', colorScheme, reducedMotion: 'reduce' });
    await takeAll(context, `${name}-${colorScheme}`);
    await context.close();
  }
}
await browser.close();

async function takeAll(context: BrowserContext, variant: string) {
  const page = await context.newPage();
  const take = async (screen: string) => {
    // The whole page is in the picture, so nothing may wait until it is scrolled to.
    await page.locator('img[loading="lazy"]').evaluateAll((images) => {
      for (const image of images) image.setAttribute('loading', 'eager');
    });
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(directory as string, `${screen}-${variant}.png`), fullPage: true });
  };

  for (const [screen, address] of screens) {
    await page.goto(address);
    await take(screen);
  }
  await page.goto('/signUp');
  await page.getByRole('main').getByRole('button', { name: 'Crear cuenta' }).click();
  await take('sign-up-errors');
  if (variant.startsWith('phone')) {
    await page.goto('/');
    await page.getByRole('button', { name: 'Menú' }).click();
    await take('drawer');
  }
  await logIn(page, demoCustomer);
  await take('greeting');
  await openDate(page, '/landing/hamlet');
  await page.getByRole('heading', { name: 'Sectores y precios' }).waitFor();
  await take('performance');

  await logInAsNewcomer(page);
  const taken = await takePlaces(page, { show: 'fuenteovejuna', quantity: 2 });
  await page.goto(buyAddress(taken));
  await fillInCard(page, cards.approved);
  await take('buy');
  await terms(page).check();
  await payButton(page).click();
  await page.getByRole('heading', { level: 1, name: /Tu compra está paga/ }).waitFor();
  await take('paid');
  await page.goto('/myOrders');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Fuenteovejuna/ })
    .first()
    .waitFor();
  await take('orders');
  await page.goto(`/myOrders/${taken.purchaseId}`);
  await page.locator('[data-code]').first().waitFor();
  await take('order');

  await page.evaluate(() => localStorage.clear());
  await logInAtCounter(page, demoClerk);
  await page
    .getByText(/^[\d.]+ libres$/)
    .first()
    .waitFor();
  await take('box-office');
  await page.goto('/oficina');
  await page.getByLabel('Correo electrónico').fill('organizador@butaca.example');
  await page.getByLabel('Contraseña', { exact: true }).fill('Organizador2026');
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.getByText('En vivo', { exact: true }).waitFor();
  await page.screenshot({ path: join(directory as string, `office-${variant}.png`) });
}
