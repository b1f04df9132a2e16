import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Expires in four years, and expired a year ago, whenever the journeys run. */
const yearsFromNow = (years: number) => String((new Date().getFullYear() + years) % 100);
export const expiry = { good: `08/${yearsFromNow(4)}`, over: `10/${yearsFromNow(-1)}` } as const;

/** Cards of the sandbox's gateway by how it answers them. */
export const cards = { approved: '4507990000004905', another: '4517721004856075', declined: '4546400044997331' } as const;

/** Not the one that calls off a payment to make another. */
export const payButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Pagar(?! de otra forma)/ });
export const terms = (page: Page) => page.getByLabel(/^Leí y acepto/);

/** Fills a card into the buy screen and waits for its instalments. */
export async function fillInCard(page: Page, number: string) {
  await page.getByLabel('Número de tarjeta').fill(number);
  await expect(page.getByRole('radio', { name: /^1 pago de/ })).toBeVisible();
  await page.getByLabel('Vencimiento').fill(expiry.good);
  await page.getByLabel('Código de seguridad').fill('123');
  await page.getByLabel('Titular', { exact: true }).fill('Julia Paredes');
}
