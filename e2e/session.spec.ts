import type { Page } from '@playwright/test';
import { demoCustomer, logIn, logInButton, newcomer, sendLogIn } from './customers.ts';
import { expect, hydrated, test } from './fixtures.ts';
import { openSession } from './purchases.ts';

/** The address of a function that can be bought, through the product itself. */
async function performanceAddress(page: Page): Promise<string> {
  await page.goto('/landing/hamlet');
  return (
    (await page
      .getByRole('link', { name: /^Elegir la función/ })
      .first()
      .getAttribute('href')) ?? ''
  );
}

const banner = (page: Page) => page.getByRole('banner');

/** The account's entries: in the bar's menu on a wide screen, in the drawer on a phone. */
async function openAccount(page: Page, viewport: { width: number } | null) {
  const wide = (viewport?.width ?? 0) >= 960;
  await banner(page)
    .getByRole('button', wide ? { name: demoCustomer.firstName } : { name: 'Menú' })
    .click();
}

/** Turns the stored login back in time, as if it had been made then. */
const age = (page: Page, minutes: number) =>
  page.evaluate((by) => {
    const stored = JSON.parse(localStorage.getItem('butaca.session') ?? '{}');
    const dLogin = new Date(stored.jUser.dLogin).getTime() - by * 60_000;
    localStorage.setItem('butaca.session', JSON.stringify({ ...stored, jUser: { ...stored.jUser, dLogin } }));
  }, minutes);

test('a page that needs a login sends there and back again (GU-013, R-010, RO-013)', async ({ page }) => {
  const address = await performanceAddress(page);
  await page.goto(address);
  await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('nextUrl') === address);
  await sendLogIn(page, demoCustomer);
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hamlet');
  await expect(page.getByRole('heading', { name: 'Sectores y precios' })).toBeVisible();
});

test('the performance page has the banner with its picture, name, date and venue (FL-006, R-033)', { tag: '@once' }, async ({ page }) => {
  const address = await performanceAddress(page);
  await logIn(page, demoCustomer);
  const query = address.split('?')[1];
  await page.goto(`/funcion?${query}`);
  const main = page.getByRole('main');
  const banner = main.locator('header').filter({ has: page.getByRole('heading', { level: 1, name: 'Hamlet' }) });
  await expect(banner).toBeInViewport();
  await expect.poll(() => banner.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(banner.getByText(/^(lun|mar|mié|jue|vie|sáb|dom) \d{1,2} \w{3} · \d\d:\d\d$/)).toBeVisible();
  await expect(banner.getByText(/^Gran Teatro Alborada, \w/)).toBeVisible();
  await expect(
    main
      .getByRole('row')
      .filter({ hasText: /\$\s?\d/ })
      .first(),
  ).toBeVisible();
});

test('sectors follow each other without holes, however many prices their neighbours have', { tag: '@desktop' }, async ({ page }) => {
  const address = await performanceAddress(page);
  await logIn(page, demoCustomer);
  await page.goto(address);
  const sectors = page.getByRole('region', { name: 'Sectores y precios' }).getByRole('listitem');
  await expect(sectors.first()).toBeVisible();
  const places = await sectors.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().toJSON()));
  expect(new Set(places.map(({ left }) => left)).size).toBe(2);
  const top = Math.min(...places.map((place) => place.top));
  for (const [index, { top: start }] of places.entries()) expect([top, places[index - 1]?.bottom]).toContain(start);
});

test('the greeting leads on by itself, and the name stands in the bar (CO-005, TB-033)', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/login');
  await sendLogIn(page, demoCustomer);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Ana');
  await expect(page).toHaveURL('/');
  await expect(banner(page).getByRole('button', { name: 'Ana' })).toBeVisible();
});

test('the account menu of a customer has their purchases and the way out (TB-023, TB-024)', { tag: '@desktop' }, async ({ page }) => {
  await openSession(page, demoCustomer);
  await page.goto('/');
  await banner(page).getByRole('button', { name: 'Ana' }).click();
  const entries = banner(page)
    .getByRole('list')
    .filter({ has: page.getByRole('button', { name: 'Cerrar sesión' }) });
  await expect(entries.getByRole('listitem')).toHaveText([
    'Mis compras',
    'Mis reservas',
    'Mi saldo',
    'Mis datos',
    'Mis teléfonos',
    'Mis domicilios',
    'Tarjetas guardadas',
    'Mi ingreso',
    'Cambiar contraseña',
    'Sesiones abiertas',
    'Privacidad',
    'Cerrar sesión',
  ]);
  await entries.getByRole('link', { name: 'Mis compras' }).click();
  await expect(page).toHaveURL('/myOrders');
});

