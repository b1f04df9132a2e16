import type { Page } from '@playwright/test';
import { paths } from '../../apps/storefront/app/paths.ts';
import { screens } from '../../apps/storefront/app/routes.ts';
import { type ScreenName, screenNames } from '../../apps/storefront/app/screens.ts';
import { logIn, newcomer } from '../customers.ts';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';
import { ask, logInAsNewcomer, openSession } from '../purchases.ts';

const sessions = (page: Page) => page.locator('main ul > li').filter({ hasText: 'Abierta el' });
const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('butaca.session'));
/** Where an address of the login leads afterwards. */
const isLoginFor = (next: string) => (url: URL) => url.pathname === '/login' && url.searchParams.get('nextUrl') === next;

test('the account lists its open sessions, each with its browser; one that is ended is logged out at its next call, and all others end together @phone', async ({
  page,
  otherVisitor,
}) => {
  const person = await logInAsNewcomer(page);
  await openSession(otherVisitor, person);
  await otherVisitor.goto('/myOrders');
  await page.route('**/v2/Cliente/Sesion', (route) => route.fulfill({ json: { nCode: 503, cError: 'busy', oData: { nSegundos: 1 } } }));
  await page.goto('/mySessions');
  await expect(page.getByRole('alert')).toContainText('No pudimos traer tus sesiones');
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Reintentar' }).click();
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

  for (let time = 0; time < 2; time++) await openSession(page, person);
  // By the screen, whose browser says what it is. The session before it stays open.
  await page.evaluate(() => localStorage.removeItem('butaca.session'));
  await logIn(page, person);
  await page.goto('/mySessions');
  await expect(sessions(page)).toHaveCount(4);
  await expect(sessions(page).filter({ hasText: 'Este dispositivo' })).toContainText('Chrome · Linux');
  await page.getByRole('button', { name: 'Cerrar todas las demás' }).click();
  await expect(sessions(page)).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'Las demás sesiones se cerraron.' })).toBeAttached();
});

test('a log-in in one tab is one in the others, and a log-out empties them: what is private leaves the screen', {
  tag: '@once',
}, async ({ page, context }) => {
  await page.goto('/FAQ');
  await hydrated(page);
  const other = await context.newPage();
  const person = await logInAsNewcomer(other);
  await other.goto('/FAQ');
  await expect(page.getByRole('banner').getByRole('button', { name: person.firstName })).toBeVisible();

  await page.goto('/myPhone');
  await expect(page.getByText('+54 11 5555 0100')).toBeVisible();
  await hydrated(other);
  await other.getByRole('banner').getByRole('button', { name: 'Julia' }).click();
  await other.getByRole('button', { name: 'Cerrar sesión' }).filter({ visible: true }).click();
  await expect(other).toHaveURL('/');
  await expect(page).toHaveURL(isLoginFor('/myPhone'));
  await expect(page.getByText('+54 11 5555 0100')).toBeHidden();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Julia' })).toBeHidden();
});

const CUSTOMER_ENTRIES = '**/assets/CustomerEntries-*.js';

test('entries of the account come with a session alone, late or when asked for again; a log-out that the storage refuses says so on the billboard (SE-013, SE-014, ER-005)', {
  tag: '@once',
}, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  await hydrated(page);
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('button', { name: 'Ingresar' })).toBeVisible();
  expect(asked.filter((url) => url.includes('CustomerEntries'))).toEqual([]);

  await logInAsNewcomer(page);
  await page.route(CUSTOMER_ENTRIES, (route) => route.abort());
  await page.goto('/FAQ');
  await banner.getByRole('button', { name: 'Julia' }).click();
  await expect(banner.getByRole('button', { name: 'Volver a cargar' })).toBeVisible();
  await page.unroute(CUSTOMER_ENTRIES);
  const arrive = Promise.withResolvers<void>();
  await page.route(CUSTOMER_ENTRIES, async (route) => {
    await arrive.promise;
    await route.continue();
  });
  const reloaded = page.waitForEvent('domcontentloaded');
  await banner.getByRole('button', { name: 'Volver a cargar' }).click();
  await reloaded;
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

  await page.evaluate(() => {
    Storage.prototype.removeItem = () => {
      throw new Error('<b>storage is closed</b>');
    };
  });
  await list.getByRole('button', { name: 'Cerrar sesión' }).click();
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

test('a call that a person waits for and that is answered with another status leads to the login, and back to the page; not from the login itself (ER-023, SE-015)', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/login');
  await hydrated(page);
  await page.route('**/v2/Cliente/Ingreso/Token', (route) => route.fulfill({ status: 500, json: { nCode: 500 } }));
  const { email } = newcomer();
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('Platea2026');
  await page.getByRole('main').getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(email);

  await logInAsNewcomer(page);
  await ask(page, 'POST', '/v2/Cliente/Domicilio/Insertar', address);
  await page.goto('/myAddress');
  const answeredWith = async (status: number) => {
    await page.unroute('**/Domicilio/*/Eliminar');
    await page.route('**/Domicilio/*/Eliminar', (route) => route.fulfill({ status, json: { nCode: status, oData: {} } }));
    await page.getByRole('button', { name: /^Eliminar/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
    await expect(page).toHaveURL(isLoginFor('/myAddress'));
  };
  for (const status of [500, 503]) {
    await answeredWith(status);
    expect(new URL(page.url()).searchParams.has('falla')).toBe(true);
    expect(await storedSession(page)).not.toBeNull();
    await page.getByRole('link', { name: 'Volver e intentar de nuevo' }).click();
    await expect(page).toHaveURL('/myAddress');
    await expect(page.getByText('Una 1')).toBeVisible();
  }
  await answeredWith(401);
  expect(new URL(page.url()).searchParams.has('falla')).toBe(false);
  expect(await storedSession(page)).toBeNull();
});

test('public pages never lead to the login (GU-017)', { tag: '@once' }, async ({ page }) => {
  const map = await (await page.request.get('/sitemap.xml')).text();
  const inMap = (first: string) => new RegExp(`<loc>https?://[^/]+(/${first}/[^<]+)`).exec(map)?.[1] ?? `no ${first}`;
  const samples: Partial<Record<ScreenName, string>> = {
    landing: inMap('landing'),
    venue: inMap('establecimiento'),
    advancedsearch: '/AdvancedSearch?cBuscar=hamlet',
    linkPago: '/linkPago/no-such-link',
    CarteleraProductos: '/tienda',
  };
  const isPublic = (name: ScreenName) => !('login' in paths[name]) && (name as string) !== 'loginRedirect';
  // Which routes are behind the log-in is tested in paths.test.ts. Here the code of each of the others runs, at one of its addresses.
  const firstOf = new Map(
    screenNames
      .filter(isPublic)
      .toReversed()
      .map((name) => [screens[name], name]),
  );
  const open = [...firstOf.values()].map((name) => samples[name] ?? paths[name].path);
  expect(open.filter((path) => path.includes(':'))).toEqual([]);
  expect(open.length).toBeGreaterThan(12);
  for (const path of open) {
    await page.goto(path);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    if (path !== '/login') await expect(page, path).not.toHaveURL((url) => url.pathname === '/login');
  }
});
