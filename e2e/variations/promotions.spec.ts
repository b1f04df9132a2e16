import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { demoClerk } from '../customers.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, openSession, type TakenPlaces, take } from '../purchases.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Tus entradas' });
const code = (page: Page) => page.getByLabel('Código de promoción');
const total = (page: Page) => summary(page).locator('dd').last();

const PICTURES = join(import.meta.dirname, '../../test-results/promotions');
/** Of the sandbox's gateway, of the bank that the demo has a promotion of. */
const CARD_OF_BANK = '5299910010000015';

/** Light and dark, for people to look at, and checked for accessibility. */
async function look(page: Page, name: string) {
  await mkdir(PICTURES, { recursive: true });
  const { width = 0 } = page.viewportSize() ?? {};
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    await expectAccessible(page);
  }
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
}

/** Whole pesos of an amount on the screen. */
const pesos = (text: string | null) => Number((text ?? '').replace(/\D/g, ''));
const amountOf = async (page: Page, label: string) =>
  pesos(await summary(page).locator('dl > div', { hasText: label }).locator('dd').textContent());

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

test('the show says its promotions, the best one is a line of the summary, and its page says why another is not applied (GE-010, R-042) @phone', async ({
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

test('a promotion is picked for a selected ticket, and the total goes down by what it takes off (GE-010) @phone', async ({ page }) => {
  await openBuy(page, 1);
  const before = pesos(await total(page).textContent());
  await page.getByRole('link', { name: 'Promociones', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '4x3' })).toContainText('Te faltan 3 entradas');
  await enter(page, 'amigos');
  const offer = page.getByRole('listitem').filter({ hasText: 'Amigos del teatro' });
  await expect(offer).toContainText('ya está aplicada');
  const saved = pesos(((await offer.textContent()) ?? '').match(/Ahorrás (\$\s[\d.]+)/)?.[1] ?? null);
  expect(saved).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Seguir con la compra' }).click();
  await expect(summary(page).getByText('Amigos del teatro', { exact: true })).toBeVisible();
  expect(pesos(await total(page).textContent())).toBe(before - saved);
});

test('a promotion for cards is said before one is typed, changes the total with the card, and is charged as it was shown @phone', async ({
  page,
}) => {
  test.slow();
  await page.goto('/landing/carmen');
  await expect(page.getByRole('region', { name: 'Promociones' })).toContainText('20 % con Banco Alborada');
  await openBuy(page, 2);
  const without = pesos(await total(page).textContent());
  await expect(page.getByRole('listitem').filter({ hasText: '20 % con Banco Alborada' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Escribí tu tarjeta' })).toBeVisible();
  await look(page, 'card-later');

  await fillInCard(page, CARD_OF_BANK);
  await expect(page.getByRole('status').filter({ hasText: 'Con esta tarjeta ahorrás' })).toBeVisible();
  const reduced = pesos(await total(page).textContent());
  const tickets = await amountOf(page, 'Entradas');
  // A fifth of the tickets, and of the charges that are a share of them.
  expect(await amountOf(page, '20 % con Banco Alborada')).toBe(tickets / 5);
  expect(reduced).toBeLessThanOrEqual(without - tickets / 5);
  await expect(payButton(page)).toHaveText(new RegExp(`Pagar \\$\\s${reduced.toLocaleString('es-AR')}`));
  await look(page, 'card-saves');

  await fillInCard(page, cards.approved);
  await expect(page.getByRole('status').filter({ hasText: 'Con esta tarjeta no hay descuento' })).toBeVisible();
  expect(pesos(await total(page).textContent())).toBe(without);

  await fillInCard(page, CARD_OF_BANK);
  await expect(total(page)).toContainText(reduced.toLocaleString('es-AR'));
  await terms(page).check();
  // A total that the server does not have for this card, as when it has had the promotion before: it is asked again about this very card.
  await page.route('**/Cobrar', (route) => route.continue({ postData: { ...route.request().postDataJSON(), fTotal: without } }), {
    times: 1,
  });
  const askedAgain = page.waitForRequest(/\/Tarjetas\/529991\?cUltimosCuatro=0015$/);
  await payButton(page).click();
  await askedAgain;
  await expect(page.getByText('Cambió el total')).toBeVisible();
  await expect(payButton(page)).toHaveText(new RegExp(`Pagar \\$\\s${reduced.toLocaleString('es-AR')}`));
  await payButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('20 % con Banco Alborada');
  await expect(page.getByRole('main')).toContainText(reduced.toLocaleString('es-AR'));
});

test('a code whose last use somebody else is paying with is refused in words, and is there once they give up @phone', async ({
  page,
  otherVisitor,
}) => {
  await otherVisitor.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  const last = 'ULTIMO';
  const first = await openBuy(page, 1);
  await enter(page, last);
  await expect(page.getByRole('status').filter({ hasText: 'ahorrás' })).toBeVisible();
  await openBuy(otherVisitor, 1);
  const before = (await total(otherVisitor).textContent()) ?? '';
  await enter(otherVisitor, last);
  await expect(otherVisitor.getByText('Otra persona está pagando con el último uso')).toBeVisible();
  await expect(total(otherVisitor)).toHaveText(before);
  await look(otherVisitor, 'code-in-use');
  await ask(page, 'POST', `/v2/Proceso/${first.purchaseId}/invalidar`, {});
  await enter(otherVisitor, last);
  await expect(otherVisitor.getByRole('status').filter({ hasText: 'ahorrás' })).toBeVisible();
  await expect(total(otherVisitor)).not.toHaveText(before);

  // Paid with, it is used up for good: the next one is told so.
  const theirs = await ask(otherVisitor, 'GET', `/v2/Proceso/${new URL(otherVisitor.url()).searchParams.get('idProcesoDeCompra')}`);
  await fillInCard(otherVisitor, cards.approved);
  await terms(otherVisitor).check();
  await payButton(otherVisitor).click();
  await expect(otherVisitor).toHaveURL(`/BuyTicket/ok/${theirs.idProcesoDeCompra}`);
  await openBuy(page, 1);
  await enter(page, last);
  await expect(page.getByText('Ese código se agotó')).toBeVisible();
  await expect(total(page)).toHaveText(before);
});

test('the clerk enters a customer’s code: the cash is what is left, and the ticket is sold for it', { tag: '@desktop' }, async ({
  page,
}) => {
  await openSession(page, demoClerk);
  await page.goto('/buyTicketBox');
  await page.getByRole('searchbox', { name: 'Buscar por obra, sala u hora' }).fill('carmen');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Cantidad de entradas')).toBeFocused();
  await page.keyboard.press('1');
  await expect(page.getByRole('button', { name: 'Tomar los mejores lugares' })).toBeEnabled();
  await page.keyboard.press('F4');
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Continuar con la compra' })).toBeFocused();
  await page.keyboard.press('F8');
  await expect(page.getByRole('heading', { level: 1, name: 'Cobrar' })).toBeVisible();
  const sold = page.getByRole('region', { name: 'Entradas' });
  const due = async () => pesos(await sold.locator('dd').last().textContent());
  const before = await due();
  await enter(page, 'nada');
  await expect(page.getByText('No encontramos ese código')).toBeVisible();
  await enter(page, 'amigos');
  await expect(page.getByRole('status').filter({ hasText: 'ahorrás' })).toBeVisible();
  const after = await due();
  expect(after).toBeLessThan(before);
  await look(page, 'counter-code');
  await page.getByLabel(/Leí|acept/).check();
  await page
    .getByRole('button', { name: new RegExp(after.toLocaleString('es-AR')) })
    .last()
    .click();
  await expect(page.getByText('Amigos del teatro').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Cobrar' })).toBeHidden();
});

test('the page of promotions needs a login, and leads home without a purchase (R-042)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/promocion');
  await expect(page).toHaveURL(/\/login/);
  await logInAsNewcomer(page);
  await page.goto('/promocion?idProcesoDeCompra=nada');
  await expect(page).toHaveURL(/\/$/);
});