test('log out shows a notice and leads to the billboard (TB-032, SE-009, SE-011)', async ({ page, viewport }) => {
  await logIn(page, demoCustomer);
  await page.goto('/FAQ');
  await hydrated(page);
  await openAccount(page, viewport);
  await page.getByRole('button', { name: 'Cerrar sesión' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('[data-msg="Your user session has been disconnected"]')).toHaveText('Tu sesión de usuario se cerró');
  expect(await page.evaluate(() => localStorage.getItem('butaca.session'))).toBeNull();

  const address = await performanceAddress(page);
  await page.goto(address);
  await expect(page).toHaveURL(/\/login\?nextUrl=/);
});

test('a customer who is logged in already skips the login page (R-009)', { tag: '@once' }, async ({ page }) => {
  await logIn(page, demoCustomer);
  await page.goto('/login?nextUrl=%2FFAQ');
  await expect(page).toHaveURL('/FAQ');
});

test('an address of another site is not followed after the log-in; a button goes at once', { tag: '@once' }, async ({ page }) => {
  await page.clock.install();
  await page.goto('/login?nextUrl=https%3A%2F%2Fevil.example%2F');
  await hydrated(page);
  // The greeting would go on by itself.
  await page.clock.pauseAt(Date.now() + 60_000);
  await sendLogIn(page, demoCustomer);
  await page.getByRole('button', { name: 'Continuar ahora' }).click();
  await page.clock.runFor(500);
  await expect(page).toHaveURL('/');
});

test('a session lasts 180 minutes, then login is asked for and no token is left (SE-002, SE-003, CO-004)', { tag: '@once' }, async ({
  page,
}) => {
  const address = await performanceAddress(page);
  await logIn(page, demoCustomer);
  await age(page, 179);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hamlet');

  await age(page, 1);
  await page.goto(address);
  await expect(page).toHaveURL(/\/login\?nextUrl=/);
  // The browser was remembered at the log-in; the password is a click away.
  await page.getByRole('button', { name: 'Usar mi contraseña' }).click();
  await expect(logInButton(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('butaca.session'))).toBeNull();
});

test('a brand with shorter sessions ends them earlier', { tag: '@once' }, async ({ page, baseURL }) => {
  const address = await performanceAddress(page);
  await logIn(page, demoCustomer);
  // As the page of another brand would say it.
  await page.route(`${baseURL}/funcion/**`, async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    expect(body).toContain('"sessionMinutes":180}');
    await route.fulfill({ response: answer, body: body.replace('"sessionMinutes":180}', '"sessionMinutes":30}') });
  });
  await age(page, 29);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hamlet');
  await age(page, 1);
  await page.goto(address);
  await expect(page).toHaveURL(/\/login\?nextUrl=/);
  expect(await page.evaluate(() => localStorage.getItem('butaca.session'))).toBeNull();
});

test('a token that the server no longer knows leads to login and ends the session', { tag: '@once' }, async ({ page }) => {
  const address = await performanceAddress(page);
  await logIn(page, demoCustomer);
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('butaca.session') ?? '{}');
    localStorage.setItem('butaca.session', JSON.stringify({ ...stored, token: `${stored.token}x` }));
  });
  await page.goto(address);
  await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('nextUrl') === address);
  expect(await page.evaluate(() => localStorage.getItem('butaca.session'))).toBeNull();
});

test('a wrong password is refused without naming the part that was wrong, and after many attempts the form has to wait', {
  tag: '@once',
}, async ({ page }) => {
  const { email } = newcomer();
  await page.goto('/login');
  const problem = page.getByRole('main').getByRole('alert');
  for (let attempt = 1; attempt <= 5; attempt++) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/v2/Cliente/Ingreso/Token'));
    await sendLogIn(page, { email, password: `Incorrecta${attempt}` });
    await answered;
    await expect(problem).toHaveText(/El correo o la contraseña no son correctos\./);
  }
  await sendLogIn(page, { email, password: 'Incorrecta6' });
  await expect(problem).toHaveText(/Hubo demasiados intentos\. Podés volver a intentar en \d+ segundos\./);
  await expect(page).toHaveURL('/login');
});

test('an address to go on to that hides a host leads to no other site (R-010)', { tag: '@once' }, async ({ page }) => {
  const hidden = ['/.//evil.example/x', '/a/..//evil.example/x', '/%2e//evil.example/x', '/./\\evil.example/x'];
  for (const next of hidden) {
    await page.goto(`/login?nextUrl=${encodeURIComponent(next)}&falla=1`);
    await hydrated(page);
    const hosts = await page.getByRole('main').evaluate((main) => [...main.querySelectorAll('a')].map(({ host }) => host));
    expect(new Set(hosts)).toEqual(new Set([new URL(page.url()).host]));
  }
  await logIn(page, demoCustomer);
  for (const next of hidden) {
    await page.goto(`/login?nextUrl=${encodeURIComponent(next)}`);
    // Whoever is logged in goes on at once: to the billboard, as without an address.
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cartelera');
  }
});
