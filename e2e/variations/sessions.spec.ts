import type { Page } from '@playwright/test';
import { paths } from '../../apps/storefront/app/paths.ts';
import { type ScreenName, screenNames } from '../../apps/storefront/app/screens.ts';
import { logIn, newcomer } from '../customers.ts';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';
import { ask, logInAsNewcomer, openSession } from '../purchases.ts';

const sessions = (page: Page) => page.locator('main ul > li').filter({ hasText: 'Abierta el' });
const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('butaca.session'));
/** Where an address of the login leads afterwards. */
const isLoginFor = (next: string) => (url: URL) => url.pathname === '/login' && url.searchParams.get('nextUrl') === next;

test('the account lists its open sessions; one that is ended is logged out at its next call @phone', async ({ page, otherVisitor }) => {
  const person = await logInAsNewcomer(page);
  await openSession(otherVisitor, person);
  await otherVisitor.goto('/myOrders');
  await page.goto('/mySessions');
  await expect(page.getByRole('heading', { level: 1, name: 'Sesiones abiertas' })).toBeVisible();
  await expect(sessions(page)).toHaveCount(2);
  await expect(sessions(page).filter({ hasText: 'Este dispositivo' })).toHaveCount(1);
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);

  await page.getByRole('button', { name: /^Cerrar la sesión de .*, abierta el / }).click();
  await expect(page.getByRole('status').filter({ hasText: 'La sesión se cerró.' })).toBeFocused();
  await expect(sessions(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'No hay otras sesiones abiertas' })).toBeVisible();
  await expectAccessible(page);

  await otherVisitor.goto('/myOrders');
  await expect(otherVisitor).toHaveURL(isLoginFor('/myOrders'));
  expect(await storedSession(otherVisitor)).toBeNull();
  await page.reload();
  await expect(sessions(page)).toHaveCount(1);
});

test('a session has the name of its browser, and all others end together', { tag: '@once' }, async ({ page }) => {
  const person = await logInAsNewcomer(page);
  for (let time = 0; time < 2; time++) await openSession(page, person);
  // By the screen, whose browser says what it is.
  await page.evaluate(() => localStorage.removeItem('butaca.session'));
  await logIn(page, person);
  await page.goto('/mySessions');
  await expect(sessions(page)).toHaveCount(4);
  await expect(sessions(page).filter({ hasText: 'Este dispositivo' })).toContainText('Chrome · Linux');
  await page.getByRole('button', { name: 'Cerrar todas las demás' }).click();
  await expect(sessions(page)).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'Las demás sesiones se cerraron.' })).toBeAttached();
});

test('sessions that could not be read are said so, with a retry', { tag: '@once' }, async ({ page }) => {
  await logInAsNewcomer(page);
  await page.route('**/v2/Cliente/Sesion', (route) => route.fulfill({ json: { nCode: 503, cError: 'busy', oData: { nSegundos: 1 } } }));
  await page.goto('/mySessions');
  await expect(page.getByRole('alert')).toContainText('No pudimos traer tus sesiones');
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(sessions(page)).toHaveCount(1);
});

test('a log-out in one tab empties the others: what is private leaves the screen', { tag: '@once' }, async ({ page, context }) => {
  await logInAsNewcomer(page);
  await page.goto('/myPhone');
  await expect(page.getByText('+54 11 5555 0100')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/FAQ');
  await hydrated(other);
  await other.getByRole('banner').getByRole('button', { name: 'Julia' }).click();
  await other.getByRole('button', { name: 'Cerrar sesión' }).filter({ visible: true }).click();
  await expect(other).toHaveURL('/');
  await expect(page).toHaveURL(isLoginFor('/myPhone'));
  await expect(page.getByText('+54 11 5555 0100')).toBeHidden();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Julia' })).toBeHidden();
});

const CUSTOMER_ENTRIES = '**/assets/CustomerEntries-*.js';

test('a visitor’s page does without the entries of a customer; a menu that is opened before they arrive shows them then', {
  tag: '@once',
}, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  await hydrated(page);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Ingresar' })).toBeVisible();
  expect(asked.filter((url) => url.includes('CustomerEntries'))).toEqual([]);

  await logInAsNewcomer(page);
  const arrive = Promise.withResolvers<void>();
  await page.route(CUSTOMER_ENTRIES, async (route) => {
    await arrive.promise;
    await route.continue();
  });
  await page.goto('/');
  const banner = page.getByRole('banner');
  const menu = banner.getByRole('button', { name: 'Julia' });
  await menu.press('Enter');
  const list = banner.locator('ul[popover]:popover-open');
  await expect(list).toBeVisible();
  await expect(list.getByRole('link')).toHaveCount(0);
  arrive.resolve();
  await expect(list.getByRole('link', { name: 'Mis compras' })).toBeVisible();
  await expect(menu).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('link', { name: 'Mis compras' })).toBeFocused();
});

