import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { dayClerk, demoClerk } from '../customers.ts';
import { expect, expectAccessible, hydrated, looksRight, test, widthOverflow } from '../fixtures.ts';
import { touchMap } from '../hall.ts';
import { onPhone } from '../on-phone.ts';
import { ask, openSession, soldForCash } from '../purchases.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('a clerk finds a sale by its number, voids one of its tickets with a reason, and prints the other; a visitor finds no sales and no drawer @once', async ({
  page,
}) => {
  for (const path of ['/boleteria/ventas', '/boleteria/caja']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?nextUrl=${encodeURIComponent(path)}`);
  }
  await openSession(page, demoClerk);
  const { id, number } = await soldForCash(page, 2);
  await page.goto('/boleteria/ventas');
  await expect(heading(page, 'Ventas')).toBeVisible();
  await hydrated(page);
  const search = page.getByRole('searchbox', { name: 'Buscar una venta' });
  await expect(search).toBeFocused();
  await search.fill(number);
  await search.press('Enter');
  // What alone was found is open at once, and says which performance it is of; the moment of the sale is told apart.
  const line = page.getByRole('link', { name: new RegExp(number) });
  const performance = /Hamlet · [a-zé]{3} \d{1,2} [a-z]{3} · \d\d:\d\d/;
  await expect(line).toContainText(performance);
  await expect(line).toContainText(/Vendida el \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  const sale = page.getByRole('region', { name: `Operación ${number}` });
  await expect(sale.getByText('Se imprimió 0 veces.')).toBeVisible();
  await expect(sale.getByRole('heading', { name: `Operación ${number}` })).toBeFocused();
  await expect(sale).toContainText(performance);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);

  const undo = sale.getByRole('button', { name: /^Anular y devolver/ });
  await sale.getByRole('checkbox').first().uncheck();
  await expect(undo).toBeVisible();
  await page.keyboard.press('F10');
  await expect(sale.getByText('Escribí el motivo')).toBeVisible();
  await expect(sale.getByLabel('Motivo')).toBeFocused();
  await page.keyboard.type('Compró de más');
  await expect(sale.getByText('Escribí el motivo')).toBeHidden();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(sale.getByText('anulada')).toHaveCount(1);
  await expect(sale.getByRole('checkbox')).toHaveCount(1);

  const paper = page.waitForEvent('download');
  await page.keyboard.press('F9');
  expect((await paper).suggestedFilename()).toMatch(/\.pdf$/);
  // What was handed out is not the seller's to void any more.
  await expect(sale.getByText('Las entradas ya se imprimieron')).toBeVisible();
  await expect(undo).toHaveCount(0);
  const { nImpresiones, listaEntrada } = await ask(page, 'GET', `/v2/Boleteria/Venta/${id}`);
  expect(nImpresiones).toBe(1);
  expect(listaEntrada.map(({ oEntrada }: { oEntrada: { cEstado: string } }) => oEntrada.cEstado).sort()).toEqual(['ANULADA', 'VALIDA']);

  await test.step('where the sale stands below the list, opening one brings it into sight', async () => {
    await page.setViewportSize({ width: 768, height: 420 });
    await page.goto('/boleteria/ventas');
    await hydrated(page);
    await line.click();
    await expect(sale.getByRole('heading', { name: `Operación ${number}` })).toBeFocused();
    await expect(sale.getByRole('heading', { name: `Operación ${number}` })).toBeInViewport({ ratio: 1 });
  });
});

const bills = (page: Page) => page.getByRole('region', { name: 'Comprobantes' });
const printBill = (page: Page) => bills(page).getByRole('button', { name: 'Imprimir comprobante' });

/** Until it is ended, the tax office has not authorised the bill of a sale. */
async function withoutAuthority(page: Page, id: string) {
  const sale = await ask(page, 'GET', `/v2/Boleteria/Venta/${id}`);
  const [{ idComprobante, fTotal }] = sale.listaComprobante;
  const oData = { ...sale, listaComprobante: [{ idComprobante, ctComprobante: 'FACTURA', cEstado: 'PENDIENTE', fTotal }] };
  let isDown = true;
  await page.route(`**/v2/Boleteria/Venta/${id}`, (route) => (isDown ? route.fulfill({ json: { nCode: 200, oData } }) : route.continue()));
  return () => {
    isDown = false;
  };
}

/** At its desk, and on a phone. */
async function looksRightOnBoth(page: Page) {
  await looksRight(page);
  await onPhone(page, () => looksRight(page));
}

test('the bill of a sale is printed after the tickets once it is authorised, later from the sales of the day, and nobody waits while the tax office is down', {
  tag: ['@once', '@waits'],
}, async ({ page }) => {
  test.slow();
  await openSession(page, demoClerk);
  const { id } = await soldForCash(page, 2);
  const endWaiting = await withoutAuthority(page, id);
  await page.goto(`/buyTicketBox?idProcesoDeCompra=${id}`);
  await expect(heading(page, 'Venta hecha')).toBeVisible();
  const state = bills(page).getByRole('status');
  await expect(state).toHaveText(/^Factura · \$\s[\d.]+En trámite ante ARCA: en unos segundos se puede imprimir\.$/);
  await expect(bills(page).getByRole('button')).toHaveCount(0);
  await looksRightOnBoth(page);

  endWaiting();
  await expect(printBill(page)).toBeVisible();
  await expect(state).toHaveText(/^Factura B 00005-\d{8} · \$\s[\d.]+$/);
  const printed = async () => {
    const paper = page.waitForEvent('download');
    await printBill(page).click();
    return (await paper).suggestedFilename();
  };
  expect(await printed()).toMatch(/^factura-b-00005-\d{8}\.pdf$/);
  await expect(bills(page).getByRole('link', { name: 'Guardar el comprobante como archivo' })).toBeVisible();
  await looksRightOnBoth(page);

  await page.goto(`/boleteria/ventas?idOperacion=${id}`);
  await expect(printBill(page)).toBeVisible();
  await hydrated(page);
  const ofBill = /\/Comprobante\/[\w-]{22}$/;
  await page.route(ofBill, (route) => route.fulfill({ json: { nCode: 621, cError: 'bill_not_authorised', oData: {} } }));
  await printBill(page).click();
  await expect(bills(page).getByRole('alert')).toContainText('No pudimos preparar el comprobante');
  await page.unroute(ofBill);
  expect(await printed()).toMatch(/^factura-b-00005-\d{8}\.pdf$/);
  await looksRightOnBoth(page);

  // Authorised before that on the server: for this page it is not, and stays so.
  await withoutAuthority(page, id);
  await page.clock.install();
  await page.goto(`/buyTicketBox?idProcesoDeCompra=${id}`);
  await expect(bills(page).getByText('En trámite ante ARCA')).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(4000);
    await expect(bills(page).getByText('se imprime más tarde desde Ventas')).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: limit(60_000) });
});

/** Takes places of a show with the keyboard, from the counter's first screen to the payment. */
async function takeByKey(page: Page, quantity: number) {
  await expect(page.getByRole('searchbox', { name: 'Buscar por obra, sala, día u hora' })).toBeFocused();
  await page.keyboard.type('macbeth');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Cantidad de entradas')).toBeFocused();
  await page.keyboard.press(String(quantity));
  await expect(page.getByRole('button', { name: 'Tomar los mejores lugares' })).toBeEnabled();
  await page.keyboard.press('F6');
  await page.keyboard.press('F4');
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Cobrar' })).toBeFocused();
  await page.keyboard.press('F8');
  await expect(page.getByLabel('Recibido')).toBeFocused();
}

/** Charges what stands on the screen: the number and the total of the sale. */
async function chargeByKey(page: Page): Promise<{ id: string; total: number }> {
  await page.keyboard.press('F8');
  // Not without the terms (C-14).
  await expect(page.getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('F8');
  await expect(heading(page, 'Venta hecha')).toBeVisible();
  const id = new URL(page.url()).searchParams.get('idProcesoDeCompra') ?? '';
  const { fTotal } = await ask(page, 'GET', `/v2/Boleteria/Venta/${id}`);
  return { id, total: fTotal };
}

/** An amount of a drawer or a report in the office. */
const figureOf = async (part: Locator, name: string) => {
  const figure = part.locator('div').filter({ has: part.page().getByRole('term').filter({ hasText: name }) });
  return Number(await figure.locator('data').getAttribute('value'));
};

test('the day at the counter: float, a sale for cash and one by terminal, one voided, cash in and out, a difference that is explained; the office sees all of it @once', async ({
  page,
  otherVisitor: office,
}) => {
  test.slow();
  const why = 'Retiro del encargado';
  const clerk = dayClerk;
  await openSession(page, clerk);
  await page.goto('/boleteria/caja');
  await expect(heading(page, 'Caja')).toBeVisible();
  await hydrated(page);
  await expect(page.getByRole('region', { name: 'Tu caja está sin abrir' }).getByLabel('Fondo inicial')).toBeFocused();
  await page.keyboard.type('20.000');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('region', { name: 'Tu caja', exact: true });
  await expect(drawer.getByText(/en efectivo/)).toBeVisible();
  await expect(drawer.getByRole('heading', { name: 'Tu caja' })).toBeFocused();

  await page.keyboard.press('F2');
  await takeByKey(page, 2);
  const cash = await chargeByKey(page);
  await page.keyboard.press('F2');
  await takeByKey(page, 1);
  await page.keyboard.press('F7');
  await expect(page.getByLabel('Tarjeta', { exact: true })).toBeFocused();
  await page.keyboard.type('Visa');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4905');
  await page.keyboard.press('Tab');
  await page.keyboard.type(String(Math.floor(Math.random() * 1e9) + 1));
  const card = await chargeByKey(page);

  await page.goto(`/boleteria/ventas?idOperacion=${cash.id}`);
  await hydrated(page);
  const sale = page.getByRole('region', { name: /^Operación/ });
  await sale.getByRole('checkbox').first().uncheck();
  await sale.getByLabel('Motivo').fill('Compró de más');
  await page.keyboard.press('F10');
  await expect(sale.getByText('anulada')).toHaveCount(1);
  await expect(sale.locator('[role=status]:focus')).toContainText('Anulamos');

  await page.goto('/boleteria/caja');
  await hydrated(page);
  await expect(drawer.getByLabel('Fondo inicial')).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('F6');
  await expect(drawer.getByLabel('Importe que ingresa')).toBeFocused();
  await page.keyboard.type('3.000');
  await page.keyboard.press('Enter');
  await expect(drawer.getByText('Escribí el motivo')).toBeVisible();
  await expect(drawer.getByLabel('Motivo')).toBeFocused();
  await page.keyboard.type('Cambio para la noche');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(drawer.getByText('Cambio para la noche')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Ingresar efectivo' })).toBeFocused();
  // The first answer is lost: the same click again takes the cash out once.
  await page.route('**/Caja/Mover', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.press('F7');
  // More than the drawer has by its own lines is asked about, and nothing is sent.
  const amount = drawer.getByLabel('Importe que se retira');
  await amount.fill('9.000.000');
  await drawer.getByLabel('Motivo').fill('Lo llevó la encargada');
  await page.keyboard.press('Enter');
  await expect(amount).toHaveAccessibleDescription(/más de lo que hay en la caja/);
  await expect(amount).toBeFocused();
  await drawer.getByLabel('Importe que se retira').fill('1.500');
  await drawer.getByLabel('Motivo').fill('Lo llevó la encargada');
  await page.keyboard.press('Enter');
  await expect(drawer.getByText('Volvé a apretar')).toBeVisible();
  await page.unroute('**/Caja/Mover');
  await drawer.getByRole('button', { name: 'Registrar el retiro' }).click();
  await expect(drawer.getByText('Lo llevó la encargada')).toHaveCount(1);
  const { oAbierta } = await ask(page, 'GET', '/v2/Boleteria/Caja');
  expect(oAbierta).toMatchObject({ fFondo: 20_000, fIngresos: 3000, fRetiros: 1500, nVentas: 1, fVentas: cash.total });
  expect(oAbierta).toMatchObject({ nDevoluciones: 1, fDevuelto: cash.total / 2, nCupones: 1, fTerminal: card.total });
  expect(oAbierta.listaMovimiento).toHaveLength(2);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await drawer.getByLabel('Contado').fill('1');
  await drawer.getByLabel('Contado').press('Enter');
  await expect(drawer.getByText(/^Faltan \$/)).toBeVisible();
  await expect(drawer.getByLabel('Qué pasó')).toBeFocused();
  await drawer.getByLabel('Qué pasó').fill(why);
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Cerrar la caja' }).click();
  const closed = page.getByRole('region', { name: 'Cajas cerradas' }).getByRole('listitem').first();
  await expect(closed).toContainText(why);
  await expect(closed).toContainText('Diferencia');
  await expect(closed).toContainText('Lo llevó la encargada');
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);

  await office.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  await office.goto('/oficina/cajas');
  await office.getByLabel('Correo electrónico').fill('organizador@butaca.example');
  await office.getByLabel('Contraseña', { exact: true }).fill('Organizador2026');
  await office.getByRole('button', { name: 'Ingresar' }).click();
  await expect(heading(office, 'Cajas')).toBeFocused();
  const seen = office.getByRole('region', { name: 'Caja por caja' }).getByRole('listitem').filter({ hasText: why });
  await expect(seen).toHaveCount(1);
  const report = office.getByRole('region', { name: 'Por persona' }).getByRole('listitem').filter({ hasText: clerk.name });
  for (const part of [seen, report]) {
    expect(await figureOf(part, 'Ventas en efectivo (1)')).toBe(cash.total);
    expect(await figureOf(part, 'Devuelto en efectivo')).toBe(-cash.total / 2);
    expect(await figureOf(part, 'Tarjeta en la terminal (1)')).toBe(card.total);
  }
  await seen.getByText('Movimientos y rebajas').click();
  await expect(seen.getByText('Cambio para la noche')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await office.emulateMedia({ colorScheme });
    await expectAccessible(office);
    expect(await widthOverflow(office)).toBeLessThanOrEqual(0);
  }
  const file = office.waitForEvent('download');
  await office.getByRole('button', { name: 'Descargar las cajas (CSV)' }).click();
  const csv = await readFile(await (await file).path(), 'utf8');
  expect(csv.split('\r\n').filter((line) => line.includes(why) && line.includes(',3000.00,1500.00,'))).toHaveLength(1);
});

test('a search for the number of a ticket that was replaced says so, and by which (EN-117) @once', async ({ page }) => {
  await openSession(page, demoClerk);
  const { id, number } = await soldForCash(page, 2);
  const numbers = async (): Promise<string[]> =>
    (await ask(page, 'GET', `/v2/Boleteria/Venta/${id}`)).listaEntrada.map(
      ({ oEntrada }: { oEntrada: { cNumero: string } }) => oEntrada.cNumero,
    );
  const { listaEntrada } = await ask(page, 'GET', `/v2/Boleteria/Venta/${id}`);
  const { idEntrada, cNumero: before } = listaEntrada[0].oEntrada;
  const { listaFila } = await ask(page, 'GET', `/v2/Boleteria/Venta/${id}/Lugares?idEntrada=${idEntrada}`);
  const { nPosicion } = listaFila.at(-1).listaPosicion.at(-1);
  const kept = (await numbers()).filter((each) => each !== before);
  await ask(page, 'POST', `/v2/Boleteria/Venta/${id}/CambiarLugares`, { listaCambio: [{ idEntrada, nPosicion }], cMotivo: 'Pasillo' });
  const [after] = (await numbers()).filter((each) => !kept.includes(each));

  await page.goto('/boleteria/ventas');
  await hydrated(page);
  await page.getByRole('searchbox', { name: 'Buscar una venta' }).fill(before.toLowerCase());
  await page.keyboard.press('Enter');
  const sale = page.getByRole('region', { name: `Operación ${number}` });
  await expect(sale.getByText(`La entrada ${before} ya no sirve: se reemplazó`)).toBeVisible();
  await expect(sale.getByText(`La reemplaza la ${after}.`)).toBeVisible();
  await looksRight(page);
  // Another search does not say it of this sale.
  await page.getByRole('searchbox', { name: 'Buscar una venta' }).fill(number);
  await page.keyboard.press('Enter');
  await expect(sale).toBeVisible();
  await expect(sale.getByText(/se reemplazó/)).toHaveCount(0);
});

test('a clerk changes the seats of a sold order, by key, with a second look and a reason, and prints the new tickets @once', async ({
  page,
}) => {
  test.slow();
  await openSession(page, demoClerk);
  const { id, number } = await soldForCash(page, 2);
  const idsOf = async () => {
    const { listaEntrada } = await ask(page, 'GET', `/v2/Boleteria/Venta/${id}`);
    return listaEntrada.map(({ oEntrada }: { oEntrada: { idEntrada: string } }) => oEntrada.idEntrada).sort();
  };
  const before = await idsOf();
  await page.goto(`/boleteria/ventas?cBuscar=${number}&idOperacion=${id}`);
  await hydrated(page);
  const sale = page.getByRole('region', { name: `Operación ${number}` });
  await expect(sale.getByRole('button', { name: 'Cambiar lugares' })).toBeVisible();
  await page.keyboard.press('F6');
  const dialog = page.getByRole('dialog', { name: 'Cambiar lugares' });
  const seats = dialog.getByRole('group', { name: 'Asientos libres' });
  await expect(seats).toBeVisible();
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  const look = dialog.getByRole('button', { name: 'Revisar el cambio' });
  await expect(look).toBeDisabled();
  // Among the last ones, because every other sale takes the best.
  const { listaFila } = await ask(page, 'GET', `/v2/Boleteria/Venta/${id}/Lugares?idEntrada=${before[0]}`);
  const roomy = listaFila.flatMap(({ listaPosicion }: { listaPosicion: object[] }, index: number) =>
    listaPosicion.length > 5 ? [index] : [],
  );
  await dialog.getByLabel('Sector y fila').selectOption({ index: roomy.at(-1) });
  await seats.getByRole('checkbox').first().check();
  // The second one on the map of the hall, which starts with a free place of that row in its middle.
  await dialog.getByRole('button', { name: 'Elegir en el mapa' }).click();
  const map = dialog.getByRole('region', { name: 'Lugares libres en el mapa' });
  await expect(map.locator('[data-ready]')).toBeVisible();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await touchMap(page, { x: 0.5, y: 0.5 });
  await expect(dialog.getByText('Elegidos: 2 de 2.')).toBeVisible();
  // The first answer says that somebody took one meanwhile: the map comes back without it, and says so.
  await page.route(
    '**/CambiarLugares',
    (route) => route.fulfill({ json: { nCode: 470, cError: 'places_taken', oData: { aPosicion: [1] } } }),
    {
      times: 1,
    },
  );
  await look.click();
  await expect(dialog.getByLabel('Motivo')).toBeFocused();
  await page.keyboard.type('Quieren estar juntos');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Alguno de esos lugares se acaba de ocupar')).toBeVisible();
  await expect(map.locator('[data-ready]')).toBeVisible();
  await touchMap(page, { x: 0.5, y: 0.5 });
  await expect(dialog.getByText('Elegidos: 1 de 2.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Elegir en la lista' }).click();
  await seats.getByRole('checkbox', { checked: false }).first().check();
  await expect(dialog.getByText('Elegidos: 2 de 2.')).toBeVisible();
  await look.click();
  const moved = await dialog.getByRole('listitem').locator('strong').allTextContents();
  expect(moved).toHaveLength(2);
  await expect(dialog.getByText('Las entradas anteriores dejan de servir.')).toBeVisible();
  await expectAccessible(page);
  const change = dialog.getByRole('button', { name: 'Cambiar 2 lugares' });
  await change.click();
  await expect(dialog.getByText('Escribí el motivo')).toBeVisible();
  await dialog.getByLabel('Motivo').fill('Quieren estar cerca del pasillo');
  await change.dblclick();
  await expect(dialog).toBeHidden();
  await expect(sale.getByText('las entradas anteriores ya no sirven')).toBeVisible();
  for (const seat of moved) await expect(sale.getByRole('checkbox', { name: seat })).toBeChecked();
  const after = await idsOf();
  expect(after).toHaveLength(2);
  expect(after.some((ticket: string) => before.includes(ticket))).toBe(false);
  const paper = page.waitForEvent('download');
  await page.keyboard.press('F9');
  expect((await paper).suggestedFilename()).toMatch(/\.pdf$/);
});
