import type { APIRequestContext, Page } from '@playwright/test';
import { demoCustomer, logInButton, newcomer, sendLogIn } from './customers.ts';
import { ownDeviceClock, setDeviceClock } from './device-clock.ts';
import { expect, hydrated, test } from './fixtures.ts';
import { logInCode, openSession } from './purchases.ts';

/** The address of a function that can be bought, as its show's page names it. */
async function performanceAddress(request: APIRequestContext): Promise<string> {
  const landing = await (await request.get('/landing/hamlet')).text();
  return /href="(\/funcion\/[^"]+)"/.exec(landing)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

const banner = (page: Page) => page.getByRole('banner');
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('butaca.session'));

/** Changes the stored login: turns it back in time, as if it had been made then, or spoils its token. */
const change = (page: Page, { minutes = 0, token = '' }) =>
  page.evaluate(
    (by) => {
      const stored = JSON.parse(localStorage.getItem('butaca.session') ?? '{}');
      const dLogin = new Date(stored.jUser.dLogin).getTime() - by.minutes * 60_000;
      const changed = { ...stored, token: stored.token + by.token, jUser: { ...stored.jUser, dLogin } };
      localStorage.setItem('butaca.session', JSON.stringify(changed));
    },
    { minutes, token },
  );
const age = (page: Page, minutes: number) => change(page, { minutes });

test('a performance’s page sends a visitor to the login and back again, and has what was asked for by each address (GU-013, R-033, RO-013)', {
  tag: '@once',
}, async ({ page, request }) => {
  const address = await performanceAddress(request);
  await page.goto(address);
  await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('nextUrl') === address);
  await sendLogIn(page, demoCustomer);
  await expect(page).toHaveURL(address);
  await expect(title(page)).toHaveText('Hamlet');

  await test.step('sectors follow each other without holes, however many prices their neighbours have', async () => {
    const sectors = page.getByRole('region', { name: 'Sectores y precios' }).getByRole('listitem');
    await expect(sectors.first()).toBeVisible();
    const places = await sectors.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().toJSON()));
    expect(new Set(places.map(({ left }) => left)).size).toBe(2);
    const top = Math.min(...places.map((place) => place.top));
    for (const [index, { top: start }] of places.entries()) expect([top, places[index - 1]?.bottom]).toContain(start);
  });

  await page.goto(`/funcion?${address.split('?')[1]}`);
  const main = page.getByRole('main');
  const head = main.locator('header').filter({ has: page.getByRole('heading', { level: 1, name: 'Hamlet' }) });
  await expect(head).toBeInViewport();
  await expect.poll(() => head.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(head.getByText(/^(lun|mar|mié|jue|vie|sáb|dom) \d{1,2} \w{3} · \d\d:\d\d$/)).toBeVisible();
  await expect(head.getByText(/^Gran Teatro Alborada, \w/)).toBeVisible();
  await expect(
    main
      .getByRole('row')
      .filter({ hasText: /\$\s?\d/ })
      .first(),
  ).toBeVisible();
});

