import type { Page, Request } from '@playwright/test';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';

const results = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('img') });

const box = (page: Page) => page.getByRole('combobox', { name: 'Buscar un evento' });
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Sugerencias' });
const SEARCH_CALL = '**/v2/EspectaculosCartel/Buscar**';

/** The texts that suggestions were asked for; a search itself asks for a page of 30. */
function suggestedTexts(page: Page): string[] {
  const texts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('Buscar?cantXpagina=6')) texts.push(request.postDataJSON().cBuscar);
  });
  return texts;
}

/** Resolves once the request is over and the page was drawn with what came of it. */
async function drawnAfter(page: Page, request: Request) {
  await request.response();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

async function open(page: Page, address = '/') {
  await page.goto(address);
  await hydrated(page);
}

test('suggestions appear under the box from the third character, and nothing of the page moves', { tag: '@once' }, async ({ page }) => {
  await page.clock.install();
  const asked = suggestedTexts(page);
  await open(page);
  await box(page).click();
  await box(page).pressSequentially('ha', { delay: 50 });
  await page.clock.runFor(600);
  expect(asked).toEqual([]);
  const before = await page.getByRole('heading', { level: 1 }).boundingBox();
  await box(page).pressSequentially('m', { delay: 50 });
  const option = suggestions(page).getByRole('option', { name: /^Hamlet/ });
  await expect(option).toBeVisible();
  await expect(option).toContainText(/(lun|mar|mié|jue|vie|sáb|dom) \d{1,2} .*\d\d:\d\d · /);
  expect(await suggestions(page).getByRole('option').count()).toBeLessThanOrEqual(6);
  await expect(page.getByRole('status').filter({ hasText: /^\d+ sugerencias?$/ })).toHaveCount(1);
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(box(page)).toHaveAttribute('aria-controls', (await suggestions(page).getAttribute('id')) ?? '');
  expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(before);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(suggestions(page)).toBeInViewport({ ratio: 1 });
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await box(page).pressSequentially(' ');
  await page.clock.runFor(600);
  expect(asked).toEqual(['ham']);
});

test('Enter searches for the text, whether suggestions are there, come just now or are still awaited (TB-012)', {
  tag: '@once',
}, async ({ page }) => {
  await open(page);
  await box(page).click();
  await box(page).pressSequentially('ham');
  await expect(suggestions(page)).toBeVisible();
  await box(page).press('Enter');
  await expect(page).toHaveURL('/AdvancedSearch?cBuscar=ham');
  await expect(suggestions(page)).toBeHidden();

  await test.step('in the very task in which they appear', async () => {
    await open(page);
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[role="listbox"]')) return;
        observer.disconnect();
        (document.activeElement as HTMLInputElement).form?.requestSubmit();
      }).observe(document.body, { subtree: true, childList: true });
    });
    await box(page).click();
    await box(page).pressSequentially('macb');
    await expect(page).toHaveURL('/AdvancedSearch?cBuscar=macb');
  });

  await test.step('before they are there', async () => {
    await open(page);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const asked = page.waitForRequest((request) => request.url().includes('Buscar?cantXpagina=6'));
    await page.route('**/v2/EspectaculosCartel/Buscar?cantXpagina=6', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await box(page).click();
    await box(page).pressSequentially('oth');
    await asked;
    await box(page).press('Enter');
    await expect(page).toHaveURL('/AdvancedSearch?cBuscar=oth');
    release();
    await drawnAfter(page, await asked);
    await expect(suggestions(page)).toBeHidden();
    await expect(page).toHaveURL('/AdvancedSearch?cBuscar=oth');
    await page.unrouteAll();
  });

  await test.step('the page’s own box suggests too, for each text that is searched in it', async () => {
    await open(page, '/AdvancedSearch?cBuscar=macbeth');
    await box(page).fill('hamlet');
    await expect(suggestions(page).getByRole('option', { name: /^Hamlet/ })).toBeVisible();
    await box(page).press('Enter');
    await expect(page).toHaveURL('/AdvancedSearch?cBuscar=hamlet');
    await expect(results(page)).toContainText('Hamlet');
    await expect(box(page)).toHaveValue('hamlet');
    await box(page).fill('macbeth');
    await expect(suggestions(page).getByRole('option', { name: /^Macbeth/ })).toBeVisible();
  });
});

