import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, type TakenPlaces, take } from '../purchases.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Tus entradas' });
const code = (page: Page) => page.getByLabel('Código de promoción');
const total = (page: Page) => summary(page).locator('dd').last();

async function enter(page: Page, text: string) {
  await code(page).fill(text);
  await page.getByRole('button', { name: 'Aplicar' }).click();
}

async function openBuy(page: Page, quantity: number): Promise<TakenPlaces> {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'carmen', quantity });
  await page.goto(buyAddress(taken));
  await expect(summary(page)).toBeVisible();
  return taken;
}

test('the show says its promotions, the best one is a line of the summary, and its page says why another is not applied (GE-010, R-042)', async ({
  page,
}) => {
  await page.goto('/landing/carmen');
  await expect(page.getByRole('region', { name: 'Promociones' })).toContainText('Llevás cuatro entradas y pagás tres');
  const taken = await openBuy(page, 4);
  await expect(summary(page).getByText('4x3', { exact: true })).toBeVisible();
  const before = (await total(page).textContent()) ?? '';
  await enter(page, 'nada');
  await expect(page.getByText('No encontramos ese código')).toBeVisible();
  await expect(total(page)).toHaveText(before);
  await enter(page, 'amigos');
  await expect(page.getByRole('status').filter({ hasText: 'ahorrás' })).toBeVisible();
  await expect(summary(page).getByText('Amigos del teatro', { exact: true })).toBeVisible();
  await expect(total(page)).not.toHaveText(before);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Promociones', exact: true }).click();
  await expect(page).toHaveURL(/\/promocion\?/);
  await expect(page.getByRole('listitem').filter({ hasText: '4x3' })).toContainText('Ya tenés una promoción mejor');
  await expect(page.getByRole('listitem').filter({ hasText: 'Amigos del teatro' })).toContainText('ya está aplicada');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Quitar el código AMIGOS' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '4x3' })).toContainText('ya está aplicada');
  await page.getByRole('link', { name: 'Seguir con la compra' }).click();
  await expect(page).toHaveURL(new RegExp(taken.purchaseId));
  await expect(total(page)).toHaveText(before);
});

test('a code whose last use somebody else is paying with is refused in words, and is there once they give up', { tag: '@once' }, async ({
  page,
  otherVisitor,
}) => {
  const first = await openBuy(page, 1);
  await enter(page, 'ULTIMO');
  await expect(page.getByRole('status').filter({ hasText: 'ahorrás' })).toBeVisible();
  await openBuy(otherVisitor, 1);
  const before = (await total(otherVisitor).textContent()) ?? '';
  await enter(otherVisitor, 'ULTIMO');
  await expect(otherVisitor.getByText('Otra persona está pagando con el último uso')).toBeVisible();
  await expect(total(otherVisitor)).toHaveText(before);
  await ask(page, 'POST', `/v2/Proceso/${first.purchaseId}/invalidar`, {});
  await enter(otherVisitor, 'ULTIMO');
  await expect(otherVisitor.getByRole('status').filter({ hasText: 'ahorrás' })).toBeVisible();
  await expect(total(otherVisitor)).not.toHaveText(before);
});

test('the page of promotions needs a login, and leads home without a purchase (R-042)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/promocion');
  await expect(page).toHaveURL(/\/login/);
  await logInAsNewcomer(page);
  await page.goto('/promocion?idProcesoDeCompra=nada');
  await expect(page).toHaveURL(/\/$/);
});
