import type { Page } from '@playwright/test';
import { demoCustomer, fillInSignUp, newcomer, signUpButton } from './customers.ts';
import { expect, looksRight, test } from './fixtures.ts';
import { mailsTo } from './inbox.ts';
import { ask } from './purchases.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('a newcomer signs up, is logged in, welcomed by mail and known by name, and gets news where the box was ticked (GE-015, RO-010, RO-011)', {
  tag: '@phone',
}, async ({ page }) => {
  const person = newcomer();
  await page.goto('/signUp');
  await fillInSignUp(page, person);
  const news = page.getByLabel(/^Quiero recibir por correo/);
  await expect(news).not.toBeChecked();
  await news.check();
  await signUpButton(page).click();

  await expect(page).toHaveURL('/');
  await expect(page.locator('[data-msg="signed-up"]')).toHaveText('Tu cuenta está lista, y ya ingresaste.');
  expect((await ask(page, 'GET', '/v2/Cliente/Informacion')).cEmail).toBe(person.email);
  await expect.poll(() => mailsTo(person.email)).toHaveLength(1);
  expect((await mailsTo(person.email))[0]?.html).toContain('Julia');

  await page.goto('/myPrivacy');
  await expect(news).toBeChecked();
  await expect(page.getByText(/^Lo aceptaste el \d+ de /)).toBeVisible();
});

test('after signing up the visitor is on the page they had asked for, with a notice that goes with the next page (R-010, R-011)', {
  tag: '@once',
}, async ({ page }) => {
  await page.clock.install();
  await page.goto('/login?nextUrl=%2FFAQ');
  await page.getByRole('main').getByRole('link', { name: 'Creá tu cuenta' }).click();
  await fillInSignUp(page, newcomer());
  const sent = page.waitForRequest('**/v2/Cliente/Insertar_v2');
  await signUpButton(page).click();
  // The captcha is invisible: it asks nobody anything, and goes with the form.
  expect((await sent).postDataJSON().cCaptcha).toMatch(/^[\w+/=]{100,}$/);
  await expect(page.locator('iframe:visible')).toHaveCount(0);
  await expect(page).toHaveURL('/FAQ');
  const notice = page.locator('[data-msg="signed-up"]');
  await expect(notice).toBeVisible();
  // As long as it takes to read.
  await page.clock.runFor(2100);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Términos y condiciones' }).click();
  await expect(page).toHaveURL('/termsAndConditions');
  await expect(notice).toBeHidden();

  await page.goto('/myPrivacy');
  await expect(page.getByLabel(/^Quiero recibir por correo/)).not.toBeChecked();
  await expect(page.getByText(/^No aceptaste recibirlas con tu cuenta/)).toBeVisible();

  await test.step('with an open session there is no form to fill in', async () => {
    await page.goto('/signUp?nextUrl=%2FFAQ');
    await expect(page).toHaveURL('/FAQ');
    await page.goto('/signUp');
    await expect(page).toHaveURL('/');
  });
});

test('a missing or wrong value, and an address that has an account, are named at their fields, and nothing is lost (VA-008, VA-010, VA-018)', {
  tag: '@once',
}, async ({ page }) => {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const email = field('Correo electrónico');
  await page.goto('/signUp?nextUrl=%2FFAQ');
  await signUpButton(page).click();
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

  await fillInSignUp(page, { ...newcomer(), email: 'ANA@correo.example' });
  await signUpButton(page).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/Ya hay una cuenta con este correo/);
  await expect(page).toHaveURL('/signUp?nextUrl=%2FFAQ#documentNumber');
  for (const [label, value] of [
    ['Nombre', 'Julia'],
    ['Número de documento', '30.123.456'],
    ['Contraseña', 'Platea2026'],
    ['Repetí la contraseña', 'Platea2026'],
    ['Teléfono', '+54 11 5555-0100'],
  ] as const) {
    await expect(field(label)).toHaveValue(value);
  }

  await test.step('the log-in and a recovery know the address', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Ingresá con este correo' }).click();
    await expect(page).toHaveURL('/login?nextUrl=%2FFAQ');
    await expect(email).toHaveValue('ANA@correo.example');
    await page.goBack();
    await expect(title(page)).toHaveText('Creá tu cuenta');
    await fillInSignUp(page, { ...newcomer(), email: demoCustomer.email });
    await signUpButton(page).click();
    await page.getByRole('main').getByRole('link', { name: '¿No te acordás de la contraseña?' }).click();
    await expect(page).toHaveURL('/recoverPassword?nextUrl=%2FFAQ');
    await expect(email).toHaveValue(demoCustomer.email);
  });
});

test('a domain that looks misspelt is asked about: it is corrected in both fields, or kept as it was typed (VA-007, VA-009)', {
  tag: '@once',
}, async ({ page }) => {
  const person = newcomer();
  const name = person.email.slice(0, person.email.indexOf('@'));
  await page.goto('/signUp');
  await fillInSignUp(page, { ...person, email: `${name}@gmial.com` });
  const email = page.getByLabel('Correo electrónico', { exact: true });
  const repeated = page.getByLabel('Repetí el correo electrónico');
  const question = page.locator('[data-msg="email_typo"]');
  await expect(question).toContainText(`¿Quisiste decir ${name}@gmail.com?`);
  await looksRight(page, { widths: [390, 1280] });

  await signUpButton(page).click();
  await expect(email).toBeFocused();
  await expect(page).toHaveURL('/signUp');
  await question.getByRole('button', { name: 'Sí, corregirlo' }).click();
  await expect(email).toHaveValue(`${name}@gmail.com`);
  await expect(repeated).toHaveValue(`${name}@gmail.com`);
  await expect(question).toBeHidden();
  await expect(email).not.toHaveAttribute('aria-invalid');

  const own = `${name}@gmal.com`;
  await email.fill(own);
  await repeated.fill(own);
  await question.getByRole('button', { name: 'No, está bien escrito' }).press('Enter');
  await expect(question).toBeHidden();
  await signUpButton(page).click();
  await expect(page).toHaveURL('/');
  expect((await ask(page, 'GET', '/v2/Cliente/Informacion')).cEmail).toBe(own);
});
