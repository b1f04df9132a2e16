import type { Page } from '@playwright/test';
import { fillInSignUp, newcomer, signUpButton } from '../customers.ts';
import { expect, hydrated, looksRight, test } from '../fixtures.ts';
import { ask } from '../purchases.ts';

// What the form has before anybody types is in apps/storefront/test/rules/sign-up-form.test.ts.

/** What a person types, in which field, and what they are told. */
const REFUSALS = [
  ['Día', '32', 'El día va de 1 a 31'],
  ['Mes', '13', 'El mes va de 1 a 12'],
  ['Año', '2999', 'El año no puede ser mayor que el actual'],
  ['Año', '1899', 'El año es demasiado bajo'],
  ['Número de documento', '999999', 'El número de documento es demasiado bajo'],
  ['Número de documento', '100000000', 'El número de documento es demasiado alto'],
  ['Nombre', ' ', 'Escribí tu nombre'],
  ['Apellido', 'a'.repeat(81), 'El apellido es demasiado largo'],
  ['Contraseña', 'Abcde12', 'La contraseña debe tener al menos 8 caracteres'],
  ['Contraseña', 'abcdefg1', 'La contraseña debe tener al menos una mayúscula'],
  ['Contraseña', 'Abcdefgh', 'La contraseña debe tener al menos un número'],
  ['Teléfono', '12345', 'Al teléfono le faltan números'],
  ['Correo electrónico', 'julia@', 'El correo electrónico debe ser válido'],
] as const;

const ROWS = [
  ['Nombre', 'Apellido'],
  ['Género', 'Día', 'Mes', 'Año'],
  ['País', 'Tipo de documento'],
  ['Correo electrónico', 'Repetí el correo electrónico'],
  ['Contraseña', 'Repetí la contraseña'],
  ['Tipo de teléfono', 'Teléfono'],
];
const placesOf = (page: Page, row: string[]) =>
  Promise.all(
    row.map((label) =>
      page
        .getByLabel(label, { exact: true })
        .boundingBox()
        .then((box) => [box?.y, box?.height]),
    ),
  );
/** The inputs of a row stand on one line. */
async function expectLines(page: Page) {
  for (const row of ROWS) {
    const [first, ...others] = await placesOf(page, row);
    for (const other of others) expect(other, row.join(', ')).toEqual(first);
  }
}

test('each bound of dates and lengths is told in words, at the field and on top, and every row stays on its line (VA-024, VA-025, ER-007)', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/signUp');
  await expectLines(page);
  await hydrated(page);
  await signUpButton(page).click();
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expectLines(page);

  await fillInSignUp(page, newcomer());
  for (const [label, wrong, message] of REFUSALS) {
    const field = page.getByLabel(label, { exact: true });
    const before = await field.inputValue();
    await field.evaluate((input) => input.removeAttribute('maxlength'));
    await field.fill(wrong);
    await signUpButton(page).click();
    await expect(field).toBeFocused();
    await expect(page.getByRole('main').getByText(message, { exact: true }), message).toHaveCount(2);
    await expect(page.getByRole('alert').getByRole('link', { name: message })).toBeVisible();
    await field.fill(before);
    await expect(page.getByRole('main').getByText(message, { exact: true })).toHaveCount(0);
  }

  // A day that does not exist is wrong in all of its parts.
  await page.getByLabel('Mes', { exact: true }).fill('2');
  await page.getByLabel('Día', { exact: true }).fill('31');
  await signUpButton(page).click();
  const birthday = page.getByRole('group', { name: 'Fecha de nacimiento' });
  await expect(birthday).toHaveAccessibleDescription(/Esa fecha no existe/);
  for (const part of ['Día', 'Mes', 'Año']) await expect(birthday.getByLabel(part)).toHaveAttribute('aria-invalid', 'true');
  await birthday.getByLabel('Día').fill('28');
  for (const part of ['Día', 'Mes', 'Año']) await expect(birthday.getByLabel(part)).not.toHaveAttribute('aria-invalid');
});

