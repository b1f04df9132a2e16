import type { Page } from '@playwright/test';
import { payButton, terms } from '../cards.ts';
import { expect, looksRight as looksRightAsItIs } from '../fixtures.ts';
import { buyAddress, take } from '../purchases.ts';
import type { SecondProduct } from './product.ts';

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
export const isPaid = (page: Page) => expect(heading(page, /Tu compra está paga/)).toBeVisible();
export const methods = (page: Page) => page.getByRole('group', { name: 'Medio de pago' }).getByRole('radio');
export const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check();

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** A place of whoever is logged in, up to its buy screen. */
export async function openBuyScreen(page: Page, show = 'hamlet') {
  const taken = await take(page, { show, quantity: 1 });
  await page.goto(buyAddress(taken));
  await expect(payButton(page)).toBeVisible();
  return taken;
}

/** Pays with what is chosen. */
export async function press(page: Page) {
  await terms(page).check();
  await payButton(page).click();
}

/** Gives a payment up that is waited for, back to the choice of a method. */
export async function giveUp(page: Page) {
  await page.getByRole('button', { name: 'Cancelar este pago y usar otro medio' }).click();
  await expect(heading(page, /El pago (con .+ )?se canceló/)).toBeVisible();
  await page.getByRole('link', { name: 'Volver a pagar' }).click();
  await expect(payButton(page)).toBeVisible();
}

/** On a phone, which it stays on, and no wider than a desktop either; without `frames`, whose pages are not ours. */
export async function looksRight(page: Page, { frames = true } = {}) {
  await page.setViewportSize(PHONE);
  await looksRightAsItIs(page, { frames, widths: [DESKTOP.width] });
}

const outside = ({ sandbox }: SecondProduct, path: string) => `http://127.0.0.1:${sandbox.page}/${path}`;

/** How many payments a provider knows of. */
export async function paymentsAt(product: SecondProduct, name: string): Promise<number> {
  const { payments, orders } = await (await fetch(outside(product, name === 'paypal' ? 'paypal/control' : `${name}/payments.json`))).json();
  return (payments ?? orders).length;
}

/** How a provider of the outside world behaves from now on. */
export async function setProvider(product: SecondProduct, name: string, body: object, { method = 'PUT', path = 'control' } = {}) {
  const answered = await fetch(outside(product, `${name}/${path}`), {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answered.status).toBeLessThan(300);
}

/** What the person does in the wallet's app with its latest payment. */
export async function decide(product: SecondProduct, name: string, decision: string) {
  const { payments } = await (await fetch(outside(product, `${name}/payments.json`))).json();
  await setProvider(product, name, { reference: payments[0].reference, decision }, { method: 'POST', path: 'control/decide' });
}
