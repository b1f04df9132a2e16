import type { Locator, Page } from '@playwright/test';
import { payButton } from '../cards.ts';
import { expect, expectAccessible, hydrated, test } from '../fixtures.ts';
import { chosen, chosenPlaces, openDate } from '../hall.ts';
import { buyAddress, logInAsNewcomer, stageOf, take } from '../purchases.ts';

const bar = (page: Page) => page.getByRole('banner').first();
const logo = (page: Page) => bar(page).getByRole('link', { name: 'Butaca: ir a la cartelera' });
const footer = (page: Page) => page.getByRole('contentinfo');
const question = (page: Page) => page.getByRole('dialog', { name: '¿Dejás tu compra?' });

/** A newcomer's purchase of so many places, as its buy screen shows it. */
async function buying(page: Page, { quantity = 2 } = {}) {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'macbeth', quantity });
  await page.goto(buyAddress(taken));
  await expect(payButton(page)).toBeVisible();
  await hydrated(page);
  return taken;
}

/** To a share of the page's way from its top to its end. */
const scrolledTo = (page: Page, share: number) =>
  page.evaluate(
    (part) => window.scrollTo({ top: part * (document.documentElement.scrollHeight - innerHeight), behavior: 'instant' }),
    share,
  );

/** Whole on the screen, with nothing over its middle. */
async function expectInSight(page: Page, element: Locator, where: string) {
  const { height = 0 } = page.viewportSize() ?? {};
  const box = await element.boundingBox();
  expect(box?.y, where).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0), where).toBeLessThanOrEqual(height);
  expect(await element.evaluate(isOnTop), where).toBe(true);
}

function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  return over !== null && (element.contains(over) || over.contains(element));
}

test('what six tickets cost and the button to pay stay in sight while the purchase is scrolled, and never over what has the focus', async ({
  page,
}) => {
  await buying(page, { quantity: 6 });
  await expect(payButton(page)).toHaveText(/^Pagar \$\s[\d.]+$/);
  for (const share of [0, 0.2, 0.4, 0.6]) {
    await scrolledTo(page, share);
    await expectInSight(page, payButton(page), `scrolled by ${share}`);
  }
  for (const field of ['Número de tarjeta', 'Titular', 'Correo electrónico']) {
    await page.getByLabel(field, { exact: true }).focus();
    expect(await page.getByLabel(field, { exact: true }).evaluate(isOnTop), field).toBe(true);
  }
  await expectAccessible(page);
});

test('with six places chosen at 1280 × 800 their sum and the way on are on the first screen, and the last place can be reached above them', {
  tag: '@once',
}, async ({ page }) => {
  const { address } = await buying(page, { quantity: 6 });
  await page.goto(address);
  await expect(chosenPlaces(page)).toHaveCount(6);
  const onward = chosen(page).getByRole('link', { name: 'Continuar con la compra' });
  await expectInSight(page, onward, 'the way on');
  await expectInSight(page, chosen(page).getByText('Total', { exact: true }), 'the sum');
  const last = chosen(page)
    .getByRole('button', { name: /^Quitar/ })
    .last();
  await last.focus();
  expect(await last.evaluate(isOnTop)).toBe(true);
  await scrolledTo(page, 0.5);
  await expectInSight(page, onward, 'the way on, scrolled');
});

test('whoever leaves a purchase by the bar or the footer is asked first: the places stay held, and no dialog stands in the way elsewhere (TB-001)', async ({
  page,
}) => {
  const taken = await buying(page);
  await logo(page).click();
  await expect(question(page)).toContainText(/Te guardamos 2 entradas hasta las \d{1,2}:\d\d/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(taken.purchaseId));
  await expect(logo(page)).toBeFocused();

  await footer(page).getByRole('link', { name: 'Preguntas frecuentes' }).click();
  await question(page).getByRole('button', { name: 'Seguir con la compra' }).click();
  await expect(page).toHaveURL(new RegExp(taken.purchaseId));

  await logo(page).click();
  await question(page).getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL('/');
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  await expect(bar(page).getByRole('timer')).toBeVisible();

  await test.step('a page that is no purchase is left without a question, and so is a purchase by its own links', async () => {
    await page.goto('/FAQ');
    await logo(page).click();
    await expect(page).toHaveURL('/');
    await page.goto(taken.address);
    await expect(chosenPlaces(page)).toHaveCount(2);
    await page.getByRole('link', { name: 'Ver todas las fechas' }).click();
    await expect(page).toHaveURL('/landing/macbeth');
  });
});

test('Back and Forward ask nothing, after a click into the search neither; a search and a suggestion that is chosen by key do (TB-001)', {
  tag: '@once',
}, async ({ page }) => {
  const taken = await buying(page);
  const search = bar(page).getByRole('combobox', { name: 'Buscar un evento' });
  await footer(page).getByRole('link', { name: 'Preguntas frecuentes' }).click();
  await question(page).getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL('/FAQ');
  await page.goBack();
  await expect(payButton(page)).toBeVisible();
  await search.click();
  await page.goForward();
  await expect(page).toHaveURL('/FAQ');
  await page.goBack();
  await expect(payButton(page)).toBeVisible();

  await search.fill('hamlet');
  await expect(page.getByRole('option').first()).toBeVisible();
  await search.press('ArrowDown');
  await search.press('Enter');
  await question(page).getByRole('button', { name: 'Seguir con la compra' }).click();
  await search.fill('hamlet');
  await search.press('Enter');
  await question(page).getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL(/\/AdvancedSearch\?/);
  expect(await stageOf(page, taken)).toBe('ABIERTO');
});

test('places that are only looked at are left without a question', { tag: '@once' }, async ({ page }) => {
  await logInAsNewcomer(page);
  await openDate(page, '/landing/macbeth');
  await expect(chosen(page)).toBeVisible();
  await logo(page).click();
  await expect(page).toHaveURL('/');
});

test('the frame of a purchase has its information pages and the button to withdraw in a line, and nothing that sells; other pages have the whole footer (FT-001, FT-009)', async ({
  page,
}) => {
  const taken = await buying(page);
  const pages = footer(page).getByRole('navigation', { name: 'Información' }).getByRole('link');
  for (const address of [buyAddress(taken), taken.address]) {
    await page.goto(address);
    await hydrated(page);
    await expect(pages).toHaveCount(8);
    await expect(footer(page).getByRole('link', { name: 'Botón de arrepentimiento' })).toBeVisible();
    await scrolledTo(page, 1);
    await expect(footer(page).getByRole('textbox')).toHaveCount(0);
    await expect(footer(page).getByRole('img')).toHaveCount(0);
    await expect(footer(page).getByRole('list')).toHaveCount(1);
  }
  await page.goto('/FAQ');
  await scrolledTo(page, 1);
  await expect(footer(page).getByRole('textbox')).toHaveCount(2);
  await expect(pages).toHaveCount(8);
});
