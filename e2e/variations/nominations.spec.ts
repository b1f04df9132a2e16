import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { enterOffice, payOff } from '../paid.ts';
import { ask, buyAddress, logInAsNewcomer, take } from '../purchases.ts';

/** Two places of a show that asks for names. */
async function takeTwo(page: Page) {
  await logInAsNewcomer(page);
  return take(page, { show: 'bodas-de-sangre', quantity: 2 });
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
  const taken = await takeTwo(page);
  await page.goto(buyAddress(taken));
  // Said before anything is paid, with until when.
  const summary = page.getByRole('region', { name: 'Tus entradas' });
  await expect(summary.getByText('Cada entrada lleva un nombre')).toBeVisible();
  await expect(summary.getByText(/los podés cambiar hasta el \S+ \d+ de \w+ de \d{4}/)).toBeVisible();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await payOff(page, taken);

  const orderId = taken.purchaseId;
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
  await expect(names(page).getByRole('button', { name: /^Poner nombre/ })).toBeFocused();

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

test('staff take a squatted document off a ticket, with a reason in the log, and its owner can use it; an organiser downloads the door’s list @once', async ({
  page,
  otherVisitor: office,
}) => {
  test.slow();
  const taken = await takeTwo(page);
  await payOff(page, taken);
  const order = `/v2/Operacion/${taken.purchaseId}`;
  const document = String(20_000_000 + Math.floor(Math.random() * 70_000_000));
  const { listaEntrada } = await ask(page, 'GET', order);
  const ana = { cNombre: 'Ana', cApellido: 'Paz', cTipoDeDocumento: 'DNI', cDocumento: document };
  await ask(page, 'POST', `${order}/Nominaciones`, { Lista: [{ idEntrada: listaEntrada[0].idEntrada, ...ana }] });

  await office.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  await enterOffice(office);
  await office.goto(`/oficina/operaciones?operacion=${taken.purchaseId}`);
  await expect(office.getByText(`Entra Ana Paz (${document})`)).toBeVisible();
  await expectAccessible(office);
  expect(await widthOverflow(office)).toBeLessThanOrEqual(0);
  await office.getByRole('button', { name: `Quitar el nombre de Ana Paz (${document})` }).click();
  const asking = office.getByRole('dialog', { name: 'Quitar un nombre' });
  await asking.getByRole('button', { name: 'Quitar el nombre' }).click();
  await expect(asking.getByText('Escribí el motivo')).toBeVisible();
  await asking.getByLabel('Motivo').fill('El documento es de otra persona');
  await asking.getByRole('button', { name: 'Quitar el nombre' }).click();
  await expect(office.getByText('Listo: la entrada quedó sin nombre')).toBeVisible();
  await expect(office.getByText('Entra Ana Paz')).toBeHidden();
  const log = office.getByRole('region', { name: 'Registro' });
  await expect(log.getByText('El documento es de otra persona')).toBeVisible();

  await page.goto(`/myOrders/${taken.purchaseId}`);
  await expect(names(page).getByText('Faltan los nombres de 2 entradas.')).toBeVisible();
  await names(page)
    .getByRole('button', { name: /^Poner nombre/ })
    .last()
    .click();
  await fill(page, { name: 'Luis', lastName: 'Sosa', document });
  await expect(names(page).getByText('Luis Sosa')).toBeVisible();

  await test.step('the door’s list', async () => {
    await office.goto('/oficina');
    await office.getByRole('searchbox').fill('bodas de sangre');
    const downloading = office.waitForEvent('download');
    await office.getByRole('button', { name: 'Lista de puerta Bodas de sangre' }).first().click();
    expect((await downloading).suggestedFilename()).toMatch(/^lista-de-puerta-bodas-de-sangre-\d{4}-\d{2}-\d{2}\.csv$/);
    await expectAccessible(office);
  });
});
