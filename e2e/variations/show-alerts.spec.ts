import type { Page } from '@playwright/test';
import { demoCustomer, newcomer } from '../customers.ts';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';
import { mailsTo } from '../inbox.ts';
import { openSession } from '../purchases.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });

/** The address of a show without tickets on sale. */
async function soldOutShow(page: Page): Promise<string> {
  const { oData } = await (await page.request.get('/v2/Cartelera')).json();
  const shows: readonly { readonly cSeo: string; readonly lAgotado: string }[] = oData.Lista;
  return `/landing/${shows.find(({ lAgotado }) => lAgotado === 'S')?.cSeo}`;
}

test('who finds a show sold out leaves an address, confirms it by the mail, and has a way out; a customer asks with one press', {
  tag: '@phone',
}, async ({ page }) => {
  const address = newcomer().email;
  await page.goto(await soldOutShow(page));
  await hydrated(page);
  const alert = section(page, 'No hay entradas en venta ahora');
  await alert.getByLabel('¿A qué correo te avisamos?').fill('a@b');
  await alert.getByRole('button', { name: 'Avisame' }).click();
  await expect(alert.getByText('Escribí un correo válido.')).toBeVisible();
  await expect(alert.getByRole('textbox')).toBeFocused();
  await alert.getByRole('textbox').fill(address);
  await alert.getByRole('textbox').press('Enter');
  await expect(alert).toContainText('Te mandamos un correo');
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);

  const mail = async () => (await mailsTo(address)).find(({ subject }) => subject.startsWith('¿Te avisamos'))?.text ?? '';
  await expect.poll(mail).toContain('/aviso?');
  await page.goto(/https?:\/\/[^/\s]+(\/aviso\?\S+)/.exec(await mail())?.[1] ?? '');
  await page.getByRole('button', { name: 'Confirmar el aviso' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Listo, te vamos a avisar');
  await page.goto('/aviso/baja?enlace=x');
  await page.getByRole('button', { name: 'No quiero más avisos' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este enlace no sirve');

  await test.step('a customer who is logged in', async () => {
    await openSession(page, demoCustomer);
    await page.goto(await soldOutShow(page));
    await hydrated(page);
    await expect(alert.getByRole('textbox')).toHaveCount(0);
    await alert.getByRole('button', { name: 'Avisame' }).click();
    await expect(alert).toContainText(/te vamos a avisar por correo|Te mandamos un correo/);
  });
});
