import { expect, hydrated, test } from '../fixtures.ts';

test('a page whose program does not arrive is asked for once more, then said to be late, and the page before it stays (CO-035, ER-024) @phone', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/FAQ');
  await hydrated(page);
  await page.route(/\/assets\/LoginScreen-[^/]*\.js$/, () => {});
  const documents: string[] = [];
  await page.route(/\/login(?:\?|$)/, (route) => {
    documents.push(route.request().resourceType());
    // Leaves the page before it where it is, as an answer does that never comes.
    return route.fulfill({ status: 204 });
  });
  const area = page.getByRole('status').filter({ has: page.locator('[data-msg="late"]') });
  const asked = page.waitForRequest(/\/assets\/LoginScreen-[^/]*\.js$/);
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href^="/login"]')?.click());
  await asked;
  // The time runs from the line over the page.
  await page.locator('[class*="_progress"]').waitFor({ state: 'attached' });
  await page.clock.runFor(119_000);
  expect(documents).toEqual([]);
  await page.clock.runFor(2000);
  await expect.poll(() => documents).toEqual(['document']);
  await expect(area).toBeHidden();

  await page.clock.runFor(121_000);
  await expect(area).toContainText('La página no terminó de llegar. Revisá tu conexión y volvé a cargarla.');
  await expect(page.getByRole('heading', { level: 1, name: 'Preguntas frecuentes' })).toBeVisible();
  expect(documents).toEqual(['document']);
});

test('a picture that does not arrive leaves its text on the brand’s colour, before the page has its script and after; the rest of the billboard is asked for again by a small button, 34 px high (CO-034) @phone', async ({
  page,
}) => {
  await page.route('**/images/**', (route) => route.abort());
  await page.route('**/v2/Cartelera*', (route) => route.abort());
  await page.goto('/');
  await hydrated(page);
  const main = page.getByRole('main');
  const missing = main.locator('div[class*="failed"]');
  await expect(missing.first()).toBeVisible();
  await expect(missing.first()).toHaveCSS('background-color', 'rgb(179, 38, 30)');

  await main.getByRole('listitem').nth(9).scrollIntoViewIfNeeded();
  const again = main.getByRole('button', { name: 'Reintentar' });
  await expect(again).toBeVisible();
  expect((await again.boundingBox())?.height).toBe(34);
  await page.unroute('**/v2/Cartelera*');
  await again.click();
  await expect(again).toBeHidden();
  await expect(main.getByRole('listitem').nth(10)).toBeAttached();

  await main
    .getByRole('link', { name: /Hamlet/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/landing\/hamlet/);
  await expect(missing.filter({ hasText: 'Hamlet' }).first()).toBeVisible();
  await expect(missing.filter({ hasText: 'Hamlet' }).first()).toHaveCSS('background-color', 'rgb(179, 38, 30)');
});

test('Back before the program of a page has come leads to the page before, and not to this one under its address (GE-005) @once', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('main').getByRole('listitem').filter({ hasText: 'desde $' }).first().getByRole('link').click();
  const dates = page.getByRole('heading', { name: 'Elegí tu función' });
  await expect(dates).toBeVisible();
  let arrive: () => void = () => {};
  const isThere = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await isThere;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(dates).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/');
  arrive();
  await expect(page.getByRole('heading', { level: 1, name: 'Cartelera' })).toBeVisible();
  await expect(dates).toHaveCount(0);
});
