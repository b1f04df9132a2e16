import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, widthOverflow } from './fixtures.ts';
import { openDate, touchMap } from './hall.ts';
import { ask, logInAsNewcomer } from './purchases.ts';

/** The map of the real hall is looked at while it moves; this one's is not. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const chosen = (page: Page) => page.getByRole('complementary', { name: 'Tu selección' });
const takeButton = (page: Page) => page.getByRole('button', { name: /^Tomar / });
const total = async (page: Page) => Number(((await chosen(page).locator('strong').textContent()) ?? '').replace(/\D/g, ''));

/** The places page of a show's first performance on sale, for a new customer. */
async function choosing(page: Page, show: string) {
  await logInAsNewcomer(page);
  await openDate(page, `/landing/${show}`);
  await expect(takeButton(page)).toBeVisible();
}

test('tickets of a museum are taken by quantity, up to the limit of a purchase, held with a click, and cost what they say (GE-009)', {
  tag: '@desktop',
}, async ({ page }) => {
  await choosing(page, 'letras-de-madera');

  await test.step('a claim that is lost is announced, and changes nothing', async () => {
    await page.route('**/Posiciones/TomarGrupo', (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: JSON.stringify({
          nCode: 471,
          cError: 'not_enough_places',
          oData: { listaSector: [{ idSector: 1, cNombre: 'Colección', nLibres: 1 }] },
        }),
      }),
    );
    await takeButton(page).click();
    await expect(page.getByText('No hay tantos lugares ahí')).toBeVisible();
    await expect(page.getByText('Colección: 1 libre')).toBeVisible();
    await expect(chosen(page).getByText('Todavía no elegiste entradas.')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/Posiciones/TomarGrupo');
  });

  await test.step('another one works, for as many as a purchase may have', async () => {
    await expect(page.getByText('Podés llevar hasta 10 entradas de esta función por compra.')).toBeVisible();
    for (let more = 0; more < 8; more++) await page.getByRole('button', { name: 'Una entrada más' }).click();
    await expect(page.getByRole('button', { name: 'Una entrada más' })).toBeDisabled();
    await takeButton(page).click();
    await expect(chosen(page).getByRole('listitem')).toHaveCount(10);
    await expect(page.getByText(/^Tomaste 10 entradas: .+ × 10\. Son tuyas mientras corre el reloj\.$/)).toBeVisible();
    await expect(takeButton(page)).toBeDisabled();
    const desktop = page.viewportSize();
    for (const size of [{ width: 390, height: 844 }, desktop]) {
      if (size) await page.setViewportSize(size);
      await expectAccessible(page);
      expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
    }
  });

  await test.step('one of them for a cheaper price type, another one given back, and on to the purchase', async () => {
    const before = await total(page);
    const priceType = chosen(page).getByRole('combobox').first();
    const cheaper = (await priceType.locator('option').nth(1).textContent()) ?? '';
    await priceType.selectOption({ index: 1 });
    await expect(async () => expect(await total(page)).toBeLessThan(before)).toPass();
    await expect(
      chosen(page)
        .getByRole('listitem')
        .filter({ has: page.locator('option:checked', { hasText: cheaper }) }),
    ).toHaveCount(1);
    await chosen(page)
      .getByRole('button', { name: /^Quitar / })
      .first()
      .click();
    await expect(chosen(page).getByRole('listitem')).toHaveCount(9);
    await expect(page.getByText(/^Quitaste /)).toBeVisible();
    await chosen(page).getByRole('link', { name: 'Continuar con la compra' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Completá tu compra' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Tus entradas' }).getByRole('listitem')).toHaveCount(9);
  });
});

test('a sector without numbers is chosen on the map of the club, and so many of its places are taken (SC-003)', {
  tag: '@phone',
}, async ({ page }) => {
  await logInAsNewcomer(page);
  await openDate(page, '/landing/bajo-cero-trio');
  await expect(page.getByRole('tab', { name: 'Mapa', selected: true })).toBeVisible();
  await expect(page.locator('[data-ready] canvas')).toBeVisible();
  // The floor is in the middle of the club; on a phone the card's button opens under the finger, and is not pressed by it.
  await touchMap(page, { x: 0.5, y: 0.45 });
  const map = page.getByRole('tabpanel');
  await expect(map.getByText(/^\$\s[\d.]+, [\d.]+ libres$/)).toBeVisible();
  await map.getByRole('button', { name: 'Una entrada más' }).click();
  await map.getByRole('button', { name: 'Elegir 3 entradas' }).click();
  await expect(chosen(page).getByRole('listitem')).toHaveCount(3);
  for (const place of await chosen(page).getByRole('listitem').all()) await expect(place).toContainText('Pista');
  await expectAccessible(page);
  const isNotTooWide = async () => expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await isNotTooWide();
  // The same in words.
  await page.getByRole('tab', { name: 'Lista' }).click();
  await page.getByRole('combobox', { name: 'Sector' }).selectOption({ index: 2 });
  await page.getByRole('tabpanel').getByRole('button', { name: 'Elegir 2 entradas' }).click();
  await expect(chosen(page).getByRole('listitem')).toHaveCount(5);
  await isNotTooWide();
  await page.setViewportSize({ width: 1280, height: 800 });
  await isNotTooWide();
});

test('places that another buyer takes leave the number of free ones without a reload; without any the performance is sold out (ER-021)', {
  tag: '@once',
}, async ({ page, otherVisitor }) => {
  await choosing(page, 'los-caprichos-de-goya');
  const left = page.getByText(/\d disponibles$/).first();
  await expect(left).toBeVisible();
  const before = Number((await left.textContent())?.replace(/\D/g, ''));
  await logInAsNewcomer(otherVisitor);
  const performanceId = Number(new URL(page.url()).searchParams.get('idFuncion'));
  const { listaNivelDePrecio } = await ask(
    otherVisitor,
    'GET',
    `/v2/Funcion/${performanceId}?h=${new URL(page.url()).searchParams.get('h')}`,
  );
  await ask(otherVisitor, 'POST', '/v2/Proceso/0/Posiciones/TomarGrupo', {
    idFuncion: performanceId,
    listaSector: [{ nCantidad: 4, idNivelDePrecio: listaNivelDePrecio[0].idNivelDePrecio }],
  });
  await expect(left).toHaveText(`${before - 4} disponibles`);

  await page.route('**/Disponibilidad', async (route) => {
    const answer = await (await route.fetch()).json();
    const sectors = answer.oData.listaSector.map((sector: object) => ({ ...sector, nLibres: 0 }));
    await route.fulfill({ json: { ...answer, oData: { ...answer.oData, cVersion: '0'.repeat(16), nLibres: 0, listaSector: sectors } } });
  });
  await expect(page.getByText('No quedan lugares para esta función.')).toBeVisible();
  await expect(takeButton(page)).toHaveCount(0);
});
