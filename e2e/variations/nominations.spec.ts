import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, take } from '../purchases.ts';

/** Two places of a show that asks for names, paid by card. */
async function buy(page: Page) {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'bodas-de-sangre', quantity: 2 });
  await page.goto(buyAddress(taken));
  // Said before anything is paid, with until when.
  const summary = page.getByRole('region', { name: 'Tus entradas' });
  await expect(summary.getByText('Cada entrada lleva un nombre')).toBeVisible();
  await expect(summary.getByText(/los podés cambiar hasta el \w+, \d+ de \w+ de \d{4}/)).toBeVisible();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: `test-results/nominations/before-paying-${page.viewportSize()?.width}.png` });
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  return taken.purchaseId;
}

const names = (page: Page) => page.getByRole('region', { name: 'Quién entra con cada entrada' });
const dialog = (page: Page) => page.getByRole('dialog');

async function fill(page: Page, { name, lastName, document }: { name: string; lastName: string; document: string }) {
  await dialog(page).getByLabel('Nombre', { exact: true }).fill(name);
  await dialog(page).getByLabel('Apellido').fill(lastName);
  await dialog(page).getByLabel('Número de documento').fill(document);
  await dialog(page).getByRole('button', { name: 'Guardar' }).click();
}

test('nomination changed: names are given and changed in the order, a document stands on one ticket, and a second tab is told @phone', async ({
  page,
  context,
}) => {
  test.slow();
  const orderId = await buy(page);
  const document = String(20_000_000 + Math.floor(Math.random() * 70_000_000));
  await page.goto(`/myOrders/${orderId}`);
  await expect(names(page).getByText('Faltan los nombres de 2 entradas.')).toBeVisible();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);

  await names(page)
    .getByRole('button', { name: /^Poner nombre/ })
    .first()
    .click();
  await fill(page, { name: 'Ana', lastName: '', document });
  await expect(dialog(page).getByText('Escribí tu apellido')).toBeVisible();
  await expectAccessible(page);
  await fill(page, { name: 'Ana', lastName: 'Paz', document });
  await expect(dialog(page)).toBeHidden();
  await expect(names(page).getByText('Ana Paz')).toBeVisible();
  await expect(names(page).getByText(`DNI ${document}`)).toBeVisible();
  await expect(names(page).getByText('Falta el nombre de 1 entrada.')).toBeVisible();
  // On the ticket itself, too.
  await expect(page.getByRole('article').first().getByText('Ana Paz')).toBeVisible();

  await names(page)
    .getByRole('button', { name: /^Poner nombre/ })
    .click();
  await fill(page, { name: 'Luis', lastName: 'Sosa', document });
  await expect(dialog(page).getByText('Ese documento ya está en otra entrada de esta función.').first()).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();

  const other = await context.newPage();
  await other.goto(`/myOrders/${orderId}`);
  await names(other)
    .getByRole('button', { name: /^Cambiar/ })
    .click();
  await names(page)
    .getByRole('button', { name: /^Cambiar/ })
    .click();
  await fill(page, { name: 'Ana', lastName: 'Díaz', document });
  await expect(names(page).getByText('Ana Díaz')).toBeVisible();
  await fill(other, { name: 'Ana', lastName: 'Ruiz', document });
  await expect(other.getByText('El nombre se cambió mientras tanto, quizás en otra pestaña.')).toBeVisible();
  await expect(dialog(other).getByLabel('Apellido')).toHaveValue('Díaz');

  const { listaEntrada } = await ask(page, 'GET', `/v2/Operacion/${orderId}`);
  expect(listaEntrada.map((ticket: { oNominacion?: { cApellido: string } }) => ticket.oNominacion?.cApellido ?? null).sort()).toEqual([
    'Díaz',
    null,
  ]);
});

test('staff take a squatted document off a ticket, with a reason in the log, and its owner can use it @once', async ({
  page,
  otherVisitor: office,
}) => {
  test.slow();
  const orderId = await buy(page);
  const document = String(20_000_000 + Math.floor(Math.random() * 70_000_000));
  await page.goto(`/myOrders/${orderId}`);
  await names(page)
    .getByRole('button', { name: /^Poner nombre/ })
    .first()
    .click();
  await fill(page, { name: 'Ana', lastName: 'Paz', document });
  await expect(names(page).getByText('Ana Paz')).toBeVisible();

  await office.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  await office.goto('/oficina/operaciones');
  await office.getByLabel('Correo electrónico').fill('organizador@butaca.example');
  await office.getByLabel('Contraseña', { exact: true }).fill('Organizador2026');
  await office.getByRole('button', { name: 'Ingresar' }).click();
  await office.getByLabel('Buscar una operación').fill(orderId);
  await office.keyboard.press('Enter');
  await office.getByRole('link', { name: /Bodas de sangre/ }).click();
  await expect(office.getByText(`Entra Ana Paz (${document})`)).toBeVisible();
  await office.screenshot({ path: `test-results/nominations/office-${office.viewportSize()?.width}.png`, fullPage: true });
  await expectAccessible(office);
  expect(await widthOverflow(office)).toBeLessThanOrEqual(0);
  await office.getByRole('button', { name: `Quitar el nombre de Ana Paz (${document})` }).click();
  const asking = office.getByRole('dialog', { name: 'Quitar un nombre' });
  await asking.getByRole('button', { name: 'Quitar el nombre' }).click();
  await expect(asking.getByText('Escribí el motivo')).toBeVisible();
  await asking.getByLabel('Motivo').fill('El documento es de otra persona');
  await office.screenshot({ path: `test-results/nominations/office-dialog-${office.viewportSize()?.width}.png` });
  await asking.getByRole('button', { name: 'Quitar el nombre' }).click();
  await expect(office.getByText('Listo: la entrada quedó sin nombre')).toBeVisible();
  await expect(office.getByText('Entra Ana Paz')).toBeHidden();
  const log = office.getByRole('region', { name: 'Registro' });
  await expect(log.getByText('El documento es de otra persona')).toBeVisible();

  await page.reload();
  await expect(names(page).getByText('Faltan los nombres de 2 entradas.')).toBeVisible();
  await names(page)
    .getByRole('button', { name: /^Poner nombre/ })
    .last()
    .click();
  await fill(page, { name: 'Luis', lastName: 'Sosa', document });
  await expect(names(page).getByText('Luis Sosa')).toBeVisible();
});

test('an organiser downloads the door’s list of a show that asks for names @once', async ({ page, otherVisitor: office }) => {
  await office.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  await office.goto('/oficina');
  await office.getByLabel('Correo electrónico').fill('organizador@butaca.example');
  await office.getByLabel('Contraseña', { exact: true }).fill('Organizador2026');
  await office.getByRole('button', { name: 'Ingresar' }).click();
  await office.getByRole('searchbox').fill('bodas de sangre');
  const button = office.getByRole('button', { name: 'Lista de puerta Bodas de sangre' }).first();
  const downloading = office.waitForEvent('download');
  await button.click();
  expect((await downloading).suggestedFilename()).toMatch(/^lista-de-puerta-bodas-de-sangre-\d{4}-\d{2}-\d{2}\.csv$/);
  await expectAccessible(office);
});
