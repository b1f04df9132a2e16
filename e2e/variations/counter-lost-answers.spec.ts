import type { Locator, Page } from '@playwright/test';
import { demoClerk } from '../customers.ts';
import { expect, expectAccessible, hydrated, test } from '../fixtures.ts';
import { ask, openSession, soldForCash } from '../purchases.ts';

const amountIn = (text: string | null) => Number((text ?? '').replace(/.*\$\s*([\d.]+\d).*/s, '$1').replaceAll('.', ''));

/** `loseNext`: the next call to void tickets is carried out, and its answer lost. `keys`: of all of them. */
async function losingAnswers(page: Page, id: string) {
  const keys: (string | undefined)[] = [];
  let isLost = false;
  await page.route(`**/v2/Boleteria/Venta/${id}/Anular`, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (!isLost) return route.continue();
    isLost = false;
    await route.fetch();
    await route.abort();
  });
  const loseNext = () => {
    isLost = true;
  };
  return { keys, loseNext };
}

test('after a lost answer another ticket is another void, the same one is voided once, and each notice stands until the clerk goes on @once', async ({
  page,
}) => {
  await openSession(page, demoClerk);
  const { id, number } = await soldForCash(page, 3);
  const { fTotal } = await ask(page, 'GET', `/v2/Boleteria/Venta/${id}`);
  const price = fTotal / 3;
  const { keys, loseNext } = await losingAnswers(page, id);
  await page.goto(`/boleteria/ventas?idOperacion=${id}`);
  const sale = page.getByRole('region', { name: `Operación ${number}` });
  await hydrated(page);
  const tickets = sale.getByRole('checkbox');
  const undo = sale.getByRole('button', { name: /^Anular y devolver/ });
  const notice = sale.getByRole('status').first();

  await tickets.nth(1).uncheck();
  await tickets.nth(2).uncheck();
  await sale.getByLabel('Motivo').fill('Compró de más');
  loseNext();
  await undo.click();
  await expect(notice).toContainText('No sabemos si se anuló');
  await tickets.nth(0).uncheck();
  await tickets.nth(1).check();
  await undo.click();
  // By the sale that was read again, where the money of both is to be handed over.
  await expect(sale.getByText('anulada')).toHaveCount(2);
  await expect(undo).toHaveText(/Anular y devolver/);
  await expect(notice).toHaveText(/Anulamos 2 entradas\. Entregá \$\s[\d.]+\.$/);
  expect(amountIn(await notice.textContent())).toBe(2 * price);
  expect(new Set(keys).size).toBe(2);
  await expectAccessible(page);

  await sale.getByLabel('Motivo').fill('También la última');
  await expect(notice).toContainText('Anulamos 2 entradas');
  loseNext();
  await undo.click();
  await expect(notice).toContainText('No sabemos si se anuló');
  await undo.click();
  await expect(sale.getByText('anulada')).toHaveCount(3);
  await expect(notice).toHaveText(/Anulamos 1 entrada\. Entregá \$\s[\d.]+\.$/);
  expect(amountIn(await notice.textContent())).toBe(price);
  expect(keys).toEqual([keys[0], keys[1], keys[2], keys[2]]);
  const { listaEntrada: left } = await ask(page, 'GET', `/v2/Boleteria/Venta/${id}`);
  expect(left.map(({ oEntrada }: { oEntrada: { cEstado: string } }) => oEntrada.cEstado)).toEqual(['ANULADA', 'ANULADA', 'ANULADA']);
});