test('entries of the account that do not load can be asked for again', { tag: '@once' }, async ({ page }) => {
  await logInAsNewcomer(page);
  await page.route(CUSTOMER_ENTRIES, (route) => route.abort());
  await page.goto('/');
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: 'Julia' }).click();
  await expect(banner.getByRole('button', { name: 'Volver a cargar' })).toBeVisible();
  await page.unroute(CUSTOMER_ENTRIES);
  await banner.getByRole('button', { name: 'Volver a cargar' }).click();
  await page.waitForLoadState();
  await banner.getByRole('button', { name: 'Julia' }).click();
  await expect(banner.getByRole('link', { name: 'Mis compras' })).toBeVisible();
});

test('a log-in in one tab is one in the others', { tag: '@once' }, async ({ page, context }) => {
  await page.goto('/FAQ');
  await hydrated(page);
  const other = await context.newPage();
  const person = await logInAsNewcomer(other);
  await other.goto('/');
  await expect(page.getByRole('banner').getByRole('button', { name: person.firstName })).toBeVisible();
});

test('a log-out that the browser’s storage refuses says so, with its error, on the billboard (SE-013, SE-014, ER-005)', {
  tag: '@once',
}, async ({ page }) => {
  await logInAsNewcomer(page);
  await page.goto('/FAQ');
  await hydrated(page);
  await page.evaluate(() => {
    Storage.prototype.removeItem = () => {
      throw new Error('<b>storage is closed</b>');
    };
  });
  await page.getByRole('banner').getByRole('button', { name: 'Julia' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('[data-msg="auth.error.error"]')).toHaveText('No pudimos completar la operación. <b>storage is closed</b>');
});

const address = {
  cTipo: 'PARTICULAR',
  cCalle: 'Una',
  cNumero: '1',
  cPais: 'AR',
  cProvincia: 'C',
  cLocalidad: 'Buenos Aires',
  cCodigoPostal: '1033',
  lPorDefecto: 'N',
};

test.describe('a call that a person waits for and that is answered with another status leads to the login (ER-023, SE-015)', () => {
  for (const { status, failed } of [
    { status: 401, failed: false },
    { status: 500, failed: true },
    { status: 503, failed: true },
  ]) {
    test(`${status}, from the middle of a page`, { tag: '@once' }, async ({ page }) => {
      await logInAsNewcomer(page);
      await ask(page, 'POST', '/v2/Cliente/Domicilio/Insertar', address);
      await page.goto('/myAddress');
      await page.route('**/Domicilio/*/Eliminar', (route) => route.fulfill({ status, json: { nCode: status, oData: {} } }));
      await page.getByRole('button', { name: /^Eliminar/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
      await expect(page).toHaveURL(isLoginFor('/myAddress'));
      expect(new URL(page.url()).searchParams.has('falla')).toBe(failed);
      expect((await storedSession(page)) === null).toBe(!failed);
      if (!failed) return;
      await page.getByRole('link', { name: 'Volver e intentar de nuevo' }).click();
      await expect(page).toHaveURL('/myAddress');
      await expect(page.getByText('Una 1')).toBeVisible();
    });
  }

  test('on a page of the login nothing leads away, and what was typed stays', { tag: '@once' }, async ({ page }) => {
    await page.goto('/login');
    await hydrated(page);
    await page.route('**/v2/Cliente/Ingreso/Token', (route) => route.fulfill({ status: 500, json: { nCode: 500 } }));
    await page.getByLabel('Correo electrónico').fill(newcomer().email);
    await page.getByLabel('Contraseña', { exact: true }).fill('Platea2026');
    await page.getByRole('main').getByRole('button', { name: 'Ingresar' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await expect(page).toHaveURL('/login');
  });
});

test('public pages never lead to the login (GU-017)', { tag: '@once' }, async ({ page }) => {
  const map = await (await page.request.get('/sitemap.xml')).text();
  const inMap = (first: string) => new RegExp(`<loc>https?://[^/]+(/${first}/[^<]+)`).exec(map)?.[1] ?? `no ${first}`;
  const [, , seo, venueId] = inMap('establecimiento').split('/');
  const samples: Partial<Record<ScreenName, string>> = {
    landing: inMap('landing'),
    venue: inMap('establecimiento'),
    venueBySeo: `/${seo}/${venueId}`,
    advancedsearch: '/AdvancedSearch?cBuscar=hamlet',
    linkPago: '/linkPago/no-such-link',
    CarteleraProductos: '/tienda',
  };
  const isPublic = (name: ScreenName) => !('login' in paths[name]) && (name as string) !== 'loginRedirect';
  const open = screenNames.filter(isPublic).map((name) => samples[name] ?? paths[name].path);
  expect(open.filter((path) => path.includes(':'))).toEqual([]);
  expect(open.length).toBeGreaterThan(15);
  for (const path of open) {
    await page.goto(path);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    if (path !== '/login') await expect(page, path).not.toHaveURL((url) => url.pathname === '/login');
  }
});
