import { sendLogIn } from '../customers.ts';
import { expect, expectAccessible, widthOverflow } from '../fixtures.ts';
import { journeysOf } from './second-product.ts';
import { codeOf, heading, newMember, press } from './staff.ts';

const test = journeysOf('butaca', (json) => {
  json.login.staff.secondFactor = 'required';
});

test('where the brand asks staff for a second step, none gets in without one, and the last one stays', { tag: '@once' }, async ({
  page,
  secondProduct: { environment },
}) => {
  await page.goto('/');
  const organiser = await newMember(page, 'organiser', environment);
  await page.goto('/oficina');
  await sendLogIn(page, organiser);
  // The password alone opens nothing: the step is set up first.
  await expect(heading(page, 'Agregá un segundo paso')).toBeFocused();
  await expect(page.getByText('Tu organización lo pide para ingresar.')).toBeVisible();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('butaca.office'))).toBeNull();
  await page.goto('/oficina');
  await expect(page).toHaveURL(/\/oficina\/ingresar$/);

  await sendLogIn(page, organiser);
  await press(page, 'Usar una app');
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Código de la app').fill(codeOf(secret));
  await press(page, 'Activar');
  await expect(heading(page, 'Códigos de recuperación')).toBeFocused();
  await press(page, 'Ya los guardé');
  await expect(heading(page, 'Funciones')).toBeVisible();

  await page.goto('/oficina/seguridad');
  await page.getByLabel('Contraseña', { exact: true }).fill(organiser.password);
  await press(page, 'Continuar');
  await page.getByLabel('Código', { exact: true }).fill(codeOf(secret, 1));
  await press(page, 'Continuar');
  await page.getByRole('button', { name: 'Quitar: App de autenticación' }).click();
  await press(page, 'Sí, quitar');
  await expect(page.getByRole('alert')).toContainText('agregá otro antes de quitar el último');
  await page.reload();
  await expect(page).toHaveURL(/\/oficina\/seguridad$/);
});
