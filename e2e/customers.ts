import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The customer of the demo. */
export const demoCustomer = { name: 'Ana Ferreyra', firstName: 'Ana', email: 'ana@correo.example', password: 'Platea2026' };

/** Who sells at the counter of the demo; every log-in is a counter of its own. */
export const demoClerk = { name: 'Bruno Salas', firstName: 'Bruno', email: 'boleteria@butaca.example', password: 'Boleteria2026' };

/** Another one, whose drawer is opened and closed by one journey. */
export const dayClerk = { ...demoClerk, name: 'Nora Ibáñez', firstName: 'Nora', email: 'boleteria2@butaca.example' };

/** A new person; passwords follow the rules of sign up. */
export const newcomer = () => ({
  firstName: 'Julia',
  lastName: 'Paredes',
  email: `julia.${randomBytes(6).toString('hex')}@correo.example`,
  password: 'Platea2026',
});
export type Newcomer = ReturnType<typeof newcomer>;

/** Fills in the whole form of sign up. */
export async function fillInSignUp(page: Page, { firstName, lastName, email, password }: Newcomer) {
  await page.getByLabel('Nombre', { exact: true }).fill(firstName);
  await page.getByLabel('Apellido', { exact: true }).fill(lastName);
  await page.getByLabel('Género').selectOption('Femenino');
  await page.getByLabel('Día', { exact: true }).fill('5');
  await page.getByLabel('Mes', { exact: true }).fill('3');
  await page.getByLabel('Año', { exact: true }).fill('1990');
  await page.getByLabel('Número de documento').fill('30.123.456');
  await page.getByLabel('Correo electrónico', { exact: true }).fill(email);
  await page.getByLabel('Repetí el correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByLabel('Repetí la contraseña').fill(password);
  await page.getByLabel('Teléfono', { exact: true }).fill('+54 11 5555-0100');
}

export const signUpButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Crear cuenta' });
export const logInButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Ingresar', exact: true });

/** Sends the login form of the page that is open. */
export async function sendLogIn(page: Page, { email, password }: { email: string; password: string }) {
  await expect(logInButton(page)).toBeEnabled();
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await logInButton(page).click();
}

/** Logs in from the login page; the greeting shows, and the session is open. */
export async function logIn(page: Page, customer: { email: string; password: string }) {
  await page.goto('/login');
  await sendLogIn(page, customer);
  await expect(page.getByRole('heading', { level: 1, name: /^Hola, / })).toBeVisible();
}

/** Logs in as a clerk, whom the counter waits for. */
export async function logInAtCounter(page: Page, clerk: { email: string; password: string }) {
  await page.goto('/login');
  await sendLogIn(page, clerk);
  await expect(page).toHaveURL('/buyTicketBox');
}

/**
 * The session ends on this device, as after three hours; nobody logs out. The page is left first: an answer that is still under way would
 * write the session down again.
 */
export async function endSession(page: Page) {
  const isGone = async () => {
    await page.goto('/robots.txt');
    return page.evaluate(() => localStorage.getItem('butaca.session') === null);
  };
  await page.goto('/robots.txt');
  // What the page before wrote last may arrive after this: its document lives in another process.
  await expect(async () => {
    await page.evaluate(() => localStorage.removeItem('butaca.session'));
    expect(await isGone()).toBe(true);
  }).toPass();
}
