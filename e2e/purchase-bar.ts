import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { buyAddress, logInAsNewcomer, take } from './purchases.ts';

export const bar = (page: Page) => page.getByRole('banner');
export const clock = (page: Page) => bar(page).getByRole('timer');
export const cart = (page: Page) => bar(page).getByRole('button', { name: 'Ver tu compra' });
export const cartMenu = (page: Page) => page.getByRole('dialog', { name: 'Tu compra' });
export const ended = (page: Page) => page.getByRole('dialog', { name: 'Compra cancelada' });

/** The stored timer of the browser, in its wire form. */
export const timer = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('butaca.timer') ?? '{}'));

/** On its buy screen with two places of a show. */
export async function buying(page: Page, show = 'hamlet') {
  await logInAsNewcomer(page);
  const taken = await take(page, { show, quantity: 2 });
  await page.goto(buyAddress(taken));
  await expect(clock(page)).toBeVisible();
  return taken;
}
