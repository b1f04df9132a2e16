import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { newcomer } from '../customers.ts';
import { expect, expectAccessible, looksRight, test, widthOverflow } from '../fixtures.ts';
import { codeMailedTo, mailsTo } from '../inbox.ts';
import { ask, logInAsNewcomer } from '../purchases.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Guardar' });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const accountMenu = (page: Page) => page.getByRole('navigation', { name: 'Mi cuenta' });
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Tus datos quedaron guardados.' });

/** The server fails once, which leads away from the form; the person comes back to it. */
async function failing(page: Page, path: string) {
  await page.route(path, (route) => route.fulfill({ status: 500, json: { nCode: 500, oData: {} } }));
  await save(page).click();
  await expect(page).toHaveURL(/\/login\?.*nextUrl=/);
  await page.unroute(path);
  await page.getByRole('main').getByRole('link', { name: 'Volver e intentar de nuevo' }).click();
}

test('own data are there, are changed, and the account goes by the new name; what was typed is there again after a fault of the server (R-050, RO-027, EN-081) @phone', async ({
  page,
}) => {
  const { document } = await logInAsNewcomer(page);
  await page.goto('/myData');
  await expect(page.getByRole('heading', { level: 1, name: 'Mis datos' })).toBeVisible();
  await expect(field(page, 'Nombre')).toHaveValue('Julia');
  await expect(field(page, 'Apellido')).toHaveValue('Paredes');
  await expect(field(page, 'Tipo de documento')).toHaveValue('dni');
  await expect(field(page, 'Número de documento')).toHaveValue(document);
  await expect(field(page, 'Año')).toHaveValue('1990');
  await expect(field(page, 'Correo electrónico')).toHaveAttribute('readonly', '');
  await expect(page.getByText('Teléfono: +54 11 5555 0100')).toBeVisible();
  // There is nothing to save yet.
  await expect(save(page)).toBeDisabled();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);

  await field(page, 'Nombre').fill('Renata');
  await field(page, 'Tipo de documento').selectOption({ label: 'Pasaporte' });
  await field(page, 'Número de documento').fill('AB 123.456');
  await failing(page, '**/v2/Cliente/Modificar/DatosPersonales');
  await expect(field(page, 'Nombre')).toHaveValue('Renata');
  await expect(field(page, 'Tipo de documento').locator('option:checked')).toHaveText('Pasaporte');
  await expect(field(page, 'Número de documento')).toHaveValue('AB 123.456');
  await save(page).click();
  await expect(saved(page)).toBeFocused();
  await expect(save(page)).toBeDisabled();
  expect(await page.evaluate(() => localStorage.getItem('butaca.session'))).toContain('Renata');

  await page.reload();
  await expect(field(page, 'Nombre')).toHaveValue('Renata');
  await expect(field(page, 'Tipo de documento')).toHaveValue('passport');
  await expect(field(page, 'Número de documento')).toHaveValue('AB123456');
  const { cApellido, cGenero } = await ask(page, 'GET', '/v2/Cliente/Informacion');
  expect([cApellido, cGenero]).toEqual(['Paredes', 'FEMENINO']);

  await page.goto('/myPhone');
  await page.getByRole('button', { name: 'Agregar un teléfono' }).click();
  await page.getByLabel(/^Número/).fill('11 5555-0177');
  await failing(page, '**/v2/Cliente/Telefono/Insertar');
  await expect(page.getByLabel(/^Número/)).toHaveValue('11 5555-0177');
  await save(page).click();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: '0177' })).toBeVisible();
});

