import type { Page } from '@playwright/test';
import { demoClerk } from '../customers.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { tickets } from '../orders.ts';
import { enterOffice, paidOrder } from '../paid.ts';
import { printed } from '../paper.ts';
import { ask, openSession, soldForCash } from '../purchases.ts';

test.use({ colorScheme: 'dark' });

/** The shop's bar, its footer, its newsletter, and buttons. */
const frame = /Ingresar|Mi cuenta|Cartelera|Preguntas frecuentes|arrepentimiento|novedades|Descargar|Ver más grande|siguiente|Ayuda/i;

const pageColours = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return { backgroundColor, color };
  });

test('an order of four tickets is printed with all of them, each whole on a sheet, without the frame of the page, on white', {
  tag: '@once',
}, async ({ page }) => {
  const { orderId } = await paidOrder(page, 4);
  await page.goto(`/myOrders/${orderId}`);
  await expect(tickets(page)).toHaveCount(4);
  const { listaEntrada } = await ask(page, 'GET', `/v2/Operacion/${orderId}`);
  const numbers: string[] = listaEntrada.map(({ cNumero }: { cNumero: string }) => cNumero);

  for (const landscape of [false, true])
    await test.step(landscape ? 'landscape' : 'portrait', async () => {
      const sheets = await printed(page, { landscape });
      expect(sheets.join('\n')).not.toMatch(frame);
      // The turn stands in a ticket's upper edge, the number under its code at the lower one.
      numbers.forEach((number, index) => {
        const sheetsWith = (text: string) => sheets.flatMap((sheet, at) => (sheet.includes(text) ? [at] : []));
        expect(sheetsWith(number), number).toHaveLength(1);
        expect(sheetsWith(`${index + 1}/4`)).toEqual(sheetsWith(number));
      });
      expect(sheets[0]).toContain('Hamlet');
    });

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await pageColours(page)).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(34, 29, 25)' });
  // Below each other, and as large as a scanner needs at arm's length: 35 mm.
  const codes = await page.locator('main [data-code]').evaluateAll((all) => all.map((code) => code.getBoundingClientRect().toJSON()));
  codes.forEach(({ width, top }, index) => {
    expect(width).toBeGreaterThan((35 / 25.4) * 96);
    expect(top).toBeGreaterThan(codes[index - 1]?.bottom ?? 0);
  });
});

test('lists of the office and of the counter are printed to their end, without bars, searches and buttons', { tag: '@once' }, async ({
  page,
}) => {
  await enterOffice(page);
  await page.goto('/oficina');
  const rows = page.getByRole('table', { name: 'Funciones' }).getByRole('rowheader');
  await expect(rows).toHaveCount(60);
  const found = Number((await page.getByText(/^\d+ funciones/).textContent())?.match(/\d+/)?.[0]);
  const list = (await printed(page)).join('\n');
  // Which ones they are is said by a button on the screen.
  expect(list).toMatch(new RegExp(`${found} funciones · Próximas`));
  // Two more stand in the totals.
  expect(list.match(/\d lugares/g)).toHaveLength(found + 2);
  expect(list).not.toMatch(/Salir|Buscar|7 días|Mostrar/);

  await openSession(page, demoClerk);
  const { number } = await soldForCash(page, 1);
  await page.goto('/boleteria/ventas');
  await hydrated(page);
  await expect(page.getByText(number)).toBeVisible();
  const sales = (await printed(page)).join('\n');
  expect(sales).toContain(number);
  expect(sales).not.toMatch(/Reservas|Buscar una venta|Nueva venta/);
});

test('an order as the office sees it is printed with all of its lines, each below its heading and on one sheet, upright and landscape', {
  tag: '@once',
}, async ({ page, otherVisitor: office }) => {
  const { orderId } = await paidOrder(page, 4);
  const { listaEntrada } = await ask(page, 'GET', `/v2/Operacion/${orderId}`);
  const numbers: string[] = listaEntrada.map(({ cNumero }: { cNumero: string }) => cNumero);
  await enterOffice(office);
  await office.goto(`/oficina/operaciones?operacion=${orderId}`);
  await expect(office.getByText(numbers[0] ?? '')).toBeVisible();

  for (const landscape of [false, true])
    await test.step(landscape ? 'landscape' : 'portrait', async () => {
      const sheets = await printed(office, { landscape });
      const sheetsWith = (text: string | RegExp) => sheets.flatMap((sheet, at) => (sheet.search(text) < 0 ? [] : [at]));
      for (const number of numbers) expect(sheetsWith(number), number).toHaveLength(1);
      expect(sheetsWith('Entradas')).toEqual(sheetsWith(numbers[0] ?? ''));
      expect(sheetsWith('Cobros')).toEqual(sheetsWith('Visa'));
      expect(sheetsWith('Comprobantes')).toEqual(sheetsWith('Factura'));
      expect(sheets.join('\n')).not.toMatch(/Salir|Buscar|Devolver|Reenviar|Funciones/);
    });
});

test('a billboard is printed with every show by its name, on no sheet that is blank', { tag: '@once' }, async ({ page }) => {
  const { oData } = await (await page.request.get('/v2/Cartelera')).json();
  await page.goto('/');
  await hydrated(page);
  const sheets = await printed(page);
  for (const [index, sheet] of sheets.entries()) expect(sheet.trim(), `sheet ${index + 1} of ${sheets.length}`).not.toBe('');
  // A long name goes on in the next line, wherever it may be parted.
  const joined = (text: string) => text.replace(/\s+/g, '');
  const words = joined(sheets.join(''));
  for (const { cEspectaculoCartelNombre: name } of oData.Lista) expect(words).toContain(joined(name));
});
