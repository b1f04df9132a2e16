import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { filesWith } from '../../rehearsal/storm/card-numbers.ts';
import { findBrowser } from '../../scripts/browser.ts';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect, test } from '../fixtures.ts';
import { buyAddress, logInAsNewcomer, take } from '../purchases.ts';

/** Of four digits: one of three stands in every file somewhere. */
const AMEX = { number: '373953192351004', code: '7391' };
/** Left in the profile on purpose. */
const CONTROL = '6011000990139424';

async function payWith(page: Page, number: string, code: string) {
  await fillInCard(page, number);
  await page.getByLabel('Código de seguridad').fill(code);
  await terms(page).check();
  await payButton(page).click();
}

test('after a card was declined and another one paid, no file of the browser’s profile has a number or the code (EN-100)', async ({
  baseURL,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'butaca-profile-'));
  const context = await chromium.launchPersistentContext(profile, { ...findBrowser(), baseURL: baseURL ?? '', locale: 'es-AR' });
  const page = await context.newPage();
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(taken));
  await payWith(page, cards.declined, '739');
  await expect(page.getByText(/El pago no (fue autorizado|se hizo)/).first()).toBeVisible();
  await page.goto(buyAddress(taken));
  await fillInCard(page, AMEX.number);
  await page.getByLabel('Código de seguridad').fill(AMEX.code);
  // Away with the form filled in, and back: what a browser remembers of a page for its history.
  await page.goto('/');
  await page.goBack();
  await payWith(page, AMEX.number, AMEX.code);
  await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();
  await page.evaluate((number) => localStorage.setItem('control', number), CONTROL);
  await page.goto('/');
  await context.close();

  expect(await filesWith(profile, [cards.declined, AMEX.number])).toEqual([]);
  // Kept scripts and pictures are left out: four digits stand somewhere in so many bytes.
  expect((await filesWith(profile, [AMEX.code])).filter((file) => !file.includes('Cache'))).toEqual([]);
  expect(await filesWith(profile, [CONTROL])).not.toEqual([]);
  await rm(profile, { recursive: true, force: true });
});
