import { fillInSignUp, logInButton, newcomer, sendLogIn, signUpButton } from './customers.ts';
import { expect, test } from './fixtures.ts';
import { mailsTo } from './inbox.ts';
import { ask, openSession } from './purchases.ts';

test('a newcomer signs up, is welcomed by mail, logs in and is known by name (GE-015, RO-010, RO-011)', async ({ page }) => {
  const person = newcomer();
  await page.goto('/signUp');
  await fillInSignUp(page, person);
  await signUpButton(page).click();

  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('status').getByText('Tu cuenta está lista. Ingresá con tu correo y tu contraseña.')).toBeVisible();
  // The address changes a moment before the page does.
  await expect(logInButton(page)).toBeEnabled();
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(person.email);
  await sendLogIn(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Julia');

  const received = () => mailsTo(person.email);
  await expect.poll(received).toHaveLength(1);
  const [mail] = await received();
  expect(mail?.html).toContain('Julia');
});

test('a missing or wrong value is named at its field, and the first such field has the focus (VA-008, VA-010, VA-018)', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/signUp');
  await signUpButton(page).click();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await expect(field('Nombre')).toBeFocused();
  for (const [label, message] of [
    ['Nombre', 'Escribí tu nombre'],
    ['Apellido', 'Escribí tu apellido'],
    ['Género', 'Elegí una opción de género'],
    ['Número de documento', 'Escribí el número de documento'],
    ['Correo electrónico', 'Escribí tu correo electrónico'],
    ['Contraseña', 'Escribí tu contraseña'],
  ] as const) {
    await expect(field(label)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(label)).toHaveAccessibleDescription(new RegExp(message));
  }

  // The list on top leads to each field, and a message goes when its reason does.
  await page.getByRole('main').getByRole('link', { name: 'Escribí el número de documento' }).click();
  await expect(field('Número de documento')).toBeFocused();
  await field('Número de documento').fill('30123456');
  await expect(field('Número de documento')).not.toHaveAttribute('aria-invalid', 'true');
});

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

test('an address that already has an account is refused at its field', { tag: '@once' }, async ({ page }) => {
  await page.goto('/signUp');
  await fillInSignUp(page, { ...newcomer(), email: 'ANA@correo.example' });
  await signUpButton(page).click();
  await expect(page.getByLabel('Correo electrónico', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Correo electrónico', { exact: true })).toHaveAccessibleDescription(/Ya hay una cuenta con este correo/);
  await expect(page).toHaveURL('/signUp');
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
  await expect(page).toHaveURL('/login');
  await openSession(page, person);
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

test('gender has four answers, country three; no terms and no telegram user (EN-080, EN-089, CO-029)', { tag: '@once' }, async ({
  page,
}) => {
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
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('main').getByLabel(/telegram/i)).toHaveCount(0);
});

test('after sign up and log in the visitor reaches the page they had asked for (R-010, R-011)', { tag: '@once' }, async ({ page }) => {
  const person = newcomer();
  await page.goto('/login?nextUrl=%2FFAQ');
  await page.getByRole('main').getByRole('link', { name: 'Creá tu cuenta' }).click();
  await fillInSignUp(page, person);
  await signUpButton(page).click();
  await sendLogIn(page, person);
  await expect(page).toHaveURL('/FAQ');
});
