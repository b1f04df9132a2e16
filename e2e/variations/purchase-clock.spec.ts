import type { Page } from '@playwright/test';
import { ownDeviceClock, setDeviceClock } from '../device-clock.ts';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';
import { bar, buying, cart, cartMenu, clock, ended, setSecondsLeft, timer } from '../purchase-bar.ts';
import { ask, buyAddress, stageOf, take } from '../purchases.ts';

/** Opens a page and waits until it has asked how the purchase stands; an answer that came later would put the deadline back. */
async function openAndAsk(page: Page, path: string) {
  // An answer to the page before would be cut off by leaving it, and never finish.
  await page.goto(path, { waitUntil: 'commit' });
  await (await page.waitForResponse(/\/v2\/Proceso\/[\w-]+$/)).finished();
  await expect(clock(page)).toBeVisible();
}

/** How much of the page moved since it came: the sum of its layout shifts. */
const shiftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 1500);
      }),
  );

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

test('clock and cart icon are there while a purchase runs, count down, and move nothing when they appear (TB-040, TB-041, EX-001)', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await expect(clock(page)).toBeHidden();
  await expect(cart(page)).toBeHidden();

  await buying(page);
  await expect(clock(page).locator('[data-msg="Your time expires in"]')).toHaveText('Tu tiempo vence en');
  await expect(clock(page)).toHaveText(/1[12]:\d\d$/);
  const first = await clock(page).textContent();
  await expect(clock(page)).not.toHaveText(first ?? '');
  await expect(cart(page).locator('[data-badge]')).toHaveText('2');

  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    await page.goto('/FAQ');
    await expect(clock(page)).toHaveText(/1[12]:\d\d$/);
    expect(await shiftsOf(page)).toBeLessThan(0.005);
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
});

test('on a phone cart icon and clock sit under the bar and stay in sight; at two minutes the clock turns to the colour of an alert, with a sign beside it (TB-045, EX-005, CO-003)', {
  tag: '@phone',
}, async ({ page }) => {
  await buying(page);
  await page.setViewportSize({ width: 375, height: 740 });
  for (const piece of [clock(page), cart(page)]) expect((await piece.boundingBox())?.y).toBeGreaterThanOrEqual(70);
  await openAndAsk(page, '/');
  await page.evaluate(() => window.scrollTo(0, 1500));
  await expect(clock(page)).toBeInViewport();

  const time = clock(page).getByRole('time');
  const colour = () => time.evaluate((element) => getComputedStyle(element).color);
  const alertColour = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--danger)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  await expect(clock(page).locator('[data-icon="alert"]')).toHaveCount(0);
  expect(await colour()).not.toBe(alertColour);
  await setSecondsLeft(page, 122);
  await expect(time).toHaveText('02:00');
  await expect.poll(colour).toBe(alertColour);
  await expect(clock(page).locator('[data-icon="alert"]')).toBeVisible();
  await expect(bar(page).getByRole('status').filter({ hasText: 'Te quedan 2 minutos' })).toHaveCount(1);
  await expectAccessible(page);
});

test('when the time is up a dialog is shown, and OK leaves the page (EX-006, EX-007, PT-023) @phone', async ({ page }) => {
  const taken = await buying(page);
  await setSecondsLeft(page, 1);
  await expect(ended(page).locator('[data-msg="Purchase process canceled"]')).toBeVisible();
  await expect(ended(page).locator('[data-msg="Your purchase time limit has expired"]')).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await timer(page)).toMatchObject({ cEstado: 'RESET', cOrigen: 'INV0010' });
  await expect.poll(() => stageOf(page, taken)).toBe('CANCELADO');
  await expectAccessible(page);
  await ended(page).getByRole('button', { name: 'Aceptar' }).click();
  await expect(ended(page)).toBeHidden();
  expect(await timer(page)).not.toHaveProperty('cMensaje');
});

