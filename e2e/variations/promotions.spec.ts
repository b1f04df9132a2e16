import type { Locator, Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { payOff } from '../paid.ts';
import { ask, buyAddress, logInAsNewcomer, type TakenPlaces, take } from '../purchases.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Tus entradas' });
const code = (page: Page) => page.getByLabel('Código de promoción');
const total = (page: Page) => summary(page).locator('dd').last();

/** Of the sandbox's gateway, of the bank that the demo has a promotion of. */
const CARD_OF_BANK = '5299910010000015';

/** In the light and in the dark. */
async function look(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
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

/** On the buy screen with places of Carmen. */
async function openBuy(page: Page, quantity: number): Promise<TakenPlaces> {
  const taken = await take(page, { show: 'carmen', quantity });
  await page.goto(buyAddress(taken));
  await expect(summary(page)).toBeVisible();
  return taken;
}

const offer = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('the show says its promotions, the best one is a line of the summary, and its page, which needs a login and a purchase, says why another is not applied (GE-010, R-042) @phone', async ({
  page,
}) => {
  await page.goto('/promocion');
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/landing/carmen');
  const said = page.getByRole('region', { name: 'Promociones' });
  await expect(said).toContainText('Llevás cuatro entradas y pagás tres');
  await expect(said).toContainText('20 % con Banco Alborada');
  await logInAsNewcomer(page);
  await page.goto('/promocion?idProcesoDeCompra=nada');
  await expect(page).toHaveURL(/\/$/);

  const taken = await openBuy(page, 4);
  await expect(summary(page).getByText('4x3', { exact: true })).toBeVisible();
  const before = (await total(page).textContent()) ?? '';
  const apply = page.getByRole('button', { name: 'Aplicar' });
  await apply.scrollIntoViewIfNeeded();
  const placeOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return [box?.x, (box?.y ?? 0) + (await page.evaluate(() => scrollY))];
  };
  const stood = await placeOf(apply);
  await enter(page, 'nada');
  await expect(page.getByText('No encontramos ese código')).toBeVisible();
  // What is about to be pressed again stands where it stood.
  expect(await placeOf(apply)).toEqual(stood);
  await expect(total(page)).toHaveText(before);
  await enter(page, 'amigos');
  await expect(page.getByRole('status').filter({ hasText: 'ahorrás' })).toBeVisible();
  await expect(summary(page).getByText('Amigos del teatro', { exact: true })).toBeVisible();
  await expect(total(page)).not.toHaveText(before);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Promociones', exact: true }).click();
  await expect(page).toHaveURL(/\/promocion\?/);
  await expect(offer(page, '4x3')).toContainText('Ya tenés una promoción mejor');
  await expect(offer(page, 'Amigos del teatro')).toContainText('ya está aplicada');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Quitar el código AMIGOS' }).click();
  await expect(offer(page, '4x3')).toContainText('ya está aplicada');
  await page.getByRole('link', { name: 'Seguir con la compra' }).click();
  await expect(page).toHaveURL(new RegExp(taken.purchaseId));
  await expect(total(page)).toHaveText(before);
});

test('a promotion for cards is said before one is typed, changes the total with the card, and is charged as it was shown @phone', async ({
  page,
}) => {
  test.slow();
  await logInAsNewcomer(page);
  await openBuy(page, 2);
  const without = pesos(await total(page).textContent());
  await expect(offer(page, '20 % con Banco Alborada')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Escribí tu tarjeta' })).toBeVisible();
  await look(page);

  await fillInCard(page, CARD_OF_BANK);
  await expect(page.getByRole('status').filter({ hasText: 'Con esta tarjeta ahorrás' })).toBeVisible();
  const reduced = pesos(await total(page).textContent());
  const tickets = await amountOf(page, 'Entradas');
  // A fifth of the tickets, and of the charges that are a share of them.
  expect(await amountOf(page, '20 % con Banco Alborada')).toBe(tickets / 5);
  expect(reduced).toBeLessThanOrEqual(without - tickets / 5);
  await expect(payButton(page)).toHaveText(new RegExp(`Pagar \\$\\s${reduced.toLocaleString('es-AR')}`));
  await look(page);

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

test('a code whose last use somebody else is paying with is refused in words, is there once they give up, and then another promotion is picked (GE-010) @phone', async ({
  page,
  otherVisitor,
}) => {
  test.slow();
  await otherVisitor.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  const last = 'ULTIMO';
  await logInAsNewcomer(page);
  const first = await openBuy(page, 1);
  await enter(page, last);
  await expect(page.getByRole('status').filter({ hasText: 'ahorrás' })).toBeVisible();
  await logInAsNewcomer(otherVisitor);
  const theirs = await openBuy(otherVisitor, 1);
  const before = (await total(otherVisitor).textContent()) ?? '';
  await enter(otherVisitor, last);
  await expect(otherVisitor.getByText('Otra persona está pagando con el último uso')).toBeVisible();
  await expect(total(otherVisitor)).toHaveText(before);
  await look(otherVisitor);
  await ask(page, 'POST', `/v2/Proceso/${first.purchaseId}/invalidar`, {});
  await enter(otherVisitor, last);
  await expect(otherVisitor.getByRole('status').filter({ hasText: 'ahorrás' })).toBeVisible();
  await expect(total(otherVisitor)).not.toHaveText(before);

  // Paid with, it is used up for good: the next one is told so.
  await payOff(otherVisitor, theirs);
  await openBuy(page, 1);
  await enter(page, last);
  await expect(page.getByText('Ese código se agotó')).toBeVisible();
  await expect(total(page)).toHaveText(before);

  await page.getByRole('link', { name: 'Promociones', exact: true }).click();
  await expect(offer(page, '4x3')).toContainText('Te faltan 3 entradas');
  await enter(page, 'amigos');
  await expect(offer(page, 'Amigos del teatro')).toContainText('ya está aplicada');
  const saved = pesos(((await offer(page, 'Amigos del teatro').textContent()) ?? '').match(/Ahorrás (\$\s[\d.]+)/)?.[1] ?? null);
  expect(saved).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Seguir con la compra' }).click();
  await expect(summary(page).getByText('Amigos del teatro', { exact: true })).toBeVisible();
  expect(pesos(await total(page).textContent())).toBe(pesos(before) - saved);
});
