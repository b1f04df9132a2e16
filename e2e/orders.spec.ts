import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, widthOverflow } from './fixtures.ts';
import { buy, heading, tickets } from './orders.ts';
import { ask } from './purchases.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const enlarge = (page: Page, turn: number) => page.getByRole('button', { name: `Ver más grande el código QR de la entrada ${turn} de` });
const inBothThemes = async (page: Page, look: () => Promise<void>) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await look();
  }
};

/** How much of the page has moved by itself since it was opened. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[];
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 1000);
      }),
  );

/** As many tickets as were paid, each with its code and number, and how they were paid. */
async function expectTicketsOf(page: Page, orderId: string, count: number) {
  await expect(tickets(page)).toHaveCount(count);
  const { listaEntrada } = await ask(page, 'GET', `/v2/Operacion/${orderId}`);
  const shown = await page.locator('main [data-code]').evaluateAll((codes) => codes.map((code) => code.getAttribute('data-code')));
  expect(shown).toEqual(listaEntrada.map(({ cCodigo }: { cCodigo: string }) => cCodigo));
  expect(shown).toHaveLength(count);
  for (const { cNumero } of listaEntrada) await expect(page.getByText(cNumero)).toBeAttached();
  await expect(page.getByText('Visa terminada en 4905')).toBeVisible();
  await expect(page.getByText(/En 3 cuotas/)).toBeVisible();
  await expect(page.getByText('QR antifraude')).toBeHidden();
}

/** From the first of two tickets, with dark colours: its code, then the other one's by the arrow keys, and back. */
async function expectCodesForTheDoor(page: Page) {
  await enlarge(page, 1).click();
  const screen = page.getByRole('dialog', { name: 'Código para ingresar' });
  await expect(screen).toBeVisible();
  await expect(screen).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const first = await screen.locator('[data-code]').getAttribute('data-code');
  const { width = 0, height = 0 } = (await screen.locator('[data-code]').boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThan(300);
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await expect(screen.getByText('Entrada 2 de 2')).toBeVisible();
  expect(await screen.locator('[data-code]').getAttribute('data-code')).not.toBe(first);
  await page.keyboard.press('Escape');
  await expect(screen).toBeHidden();
  await expect(enlarge(page, 1)).toBeFocused();
}

test('on a phone the tickets of an order are swiped one after the other or with buttons, and a code for the door fills a white screen', {
  tag: '@phone',
}, async ({ page }) => {
  const { orderId } = await buy(page);
  await page.goto(`/myOrders/${orderId}`);
  await expectTicketsOf(page, orderId, 2);
  await inBothThemes(page, () => expectAccessible(page));
  await expect(page.getByText('Entrada 1 de 2')).toBeVisible();
  await page.getByRole('button', { name: 'Entrada siguiente' }).click();
  await expect(page.getByText('Entrada 2 de 2')).toBeVisible();
  await expect(tickets(page).last()).toBeInViewport({ ratio: 0.5 });
  await page.getByRole('list', { name: 'Tus entradas' }).evaluate((strip) => strip.scrollTo({ left: 0 }));
  await expect(page.getByText('Entrada 1 de 2')).toBeVisible();
  await expectCodesForTheDoor(page);
});

test('a buyer finds as many tickets as were paid, each with its code, from 320 pixels on, in the light and in the dark (SC-009)', {
  tag: '@desktop',
}, async ({ page }) => {
  const { orderId } = await buy(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/myOrders/${orderId}`);
  await expect(tickets(page)).toHaveCount(2);
  expect(await layoutShift(page)).toBeLessThan(0.02);
  expect(await widthOverflow(page)).toBe(0);
  // A page twice as large.
  await page.setViewportSize({ width: 640, height: 400 });
  expect(await widthOverflow(page)).toBe(0);

  await page.setViewportSize({ width: 1280, height: 800 });
  await expectTicketsOf(page, orderId, 2);
  await inBothThemes(page, () => expectAccessible(page));
  await expectCodesForTheDoor(page);
});

test('Mis compras lists upcoming orders before past ones and leads to tickets, which are saved as files and shown without a connection (R-045)', {
  tag: '@desktop',
}, async ({ page, context }) => {
  const { orderId } = await buy(page, { quantity: 1 });
  const { Lista } = await ask(page, 'GET', '/v2/Historial2');
  const [order] = Lista;
  const over = {
    ...order,
    idOperacion: 'o'.repeat(22),
    listaFuncion: order.listaFuncion.map((performance: object) => ({ ...performance, dFuncion: '2020-03-05T23:00:00Z' })),
  };
  await page.route(/\/v2\/Historial2/, (route) => route.fulfill({ json: { nCode: 200, oData: { Lista: [over, order] } } }));
  const next = page.getByRole('region', { name: 'Próximas' });
  const openOrder = () => next.getByRole('link', { name: 'Ver las entradas: Hamlet' }).click();

  await test.step('the list', async () => {
    await page.goto('/myOrders');
    await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: /Próximas|Anteriores/ })).toHaveText(['Próximas', 'Anteriores']);
    await expect(next.getByText(/^1 entrada · \$/)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await inBothThemes(page, () => expectAccessible(page));
    await page.setViewportSize({ width: 1280, height: 800 });
    await openOrder();
    await expect(page).toHaveURL(`/myOrders/${orderId}`);
    await expect(heading(page, 'Hamlet')).toBeFocused();
    await expect(tickets(page)).toHaveCount(1);
  });

  await test.step('a PDF for a sheet, none for a printer that only counters have, and the date for the calendar', async () => {
    const downloaded = async (button: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button, exact: true }).click(),
      ]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const sheet = await downloaded('Descargar PDF');
    expect(sheet.name).toMatch(/^entradas-hamlet-\d{4}-\d{2}-\d{2}-[0-9A-Z]{3}(-[0-9A-Z]{3}){2}\.pdf$/);
    expect(sheet.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    await expect(page.getByRole('button', { name: /80 mm/ })).toHaveCount(0);
    const { name, bytes } = await downloaded('Agregar al calendario');
    expect(name).toBe('funcion.ics');
    expect(bytes.toString()).toContain('SUMMARY:Hamlet');
  });

  await test.step('once opened, the tickets are shown again without a connection', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Mis compras' }).click();
    await expect(heading(page, 'Mis compras')).toBeVisible();
    await context.setOffline(true);
    await openOrder();
    await expect(page).toHaveURL(`/myOrders/${orderId}`);
    await expect(page.getByText('Estas son tus entradas como las viste la última vez')).toBeVisible();
    await expect(page.locator('main [data-code]')).toHaveCount(1);
    await context.setOffline(false);
  });
});