test('the end of a purchase is told over whatever page is open, which stays, and once (C-08, R-007)', { tag: '@once' }, async ({
  page,
}) => {
  await buying(page);
  await page.goto('/FAQ');
  await setSecondsLeft(page, 1);
  await expect(ended(page).locator('[data-msg="Purchase process canceled"]')).toBeVisible();
  await expect(page).toHaveURL('/FAQ');
  // Whoever loads the billboard meanwhile finds it there.
  await page.goto('/');
  await expect(ended(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await ended(page).getByRole('button', { name: 'Aceptar' }).click();
  await expect(ended(page)).toBeHidden();
  await page.reload();
  await hydrated(page);
  await expect(ended(page)).toBeHidden();
});

test('a device whose clock jumps keeps its purchase and the time that is left; so does a page that is loaded again, and another tab (PT-004)', {
  tag: '@once',
}, async ({ page, context }) => {
  await ownDeviceClock(context);
  const taken = await buying(page);
  const keepsTime = async (tab: Page) => {
    await tab.waitForTimeout(2500);
    await expect(clock(tab)).toHaveText(/1[01]:\d\d$/);
    await expect(ended(tab)).toBeHidden();
  };
  for (const minutes of [15, -10]) {
    await setDeviceClock(page, minutes);
    await keepsTime(page);
  }
  await setDeviceClock(page, 15);
  await page.reload();
  await keepsTime(page);
  const second = await context.newPage();
  await second.goto('/FAQ');
  await keepsTime(second);
  expect(await stageOf(page, taken)).toBe('ABIERTO');
});

test('taking the last performance out of the cart can be undone; the dialog of an ended purchase leads to the performance last seen, without one to the billboard (CM-010, PT-026, PT-027) @phone', async ({
  page,
}) => {
  const taken = await buying(page);
  await cart(page).click();
  await cartMenu(page)
    .getByRole('button', { name: /^Quitar Hamlet/ })
    .click();
  await expect(ended(page)).toBeVisible();
  await ended(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(ended(page)).toBeHidden();
  await expect(clock(page)).toBeVisible();
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  const { listaFuncion } = await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}`);
  expect(listaFuncion[0].nCantidadPosiciones).toBe(2);

  await openAndAsk(page, '/FAQ');
  await setSecondsLeft(page, -5);
  await ended(page).getByRole('button', { name: 'Aceptar' }).click();
  await expect(page).toHaveURL('/');

  const next = await take(page, { show: 'hamlet', quantity: 2 });
  await page.goto(buyAddress(next));
  await expect(clock(page)).toBeVisible();
  await page.goto(next.address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hamlet');
  // The page can be read before its script is there.
  await hydrated(page);
  await openAndAsk(page, '/FAQ');
  await setSecondsLeft(page, -5);
  await ended(page).getByRole('button', { name: 'Aceptar' }).click();
  await expect(page).toHaveURL(next.address);
});

test('a second tab takes the purchase over; the first shows a dialog and leaves (PT-021, PT-022, ER-002) @phone', async ({
  page,
  context,
}) => {
  const taken = await buying(page);
  const second = await context.newPage();
  await second.goto(buyAddress(taken));
  await expect(clock(second)).toBeVisible();
  await expect(page).toHaveURL('/');
  // It goes on there, so nothing is called cancelled.
  const told = page.getByRole('dialog', { name: 'Tu compra sigue en otra pestaña' });
  await expect(told.locator('[data-msg="You have started a purchase in another tab of your browser"]')).toBeVisible();
  await expect(ended(page)).toBeHidden();
  await expect(second).toHaveURL(buyAddress(taken));
  await expect(ended(second)).toBeHidden();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  expect(await stageOf(page, taken)).toBe('ABIERTO');
});

test('two tabs show the same clock and have different ids; a buy screen without a running purchase leads to the billboard (EN-045, EN-047, PT-024)', {
  tag: '@once',
}, async ({ page, context }) => {
  const taken = await buying(page);
  const second = await context.newPage();
  await second.goto(buyAddress(taken));
  await expect(clock(second)).toBeVisible();
  const tabOf = (tab: Page) => tab.evaluate(() => JSON.parse(sessionStorage.getItem('butaca.local-timer') ?? '{}').nTabId);
  // Its clock is that of the browser and there before the tab has made the purchase its own.
  await expect.poll(() => tabOf(second)).toBeGreaterThan(0);
  const ids = [await tabOf(page), await tabOf(second)];
  expect(new Set(ids).size).toBe(2);
  expect(await timer(page)).toMatchObject({ aTabId: ids, nTabIdPrincipal: ids[1] });
  const secondsOf = async (tab: Page) => {
    const [, minutes, seconds] = /(\d\d):(\d\d)$/.exec((await clock(tab).textContent()) ?? '') ?? [];
    return Number(minutes) * 60 + Number(seconds);
  };
  const apart = async () => {
    const [one = Number.NaN, other = Number.NaN] = await Promise.all([page, second].map(secondsOf));
    return Math.abs(one - other);
  };
  await expect.poll(apart).toBeLessThanOrEqual(1);

  await second.evaluate(() => localStorage.setItem('butaca.timer', '{"cEstado":"RESET"}'));
  await expect(second).toHaveURL('/');
  await expect(ended(second)).toBeHidden();
});

test('logging out cancels the purchase, with the reason in its dialog (SE-006, SE-007, SE-008) @phone', async ({ page }) => {
  const taken = await buying(page);
  const before = await page.evaluate(() => localStorage.getItem('butaca.session'));
  await page.goto('/FAQ');
  await expect(clock(page)).toBeVisible();
  await bar(page).getByRole('button', { name: 'Menú' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).filter({ visible: true }).click();
  await expect(ended(page).locator('[data-msg="Your user session has been disconnected"]')).toBeVisible();
  expect(await timer(page)).toMatchObject({ cEstado: 'RESET', cMensaje: 'Your user session has been disconnected' });
  const left = await page.evaluate(() => [localStorage.getItem('butaca.purchase'), localStorage.getItem('butaca.process')]);
  expect(left).toEqual([null, null]);
  expect(before).toContain('token');
  // The places are free again: no page is left that could ask for the purchase, but its channel knows.
  const again = await page.request.post(`/v2/Proceso/${taken.purchaseId}/invalidar`);
  expect((await again.json()).oData.cEtapa).toBe('CANCELADO');
});
