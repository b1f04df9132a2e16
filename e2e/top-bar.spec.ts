import type { Page } from '@playwright/test';
import { expect, hydrated, test } from './fixtures.ts';

const bar = (page: Page) => page.getByRole('banner');
const search = (page: Page) => bar(page).getByRole('combobox', { name: 'Buscar un evento' });
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const heightOf = async (page: Page) => (await bar(page).boundingBox())?.height ?? 0;

/** Show types of the api by name, with their ids. */
async function showTypes(page: Page): Promise<{ id: number; name: string }[]> {
  const { oData } = await (await page.request.get('/v2/EspectaculoCartelTipos')).json();
  return (oData.Lista as Record<string, string | number>[]).map((type) => ({
    id: Number(type.idEspectaculoTipo),
    name: String(type.cNombre),
  }));
}

test('the logo leads to the billboard, and on the billboard loads it again; buttons are 48 pixels high (TB-001, TB-002, CO-033)', {
  tag: '@once',
}, async ({ page }) => {
  const logo = bar(page).getByRole('link', { name: 'Butaca: ir a la cartelera' });
  await page.goto('/login');
  await hydrated(page);
  const submit = page.getByRole('main').getByRole('button', { name: /^Ingresar/ });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await submit.boundingBox())?.height, `${width}`).toBe(48);
  }
  const stays = () => page.evaluate(() => 'sameDocument' in window);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await logo.click();
  await expect(page).toHaveURL('/');
  await expect(title(page)).toHaveText('Cartelera');
  expect(await stays()).toBe(true);

  const loaded = page.waitForEvent('domcontentloaded');
  await logo.click();
  await loaded;
  expect(await stays()).toBe(false);
  await expect(page).toHaveURL('/');
});

test('on a wide screen the bar is 80 pixels high with search, shop and one language inside (TB-009, TB-048, CO-031)', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/login');
  expect(Math.round(await heightOf(page))).toBeGreaterThanOrEqual(80);
  expect(Math.round(await heightOf(page))).toBeLessThanOrEqual(81);
  expect((await search(page).boundingBox())?.y).toBeLessThan(80);
  await expect(bar(page).getByText('ES', { exact: true }).filter({ visible: true })).toHaveCount(1);
  await expect(bar(page).getByRole('button')).toHaveText(['Más', '', /Ingresar/]);
  await expect(bar(page).getByRole('link', { name: 'Búsqueda avanzada' })).toBeVisible();
  await expect(bar(page).getByRole('link', { name: 'Tienda' })).toHaveAttribute('href', '/tienda');
});

test('a visitor has a login menu with log in and sign up (TB-016, TB-017, TB-018)', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/FAQ');
  await hydrated(page);
  const menu = bar(page).getByRole('button', { name: 'Ingresar' });
  await menu.click();
  await bar(page).getByRole('link', { name: 'Ingresar' }).click();
  await expect(page).toHaveURL('/login?nextUrl=%2FFAQ');
  await menu.click();
  await bar(page).getByRole('link', { name: 'Crear cuenta' }).click();
  await expect(page).toHaveURL(({ pathname }) => pathname === '/signUp');
});

test('six categories lead to the search by their type, which is taken away again (R-022, R-024, FL-013)', { tag: '@desktop' }, async ({
  page,
}) => {
  const types = await showTypes(page);
  expect(types.length).toBeGreaterThan(6);
  await page.goto('/FAQ');
  const categories = bar(page).getByRole('navigation', { name: 'Categorías' }).getByRole('link');
  await expect(categories).toHaveText(types.slice(0, 6).map(({ name }) => name));
  // What the bar has no room for is a press away.
  await bar(page).getByRole('button', { name: 'Más' }).click();
  const others = types.slice(6);
  await expect(categories).toHaveText(types.map(({ name }) => name));
  await categories.last().click();
  await expect(page).toHaveURL(`/AdvancedSearch?aListaidTipoDeEspectaculo=${others.at(-1)?.id}`);
  await expect(categories).toHaveCount(6);
  const [, second] = types;
  await categories.nth(1).click();
  await expect(page).toHaveURL(`/AdvancedSearch?aListaidTipoDeEspectaculo=${second?.id}`);
  await expect(title(page)).toHaveText(second?.name ?? '');

  const all = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('img') });
  const ofType = await all.count();
  await page.getByRole('link', { name: `Quitar el filtro ${second?.name}` }).click();
  await expect(page).toHaveURL('/AdvancedSearch');
  await expect.poll(() => all.count()).toBeGreaterThan(ofType);
});