test('wrong data are named at their fields, the country decides which documents there are, and the new name stands in the bar (EN-082, EN-083, TB-026)', {
  tag: '@desktop',
}, async ({ page }) => {
  await logInAsNewcomer(page);
  await page.goto('/myOrders');
  await accountMenu(page).getByRole('link', { name: 'Mis datos' }).click();
  await expect(field(page, 'Nombre')).toHaveValue('Julia');
  // In another tab meanwhile; what is not changed here stays.
  await ask(page, 'POST', '/v2/Cliente/Modificar/DatosPersonales', { cApellido: 'Ibáñez' });

  await field(page, 'Apellido').fill('Paredes 🎭');
  await field(page, 'Número de documento').fill('12');
  await field(page, 'Mes').fill('13');
  await save(page).click();
  await expect(field(page, 'Apellido')).toBeFocused();
  await expect(field(page, 'Apellido')).toHaveValue('Paredes 🎭');
  await expect(field(page, 'Apellido')).toHaveAccessibleDescription(/con letras latinas, griegas o cirílicas/);
  await expect(page.getByRole('group', { name: 'Fecha de nacimiento' })).toHaveAccessibleDescription(/El mes va de 1 a 12/);
  await expect(field(page, 'Número de documento')).toHaveAccessibleDescription(/demasiado bajo/);
  await expectAccessible(page);
  await field(page, 'Apellido').fill('Paredes');
  await expect(field(page, 'Apellido')).not.toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Número de documento').fill('30123457');
  await field(page, 'Mes').fill('12');
  await field(page, 'Nombre').fill('Ana María');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Ana María' })).toBeVisible();
  expect(await ask(page, 'GET', '/v2/Cliente/Informacion')).toMatchObject({ cNombre: 'Ana María', cApellido: 'Ibáñez' });

  const types = field(page, 'Tipo de documento').getByRole('option');
  await expect(types).toHaveCount(9);
  await field(page, 'País').selectOption({ label: 'México' });
  await expect(types.first()).toHaveText('INE');
  await expect(types).toHaveCount(11);
  await expect(field(page, 'Tipo de documento')).toHaveValue('ine');
  await field(page, 'Tipo de documento').selectOption({ label: 'Pasaporte' });
  await field(page, 'País').selectOption({ label: 'Paraguay' });
  await expect(field(page, 'Tipo de documento')).toHaveValue('passport');
  await expect(types).toHaveCount(9);
});

const pages = [
  ['Mis reservas', '/myBookings'],
  ['Mis datos', '/myData'],
  ['Mis teléfonos', '/myPhone'],
  ['Mis domicilios', '/myAddress'],
  ['Mis compras', '/myOrders'],
] as const;

