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

/** Moves the deadline of the stored timer, until it stays, and of what the server answers: it is asked before a purchase ends. */
export const setSecondsLeft = async (page: Page, seconds: number) => {
  const deadline = new Date(Date.now() + seconds * 1000).toISOString();
  const { idProcesoDeCompra: id } = await timer(page);
  await page.route(`**/v2/Proceso/${id}`, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    await route.fulfill({ response, json: { ...json, oData: { ...json.oData, dMaxima: deadline } } });
  });
  const stays = () =>
    page.evaluate((wanted) => {
      const stored = JSON.parse(localStorage.getItem('butaca.timer') ?? '{}');
      if (stored.cEstado === 'RESET' || stored.dMaxima === wanted) return true;
      localStorage.setItem('butaca.timer', JSON.stringify({ ...stored, dMaxima: wanted }));
      return false;
    }, deadline);
  await expect.poll(stays, { intervals: [500] }).toBe(true);
};
