import type { Page, TestInfo } from '@playwright/test';
import { importShow, inDays } from '../catalogue.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { chosen, chosenPlaces } from '../hall.ts';
import { payOff } from '../paid.ts';
import { buying, clock, ended, setSecondsLeft } from '../purchase-bar.ts';
import { ask, buyAddress, logInAsNewcomer, stageOf } from '../purchases.ts';

const placeIds = async (page: Page, purchaseId: string): Promise<number[]> => {
  const { listaFuncion } = await ask(page, 'GET', `/v2/Proceso/${purchaseId}`);
  return listaFuncion.flatMap(({ listaPosicion = [] }: { listaPosicion?: { idPosicion: number }[] }) =>
    listaPosicion.map(({ idPosicion }) => idPosicion),
  );
};

/** What the tab's running purchase holds. */
const heldNow = async (page: Page) => {
  const { idProcesoDeCompra } = await page.evaluate(() => JSON.parse(localStorage.getItem('butaca.timer') ?? '{}'));
  return idProcesoDeCompra ? (await placeIds(page, idProcesoDeCompra)).sort() : [];
};

/** On the buy screen, when the time is up. */
async function expired(page: Page, show?: string) {
  const taken = await buying(page, show);
  const places = (await placeIds(page, taken.purchaseId)).sort();
  await setSecondsLeft(page, 1);
  await expect(ended(page)).toBeVisible();
  await expect.poll(() => stageOf(page, taken)).toBe('CANCELADO');
  return { ...taken, places };
}

/**
 * On its buy screen when the time is up, of a show that no other journey takes places of: what is free again is the best that there is, and
 * would be theirs.
 */
async function expiredAlone(page: Page, { project, testId, repeatEachIndex }: TestInfo) {
  const show = `otra-vez-${project.name}-${testId}-${repeatEachIndex}`.toLowerCase();
  const theatre = { venue: 'gran-teatro-alborada', category: 'platea-a' };
  await importShow(show, `Otra vez ${testId}`, [{ startsAt: inDays(90) }], [], theatre);
  return expired(page, show);
}

const chooseAgain = (page: Page) => page.getByRole('button', { name: 'Elegir de nuevo' });

test('after the time is up one press leads back to the performance and takes the same places; nothing is taken before it (EX-007, PT-026)', async ({
  page,
}, testInfo) => {
  const { performanceId, places } = await expiredAlone(page, testInfo);
  await expectAccessible(page);
  expect(await heldNow(page)).toEqual([]);
  await chooseAgain(page).click();
  await expect(page).toHaveURL(new RegExp(`idFuncion=${performanceId}`));
  await expect(chosenPlaces(page)).toHaveCount(2);
  await expect(page.getByText(/^Tomaste 2 lugares/)).toBeVisible();
  await expect(clock(page)).toBeVisible();
  expect(await heldNow(page)).toEqual(places);
  await expect(chooseAgain(page)).toHaveCount(0);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
});

test('places that are gone are named and the others taken; a page that was left without a press offers them', async ({
  page,
  otherVisitor,
}, testInfo) => {
  const { performanceId, places, address } = await expiredAlone(page, testInfo);
  const [first, second] = places;
  await logInAsNewcomer(otherVisitor);
  await ask(otherVisitor, 'POST', '/v2/Proceso/0/Posiciones/Tomar', { idFuncion: performanceId, aPosicion: [first] });
  await ended(page).getByRole('button', { name: 'Aceptar' }).click();
  await expect(ended(page)).toBeHidden();
  await page.goto(address);
  const offer = page.locator('[data-msg="choose again"]');
  await expect(offer).toContainText('Tu compra anterior terminó');
  await expectAccessible(page);
  expect(await heldNow(page)).toEqual([]);

  await chooseAgain(page).click();
  await expect(page.locator('[data-msg="taken"]')).toContainText(/Ya no está disponible: /);
  await expect(chosenPlaces(page)).toHaveCount(1);
  expect(await heldNow(page)).toEqual([second]);
  await expect(offer).toHaveCount(0);
  // Where the notice was, so that Tab goes on from there.
  expect(await page.evaluate(() => document.activeElement?.matches('#seats ~ * > [tabindex="-1"]'))).toBe(true);
});

test('of a museum as many tickets are taken again as there were', { tag: '@once' }, async ({ page }) => {
  await expired(page, 'letras-de-madera');
  await chooseAgain(page).click();
  await expect(chosenPlaces(page)).toHaveCount(2);
});

