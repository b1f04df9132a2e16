import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from './cards.ts';
import { expect } from './fixtures.ts';
import { buyAddress, logInAsNewcomer, take } from './purchases.ts';

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
export const tickets = (page: Page) => page.getByRole('article', { name: /^Entrada \d de \d$/ });

/** Places of Hamlet, paid by card in three instalments by a new customer; ends on the completed view. */
export async function buy(page: Page, { quantity = 2 } = {}) {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity });
  await page.goto(buyAddress(taken));
  await fillInCard(page, cards.approved);
  await page.getByRole('radio', { name: /^3 cuotas/ }).check();
  await terms(page).check();
  await payButton(page).click();
  await expect(heading(page, /Tu compra está paga/)).toBeVisible();
  return { orderId: taken.purchaseId };
}
