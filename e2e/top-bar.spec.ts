import type { Page } from '@playwright/test';
import { expect, hydrated, test } from './fixtures.ts';

const bar = (page: Page) => page.getByRole('banner');
const search = (page: Page) => bar(page).getByRole('combobox', { name: 'Buscar un evento' });
const heightOf = async (page: Page) => (await bar(page).boundingBox())?.height ?? 0;

/** Show types of the api by name, with their ids. */
async function showTypes(page: Page): Promise<{ id: number; name: string }[]> {
  const { oData } = await (await page.request.get('/v2/EspectaculoCartelTipos')).json();
  return (oData.Lista as Record<string, string | number>[]).map((type) => ({
    id: Number(type.idEspectaculoTipo),
    name: String(type.cNombre),
  }));
}

test('the logo leads to the billboard, and on the billboard loads it again (TB-001, TB-002)', async ({ page }) => {
  const logo = bar(page).getByRole('link', { name: 'Butaca: ir a la cartelera' });
  await page.goto('/FAQ');
  await hydrated(page);
  const stays = () => page.evaluate(() => 'sameDocument' in window);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await logo.click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cartelera');
  expect(await stays()).toBe(true);

  const loaded = page.waitForEvent('domcontentloaded');
  await logo.click();
  await loaded;
  expect(await stays()).toBe(false);
  await expect(page).toHaveURL('/');
});

