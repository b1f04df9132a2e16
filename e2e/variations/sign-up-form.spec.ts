import { fillInSignUp, newcomer, signUpButton } from '../customers.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { ask } from '../purchases.ts';

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

test('every part of a birthday that does not exist is refused', { tag: '@once' }, async ({ page }) => {
  await page.goto('/signUp');
  await fillInSignUp(page, newcomer());
  await page.getByLabel('Mes', { exact: true }).fill('2');
  await page.getByLabel('Día', { exact: true }).fill('31');
  await signUpButton(page).click();
  const birthday = page.getByRole('group', { name: 'Fecha de nacimiento' });
  await expect(birthday).toHaveAccessibleDescription(/Esa fecha no existe/);
  for (const part of ['Día', 'Mes', 'Año']) await expect(birthday.getByLabel(part)).toHaveAttribute('aria-invalid', 'true');
  await birthday.getByLabel('Día').fill('28');
  for (const part of ['Día', 'Mes', 'Año']) await expect(birthday.getByLabel(part)).not.toHaveAttribute('aria-invalid');
});

test('the inputs of a row stand on one line, with hints and errors or without', { tag: '@desktop' }, async ({ page }) => {
  const rows = [
    ['Nombre', 'Apellido'],
    ['Género', 'Día', 'Mes', 'Año'],
    ['País', 'Tipo de documento'],
    ['Correo electrónico', 'Repetí el correo electrónico'],
    ['Contraseña', 'Repetí la contraseña'],
    ['Tipo de teléfono', 'Teléfono'],
  ];
  const placesOf = (row: string[]) =>
    Promise.all(
      row.map((label) =>
        page
          .getByLabel(label, { exact: true })
          .boundingBox()
          .then((box) => [box?.y, box?.height]),
      ),
    );
  const expectLines = async () => {
    for (const row of rows) {
      const [first, ...others] = await placesOf(row);
      for (const other of others) expect(other, row.join(', ')).toEqual(first);
    }
  };
  await page.goto('/signUp');
  await expectLines();
  await signUpButton(page).click();
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expectLines();
});

test('both confirmations must match and the e-mail must be one (VA-009, VA-011, VA-012)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/signUp');
  await fillInSignUp(page, { ...newcomer(), email: 'julia@' });
  await page.getByLabel('Repetí el correo electrónico').fill('otra@correo.example');
  await page.getByLabel('Repetí la contraseña').fill('Platea2027');
  await signUpButton(page).click();
  await expect(page.locator('[data-msg="auth.E-mail must be valid"]')).toHaveText('El correo electrónico debe ser válido');
  await expect(page.getByLabel('Repetí el correo electrónico')).toHaveAccessibleDescription(/Los dos correos no son iguales/);
  await expect(page.getByLabel('Repetí la contraseña')).toHaveAccessibleDescription(/Las dos contraseñas no son iguales/);
  await expect(page).toHaveURL('/signUp');
});

test('digits and symbols in a name are taken out with one click, never without it (VA-037, VA-038, VA-039)', { tag: '@once' }, async ({
  page,
}) => {
  await page.goto('/signUp');
  await fillInSignUp(page, { ...newcomer(), firstName: 'Ana-2 María!' });
  await signUpButton(page).click();
  const name = page.getByLabel('Nombre', { exact: true });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Ana-2 María!');
  await expect(name).toHaveAccessibleDescription(/no puede tener números ni símbolos/);
  await page.getByRole('button', { name: 'Cambiar a “Ana María”' }).click();
  await expect(name).toHaveValue('Ana María');
  await expect(name).not.toHaveAttribute('aria-invalid', 'true');
});

test('each bound of dates and lengths is told in words, at the field and on top (VA-024, VA-025, ER-007)', { tag: '@once' }, async ({
  page,
}) => {
  await page.goto('/signUp');
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
});

test('while a password is typed its rules say which of them it keeps', { tag: '@once' }, async ({ page }) => {
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
});

test('browsers and password managers know what each field is', { tag: '@once' }, async ({ page }) => {
  await page.goto('/signUp');
  const tokens = await page
    .getByRole('main')
    .locator('input, select')
    .evaluateAll((fields) => fields.map((field) => [field.getAttribute('name'), field.getAttribute('autocomplete')]));
  expect(Object.fromEntries(tokens)).toMatchObject({
    firstName: 'given-name',
    lastName: 'family-name',
    gender: 'sex',
    day: 'bday-day',
    month: 'bday-month',
    year: 'bday-year',
    email: 'email',
    password: 'new-password',
    passwordConfirmation: 'new-password',
    phoneNumber: 'tel',
    country: 'country',
  });
});

test('the form asks for e-mail and password twice (EN-086, EN-087)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/signUp');
  await expect(page.getByRole('main').locator('input[type="email"]')).toHaveCount(2);
  await expect(page.getByRole('main').locator('input[type="password"]')).toHaveCount(2);
});

test('a customer has the phone type and number of the form, and is from Argentina unless another country is selected (EN-088, CO-018)', {
  tag: '@once',
}, async ({ page }) => {
  const person = newcomer();
  await page.goto('/signUp');
  await fillInSignUp(page, person);
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

test('nobody accepts terms to sign up (VA-036, FL-019)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/signUp');
  // The only box is about news by mail, and stays empty.
  const boxes = page.getByRole('main').getByRole('checkbox');
  await expect(boxes).toHaveCount(1);
  await expect(boxes).toHaveAccessibleName(/^Quiero recibir por correo/);
  await expect(page.getByRole('main').getByText(/términos|condiciones/i)).toHaveCount(0);
  await fillInSignUp(page, newcomer());
  await signUpButton(page).click();
  await expect(page).toHaveURL('/');
});

test('nobody is asked for a telegram user (EN-085, FL-020)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/signUp');
  await expect(page.getByLabel('Teléfono', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByLabel(/telegram/i)).toHaveCount(0);
  await expect(page.getByRole('main').locator('[name*=elegram]')).toHaveCount(0);
});

test('gender has four answers, country three (EN-080, EN-089, CO-029)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/signUp');
  await expect(page.getByLabel('Género').locator('option')).toHaveText([
    'Elegí una opción',
    'Femenino',
    'Masculino',
    'Otro',
    'Prefiero no informar',
  ]);
  await expect(page.getByLabel('País').locator('option')).toHaveText(['Argentina', 'Paraguay', 'México']);
  await expect(page.getByLabel('País')).toHaveValue('ar');
});
