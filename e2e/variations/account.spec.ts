import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { ask, logInAsNewcomer } from '../purchases.ts';

const entries = (page: Page) => page.locator('main ul > li').filter({ has: page.getByRole('button', { name: /^Editar/ }) });
const add = (page: Page) => page.getByRole('button', { name: /^Agregar un/ });
const save = (page: Page) => page.getByRole('button', { name: 'Guardar' });
const accountMenu = (page: Page) => page.getByRole('navigation', { name: 'Mi cuenta' });
const options = (page: Page, label: string) => page.getByLabel(label, { exact: true }).getByRole('option').allTextContents();

/** What every address needs. */
async function fillIn(page: Page, { street, number, postcode }: { street: string; number: string; postcode: string }) {
  await page.getByLabel('Provincia').selectOption({ label: 'Ciudad Autónoma de Buenos Aires' });
  await page.getByLabel('Localidad').fill('Buenos Aires');
  await page.getByLabel('Código postal').fill(postcode);
  await page.getByLabel('Calle').fill(street);
  await page.getByLabel('Número', { exact: true }).fill(number);
}

test('a customer adds an address, changes it and removes it, and it is there after a reload (R-043, CA-086, CA-088) @phone', async ({
  page,
}) => {
  await logInAsNewcomer(page);
  await page.goto('/myAddress');
  await expect(page.getByRole('heading', { name: 'Todavía no tenés domicilios' })).toBeVisible();
  await expectAccessible(page);

  await add(page).click();
  // The form says all that is missing, and takes the person to the first of it.
  await expect(page.getByLabel('Tipo')).toBeFocused();
  await save(page).click();
  await expect(page.getByText('Completá este dato.')).toHaveCount(4);
  await expect(page.getByLabel('Provincia')).toBeFocused();
  await expectAccessible(page);
  await fillIn(page, { street: 'Avenida Rivadavia', number: '1500', postcode: 'X1033AAB' });
  await page.getByLabel('Piso (opcional)').fill('3');
  await page.getByLabel('Departamento (opcional)').fill('B');
  await page.getByLabel('Referencia (opcional)').fill('Timbre roto');
  await save(page).click();
  await expect(page.getByText('La letra del código es de otra provincia.')).toBeVisible();
  await page.getByLabel('Código postal').fill('c1033aab');
  await expect(page.getByText('La letra del código es de otra provincia.')).toBeHidden();
  await save(page).click();

  await expect(page.getByRole('status').filter({ hasText: 'El domicilio quedó guardado.' })).toBeAttached();
  await expect(add(page)).toBeFocused();
  await page.reload();
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText(
    /Particular.*Avenida Rivadavia 1500, piso 3, depto\. B.*Buenos Aires · Ciudad Autónoma de Buenos Aires · C1033AAB · Argentina.*Timbre roto.*Predeterminado/,
  );
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);

  await page.getByRole('button', { name: 'Editar: Avenida Rivadavia 1500' }).click();
  await expect(page.getByLabel('Piso (opcional)')).toHaveValue('3');
  await page.getByLabel('Tipo').selectOption({ label: 'Laboral' });
  await page.getByLabel('Número', { exact: true }).fill('1502');
  await save(page).click();
  await expect(page.getByRole('button', { name: 'Editar: Avenida Rivadavia 1502' })).toBeFocused();
  await expect(entries(page)).toContainText('Laboral');

  await page.getByRole('button', { name: /^Eliminar/ }).click();
  const dialog = page.getByRole('dialog', { name: '¿Eliminar este domicilio?' });
  await expect(dialog).toContainText('Avenida Rivadavia 1502');
  await dialog.getByRole('button', { name: 'Conservar' }).click();
  await expect(entries(page)).toHaveCount(1);
  await page.getByRole('button', { name: /^Eliminar/ }).click();
  await dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByRole('heading', { name: 'Todavía no tenés domicilios' })).toBeVisible();
  expect((await ask(page, 'GET', '/v2/Cliente/Informacion')).listaDomicilio).toEqual([]);
});