test('a failed answer shows nothing and hinders nothing; arrows choose, Enter opens the chosen show, Escape closes and leaves the text', {
  tag: '@once',
}, async ({ page }) => {
  await page.route(SEARCH_CALL, (route) => (route.request().url().includes('cantXpagina=6') ? route.abort() : route.continue()));
  const asked = suggestedTexts(page);
  await open(page);
  await box(page).click();
  const failed = page.waitForEvent('requestfailed');
  await box(page).pressSequentially('hamlet');
  const request = await failed;
  expect(asked).toEqual(['hamlet']);
  await drawnAfter(page, request);
  await expect(suggestions(page)).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await box(page).press('Enter');
  await expect(page).toHaveURL('/AdvancedSearch?cBuscar=hamlet');
  await expect(results(page)).toHaveCount(1);
  await page.unroute(SEARCH_CALL);

  await open(page);

  await box(page).click();
  await box(page).pressSequentially('hamlet');
  await expect(suggestions(page)).toBeVisible();
  await box(page).press('Escape');
  await expect(suggestions(page)).toBeHidden();
  await expect(box(page)).toHaveValue('hamlet');
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
  await box(page).press('ArrowDown');
  await expect(suggestions(page)).toBeVisible();
  await expect(suggestions(page).getByRole('option', { selected: true })).toHaveCount(0);
  await box(page).press('ArrowDown');
  const chosen = suggestions(page).getByRole('option', { selected: true });
  await expect(chosen).toHaveText(/^Hamlet/);
  await expect(box(page)).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '');
  await expect(box(page)).toBeFocused();
  await expectAccessible(page);
  await box(page).press('Enter');
  await expect(page).toHaveURL(/\/landing\/hamlet/);
  await expect(suggestions(page)).toBeHidden();
});

test('a tap opens a suggestion, leaving the box closes them, and a search forgives a typing error and finds an artist (CA-013)', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/AdvancedSearch?cBuscar=shakspeare');
  await expect(results(page).first()).toBeVisible();
  await box(page).fill('hamelt');
  await box(page).press('Enter');
  await expect(page).toHaveURL('/AdvancedSearch?cBuscar=hamelt');
  await expect(results(page)).toHaveCount(1);
  await expect(results(page)).toContainText('Hamlet');
  await expect(box(page)).toHaveCount(1);

  await box(page).fill('');
  await box(page).blur();
  await box(page).tap();
  await box(page).pressSequentially('hamlet');
  await expect(suggestions(page)).toBeInViewport({ ratio: 1 });
  await box(page).blur();
  await expect(suggestions(page)).toBeHidden();
  await box(page).tap();
  await box(page).press('ArrowDown');
  await suggestions(page).getByRole('option').first().tap();
  await expect(page).toHaveURL(/\/landing\/hamlet/);
});

test('filters stand in the address, a price among them, survive Back, and go one by one by their chips', { tag: '@phone' }, async ({
  page,
}) => {
  await open(page, '/AdvancedSearch');
  const count = page.getByRole('status').filter({ hasText: /espectáculo/ });
  const filter = page.getByRole('button', { name: 'Filtrar', exact: true });
  const all = await count.innerText();
  await page.getByLabel('Precio').selectOption('Hasta $ 20.000');
  await filter.click();
  await expect(page).toHaveURL(/precioHasta=20000/);
  await expect(count).not.toHaveText(all);
  await expect(page.getByLabel('Precio')).toHaveValue('20000');
  const prices = await results(page)
    .getByText(/^desde/)
    .allInnerTexts();
  expect(prices.length).toBeGreaterThan(0);
  for (const price of prices) expect(Number(/desde \$\s?([\d.]+)/.exec(price)?.[1]?.replaceAll('.', ''))).toBeLessThanOrEqual(20_000);
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Quitar el filtro Hasta \$/ }).click();
  await expect(page).not.toHaveURL(/precioHasta/);
  await expect(count).toHaveText(all);
  await page.goBack();
  await expect(page).toHaveURL(/precioHasta=20000/);
  await expect(page.getByLabel('Precio')).toHaveValue('20000');
  await page.getByRole('link', { name: /^Quitar el filtro Hasta \$/ }).click();
  await expect(count).toHaveText(all);

  await test.step('two at once', async () => {
    const type = page.getByRole('group', { name: 'Qué' }).getByRole('checkbox').first();
    await type.check();
    await page.getByLabel('Cuándo').selectOption('next_month');
    await filter.click();
    await expect(page).toHaveURL(/aListaidTipoDeEspectaculo=\d+&cuando=next_month/);
    await expect(count).not.toHaveText(all);
    await page.getByRole('link', { name: 'Quitar el filtro Próximo mes' }).click();
    await expect(page).not.toHaveURL(/cuando/);
    await expect(page).toHaveURL(/aListaidTipoDeEspectaculo=\d+/);
    await page.goBack();
    await expect(page).toHaveURL(/cuando=next_month/);
    await expect(page.getByLabel('Cuándo')).toHaveValue('next_month');
    await expect(type).toBeChecked();
  });
  await page.goto('/AdvancedSearch?precioHasta=-3');
  await expect(count).toHaveText(all);
});
