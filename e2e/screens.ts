import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/browser.ts';
import { cards, fillInCard, payButton, terms } from './cards.ts';
import { demoClerk, demoCustomer, logIn, logInAtCounter } from './customers.ts';
import { openDate } from './hall.ts';
import { ask, buyAddress, logInAsNewcomer, take as takePlaces } from './purchases.ts';

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
  ['shop', '/tienda'],
  ['information', '/termsAndConditions'],
  ['not-found', '/no/existe'],
  ['billboard-filtered', '/?cuando=this_week'],
  ['recover', '/recoverPassword'],
  ['support', '/TechnicalSupport'],
  ['questions', '/FAQ'],
  ['points-of-sale', '/PointSales'],
  ['withdrawal', '/arrepentimiento'],
  ['widget-guide', '/reference/widget'],
];
/** Pages of a customer, and those of staff. */
const ofCustomer = [
  'myData',
  'myAddress',
  'myPhone',
  'myCards',
  'myAlias',
  'myBalance',
  'mySecurity',
  'mySessions',
  'myPrivacy',
  'changePassword',
];
const ofCounter = ['boleteria/ventas', 'boleteria/caja', 'myBookingsBox'];
const ofOffice = ['operaciones', 'dinero', 'comprobantes', 'correos', 'cajas', 'seguridad'];
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
  await pay(page, () => take('buy'));
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
  await takeExtras(page, take);

  for (const path of ofCustomer) {
    await page.goto(`/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await take(path);
  }

  await page.evaluate(() => localStorage.clear());
  await logInAtCounter(page, demoClerk);
  await page
    .getByText(/^[\d.]+ libres$/)
    .first()
    .waitFor();
  await take('box-office');
  await page.getByRole('searchbox').first().fill('hamlet');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Tomar los mejores lugares' }).waitFor();
  await take('box-office-places');
  await page.getByRole('button', { name: 'Tomar los mejores lugares' }).click();
  await page.getByRole('link', { name: 'Continuar con la compra' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Cobrar' }).waitFor();
  await take('box-office-payment');
  for (const path of ofCounter) {
    await page.goto(`/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await take(path.replace('/', '-'));
  }
  await page.goto('/oficina');
  await page.getByLabel('Correo electrónico').fill('organizador@butaca.example');
  await page.getByLabel('Contraseña', { exact: true }).fill('Organizador2026');
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.getByText('En vivo', { exact: true }).waitFor();
  await page.screenshot({ path: join(directory as string, `office-${variant}.png`) });
  for (const path of ofOffice) {
    await page.goto(`/oficina/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await take(`office-${path}`);
  }
}

async function pay(page: Page, before: () => Promise<void> = async () => {}) {
  await fillInCard(page, cards.approved);
  await before();
  await terms(page).check();
  await payButton(page).click();
  await page.getByRole('heading', { level: 1, name: /Tu compra está paga/ }).waitFor();
}

/** What a purchase may have beside its tickets: promotions, products, a reservation, a delivery, and names of who enters. */
async function takeExtras(page: Page, take: (screen: string) => Promise<void>) {
  await page.goto(buyAddress(await takePlaces(page, { show: 'carmen', quantity: 4 })));
  await page.getByText('4x3', { exact: true }).first().waitFor();
  await take('buy-promotions');
  await page.getByRole('link', { name: 'Promociones', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Promociones' }).waitFor();
  await take('promotions');

  // An account may have only so many purchases open.
  await logInAsNewcomer(page);
  await page.goto(buyAddress(await takePlaces(page, { show: 'hielo-en-ocho', quantity: 1 })));
  await page.getByRole('link', { name: 'Agregar productos' }).click();
  await page.getByRole('button', { name: 'Uno más de Estacionamiento' }).click();
  await page.locator('output', { hasText: '1' }).waitFor();
  await take('products');

  const { purchaseId } = await takePlaces(page, { show: 'macbeth', quantity: 2 });
  await ask(page, 'POST', `/v2/Proceso/${purchaseId}/Reservar`, { lAceptaCondiciones: 'S' });
  await page.goto('/myBookings');
  await page.getByRole('heading', { name: 'Macbeth' }).waitFor();
  await take('reservations');

  const named = await takePlaces(page, { show: 'bodas-de-sangre', quantity: 2 });
  await page.goto(buyAddress(named));
  // Without an address it stays unchecked, and a notice leads to where one is added.
  await page.getByRole('radio', { name: /Envío a domicilio/ }).click();
  await page.getByRole('button', { name: 'Agregar un domicilio' }).waitFor();
  await take('buy-delivery');
  await page.getByRole('radio', { name: /E-ticket|electrónic/i }).click();
  await page.getByRole('radio', { name: /E-ticket|electrónic/i, checked: true }).waitFor();
  await pay(page);
  await page.goto(`/myOrders/${named.purchaseId}`);
  await page.getByRole('region', { name: 'Quién entra con cada entrada' }).waitFor();
  await take('order-nominations');
  await page
    .getByRole('button', { name: /^Poner nombre/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await take('nomination');
}
