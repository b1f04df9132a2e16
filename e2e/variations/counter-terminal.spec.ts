import type { Page } from '@playwright/test';
import { demoClerk } from '../customers.ts';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';
import { ask, openSession, takenAtCounter } from '../purchases.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
/** Of a paper that no other journey has. */
const newCoupon = () => String(Math.floor(Math.random() * 1e9) + 1);

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

const orderOf = (page: Page) => new URL(page.url()).searchParams.get('idProcesoDeCompra') ?? '';

test('a card on the terminal, with the keyboard alone: the paper is asked for and counts once, part may be cash, and it stands in the clerk’s report @once', async ({
  page,
}) => {
  await paying(page, 2);
  await page.keyboard.press('F7');
  await expect(page.getByLabel('Tarjeta', { exact: true })).toBeFocused();
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  // Not without the paper.
  await page.keyboard.press('F8');
  await expect(page.getByText('Elegí la tarjeta')).toBeVisible();
  await expect(page.getByText('Escribí el número que imprimió la terminal')).toBeVisible();
  await expectAccessible(page);
  const coupon = newCoupon();
  await page.keyboard.type('Visa');
  await expect(page.getByLabel('Tarjeta', { exact: true })).toHaveValue('visa');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4905');
  await page.keyboard.press('Tab');
  await page.keyboard.type(coupon);
  await page.keyboard.press('F8');
  await expect(page.getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('F8');
  await expect(heading(page, 'Venta hecha')).toBeVisible();
  await expect(page.getByText('Cobrado en la terminal')).toBeVisible();
  await expect(page.getByText('Vuelto')).toHaveCount(0);
  await expectAccessible(page);
  const id = orderOf(page);
  expect((await ask(page, 'GET', `/v2/Boleteria/Venta/${id}`)).oTerminal).toMatchObject({
    cMarca: 'visa',
    cUltimosCuatro: '4905',
    cCupon: coupon,
  });

  // Part on a card and part in cash, with the paper of before at first.
  const total = await paying(page, 1);
  await page.getByRole('button', { name: 'Tarjeta', exact: true }).click();
  await page.getByLabel('Tarjeta', { exact: true }).and(page.locator('select')).selectOption('visa');
  await page.getByLabel('Últimos cuatro números').fill('4905');
  await page.getByLabel('Número de cupón').fill(coupon);
  await page.getByRole('checkbox').check();
  await page.getByLabel('Cobrado en la terminal').fill(String(total - 1000));
  await expect(page.getByText('En efectivo')).toBeVisible();
  await page.getByLabel('Recibido').fill('500');
  await page.keyboard.press('F8');
  await expect(page.getByLabel('Recibido')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Recibido')).toBeFocused();
  await page.getByLabel('Recibido').fill('1500');
  await expect(page.getByRole('region', { name: 'Tarjeta en la terminal' }).getByRole('status')).toContainText(/Vuelto \$\s?500/);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.keyboard.press('F8');
  await expect(page.getByText('Ese cupón ya es de otra venta')).toBeVisible();
  await expect(page.getByLabel('Número de cupón')).toBeFocused();
  await page.getByLabel('Número de cupón').fill(newCoupon());
  await page.keyboard.press('F8');
  await expect(heading(page, 'Venta hecha')).toBeVisible();
  await expect(page.getByText('En efectivo')).toBeVisible();
  await expect(page.getByText('Vuelto')).toBeVisible();
  expect((await ask(page, 'GET', `/v2/Boleteria/Venta/${orderOf(page)}`)).oTerminal.fTotal).toBe(total - 1000);

  await page.goto('/boleteria/caja');
  // In the open drawer, or in one that another journey has closed by now.
  await expect(page.getByText(/Terminal de tarjetas · \d+ cup/).first()).toBeVisible();
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);

  // Undone: the card gets it back, with the number of the paper.
  await page.goto(`/boleteria/ventas?idOperacion=${id}`);
  await hydrated(page);
  const sale = page.getByRole('region', { name: /^Operación/ });
  await expect(sale.getByText(`cupón ${coupon}`)).toBeVisible();
  await sale.getByLabel('Motivo').fill('Se equivocó de función');
  await sale.getByRole('button', { name: /^Anular y devolver/ }).click();
  await expect(sale.getByText('Escribí el número que imprimió la terminal')).toBeVisible();
  await expect(sale.getByLabel('Cupón de la anulación')).toBeFocused();
  await expectAccessible(page);
  await sale.getByLabel('Cupón de la anulación').fill(newCoupon());
  await sale.getByRole('button', { name: /^Anular y devolver/ }).click();
  await expect(sale.getByText('anulada')).toHaveCount(2);
  expect((await ask(page, 'GET', `/v2/Boleteria/Venta/${id}`)).oTerminal.fConservado).toBe(0);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
});