test('a name is corrected with one click, never without it, confirmations must match, and what is right at last is an account (VA-037, VA-038, VA-039)', {
  tag: '@once',
}, async ({ page }) => {
  const person = newcomer();
  await page.goto('/signUp');
  await hydrated(page);
  const rules = page.getByRole('listitem').filter({ hasText: /caracteres|mayúscula|un número/ });
  const kept = async (password: string) => {
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    return rules.evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset.kept));
  };
  expect(await kept('')).toEqual(['false', 'false', 'false']);
  expect(await kept('ñandú')).toEqual(['false', 'false', 'false']);
  expect(await kept('Ñandú 7')).toEqual(['false', 'true', 'true']);
  expect(await kept('Ñandú 77')).toEqual(['true', 'true', 'true']);
  await expect(page.getByRole('status').filter({ hasText: 'La contraseña cumple las reglas.' })).toBeAttached();

  await fillInSignUp(page, { ...person, firstName: 'Ana-2 María!', email: 'julia@' });
  await page.getByLabel('Repetí el correo electrónico').fill('otra@correo.example');
  await page.getByLabel('Repetí la contraseña').fill('Platea2027');
  await signUpButton(page).click();
  await expect(page.locator('[data-msg="auth.E-mail must be valid"]')).toHaveText('El correo electrónico debe ser válido');
  await expect(page.getByLabel('Repetí el correo electrónico')).toHaveAccessibleDescription(/Los dos correos no son iguales/);
  await expect(page.getByLabel('Repetí la contraseña')).toHaveAccessibleDescription(/Las dos contraseñas no son iguales/);
  await expect(page).toHaveURL('/signUp');

  const name = page.getByLabel('Nombre', { exact: true });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Ana-2 María!');
  await expect(name).toHaveAccessibleDescription(/no puede tener números ni símbolos/);
  await page.getByRole('button', { name: 'Cambiar a “Ana María”' }).click();
  await expect(name).toHaveValue('Ana María');
  await expect(name).not.toHaveAttribute('aria-invalid', 'true');

  await page.getByLabel('Correo electrónico', { exact: true }).fill(person.email);
  await page.getByLabel('Repetí el correo electrónico').fill(person.email);
  await page.getByLabel('Repetí la contraseña').fill(person.password);
  const type = page.getByLabel('Tipo de teléfono');
  const number = page.getByLabel('Teléfono', { exact: true });
  await expect(type.locator('option')).toHaveText(['Celular', 'Fijo']);
  await type.selectOption('Fijo');
  await number.fill('55 500');
  await signUpButton(page).click();
  await expect(number).toBeFocused();
  await expect(number).toHaveAccessibleDescription(/le faltan números/);
  await number.fill('+54 (11) 4555-0199');
  await signUpButton(page).click();
  await expect(page).toHaveURL('/');
  const { cPais, listaTelefono } = await ask(page, 'GET', '/v2/Cliente/Informacion');
  expect(cPais).toBe('AR');
  expect(listaTelefono).toEqual([
    {
      idClienteTelefono: expect.stringMatching(/^[\w-]{22}$/),
      cTipo: 'FIJO',
      cNumero: '541145550199',
      cNumeroEscrito: '+54 11 4555 0199',
      lPorDefecto: 'S',
    },
  ]);
});

test('somebody from any country signs up with a passport and a phone of that country; the brand’s own countries come first', async ({
  page,
}) => {
  const person = newcomer();
  await page.goto('/signUp');
  await hydrated(page);
  await fillInSignUp(page, person);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const options = field('País').getByRole('option');
  await expect(options).toHaveCount(249);
  await expect(options.nth(0)).toHaveText('Argentina');
  await expect(options.nth(3)).toHaveText('Afganistán');
  await field('País').selectOption('Uruguay');
  await expect(field('Tipo de documento').getByRole('option')).toHaveText(['Pasaporte', 'CI extranjera']);
  await field('Número de documento').fill('C-123.456');
  await field('Teléfono').fill('094 123 456');
  await looksRight(page);
  await signUpButton(page).click();
  await expect(page).toHaveURL('/');
  const { cPais, cTipoDeDocumento, cDocumento, listaTelefono } = await ask(page, 'GET', '/v2/Cliente/Informacion');
  expect([cPais, cTipoDeDocumento, cDocumento]).toEqual(['UY', 'PASAPORTE', 'C123456']);
  expect(JSON.stringify(listaTelefono)).toContain('59894123456');

  await page.goto('/myAddress');
  await page.getByRole('button', { name: 'Agregar un domicilio' }).click();
  await field('País').selectOption('Uruguay');
  await page.getByLabel('Provincia, estado o región').fill('Maldonado');
  await page.getByLabel('Localidad').fill('Punta del Este');
  await page.getByLabel('Calle').fill('Gorlero');
  await field('Número').fill('620');
  await looksRight(page);
  await page.getByRole('button', { name: /^Guardar/ }).click();
  await expect(page.getByText('Punta del Este · Maldonado · Uruguay')).toBeVisible();
});
