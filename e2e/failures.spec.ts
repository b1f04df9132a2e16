import { BROKEN_SHOW, breakShow, importShow, inDays } from './catalogue.ts';
import { demoCustomer } from './customers.ts';
import { expect, expectAccessible, hydrated, test } from './fixtures.ts';
import { openSession } from './purchases.ts';

test('without a connection a dialog is shown; a fault of the server leads to a page with a retry, without a redirect loop; both keep the session (AN-005, SE-015)', {
  tag: '@once',
}, async ({ page }) => {
  await openSession(page, demoCustomer);
  const search = page.getByRole('banner').getByRole('link', { name: 'Búsqueda avanzada' });
  const results = page.getByRole('main').getByRole('listitem').first();
  const isLoggedIn = async () => expect(await page.evaluate(() => localStorage.getItem('butaca.session'))).not.toBeNull();

  await test.step('no connection', async () => {
    await page.goto('/FAQ');
    await hydrated(page);
    await page.route('/v2/**', (route) => route.abort());
    await search.click();
    const dialog = page.getByRole('dialog', { name: 'Atención' });
    await expect(dialog).toBeVisible();
    await expect(dialog.locator('[data-msg="Attention"]')).toHaveText('Atención');
    await dialog.getByRole('button', { name: 'Aceptar' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/login/);

    await page.unroute('/v2/**');
    await page.getByRole('button', { name: 'Intentar de nuevo' }).click();
    await expect(results).toBeVisible();
    await isLoggedIn();
  });

  await test.step('a fault of the server', async () => {
    const heading = page.getByRole('heading', { level: 1 });
    await page.goto('/FAQ');
    await hydrated(page);
    await page.route('/v2/**', (route) => route.fulfill({ status: 500, json: { nCode: 500 } }));
    await search.click();
    await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('nextUrl') === '/AdvancedSearch');
    await expect(heading).toHaveText('No pudimos completar el paso anterior');
    await expect(page.getByLabel('Contraseña')).toHaveCount(0);

    // Once more against the same fault: back here, not elsewhere.
    const answered = page.waitForResponse((response) => response.status() === 500);
    await page.getByRole('link', { name: 'Volver e intentar de nuevo' }).click();
    await answered;
    await expect(heading).toHaveText('No pudimos completar el paso anterior');
    await expect(page).toHaveURL(/\/login/);

    await page.unroute('/v2/**');
    await page.getByRole('link', { name: 'Volver e intentar de nuevo' }).click();
    await expect(page).toHaveURL('/AdvancedSearch');
    await expect(results).toBeVisible();
    await isLoggedIn();
  });
});

test('a show that the server could not read is a 503 that no cache keeps, in the page’s own words, and a retry shows it', {
  tag: '@once',
}, async ({ page }) => {
  const name = 'Una función que falla';
  await importShow(BROKEN_SHOW, name, [{ startsAt: inDays(9) }]);
  await breakShow(BROKEN_SHOW);
  const answer = await page.goto(`/landing/${BROKEN_SHOW}`);
  expect([answer?.status(), answer?.headers()['cache-control'], answer?.headers()['retry-after']]).toEqual([503, 'no-store', '5']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No pudimos mostrar este espectáculo');
  await expect(page.getByRole('banner')).toBeVisible();
  await expectAccessible(page);
  await hydrated(page);

  await breakShow(BROKEN_SHOW, { mended: true });
  // A server that is busy says so with HTTP 200: the show is neither gone nor unknown.
  const show = /\/v2\/EspectaculoCartel\//;
  await page.route(show, (route) => route.fulfill({ json: { nCode: 503, cError: 'busy', oData: { nSegundos: 1 } } }));
  const refused = page.waitForResponse(show);
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click();
  await refused;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No pudimos mostrar este espectáculo');
  await page.unroute(show);
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});
