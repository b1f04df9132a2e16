import type { Page } from '@playwright/test';
import { demoClerk } from '../customers.ts';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';
import { ask, openSession } from '../purchases.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** A sale for cash that nobody has printed: its number. */
async function soldForCash(page: Page, quantity: number): Promise<{ id: string; number: string }> {
  const { Lista } = await ask(page, 'GET', '/v2/Boleteria/Funciones');
  const { idFuncion } = Lista.find(
    ({ cEstado, cEspectaculoCartelNombre }: Record<string, string>) => cEstado === 'EN_VENTA' && cEspectaculoCartelNombre === 'Hamlet',
  );
  const { oProceso } = await ask(page, 'POST', '/v2/Proceso/0/Posiciones/TomarGrupo', {
    idFuncion,
    ctProceso: 'BOX',
    listaSector: [{ nCantidad: quantity }],
  });
  const id = oProceso.idProcesoDeCompra;
  const paid = await ask(page, 'POST', `/v2/Proceso/${id}/CobrarEfectivo`, { fTotal: oProceso.oTotal.fTotal, lAceptaTerminos: 'S' });
  return { id, number: paid.cNumeroOperacion };
}

test('a clerk finds a sale by its number, voids one of its tickets with a reason, and prints the other', async ({ page }) => {
  await openSession(page, demoClerk);
  const { id, number } = await soldForCash(page, 2);
  await page.goto('/boleteria/ventas');
  await expect(heading(page, 'Ventas')).toBeVisible();
  await hydrated(page);
  const search = page.getByRole('searchbox', { name: 'Buscar una venta' });
  await expect(search).toBeFocused();
  await search.fill(number);
  await search.press('Enter');
  await page.getByRole('link', { name: new RegExp(number) }).click();
  const sale = page.getByRole('region', { name: `Operación ${number}` });
  await expect(sale.getByText('Se imprimió 0 veces.')).toBeVisible();
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);

  const undo = sale.getByRole('button', { name: /^Anular y devolver/ });
  await sale.getByRole('checkbox').first().uncheck();
  await undo.click();
  await expect(sale.getByText('Escribí el motivo')).toBeVisible();
  await sale.getByLabel('Motivo').fill('Compró de más');
  await undo.dblclick();
  await expect(sale.getByText('anulada')).toHaveCount(1);
  await expect(sale.getByRole('checkbox')).toHaveCount(1);

  const paper = page.waitForEvent('download');
  await sale.getByRole('button', { name: 'Imprimir' }).click();
  expect((await paper).suggestedFilename()).toMatch(/\.pdf$/);
  // What was handed out is not the seller's to void any more.
  await expect(sale.getByText('Las entradas ya se imprimieron')).toBeVisible();
  await expect(undo).toHaveCount(0);
  const { nImpresiones, listaEntrada } = await ask(page, 'GET', `/v2/Boleteria/Venta/${id}`);
  expect(nImpresiones).toBe(1);
  expect(listaEntrada.map(({ oEntrada }: { oEntrada: { cEstado: string } }) => oEntrada.cEstado).sort()).toEqual(['ANULADA', 'VALIDA']);
});

test('customers of the shop find neither the sales nor the drawer of a counter', { tag: '@once' }, async ({ page }) => {
  for (const path of ['/boleteria/ventas', '/boleteria/caja']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?nextUrl=${encodeURIComponent(path)}`);
  }
});

/** Only one journey closes the clerk's drawer, because all of them sell into it. */
test('the day at the counter: what is counted is compared, a difference is explained, and the drawer is closed', { tag: '@once' }, async ({
  page,
}) => {
  await openSession(page, demoClerk);
  await soldForCash(page, 1);
  await page.goto('/boleteria/caja');
  await expect(heading(page, 'Caja')).toBeVisible();
  await hydrated(page);
  const drawer = page.getByRole('region', { name: 'Tu caja' });
  await expect(drawer.getByText(/en efectivo/)).toBeVisible();
  await drawer.getByLabel('Fondo inicial').fill('20.000');
  await drawer.getByRole('button', { name: 'Registrar el fondo' }).click();
  await expect(drawer.getByLabel('Fondo inicial')).toHaveCount(0);
  await expectAccessible(page);
  await drawer.getByLabel('Contado').fill('1');
  await drawer.getByLabel('Contado').press('Enter');
  await expect(drawer.getByText(/^Faltan \$/)).toBeVisible();
  await expect(drawer.getByLabel('Qué pasó')).toBeFocused();
  await drawer.getByLabel('Qué pasó').fill('Retiro del encargado');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Cerrar la caja' }).click();
  const closed = page.getByRole('region', { name: 'Cajas cerradas' }).getByRole('listitem').first();
  await expect(closed).toContainText('Retiro del encargado');
  await expect(closed).toContainText('Diferencia');
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
});
