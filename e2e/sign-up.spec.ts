import { demoCustomer, fillInSignUp, newcomer, signUpButton } from './customers.ts';
import { expect, test } from './fixtures.ts';
import { mailsTo } from './inbox.ts';
import { ask } from './purchases.ts';

test('a newcomer signs up, is logged in, welcomed by mail and known by name (GE-015, RO-010, RO-011)', async ({ page }) => {
  const person = newcomer();
  await page.goto('/signUp');
  await fillInSignUp(page, person);
  await signUpButton(page).click();

  await expect(page).toHaveURL('/');
  await expect(page.locator('[data-msg="signed-up"]')).toHaveText('Tu cuenta está lista, y ya ingresaste.');
  expect((await ask(page, 'GET', '/v2/Cliente/Informacion')).cEmail).toBe(person.email);

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

test('an address that has an account is refused at its field; nothing is lost, and the log-in and a recovery know it', {
  tag: '@once',
}, async ({ page }) => {
  const email = page.getByLabel('Correo electrónico', { exact: true });
  await page.goto('/signUp?nextUrl=%2FFAQ');
  await fillInSignUp(page, { ...newcomer(), email: 'ANA@correo.example' });
  await signUpButton(page).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/Ya hay una cuenta con este correo/);
  await expect(page).toHaveURL('/signUp?nextUrl=%2FFAQ');
  for (const [label, value] of [
    ['Nombre', 'Julia'],
    ['Número de documento', '30.123.456'],
    ['Contraseña', 'Platea2026'],
    ['Repetí la contraseña', 'Platea2026'],
    ['Teléfono', '+54 11 5555-0100'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  }
  await page.getByRole('main').getByRole('link', { name: 'Ingresá con este correo' }).click();
  await expect(page).toHaveURL('/login?nextUrl=%2FFAQ');
  await expect(email).toHaveValue('ANA@correo.example');
  await page.goBack();
  await email.fill('ana@correo.example');
  await page.goto('/signUp');
  await fillInSignUp(page, { ...newcomer(), email: demoCustomer.email });
  await signUpButton(page).click();
  await page.getByRole('main').getByRole('link', { name: '¿No te acordás de la contraseña?' }).click();
  await expect(page).toHaveURL('/recoverPassword');
  await expect(email).toHaveValue(demoCustomer.email);
});

/** What a person types, in which field, and what they are told. */

test('the captcha is invisible: it asks nobody anything, and goes with the form (FL-003)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/signUp');
  await fillInSignUp(page, newcomer());
  const sent = page.waitForRequest('**/v2/Cliente/Insertar_v2');
  await signUpButton(page).click();
  expect((await sent).postDataJSON().cCaptcha).toMatch(/^[\w+/=]{100,}$/);
  await expect(page.locator('iframe:visible')).toHaveCount(0);
  await expect(page).toHaveURL('/');
});

test('the notice of a new account goes with the next page', { tag: '@once' }, async ({ page }) => {
  await page.clock.install();
  await page.goto('/signUp?nextUrl=%2FFAQ');
  await fillInSignUp(page, newcomer());
  await signUpButton(page).click();
  await expect(page).toHaveURL('/FAQ');
  const notice = page.locator('[data-msg="signed-up"]');
  await expect(notice).toBeVisible();
  // As long as it takes to read.
  await page.clock.runFor(2100);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Términos y condiciones' }).click();
  await expect(page).toHaveURL('/termsAndConditions');
  await expect(notice).toBeHidden();
});

test('news by mail are agreed to with one box, which nobody has to tick', { tag: '@once' }, async ({ page, context }) => {
  for (const agrees of [false, true]) {
    await page.goto('/signUp');
    const box = page.getByLabel(/^Quiero recibir por correo/);
    await expect(box).not.toBeChecked();
    await fillInSignUp(page, newcomer());
    await box.setChecked(agrees);
    await signUpButton(page).click();
    await expect(page).toHaveURL('/');
    await page.goto('/myPrivacy');
    await expect(box).toBeChecked({ checked: agrees });
    await expect(page.getByText(agrees ? /^Lo aceptaste el \d+ de / : /^Hoy no te mandamos ninguna/)).toBeVisible();
    await page.evaluate(() => localStorage.clear());
    await context.clearCookies();
  }
});

test('after signing up the visitor is on the page they had asked for (R-010, R-011)', { tag: '@once' }, async ({ page }) => {
  const person = newcomer();
  await page.goto('/login?nextUrl=%2FFAQ');
  await page.getByRole('main').getByRole('link', { name: 'Creá tu cuenta' }).click();
  await fillInSignUp(page, person);
  await signUpButton(page).click();
  await expect(page).toHaveURL('/FAQ');
});
