import { expect, expectAccessible, hydrated, widthOverflow } from '../fixtures.ts';
import { logInAsNewcomer } from '../purchases.ts';
import { journeysOf } from './second-product.ts';

const test = journeysOf('butaca', (brand, { sandbox }) => {
  const outside = `http://localhost:${sandbox}`;
  brand.pixels = { landing: `${outside}/measure/pixel/landing`, seats: `${outside}/measure/pixel/seats` };
  brand.hosts.countryLookup = `${outside}/country`;
});
test.use({ elsewhere: /^http:\/\/localhost:\d+\/(measure|country)/ });

test('nothing is told before consent; then a visit of a show’s page and of the choice of places once each (CA-032, CA-033)', async ({
  page,
  secondProduct,
}) => {
  const told = async () => {
    const answer = await fetch(`http://127.0.0.1:${secondProduct.sandbox.page}/measure/control`);
    return ((await answer.json()) as { told: { stage: string; query: string; referer: string | null; cookie: string | null }[] }).told;
  };
  const stages = async () => (await told()).map(({ stage }) => stage);
  const banner = page.getByRole('region', { name: '¿Nos dejás medir?' });
  await page.goto('/landing/hamlet');
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await banner.getByRole('button', { name: 'Rechazar' }).click();
  await expect(banner).toBeHidden();
  await page.reload();
  await hydrated(page);
  await expect(banner).toBeHidden();
  await page.goto('/signUp');
  await expect(page.getByLabel('País', { exact: true })).toHaveValue('ar');
  expect(await stages()).toEqual([]);

  // The answer is changed where the privacy of the brand is explained.
  await page.goto('/privacyPolicies');
  await page.getByRole('radio', { name: 'Acepto que se mida mi visita' }).check();
  await logInAsNewcomer(page);
  await page.goto('/landing/hamlet');
  await expect.poll(stages).toEqual(['landing']);
  await page.locator('main a[href*="/funcion/"]').first().click();
  await expect.poll(stages).toEqual(['landing', 'seats']);
  await expect(page.getByRole('heading', { level: 1, name: 'Hamlet' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver todas las fechas' }).click();
  await expect.poll(stages).toEqual(['landing', 'seats', 'landing']);
  for (const { query, referer, cookie } of await told()) expect([query, referer, cookie]).toEqual(['', null, null]);

  // A pixel that fails is not shown to the visitor.
  await page.route(/\/measure\/pixel\//, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/measure/pixel/landing'));
  await page.reload();
  await failed;
  await expect(page.getByRole('heading', { level: 1, name: 'Hamlet' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('with consent the country select begins where the brand’s service places the visitor, and without an answer at home (CA-029)', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('region', { name: '¿Nos dejás medir?' }).getByRole('button', { name: 'Aceptar' }).click();
  await page.route(/\/country$/, (route) => route.abort(), { times: 1 });
  await page.goto('/signUp');
  await hydrated(page);
  await expect(page.getByLabel('País', { exact: true })).toHaveValue('ar');
  await page.reload();
  await expect(page.getByLabel('País', { exact: true })).toHaveValue('py');
  await page.getByLabel('País', { exact: true }).selectOption('México');
  await expect(page.getByLabel('País', { exact: true })).toHaveValue('mx');
});