test('on a phone the bar is 70 pixels high, the search a row below it, and the menu a drawer at the right (TB-007, TB-010, CO-030)', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/FAQ');
  await hydrated(page);
  const logo = await bar(page).getByRole('link').first().boundingBox();
  const box = await search(page).boundingBox();
  // The logo stands in the middle of the bar, the search begins where the bar's 70 pixels end.
  expect(logo && logo.y + logo.height / 2).toBeCloseTo(35, 0);
  expect(box?.y).toBeGreaterThanOrEqual(69);
  expect(box?.y).toBeLessThanOrEqual(72);
  expect(box?.width).toBeGreaterThan(280);

  await bar(page).getByRole('button', { name: 'Menú' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menú' });
  await expect(drawer.getByRole('navigation', { name: 'Categorías' }).getByRole('link')).toHaveCount(6);
  const types = await showTypes(page);
  await drawer.getByText('Más', { exact: true }).click();
  await expect(drawer.getByRole('navigation', { name: 'Categorías' }).getByRole('link')).toHaveText(types.map(({ name }) => name));
  await expect(drawer.getByRole('link', { name: 'Ingresar' })).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Crear cuenta' })).toBeVisible();
  await expect.poll(async () => right(await drawer.boundingBox())).toBe(390);
  await drawer.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/AdvancedSearch\?aListaidTipoDeEspectaculo=\d+$/);
  await expect(drawer).toBeHidden();
});

const right = (box: { x: number; width: number } | null) => (box ? box.x + box.width : 0);

test('fewer than three characters start no search, as the placeholder says; more do, on its icon (TB-013, VA-004, VA-005)', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/FAQ');
  await hydrated(page);
  await expect(search(page)).toHaveAttribute('placeholder', 'Buscá con 3 o más letras');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const icon = bar(page).getByRole('button', { name: 'Buscar', exact: true });
  const validity = () => search(page).evaluate((input: HTMLInputElement) => input.validationMessage);
  await search(page).fill(' ab ');
  await search(page).press('Enter');
  expect(await validity()).toBe('Escribí al menos 3 letras');
  await search(page).pressSequentially('c');
  expect(await validity()).toBe('');
  await search(page).fill(' ab ');
  await icon.click();
  await expect(title(page)).toHaveText('Preguntas frecuentes');
  await expect(page).toHaveURL('/FAQ');
  expect(asked.filter((url) => url.includes('AdvancedSearch'))).toEqual([]);

  await search(page).fill('macbeth');
  await icon.click();
  await expect(page).toHaveURL('/AdvancedSearch?cBuscar=macbeth');
});

test('the search runs on Enter with the text trimmed, and without a match leads back to the billboard; a button beside it filters (TB-011, VA-003, R-023)', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/FAQ');
  await hydrated(page);
  await bar(page).getByRole('link', { name: 'Búsqueda avanzada' }).click();
  await expect(page).toHaveURL('/AdvancedSearch');
  await expect(title(page)).toHaveText('Todos los espectáculos');
  await page.goBack();
  await expect(page).toHaveURL('/FAQ');

  await search(page).fill('  hamlet ');
  await search(page).press('Enter');
  await expect(page).toHaveURL('/AdvancedSearch?cBuscar=hamlet');
  const own = page.getByRole('main').getByRole('combobox', { name: 'Buscar un evento' });
  await expect(own).toHaveValue('hamlet');
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Hamlet' })).toHaveCount(1);

  await own.fill('zzzzzz');
  await own.press('Enter');
  await expect(page.locator('[data-msg="no results found"]')).toHaveText('No encontramos resultados');
  await page.getByRole('link', { name: 'Ver toda la cartelera' }).click();
  await expect(page).toHaveURL('/');
});

test('a session that begins on the billboard has a curtain for three seconds, beside the content and not over it (TB-047)', {
  tag: '@once',
}, async ({ page, otherVisitor }) => {
  const splash = page.locator('[style*="--splash-ms"]');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    // It begins with the page's first picture, and may be over when the last of it is there.
    await page.goto('/', { waitUntil: 'commit' });
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
    await splash.evaluate((element) => {
      for (const animation of element.getAnimations({ subtree: true })) animation.finish();
    });
    await expect(splash).toBeHidden();
    if (width === 1280) await page.evaluate(() => sessionStorage.clear());
  }
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('main').waitFor();
  expect(await splash.isVisible()).toBe(false);

  // Who follows a link into the site sees the page alone, and no curtain later.
  for (const path of ['/FAQ', '/']) {
    await otherVisitor.goto(path, { waitUntil: 'commit' });
    await otherVisitor.locator('main').waitFor();
    expect(await otherVisitor.locator('[style*="--splash-ms"]').isVisible()).toBe(false);
  }
});