test('the greeting leads on by itself, and the name in the bar opens the account’s menu (CO-005, TB-023, TB-033)', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/login');
  await sendLogIn(page, demoCustomer);
  await expect(title(page)).toHaveText('Hola, Ana');
  await expect(page).toHaveURL('/');
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

test('log out, in the bar’s menu or a phone’s drawer, shows a notice and leads to the billboard (TB-032, SE-009, SE-011)', {
  tag: '@once',
}, async ({ page, request }) => {
  for (const [width, menu] of [
    [1280, demoCustomer.firstName],
    [390, 'Menú'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await openSession(page, demoCustomer);
    await page.goto('/FAQ');
    await hydrated(page);
    await banner(page).getByRole('button', { name: menu }).click();
    await page.getByRole('button', { name: 'Cerrar sesión' }).filter({ visible: true }).click();
    await expect(page).toHaveURL('/');
    await expect(page.locator('[data-msg="Your user session has been disconnected"]')).toHaveText('Tu sesión de usuario se cerró');
    expect(await storedSession(page)).toBeNull();
  }
  await page.goto(await performanceAddress(request));
  await expect(page).toHaveURL(/\/login\?nextUrl=/);
});

test('the log-in leads to no other site, not even by an address that hides its host, and who is logged in skips it (R-009, R-010)', {
  tag: '@once',
}, async ({ page }) => {
  await page.clock.install();
  await page.goto(`/login?nextUrl=${encodeURIComponent('/.//evil.example/x')}&falla=1`);
  await hydrated(page);
  const hosts = await page.getByRole('main').evaluate((main) => [...main.querySelectorAll('a')].map(({ host }) => host));
  expect(new Set(hosts)).toEqual(new Set([new URL(page.url()).host]));

  await page.goto('/login?nextUrl=https%3A%2F%2Fevil.example%2F');
  await hydrated(page);
  // The greeting would go on by itself.
  await page.clock.pauseAt(Date.now() + 60_000);
  await sendLogIn(page, demoCustomer);
  await page.getByRole('button', { name: 'Continuar ahora' }).click();
  await page.clock.runFor(500);
  await expect(page).toHaveURL('/');
  await page.clock.resume();

  for (const [next, path, heading] of [
    ['/a/..//evil.example/x', '/', 'Cartelera'],
    ['/FAQ', '/FAQ', 'Preguntas frecuentes'],
  ] as const) {
    await page.goto(`/login?nextUrl=${encodeURIComponent(next)}`);
    await expect(page).toHaveURL(path);
    await expect(title(page)).toHaveText(heading);
  }
});

test('a session lasts 180 minutes, or as the brand says; then login is asked for and no token is left (SE-002, SE-003, CO-004)', {
  tag: '@once',
}, async ({ page, request, baseURL }) => {
  const address = await performanceAddress(request);
  const expectOpen = async () => {
    await page.goto(address);
    await expect(title(page)).toHaveText('Hamlet');
  };
  const expectLogIn = async () => {
    await page.goto(address);
    await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('nextUrl') === address);
    await expect(logInButton(page)).toBeVisible();
    expect(await storedSession(page)).toBeNull();
  };
  await openSession(page, demoCustomer);
  await age(page, 179);
  await expectOpen();
  // A header says the server's time in whole seconds.
  await age(page, 1.1);
  await expectLogIn();

  await test.step('a token that the server no longer knows ends it too', async () => {
    await openSession(page, demoCustomer);
    await change(page, { token: 'x' });
    await expectLogIn();
  });

  // As the page of another brand would say it.
  await page.route(`${baseURL}/funcion/**`, async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    expect(body).toContain('"sessionMinutes":180}');
    await route.fulfill({ response: answer, body: body.replace('"sessionMinutes":180}', '"sessionMinutes":30}') });
  });
  await openSession(page, demoCustomer);
  await age(page, 29);
  await expectOpen();
  await age(page, 1.1);
  await expectLogIn();
});

test('a device whose clock is set ends no session, and one that is over by the server’s clock is over on every page', {
  tag: '@once',
}, async ({ page, context, request }) => {
  const address = await performanceAddress(request);
  await ownDeviceClock(context);
  await openSession(page, demoCustomer);
  for (const minutesAhead of [24 * 60, -24 * 60]) {
    await setDeviceClock(page, minutesAhead);
    await page.goto(address);
    await expect(title(page)).toHaveText('Hamlet');
    await page.goto('/FAQ');
    await expect(banner(page).getByRole('button', { name: demoCustomer.firstName })).toBeVisible();
  }
  // By a device that is slow it has not begun yet.
  await age(page, 181);
  await page.goto('/myOrders');
  await expect(page).toHaveURL(/\/login\?nextUrl=/);

  await setDeviceClock(page, 0);
  await openSession(page, demoCustomer);
  await age(page, 181);
  await page.goto('/FAQ');
  await expect(banner(page).getByRole('button', { name: 'Ingresar' })).toBeVisible();
  await expect.poll(() => storedSession(page)).toBeNull();
});

test('a wrong password is refused without naming the part that was wrong, and after many attempts the form has to wait', {
  tag: '@once',
}, async ({ page }) => {
  const { email } = newcomer();
  await page.goto('/login');
  const problem = page.getByRole('main').getByRole('alert');
  await sendLogIn(page, { email, password: 'Incorrecta1' });
  await expect(problem).toHaveText(/El correo o la contraseña no son correctos\./);
  const codes = new Set<number>();
  for (let attempt = 2; attempt <= 5; attempt++) codes.add(await logInCode(page, { email, password: `Incorrecta${attempt}` }));
  expect([...codes]).toEqual([460]);
  await sendLogIn(page, { email, password: 'Incorrecta6' });
  await expect(problem).toHaveText(/Hubo demasiados intentos\. Podés volver a intentar en \d+ segundos\./);
  await expect(page).toHaveURL('/login');
});
