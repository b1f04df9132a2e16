import type { Page } from '@playwright/test';
import { terms } from '../cards.ts';
import { fillInSignUp, newcomer, sendLogIn, signUpButton } from '../customers.ts';
import { expect, expectAccessible, widthOverflow } from '../fixtures.ts';
import { withBothLogIns as test } from './products.ts';

test.use({ elsewhere: /^http:\/\/localhost:\d+\/recaptcha\// });

const scripts = (page: Page) => page.locator('script[src*="/recaptcha/api.js"]');
const notice = (page: Page) => page.getByRole('main').getByText('Protegido por reCAPTCHA de Google:');

/** The notice of a form fits every width and both colour schemes. */
async function noticeFits(page: Page) {
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(notice(page)).toBeVisible();
    expect(await widthOverflow(page)).toBe(0);
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

test('a newcomer signs up and later logs in, and reCAPTCHA stands in the forms alone, with its notice (FL-001, FL-003)', async ({
  page,
  context,
}) => {
  const person = newcomer();
  await page.goto('/');
  await expect(scripts(page)).toHaveCount(0);
  await page.goto('/signUp');
  await expect(notice(page).getByRole('link', { name: 'Privacidad' })).toHaveAttribute('href', 'https://policies.google.com/privacy');
  await expect(notice(page).getByRole('link', { name: 'Condiciones' })).toHaveAttribute('href', 'https://policies.google.com/terms');
  await expect(scripts(page)).toHaveCount(0);
  await noticeFits(page);
  await fillInSignUp(page, person);
  await terms(page).check();
  const signedUp = page.waitForRequest('**/v2/Cliente/Insertar_v2');
  await signUpButton(page).click();
  expect((await signedUp).postDataJSON().cCaptcha).toMatch(/^simulated-/);
  await expect(page).toHaveURL('/');
  await expect(page.locator('[data-msg="signed-up"]')).toBeVisible();

  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/recoverPassword');
  await noticeFits(page);
  await page.goto('/login');
  await noticeFits(page);
  await sendLogIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: /^Hola, / })).toBeVisible();
  await expect(scripts(page)).toHaveCount(1);
});

test('a form whose script did not load says so and sends nothing; it goes once the script is there (FL-001)', async ({ page }) => {
  let isThere = false;
  await page.route('**/recaptcha/api.js?*', (route) =>
    isThere ? route.continue() : route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/v2/Cliente/Insertar_v2') && sent.push(request.url()));
  await page.goto('/signUp');
  await fillInSignUp(page, newcomer());
  await terms(page).check();
  await signUpButton(page).click();
  await expect(page.getByText('No pudimos comprobar que no sos un robot. Intentá de nuevo.')).toBeVisible();
  expect(sent).toHaveLength(0);
  isThere = true;
  await signUpButton(page).click();
  await expect(page).toHaveURL('/');
  expect(sent).toHaveLength(1);
});
