import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.ts';
import { limit } from '../../scripts/test/limits.ts';
import { expect, NOWHERE, test, watch } from '../fixtures.ts';
import { openDate } from '../hall.ts';
import { payOff } from '../paid.ts';
import { buyAddress, logInAsNewcomer, type TakenPlaces, take } from '../purchases.ts';
import { besideTheScreen, brokenWords, keyboardWalk, overlapsInBar } from '../walk.ts';

/** What a person chooses in the browser's settings, and the px that 100 % has. */
const USUAL_PX = 16;
const cases = [
  { percent: 200, width: 390 },
  { percent: 150, width: 1280 },
  { percent: 200, width: 1280 },
];

for (const { percent, width } of cases) {
  test(`with text of ${percent} % nothing is lost on a screen of ${width} px, from the menu to the payment`, async ({ baseURL }) => {
    test.setTimeout(limit(240_000));
    const browser = await browserWithText(percent);
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      locale: 'es-AR',
      timezoneId: 'America/Argentina/Buenos_Aires',
      viewport: { width, height: width < 600 ? 844 : 800 },
      reducedMotion: 'reduce',
    });
    const problems = watch(context, { origin: baseURL, elsewhere: NOWHERE });
    const page = await context.newPage();
    const look = (name: string) => lookAt(page, { name: `${name}-${width}-${percent}` });

    await page.goto('/');
    expect(await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(
      (USUAL_PX * percent) / 100,
    );
    await look('billboard');
    for (const [name, address] of [
      ['landing', '/landing/hamlet'],
      ['landing-long-word', '/landing/fuenteovejuna'],
      ['login', '/login'],
      ['sign-up', '/signUp'],
      ['search', '/AdvancedSearch?cBuscar=teatro'],
      ['information', '/FAQ'],
    ] as const) {
      await page.goto(address);
      await look(name);
    }
    const { firstName } = await logInAsNewcomer(page);
    await page.goto('/');
    await openMenu(page, firstName);
    await look('menu');
    await page.keyboard.press('Escape');

    await payOff(page, await take(page, { show: 'fuenteovejuna', quantity: 1 }));
    await page.goto('/myPrivacy');
    const pages = await page
      .getByRole('navigation', { name: 'Mi cuenta' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const address of pages) {
      await page.goto(address);
      await look(address.slice(1));
    }

    await openDate(page, '/landing/hamlet');
    await look('hall');
    const taken = await take(page, { show: 'hamlet', quantity: 2 });
    await page.reload();
    await look('hall-taken');
    await openWaysToPay(page, taken);
    await look('buy');
    await browser.close();
    expect(problems).toEqual([]);
  });
}

for (const width of [390, 1280]) {
  test(`with a root of twice its size nothing is lost on a screen of ${width} px`, async ({ page }) => {
    test.setTimeout(limit(120_000));
    await page.setViewportSize({ width, height: 844 });
    // As a person's own style sheet or an extension does; media queries do not follow it.
    const enlarge = () => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
    const look = async (address: string, open = () => page.goto(address) as Promise<unknown>) => {
      await open();
      await enlarge();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [class*="_skeleton_"]')).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      expect.soft(await besideTheScreen(page), `${address} is wider than the screen`).toEqual([]);
      expect.soft(await brokenWords(page), `${address} breaks words`).toEqual([]);
      expect.soft(await overlapsInBar(page), `${address} has a bar whose parts overlap`).toEqual([]);
    };
    for (const address of ['/', '/landing/hamlet', '/landing/fuenteovejuna', '/login', '/signUp', '/AdvancedSearch?cBuscar=teatro', '/FAQ'])
      await look(address);
    await logInAsNewcomer(page);
    await payOff(page, await take(page, { show: 'fuenteovejuna', quantity: 1 }));
    for (const address of ['/myOrders', '/myData', '/myPrivacy']) await look(address);
    const taken = await take(page, { show: 'hamlet', quantity: 2 });
    await look(taken.address);
    await look(buyAddress(taken), () => openWaysToPay(page, taken));
  });
}

/** The buy page of a brand with several ways to pay: the journeys' own has one, which is not chosen from anything. */
async function openWaysToPay(page: Page, taken: TakenPlaces) {
  await page.route('**/FormasDePago', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const names = ['Mercado Pago', 'MODO', 'Tarjeta de crédito o débito, con otra cuenta'];
    body.oData.Lista.push(...names.map((cNombre, at) => ({ nFormaDePago: 91 + at, cTipo: 'BILLETERA', cNombre, aMarca: [] })));
    await route.fulfill({ response, json: body });
  });
  await page.goto(buyAddress(taken));
  await expect(page.getByRole('radio', { name: 'Mercado Pago' })).toBeAttached();
}

/** A browser whose default size of text was changed, which is what `rem` and the widths of media queries follow. */
function browserWithText(percent: number): Promise<Browser> {
  const { args = [], ...options } = findBrowser() as { args?: string[] };
  return chromium.launch({ ...options, args: [...args, `--blink-settings=defaultFontSize=${(USUAL_PX * percent) / 100}`] });
}

/** Nothing is beside the screen, and everything that can be reached by Tab is seen when it has the focus. */
async function lookAt(page: Page, { name }: { name: string }) {
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible();
  await expect(page.locator('main [class*="_skeleton_"]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect.soft(await besideTheScreen(page), `${name} is wider than the screen`).toEqual([]);
  expect.soft(await brokenWords(page), `${name} breaks words`).toEqual([]);
  expect.soft(await overlapsInBar(page), `${name} has a bar whose parts overlap`).toEqual([]);
  expect.soft((await keyboardWalk(page)).lost, `${name} hides what has the focus`).toEqual([]);
}

/** The drawer of a phone, or the list of the account where the bar has room for one. */
async function openMenu(page: Page, firstName: string) {
  const drawer = page.getByRole('banner').getByRole('button', { name: 'Menú' });
  if (await drawer.isVisible()) await drawer.click();
  else await page.getByRole('banner').getByRole('button', { name: firstName }).click();
}