test('where every place is gone the map is open below a sentence that names them; a buy screen that is opened again leads there, too', async ({
  page,
  otherVisitor,
}, testInfo) => {
  const taken = await expiredAlone(page, testInfo);
  await logInAsNewcomer(otherVisitor);
  await ask(otherVisitor, 'POST', '/v2/Proceso/0/Posiciones/Tomar', { idFuncion: taken.performanceId, aPosicion: taken.places });
  await ended(page).getByRole('button', { name: 'Aceptar' }).click();
  await expect(ended(page)).toBeHidden();
  await page.goto(buyAddress(taken));
  await page.getByRole('link', { name: 'Elegir de nuevo' }).click();
  await expect(page.locator('[data-msg="taken"]')).toContainText(/Ya no está disponible: .+; .+/);
  await expect(chosen(page)).toContainText('Todavía no elegiste entradas.');
  await expect(page.getByRole('tab', { name: 'Mapa' })).toBeVisible();
  await expect(chooseAgain(page)).toHaveCount(0);
  expect(await heldNow(page)).toEqual([]);
});

test('a tab that was left for another one leads back to the performance, where the purchase goes on; once it is paid there it says so and leads to it (PT-021, PT-022)', async ({
  page,
  context,
}) => {
  const taken = await buying(page);
  const second = await context.newPage();
  await second.goto(buyAddress(taken));
  await expect(clock(second)).toBeVisible();
  const elsewhere = page.getByRole('dialog', { name: 'Tu compra sigue en otra pestaña' });
  await elsewhere.getByRole('button', { name: 'Elegir de nuevo' }).click();
  await expect(page).toHaveURL(new RegExp(`idFuncion=${taken.performanceId}`));
  await expect(chosenPlaces(page)).toHaveCount(2);

  await page.goto(buyAddress(taken));
  await expect(page.getByRole('heading', { level: 1, name: 'Completá tu compra' })).toBeVisible();
  const left = second.getByRole('dialog', { name: 'Tu compra sigue en otra pestaña' });
  await expect(left).toBeVisible();
  await payOff(page, taken);
  await page.goto(`/BuyTicket/ok/${taken.purchaseId}`);
  const paid = second.getByRole('dialog', { name: 'Tu compra ya está paga' });
  await expect(paid).toBeVisible();
  await expectAccessible(second);
  await paid.getByRole('button', { name: 'Ver mi compra' }).click();
  await expect(second).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
});

test('a buy screen whose purchase is paid elsewhere leads to it and says so, not to the billboard (PT-024)', async ({ page }) => {
  const taken = await buying(page);
  await payOff(page, taken);
  // The page asks how its purchase stands when its time is up.
  await page.evaluate(() => {
    const timer = JSON.parse(localStorage.getItem('butaca.timer') ?? '{}');
    localStorage.setItem('butaca.timer', JSON.stringify({ ...timer, dMaxima: new Date(Date.now() - 1000).toISOString() }));
  });
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  await expect(page.locator('[data-msg="already-paid"]')).toHaveText('Esta compra ya se había pagado. Acá está.');
});

test('after a log-out the tab keeps nothing of a purchase whose time was up before, nor its person’s address @phone', async ({ page }) => {
  await expired(page);
  await ended(page).getByRole('button', { name: 'Aceptar' }).click();
  await expect(ended(page)).toBeHidden();
  await page.getByRole('banner').getByRole('button', { name: 'Menú' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).filter({ visible: true }).click();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('butaca.chosen-before') ?? '')).not.toMatch(/@|placeId/);
});

test('after a log-out nothing of the purchase is offered again @phone', async ({ page }) => {
  const taken = await buying(page);
  await page.goto('/FAQ');
  await expect(clock(page)).toBeVisible();
  // As an address that is being typed when the page is reloaded, and a sign-up that waits for its code.
  await page.evaluate(() => {
    sessionStorage.setItem('butaca.form', '{}');
    sessionStorage.setItem('butaca.sign-up-code', 'ana@correo.example');
  });
  await page.getByRole('banner').getByRole('button', { name: 'Menú' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).filter({ visible: true }).click();
  await expect(ended(page)).toBeVisible();
  await expect(chooseAgain(page)).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem('butaca.chosen-before'))).not.toContain(String(taken.performanceId));
  for (const name of ['butaca.form', 'butaca.sign-up-code'])
    await expect.poll(() => page.evaluate((key) => sessionStorage.getItem(key), name)).toBeNull();
});
