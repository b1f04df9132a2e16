import { expect, test } from '../fixtures.ts';

test('the API reference opens and shows a call, with requests to our origin only', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/reference');
  await expect(page.getByRole('heading', { level: 1 }).first()).toContainText(/Butaca/);
  await page.getByRole('button', { name: 'Open Group - Cliente' }).click();
  await page.getByRole('link', { name: /^Log in: e-mail and password/ }).click();
  await expect(page.getByText('/v2/Cliente/Ingreso/Token').filter({ visible: true }).first()).toBeVisible();
});
