import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { importShow } from '../catalogue.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { clock } from '../purchase-bar.ts';
import { ask, buyAddress, logInAsNewcomer, type TakenPlaces, take, takeMore } from '../purchases.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Tus entradas' });
const notice = (page: Page) => page.locator('[data-msg="places_lost"]');

/** A show of its own, one performance of which starts so many seconds from now. */
async function aShow(seo: string, name: string, seconds: number) {
  const startsAt = new Date(Math.ceil(Date.now() / 1000 + seconds) * 1000);
  await importShow(seo, name, [{ startsAt }]);
  return startsAt;
}

/** Two places of Hamlet and one of each of these shows in one purchase, on its buy screen, ready to be paid. */
async function readyToPay(page: Page, others: readonly string[]) {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  for (const [index, other] of others.entries())
    await expect(async () => {
      await takeMore(page, taken, { show: other, quantity: 1 });
      const { listaFuncion } = await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}`);
      expect(listaFuncion).toHaveLength(2 + index);
    }).toPass();
  await page.goto(buyAddress(taken));
  await expect(summary(page).getByRole('listitem')).toHaveCount(2 + others.length);
  await fillInCard(page, cards.approved);
  await terms(page).check();
  return taken;
}

const deadline = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('butaca.timer') ?? '{}').dMaxima);

/** The press that finds a performance off sale charges nothing; what is left keeps its time, and the button its amount. */
async function pressFindsLost(page: Page, { purchaseId }: TakenPlaces, { lost, left }: { lost: string; left: number }) {
  const before = await deadline(page);
  await payButton(page).click();
  await expect(notice(page)).toContainText(lost);
  await expect(notice(page)).toContainText('Esta función ya no está a la venta');
  await expect(notice(page)).toContainText('No se te cobró nada');
  await expect(summary(page).getByRole('listitem')).toHaveCount(left);
  await expect(summary(page)).not.toContainText(lost);
  await expect(clock(page)).toBeVisible();
  expect(await deadline(page)).toBe(before);
  const { oTotal } = await ask(page, 'GET', `/v2/Proceso/${purchaseId}`);
  await expect(payButton(page)).toContainText(new RegExp(String(oTotal.fTotal).replace(/(\d)(?=(\d{3})+$)/g, '$1\\.')));
}

test('a performance that its organiser cancels leaves the purchase, another one that starts stays, and what is left is paid @phone', async ({
  page,
}) => {
  test.slow();
  const off = { seo: `suspendida-${Date.now()}`, name: 'Noche suspendida' };
  const starting = { seo: `ya-empieza-${Date.now()}`, name: 'Función que ya empieza' };
  const inTwentyDays = await aShow(off.seo, off.name, 20 * 24 * 3600);
  // As long as a slow machine takes until the buyer has lost the other one.
  const startsAt = await aShow(starting.seo, starting.name, limit(35_000) / 1000);
  const taken = await readyToPay(page, [off.seo, starting.seo]);
  await importShow(off.seo, off.name, [{ startsAt: inTwentyDays, state: 'cancelled' }]);
  // A process may use what it knows of a performance for two seconds; the page has nothing to wait for.
  await sleep(2500);
  await pressFindsLost(page, taken, { lost: off.name, left: 3 });
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);

  await sleep(Math.max(0, startsAt.getTime() - Date.now()) + 1000);
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  await expect(page.getByRole('main')).toContainText(starting.name);
  await expect(page.getByRole('main')).not.toContainText(off.name);
});
