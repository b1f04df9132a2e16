import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { importShow } from '../catalogue.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { cart, cartMenu, clock, ended } from '../purchase-bar.ts';
import { ask, buyAddress, logInAsNewcomer, stageOf, take, takeMore } from '../purchases.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Tus entradas' });
const notice = (page: Page) => page.locator('[data-msg="places_lost"]');

/** A show of its own, one performance of which starts so many seconds from now. */
async function aShow(seo: string, name: string, seconds: number) {
  const startsAt = new Date(Math.ceil(Date.now() / 1000 + seconds) * 1000);
  await importShow(seo, name, [{ startsAt }]);
  return startsAt;
}

/** Two places of Hamlet and one of another show in one purchase, on its buy screen, ready to be paid. */
async function readyToPay(page: Page, other: string) {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  await expect(async () => {
    await takeMore(page, taken, { show: other, quantity: 1 });
    const { listaFuncion } = await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}`);
    expect(listaFuncion).toHaveLength(2);
  }).toPass();
  await page.goto(buyAddress(taken));
  await expect(summary(page).getByRole('listitem')).toHaveCount(3);
  await fillInCard(page, cards.approved);
  await terms(page).check();
  return taken;
}

const deadline = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('butaca.timer') ?? '{}').dMaxima);

/** The press that finds a performance off sale charges nothing; what is left keeps its time and is paid by the next one. */
async function payWhatIsLeft(page: Page, { purchaseId, lost }: { purchaseId: string; lost: string }) {
  const before = await deadline(page);
  await payButton(page).click();
  await expect(notice(page)).toContainText(lost);
  await expect(notice(page)).toContainText('Esta función ya no está a la venta');
  await expect(notice(page)).toContainText('No se te cobró nada');
  await expect(summary(page).getByRole('listitem')).toHaveCount(2);
  await expect(summary(page)).not.toContainText(lost);
  await expect(clock(page)).toBeVisible();
  expect(await deadline(page)).toBe(before);
  const { oTotal } = await ask(page, 'GET', `/v2/Proceso/${purchaseId}`);
  await expect(payButton(page)).toContainText(new RegExp(String(oTotal.fTotal).replace(/(\d)(?=(\d{3})+$)/g, '$1\\.')));
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: `test-results/lost-performance/${page.viewportSize()?.width}.png` });
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${purchaseId}`);
  await expect(page.getByRole('main')).not.toContainText(lost);
}

test('a performance that its organiser calls off leaves the purchase, and the other one is paid @phone', async ({ page }) => {
  test.slow();
  const seo = `suspendida-${Date.now()}`;
  const startsAt = await aShow(seo, 'Noche suspendida', 20 * 24 * 3600);
  const taken = await readyToPay(page, seo);
  await importShow(seo, 'Noche suspendida', [{ startsAt, state: 'cancelled' }]);
  // A process may use what it knows of a performance for two seconds; the page has nothing to wait for.
  await sleep(2500);
  await payWhatIsLeft(page, { purchaseId: taken.purchaseId, lost: 'Noche suspendida' });
});

test('a performance that starts while it is being bought leaves the purchase, and the other one is paid @phone', async ({ page }) => {
  test.slow();
  const seo = `ya-empieza-${Date.now()}`;
  // As long as a slow machine takes until the buyer could pay.
  const startsAt = await aShow(seo, 'Función que ya empieza', limit(25_000) / 1000);
  const taken = await readyToPay(page, seo);
  await sleep(Math.max(0, startsAt.getTime() - Date.now()) + 1000);
  await payWhatIsLeft(page, { purchaseId: taken.purchaseId, lost: 'Función que ya empieza' });
});

test('taking the last performance out of the cart can be undone for a few seconds (CM-010) @phone', async ({ page }) => {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  await page.goto(buyAddress(taken));
  await expect(clock(page)).toBeVisible();
  await cart(page).click();
  await cartMenu(page)
    .getByRole('button', { name: /^Quitar Hamlet/ })
    .click();
  await expect(ended(page)).toBeVisible();
  await ended(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(ended(page)).toBeHidden();
  await expect(clock(page)).toBeVisible();
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  const { listaFuncion } = await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}`);
  expect(listaFuncion[0].nCantidadPosiciones).toBe(2);
});
