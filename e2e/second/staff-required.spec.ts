import { sendLogIn } from '../customers.ts';
import { expect, expectAccessible, widthOverflow } from '../fixtures.ts';
import { codeMailedTo } from '../inbox.ts';
import { codeOf, heading, newMember, press, setUpApp } from '../staff.ts';
import { withAllAddresses as test } from './products.ts';

test('where the brand asks staff for a second step, none gets in without one, and the last one stays', async ({
  page,
  secondProduct: { environment },
}) => {
  const organiser = await newMember(page, 'organiser', { env: environment });
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
  const secret = await setUpApp(page);
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

test('a clerk whose address is not confirmed recovers the password with the address filled in, comes back and sets up the step', async ({
  page,
  secondProduct: { environment, sandbox },
}) => {
  const clerk = await newMember(page, 'box-office', { env: environment, confirmed: false });
  await page.goto('/oficina/ingresar');
  await sendLogIn(page, clerk);
  await press(page, 'Usar una app');
  await expect(heading(page, 'Confirmá tu correo')).toBeFocused();
  await expect(page.getByText('Después volvé a entrar acá')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Recuperar la contraseña' }).click();
  await expect(page.getByLabel('Correo electrónico', { exact: true })).toHaveValue(clerk.email);
  await press(page, 'Mandarme el código');
  await page.getByLabel('Código del correo').fill(await codeMailedTo(clerk.email, 8, sandbox));
  const password = 'Candilejas2027';
  await page.getByLabel('Contraseña nueva').fill(password);
  await page.getByLabel('Repetí la contraseña').fill(password);
  await press(page, 'Cambiar la contraseña');
  await expect(page).toHaveURL(/\/login$/);

  await page.goto('/oficina/ingresar');
  await sendLogIn(page, { ...clerk, password });
  await setUpApp(page);
  await expect(page).toHaveURL(/\/buyTicketBox/i);
});
