import type { Page } from '@playwright/test';
import { demoClerk } from '../customers.ts';
import { expect, holdScript, hydrated, test } from '../fixtures.ts';
import { openDate } from '../hall.ts';
import { logInAsNewcomer, openSession } from '../purchases.ts';

const pages = [
  '/',
  '/landing/hamlet',
  '/AdvancedSearch?cBuscar=teatro',
  '/tienda',
  '/establecimiento/-/1',
  '/login?nextUrl=%2FFAQ',
  '/login/link',
  '/signUp',
  '/recoverPassword',
  '/FAQ',
  '/TechnicalSupport',
  '/no/existe',
];

/** The two widths of the projects: the page is looked at in both, since it may move at one of them alone. */
const widths = [1280, 390];

/** Calls back at each width, and ends at the phone's, or begins there. */
async function atEachWidth<T>(page: Page, widths: readonly number[], look: (width: number) => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (const width of widths) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 844 });
    found.push(await look(width));
  }
  return found;
}

/** Where everything is that can be pressed or read first, in the document's pixels. */
const remember = (page: Page) =>
  atEachWidth(page, widths, (width) =>
    page.evaluate(async (width) => {
      await document.fonts.ready;
      const parts = [...document.querySelectorAll('a, button, input, select, summary, h1, h2, h3')].filter((part) =>
        part.checkVisibility(),
      );
      const placeOf = (part: Element) => {
        const { x, y } = part.getBoundingClientRect();
        return part.checkVisibility() ? `${Math.round(x + scrollX)},${Math.round(y + scrollY)}` : 'gone';
      };
      const before = parts.map(placeOf);
      Object.assign(window, {
        [`moved${width}`]: () =>
          parts.flatMap((part, index) => {
            const now = placeOf(part);
            return now === before[index] ? [] : [`${width}: ${part.outerHTML.slice(0, 120)}: ${before[index]} → ${now}`];
          }),
      });
      return parts.length;
    }, width),
  );
/** What moved since, at each width; the one at which it was remembered last comes first. */
const moved = async (page: Page) =>
  (
    await atEachWidth(page, widths.toReversed(), (width) =>
      page.evaluate((name) => (window as unknown as Record<string, () => string[]>)[name]?.() ?? [`${name} is gone`], `moved${width}`),
    )
  ).flat();

test('nothing that can be pressed moves when a page gets its script', { tag: '@once' }, async ({ page }) => {
  for (const address of pages) {
    const arrive = await holdScript(page);
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator('footer a').last().waitFor();
    for (const parts of await remember(page)) expect(parts, address).toBeGreaterThan(5);
    arrive();
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    expect.soft(await moved(page), address).toEqual([]);
    await page.unrouteAll();
  }
});

/** Holds the free places back until the returned function is called. */
async function holdAvailability(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/v2\/Funcion\/\d+\/Disponibilidad/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('nothing that can be pressed moves in the shop when the free places arrive', { tag: '@once' }, async ({ page }) => {
  await logInAsNewcomer(page);
  const arrive = await holdAvailability(page);
  await openDate(page, '/landing/letras-de-madera');
  await expect(page.getByRole('button', { name: 'Tomar entradas' })).toBeVisible();
  await remember(page);
  arrive();
  await expect(page.getByText(/^[\d.]+ disponibles$/).first()).toBeVisible();
  expect(await moved(page)).toEqual([]);
});

test('nothing that can be pressed moves at the counter when the free places arrive', { tag: '@once' }, async ({ page }) => {
  await openSession(page, demoClerk);
  const arrive = await holdAvailability(page);
  await page.goto('/buyTicketBox');
  await page.getByRole('searchbox').fill('macbeth');
  await page.getByRole('searchbox').press('Enter');
  const quantity = page.getByRole('textbox', { name: 'Cantidad de entradas' });
  await expect(quantity).toBeFocused();
  // In its first moments the field grows by 6 px, with or without free places.
  await (await quantity.elementHandle())?.waitForElementState('stable');
  await remember(page);
  arrive();
  await expect(page.getByText(/^[\d.]+ lugares libres$/).first()).toBeVisible();
  expect(await moved(page)).toEqual([]);
});

/** Presses what `selector` finds as many ms after React listens as the address's fragment says; -1: at once. */
async function pressDuringStart(page: Page, selector: string) {
  await page.clock.install();
  await page.addInitScript((searched) => {
    const listen = document.addEventListener;
    document.addEventListener = function (this: Document, ...given: Parameters<typeof listen>) {
      if (given[0] === 'click') {
        document.addEventListener = listen;
        const delay = Number(new URL(location.href).hash.slice(1));
        const press = () => document.querySelector<HTMLElement>(searched)?.click();
        if (delay < 0) queueMicrotask(press);
        else setTimeout(press, delay);
      }
      return listen.apply(this, given);
    } as typeof listen;
  }, selector);
}
/** React takes some tens of ms to start. */
const delays = [-1, 0, 5, 25];

test('a button that is pressed at any moment of the page’s start is pressed once', { tag: '@once' }, async ({ page }) => {
  await pressDuringStart(page, 'form button[type=button]');
  const reveal = page.locator('form button[type=button]');
  for (const delay of delays) {
    // Each time another document, whatever the fragment.
    await page.goto(`/login?n=${delay}#${delay}`);
    await hydrated(page);
    await expect(reveal, `after ${delay} ms`).toHaveText('Ocultar');
    await page.clock.runFor(300);
    await expect(reveal, `after ${delay} ms`).toHaveText('Ocultar');
  }
});

test('a link that is pressed before the page has its script, or at any moment of its start, leads where it does later', {
  tag: '@once',
}, async ({ page }) => {
  const arrive = await holdScript(page);
  await page.goto('/login?nextUrl=%2FFAQ', { waitUntil: 'commit' });
  await page.getByRole('main').getByRole('link', { name: 'Creá tu cuenta' }).click();
  arrive();
  await expect(page).toHaveURL('/signUp?nextUrl=%2FFAQ');

  await pressDuringStart(page, 'main a[href^="/signUp"]');
  for (const delay of delays) {
    await page.goto(`/login?nextUrl=%2FFAQ#${delay}`);
    await expect(page, `after ${delay} ms`).toHaveURL('/signUp?nextUrl=%2FFAQ');
  }
});