test('every page of the account opens for who is logged in, from its navigation and by its address; what is missing is asked for once (GE-016, R-048, SC-011) @phone', async ({
  page,
}) => {
  await page.goto('/myBookings');
  await expect(page).toHaveURL('/login?nextUrl=%2FmyBookings');
  await logInAsNewcomer(page);
  await page.goto('/additionalData?nextUrl=%2FmyOrders');
  await expect(page.getByRole('heading', { name: 'No falta nada' })).toBeVisible();
  for (const [name, address] of pages) {
    await accountMenu(page).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(accountMenu(page).getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }

  const { listaTelefono } = await ask(page, 'GET', '/v2/Cliente/Informacion');
  await ask(page, 'POST', `/v2/Cliente/Telefono/${listaTelefono[0].idClienteTelefono}/Eliminar`);
  await accountMenu(page).getByRole('link', { name: 'Mis datos', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'Completalos' }).click();
  await expect(page).toHaveURL('/additionalData?nextUrl=%2FmyData');
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(1);
  await expectAccessible(page);
  await field(page, 'Teléfono').fill('4555-0199');
  await save(page).click();
  // The server knows the area codes.
  await expect(field(page, 'Teléfono')).toBeFocused();
  await expect(field(page, 'Teléfono')).toHaveAccessibleDescription(/le faltan números/);
  await field(page, 'Teléfono').fill('11 4555-0199');
  await save(page).click();
  await expect(page).toHaveURL('/myData');
  await expect(page.getByText('Teléfono: +54 11 4555 0199')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Completalos' })).toHaveCount(0);
});

test('bookings are the orders that began as one; without any the page says so (R-047)', { tag: '@once' }, async ({ page }) => {
  await logInAsNewcomer(page);
  // Those of the counters are not a customer's to see.
  await page.goto('/myBookingsBox');
  await expect(page.getByRole('heading', { level: 1, name: 'Esta pantalla es de la boletería' })).toBeVisible();
  await page.goto('/myBookings');
  await expect(page.getByRole('heading', { level: 1, name: 'Mis reservas', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No tenés reservas' })).toBeVisible();
  await expectAccessible(page);
  const again = async () => {
    await accountMenu(page).getByRole('link', { name: 'Mis compras', exact: true }).click();
    await expect(page).toHaveURL('/myOrders');
    await accountMenu(page).getByRole('link', { name: 'Mis reservas', exact: true }).click();
    await expect(page).toHaveURL('/myBookings');
  };
  const { answer } = JSON.parse(await readFile(join(import.meta.dirname, '../../packages/contract/examples/listOrders.json'), 'utf8'));
  const [order] = answer.oData.Lista;
  const booking = structuredClone({ ...order, idReserva: 'Zm9vYmFyYmF6cXV4cXV1eA', idOperacion: 'Zm9vYmFyYmF6cXV4cXV1eQ' });
  booking.oProceso.listaFuncion[0].oEspectaculo.cEspectaculoCartelNombre = 'La reservada';
  await page.route('**/v2/Historial2', (route) => route.fulfill({ json: { ...answer, oData: { Lista: [order, booking] } } }));
  await again();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['La reservada']);
  await page.unrouteAll({ behavior: 'wait' });
  await page.route('**/v2/Historial2', (route) => route.fulfill({ json: { nCode: 503, cError: 'busy', oData: { nSegundos: 1 } } }));
  await again();
  await expect(page.getByRole('alert')).toContainText('No pudimos traer tus reservas');
});

test('the address of an account is changed with its password and a code; tickets that were sent stay valid, and both addresses are told (CA-081) @once', async ({
  page,
}) => {
  const person = await logInAsNewcomer(page);
  const name = newcomer().email.split('@')[0];
  await page.goto('/myData');
  const section = page.getByRole('region', { name: 'Correo de tu cuenta' });
  await expect(section).toContainText(`Ingresás con ${person.email}`);
  await section.getByRole('button', { name: 'Cambiar el correo' }).click();
  const email = section.getByLabel('Correo nuevo');
  await expect(email).toBeFocused();
  await looksRight(page, { widths: [390, 1280] });
  await email.fill(`${name}@gmial.com`);
  await section.getByLabel('Contraseña', { exact: true }).fill('Otra2026');
  await page.keyboard.press('Enter');
  await expect(section.locator('[data-msg="email_typo"]')).toContainText(`¿Quisiste decir ${name}@gmail.com?`);
  const other = `${name}@correo.example`;
  await email.fill(other);
  await section.getByLabel('Contraseña', { exact: true }).press('Enter');
  await expect(section.getByText('La contraseña no es correcta.')).toBeVisible();
  await section.getByLabel('Contraseña', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');

  const code = section.getByLabel('Código de seis números');
  await expect(code).toBeFocused();
  await looksRight(page, { widths: [390, 1280] });
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(section.getByText('No es ese código')).toBeVisible();
  await test.step('after a reload another code is refused for a minute, and the one that was mailed is still typed', async () => {
    await page.reload();
    await section.getByRole('button', { name: 'Cambiar el correo' }).click();
    await email.fill(other);
    await section.getByLabel('Contraseña', { exact: true }).fill(person.password);
    await page.keyboard.press('Enter');
    await expect(code).toBeFocused();
    await expect(section.getByRole('status')).toHaveText(
      new RegExp(`^Si ya te mandamos un código a ${other}, escribilo acá\\. Podés pedir otro en \\d+ segundos?\\.$`),
    );
    await expect(section).not.toContainText('Lo mandamos a');
    await looksRight(page, { widths: [390, 1280] });
  });
  await code.fill(await codeMailedTo(other, 6));
  await page.keyboard.press('Enter');
  const done = section.locator('[data-msg="email_changed"]');
  await expect(done).toContainText(`Tu correo ahora es ${other}`);
  await expect(done).toContainText('las entradas que ya te mandamos siguen valiendo');
  await expect(done.locator('xpath=..')).toBeFocused();
  await looksRight(page, { widths: [390, 1280] });
  for (const address of [person.email, other])
    await expect
      .poll(async () => (await mailsTo(address)).map(({ subject }) => subject))
      .toContain('Cambió el correo de tu cuenta de Butaca');
  const told = (await mailsTo(other)).find(({ subject }) => subject.startsWith('Cambió el correo'));
  expect(told?.html).toContain('Si no querés que sirvan, emitilas de nuevo en la página de cada compra.');
  await page.reload();
  await expect(section).toContainText(`Ingresás con ${other}`);
});