test('a void whose key was used says that nothing was done; a notice is of what this clerk hands over, also when an answer was lost and the reason reworded @once', async ({
  page,
}) => {
  await openSession(page, demoClerk);
  const { id, number } = await soldForCash(page, 4);
  const { fTotal, listaEntrada } = await ask(page, 'GET', `/v2/Boleteria/Venta/${id}`);
  const price = fTotal / 4;
  await page.goto(`/boleteria/ventas?idOperacion=${id}`);
  const sale = page.getByRole('region', { name: `Operación ${number}` });
  await hydrated(page);
  const undo = sale.getByRole('button', { name: /^Anular y devolver/ });
  const notice = sale.getByRole('status').first();
  const chooseOnly = async (chosen: number) => {
    const tickets = await sale.getByRole('checkbox').all();
    for (const [index, ticket] of tickets.entries()) await ticket.setChecked(index === chosen);
  };

  await test.step('the key was used for something else', async () => {
    const voids = `**/v2/Boleteria/Venta/${id}/Anular`;
    await page.route(voids, (route) => route.fulfill({ json: { nCode: 422, cError: 'key_reused', oData: {} } }));
    await sale.getByLabel('Motivo').fill('Compró de más');
    const again = page.waitForResponse(`**/v2/Boleteria/Venta/${id}`);
    await page.keyboard.press('F10');
    const dialog = page.getByRole('dialog', { name: 'Atención' });
    await expect(dialog).toContainText('No se hizo nada');
    await again;
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Aceptar' }).click();
    await expect(sale.getByText('No sabemos si se anuló')).toHaveCount(0);
    await page.unroute(voids);
  });

  await test.step('a colleague has voided another one meanwhile', async () => {
    const elsewhere = { aEntrada: [listaEntrada[0].oEntrada.idEntrada], fDevuelve: price, cMotivo: 'En otra ventanilla' };
    expect(await ask(page, 'POST', `/v2/Boleteria/Venta/${id}/Anular`, elsewhere)).toMatchObject({ idOperacion: id });
    await chooseOnly(1);
    await sale.getByLabel('Motivo').fill('Compró de más');
    await undo.click();
    await expect(notice).toContainText('Anulamos 1 entrada.');
    expect(amountIn(await notice.textContent())).toBe(price);
    await expect(sale.getByText('anulada')).toHaveCount(2);
  });

  await test.step('an answer was lost, and the reason is reworded', async () => {
    const { keys, loseNext } = await losingAnswers(page, id);
    await chooseOnly(1);
    await sale.getByLabel('Motivo').fill('Compró de más');
    loseNext();
    await undo.click();
    await expect(notice).toContainText('No sabemos si se anuló');
    await sale.getByLabel('Motivo').fill('Compró una de más');
    await undo.click();
    await expect(notice).toHaveText(/Anulamos 1 entrada\. Entregá \$\s[\d.]+\.$/);
    expect(amountIn(await notice.textContent())).toBe(price);
    expect(new Set(keys).size).toBe(2);
    await expect(sale.getByText('anulada')).toHaveCount(3);
    await expect(sale.getByLabel('Motivo')).toHaveValue('');
    await expectAccessible(page);

    await sale.getByLabel('Motivo').fill('También la otra');
    await undo.click();
    await expect(sale.getByText('anulada')).toHaveCount(4);
    await expect(notice).toHaveText(/Anulamos 1 entrada\. Entregá \$\s[\d.]+\.$/);
    expect(amountIn(await notice.textContent())).toBe(price);
  });
});

/** Chooses a free seat of the last row, because every other sale takes the best, and opens the second look; answers its name. */
async function chooseASeat(dialog: Locator): Promise<string> {
  const rows = dialog.getByLabel('Sector y fila');
  await expect(rows).toBeVisible();
  await rows.selectOption({ index: (await rows.locator('option').count()) - 1 });
  await dialog.getByRole('group', { name: 'Asientos libres' }).getByRole('checkbox', { checked: false }).first().check();
  await dialog.getByRole('button', { name: 'Revisar el cambio' }).click();
  return (await dialog.getByRole('listitem').locator('strong').textContent()) ?? '';
}

test('a change of places whose answer was lost shows on the sale once the dialog is closed, and another try says what is true @once', async ({
  page,
}) => {
  await openSession(page, demoClerk);
  const { id, number } = await soldForCash(page, 1);
  await page.goto(`/boleteria/ventas?idOperacion=${id}`);
  const sale = page.getByRole('region', { name: `Operación ${number}` });
  await hydrated(page);
  const dialog = page.getByRole('dialog', { name: 'Cambiar lugares' });
  const open = sale.getByRole('button', { name: 'Cambiar lugares' });
  const change = dialog.getByRole('button', { name: 'Cambiar el lugar' });
  const close = dialog.getByRole('button', { name: 'Cerrar sin cambiar' });
  const mixed = dialog.getByText('Las entradas elegidas son de distinto precio');
  const loseNext = () =>
    page.route(
      '**/CambiarLugares',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );

  await open.click();
  const first = await chooseASeat(dialog);
  await dialog.getByLabel('Motivo').fill('Quiere el pasillo');
  await loseNext();
  await change.click();
  await expect(dialog.getByText('No sabemos si se cambió')).toBeVisible();
  await close.click();
  await expect(sale.getByRole('checkbox', { name: first })).toBeChecked();
  await expect(sale.getByRole('checkbox')).toHaveCount(1);

  await open.click();
  const second = await chooseASeat(dialog);
  await expect(mixed).toHaveCount(0);
  await dialog.getByLabel('Motivo').fill('Quiere ver mejor');
  await loseNext();
  await change.click();
  await expect(dialog.getByText('No sabemos si se cambió')).toBeVisible();
  await dialog.getByLabel('Motivo').fill('Quiere ver mucho mejor');
  await change.click();
  await expect(dialog.getByText('Alguna de las entradas está anulada o ya se cambió')).toBeVisible();
  await expect(sale.getByRole('checkbox', { name: second, includeHidden: true })).toBeChecked();
  await expect(mixed).toHaveCount(0);
  await expectAccessible(page);
  await close.click();
  await expect(sale.getByRole('checkbox', { name: second })).toBeChecked();
});