test('an address does without neither number, nor locality, nor postcode; another country has its own provinces (EN-067, EN-072, EN-073)', {
  tag: '@once',
}, async ({ page }) => {
  await logInAsNewcomer(page);
  await page.goto('/myAddress');
  await add(page).click();
  await page.getByLabel('País', { exact: true }).selectOption({ label: 'México' });
  await page.getByLabel('Estado').selectOption({ label: 'Oaxaca' });
  await expect(page.locator('datalist option[value="Oaxaca"]')).toBeAttached();
  await page.getByLabel('País', { exact: true }).selectOption({ label: 'Paraguay' });
  await expect(page.getByLabel('Departamento del país')).toHaveValue('');
  await expect(page.locator('datalist option')).toHaveCount(0);

  await page.getByLabel('País', { exact: true }).selectOption({ label: 'Argentina' });
  await fillIn(page, { street: 'Pasaje Ñandú', number: '12 bis', postcode: 'C1043AAB' });
  await page.getByLabel('Referencia (opcional)').fill('Entre Lima y Salta');
  for (const label of ['Número', 'Localidad', 'Código postal']) {
    const input = page.getByLabel(label, { exact: true });
    const typed = await input.inputValue();
    await input.fill(' ');
    await save(page).click();
    await expect(input).toBeFocused();
    await expect(input).toHaveAccessibleDescription(/Completá este dato/);
    await input.fill(typed);
  }
  await save(page).click();
  await expect(entries(page)).toContainText(
    /Pasaje Ñandú 12 bis.*Buenos Aires · Ciudad Autónoma de Buenos Aires · C1043AAB.*Referencia: Entre Lima y Salta/,
  );
  await page.getByRole('button', { name: 'Editar: Pasaje Ñandú 12 bis' }).click();
  await expect(page.getByLabel('Calle')).toHaveValue('Pasaje Ñandú');
  await expect(page.getByLabel('Referencia (opcional)')).toHaveValue('Entre Lima y Salta');
});

test('addresses that could not be read can be read again; one is the default until another is; one removed elsewhere is said to be gone (EN-074)', {
  tag: '@once',
}, async ({ page }) => {
  await logInAsNewcomer(page);
  const address = { cTipo: 'LABORAL', cPais: 'AR', cProvincia: 'C', cLocalidad: 'Buenos Aires', cCodigoPostal: '1033', cNumero: '1' };
  for (const cCalle of ['Una', 'Otra']) await ask(page, 'POST', '/v2/Cliente/Domicilio/Insertar', { ...address, cCalle, lPorDefecto: 'N' });
  await page.route('**/v2/Cliente/Informacion', (route) =>
    route.fulfill({ json: { nCode: 503, cError: 'busy', oData: { nSegundos: 1 } } }),
  );
  await page.goto('/myAddress');
  await expect(page.getByRole('alert')).toContainText('No pudimos traer tus domicilios');
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Reintentar' }).click();

  await expect(entries(page)).toHaveText([/Una 1.*Predeterminado/, /Otra 1/]);
  await page.getByRole('button', { name: 'Usar siempre: Otra 1' }).click();
  await expect(entries(page)).toHaveText([/Otra 1.*Predeterminado/, /Una 1/]);
  await expect(entries(page).getByText('Predeterminado')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Editar: Otra 1' })).toBeFocused();

  await page.getByRole('button', { name: 'Editar: Una 1' }).click();
  const { listaDomicilio } = await ask(page, 'GET', '/v2/Cliente/Informacion');
  const { idClienteDomicilio } = listaDomicilio.find(({ cCalle }: { cCalle: string }) => cCalle === 'Una');
  await ask(page, 'POST', `/v2/Cliente/Domicilio/${idClienteDomicilio}/Eliminar`);
  await page.getByLabel('Calle').fill('Ninguna');
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText('Ya no está');
  await expect(page.getByLabel('Calle')).toHaveValue('Ninguna');
});

test('a customer adds a phone of either type, makes it the default and removes one; the account leads there and on (R-044, EN-076, EN-077)', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/myPhone');
  await expect(page).toHaveURL('/login?nextUrl=%2FmyPhone');
  await logInAsNewcomer(page);
  await page.goto('/myOrders');
  await accountMenu(page).getByRole('link', { name: 'Mis teléfonos' }).click();
  await expect(page).toHaveURL('/myPhone');
  await expect(page.getByRole('heading', { level: 1, name: 'Mis teléfonos' })).toBeVisible();
  // The one of the sign-up.
  await expect(entries(page)).toHaveText(/Celular.*\+54 11 5555 0100.*Predeterminado/);
  await add(page).click();
  expect(await options(page, 'Tipo')).toEqual(['Celular', 'Fijo']);
  await page.getByLabel('Número con código de área').fill('12');
  await save(page).click();
  await expect(page.getByText('Al número le faltan cifras')).toBeVisible();
  await expect(page.getByLabel('Número con código de área')).toBeFocused();
  await page.getByLabel('Tipo').selectOption({ label: 'Fijo' });
  await page.getByLabel('Número con código de área').fill('(011) 4444-0101');
  await page.getByRole('checkbox').check();
  await save(page).click();
  await expect(entries(page)).toHaveText([/Fijo.*\+54 11 4444 0101.*Predeterminado/, /Celular.*\+54 11 5555 0100/]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Eliminar: +54 11 4444 0101' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(entries(page)).toHaveText([/\+54 11 5555 0100.*Predeterminado/]);

  await accountMenu(page).getByRole('link', { name: 'Mis domicilios' }).press('Enter');
  await expect(page).toHaveURL('/myAddress');
  await expect(accountMenu(page).getByRole('link', { name: 'Mis domicilios' })).toHaveAttribute('aria-current', 'page');
});