test('six categories stand in the bar, each leading to the search by its type (TB-006, TB-008, GE-024)', { tag: '@desktop' }, async ({
  page,
}) => {
  const types = await showTypes(page);
  expect(types.length).toBeGreaterThan(6);
  await page.goto('/');
  const categories = bar(page).getByRole('navigation', { name: 'Categorías' }).getByRole('link');
  await expect(categories).toHaveText(types.slice(0, 6).map(({ name }) => name));

  const [, second] = types;
  await categories.nth(1).click();
  await expect(page).toHaveURL(`/AdvancedSearch?aListaidTipoDeEspectaculo=${second?.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second?.name ?? '');
});

test('the menu opens a drawer at the right with six categories and the account (TB-007)', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await bar(page).getByRole('button', { name: 'Menú' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menú' });
  await expect(drawer.getByRole('navigation', { name: 'Categorías' }).getByRole('link')).toHaveCount(6);
  await expect(drawer.getByRole('link', { name: 'Ingresar' })).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Crear cuenta' })).toBeVisible();
  await expect.poll(async () => right(await drawer.boundingBox())).toBe(390);

  await drawer.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/AdvancedSearch\?aListaidTipoDeEspectaculo=\d+$/);
  await expect(drawer).toBeHidden();
});

const right = (box: { x: number; width: number } | null) => (box ? box.x + box.width : 0);

test('the search runs on Enter with the text trimmed (TB-012, VA-003, R-023)', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await search(page).fill('  hamlet ');
  await search(page).press('Enter');
  await expect(page).toHaveURL('/AdvancedSearch?cBuscar=hamlet');
  await expect(page.getByRole('main').getByRole('combobox', { name: 'Buscar un evento' })).toHaveValue('hamlet');
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Hamlet' })).toHaveCount(1);
});

test('the search runs on its icon (TB-013)', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await search(page).fill('macbeth');
  await bar(page).getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(page).toHaveURL('/AdvancedSearch?cBuscar=macbeth');
});

test('fewer than three characters start no search, as the placeholder says (VA-004, VA-005)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await expect(search(page)).toHaveAttribute('placeholder', 'Buscá un evento (3 o más caracteres)');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await search(page).fill(' ab ');
  await search(page).press('Enter');
  expect(await search(page).evaluate((input: HTMLInputElement) => input.validationMessage)).toBe('Escribí al menos 3 letras');
  await search(page).pressSequentially('c');
  expect(await search(page).evaluate((input: HTMLInputElement) => input.validationMessage)).toBe('');
  await search(page).fill(' ab ');
  await bar(page).getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cartelera');
  await expect(page).toHaveURL('/');
  expect(asked.filter((url) => url.includes('AdvancedSearch'))).toEqual([]);
});

test('a search without a match is shown as empty and leads back to the billboard (ER-020)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/AdvancedSearch?cBuscar=zzzzzz');
  await expect(page.locator('[data-msg="no results found"]')).toHaveText('No encontramos resultados');
  await page.getByRole('link', { name: 'Ver toda la cartelera' }).click();
  await expect(page).toHaveURL('/');
});

test('one type of show is searched by its address and taken away again (R-022, R-024, FL-013)', { tag: '@once' }, async ({ page }) => {
  const [first] = await showTypes(page);
  await page.goto(`/AdvancedSearch?aListaidTipoDeEspectaculo=${first?.id}`);
  const all = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('img') });
  const ofType = await all.count();
  await page.getByRole('link', { name: `Quitar el filtro ${first?.name}` }).click();
  await expect(page).toHaveURL('/AdvancedSearch');
  await expect.poll(() => all.count()).toBeGreaterThan(ofType);
});

test('the filter button beside the search leads to advanced search (TB-011)', async ({ page }) => {
  await page.goto('/');
  await bar(page).getByRole('link', { name: 'Búsqueda avanzada' }).click();
  await expect(page).toHaveURL('/AdvancedSearch');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Todos los espectáculos');
});

test('on a wide screen the bar is 80 pixels high with the search inside (TB-009, TB-048, CO-031)', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/');
  expect(Math.round(await heightOf(page))).toBeGreaterThanOrEqual(80);
  expect(Math.round(await heightOf(page))).toBeLessThanOrEqual(81);
  expect((await search(page).boundingBox())?.y).toBeLessThan(80);
});

test('on a phone the bar is 70 pixels high and the search a row below it (TB-010, TB-048, CO-030)', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  const logo = await bar(page).getByRole('link').first().boundingBox();
  const box = await search(page).boundingBox();
  // The logo stands in the middle of the bar, the search begins where the bar's 70 pixels end.
  expect(logo && logo.y + logo.height / 2).toBeCloseTo(35, 0);
  expect(box?.y).toBeGreaterThanOrEqual(69);
  expect(box?.y).toBeLessThanOrEqual(72);
  expect(box?.width).toBeGreaterThan(280);
});

test('a visitor has a login menu with log in and sign up (TB-016, TB-017, TB-018)', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/');
  const menu = bar(page).getByRole('button', { name: 'Ingresar' });
  await menu.click();
  await bar(page).getByRole('link', { name: 'Ingresar' }).click();
  await expect(page).toHaveURL('/login');
  await menu.click();
  await bar(page).getByRole('link', { name: 'Crear cuenta' }).click();
  await expect(page).toHaveURL('/signUp');
});

test('no other language can be chosen here, and the shop has its button (TB-014, TB-039)', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/');
  await expect(bar(page).getByText('ES', { exact: true }).filter({ visible: true })).toHaveCount(1);
  await expect(bar(page).getByRole('button')).toHaveText(['', /Ingresar/]);
  await expect(bar(page).getByRole('link', { name: 'Tienda' })).toHaveAttribute('href', '/tienda');
});

test('buttons are 48 pixels high (CO-033)', async ({ page }) => {
  await page.goto('/login');
  const submit = page.getByRole('main').getByRole('button', { name: /^Ingresar/ });
  expect((await submit.boundingBox())?.height).toBe(48);
});

test('a session that begins on the billboard has a curtain for three seconds, beside the content and not over it (TB-047)', async ({
  page,
  otherVisitor,
}) => {
  // It begins with the page's first picture, and may be over when the last of it is there.
  await page.goto('/', { waitUntil: 'commit' });
  const splash = page.locator('[style*="--splash-ms"]');
  await expect(splash).toBeVisible();
  const { pointerEvents, animationDuration, halves, margin } = await splash.evaluate((element) => {
    const widthOf = (pseudo: string) => Number.parseFloat(getComputedStyle(element, pseudo).width);
    const main = document.querySelector('main') ?? element;
    return {
      ...{ pointerEvents: getComputedStyle(element).pointerEvents, animationDuration: getComputedStyle(element).animationDuration },
      halves: [widthOf('::before'), widthOf('::after')],
      margin: Number.parseFloat(getComputedStyle(main).paddingLeft),
    };
  });
  expect({ pointerEvents, animationDuration }).toEqual({ pointerEvents: 'none', animationDuration: '3s' });
  for (const half of halves) {
    expect(half).toBeGreaterThan(5);
    expect(half).toBeLessThan(margin);
  }
  await expect(splash).toBeHidden();
  await page.goto('/');
  expect(await splash.isVisible()).toBe(false);

  // Who follows a link into the site sees the page alone, and no curtain later.
  for (const path of ['/FAQ', '/']) {
    await otherVisitor.goto(path, { waitUntil: 'commit' });
    await otherVisitor.locator('main').waitFor();
    expect(await otherVisitor.locator('[style*="--splash-ms"]').isVisible()).toBe(false);
  }
});
