import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect, expectAccessible, widthOverflow } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, take } from '../purchases.ts';
import { withEveryMethod as test } from './products.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Tus entradas' });
const pesos = (text: string | null) => Number((text ?? '').replace(/\D/g, ''));
const total = async (page: Page) => pesos(await summary(page).locator('dd').last().textContent());

async function enter(page: Page, code: string) {
  await page.getByLabel('Código de promoción').fill(code);
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByRole('button', { name: `Quitar el código ${code}` })).toBeVisible();
}

test('where a brand mixes promotions, two codes reduce different tickets of one purchase', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'carmen', quantity: 2 });
  await page.goto(buyAddress(taken));
  await expect(summary(page)).toBeVisible();
  const before = await total(page);
  await enter(page, 'AMIGOS');
  const withOne = await total(page);
  expect(withOne).toBeLessThan(before);
  await enter(page, 'VECINOS');
  // One ticket each: neither is the promotion of both.
  for (const name of ['Amigos del teatro', 'Vecinos de la sala'])
    await expect(summary(page).getByText(name, { exact: true })).toBeVisible();
  const withBoth = await total(page);
  expect(withBoth).toBeLessThan(withOne);
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);

  await page.getByRole('link', { name: 'Promociones', exact: true }).click();
  const offer = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  for (const name of ['Amigos del teatro', 'Vecinos de la sala']) await expect(offer(name)).toHaveAttribute('data-applied', 'true');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Quitar el código VECINOS' }).click();
  await expect(offer('Vecinos de la sala')).toHaveCount(0);
  await enter(page, 'VECINOS');
  await page.getByRole('link', { name: 'Seguir con la compra' }).click();
  expect(await total(page)).toBe(withBoth);

  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  const { listaEntrada } = await ask(page, 'GET', `/v2/Operacion/${taken.purchaseId}`);
  expect(listaEntrada.map(({ cPromocion }: { cPromocion: string }) => cPromocion).sort()).toEqual([
    'Amigos del teatro',
    'Vecinos de la sala',
  ]);
});
