import type { Page } from '@playwright/test';
import { demoClerk } from '../customers.ts';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';
import { ask, openSession, takenAtCounter } from '../purchases.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** At the payment of places of a show; answers what they cost. */
async function paying(page: Page, quantity: number): Promise<number> {
  await openSession(page, demoClerk);
  const { id, total } = await takenAtCounter(page, quantity);
  await page.goto(`/buyTicketBox?idProcesoDeCompra=${id}`);
  await expect(heading(page, 'Cobrar')).toBeVisible();
  await hydrated(page);
  await expect(page.getByLabel('Recibido')).toBeFocused();
  return total;
}

test('a clerk sells for less with a reason, by keys, and it stands in the report; tickets are given away, and given their price back before that @once', async ({
  page,
}) => {
  const total = await paying(page, 1);
  await page.keyboard.press('F10');
  const price = page.getByLabel('Precio de cada entrada');
  await expect(price).toBeFocused();
  await page.keyboard.type(String(total + 1000));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Escribí el motivo')).toBeVisible();
  await expect(page.getByLabel('Motivo')).toBeFocused();
  const reason = `Asiento con vista reducida ${Date.now()}`;
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Tiene que ser menor que el precio de lista')).toBeVisible();
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await price.fill('1000');
  await price.press('Enter');
  await expect(page.getByText('Precio de boletería', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Cobrar \$\s?1\.000 en efectivo/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('checkbox').check();
  await page.keyboard.press('F8');
  await expect(heading(page, 'Venta hecha')).toBeVisible();

  await paying(page, 2);
  const give = async () => {
    await page.getByRole('button', { name: 'Cambiar el precio' }).click();
    await page.getByLabel('Precio de cada entrada').fill('0');
    await page.getByLabel('Motivo').fill('Prensa');
    await page.getByRole('button', { name: 'Cambiar', exact: true }).click();
    await expect(heading(page, 'Entregar')).toBeVisible();
  };
  await give();
  await page.getByRole('button', { name: 'Cambiar el precio' }).click();
  await page.getByRole('button', { name: 'Volver al precio de lista' }).click();
  await expect(heading(page, 'Cobrar')).toBeVisible();
  await give();
  await expect(page.getByText('Invitación').first()).toBeVisible();
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.getByRole('checkbox').check();
  await page.keyboard.press('F8');
  await expect(heading(page, 'Venta hecha')).toBeVisible();
  const id = new URL(page.url()).searchParams.get('idProcesoDeCompra');
  const { fTotal, listaEntrada } = await ask(page, 'GET', `/v2/Boleteria/Venta/${id}`);
  expect([fTotal, listaEntrada.length]).toEqual([0, 2]);

  await page.goto('/boleteria/caja');
  await expect(page.getByText(reason)).toBeVisible();
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});
