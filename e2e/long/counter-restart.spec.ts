import type { Page } from '@playwright/test';
import { demoClerk } from '../customers.ts';
import { expect, hydrated } from '../fixtures.ts';
import { ask, openSession } from '../purchases.ts';
import { journeysOf } from './second-product.ts';

const test = journeysOf('butaca');
test.describe.configure({ mode: 'default' });
const BACK_WITHIN_MS = 90_000;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const PRINTS = /\/Imprimir$/;

test('the counter takes, charges, prints and opens the next sale although the server is restarted under each, says so, and does it once', async ({
  page,
  secondProduct,
}) => {
  test.setTimeout(400_000);
  const search = page.getByRole('searchbox', { name: 'Buscar por obra, sala u hora' });
  const waiting = page.getByText('reconectando');
  const later = { timeout: BACK_WITHIN_MS };
  /** By call, the keys of what was sent, however often. */
  const keys = new Map<string, Set<string | undefined>>();
  page.on('request', (request) => {
    const call = /TomarGrupo$|CobrarEfectivo$/.exec(request.url())?.[0] ?? (PRINTS.test(request.url()) ? 'Imprimir' : undefined);
    if (call) keys.set(call, (keys.get(call) ?? new Set()).add(request.headers()['idempotency-key']));
  });
  // Through the browser's own connections: those that are open are served until the server ends.
  const isThere = () =>
    page.evaluate(() =>
      fetch('/readyz', { cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
    );
  /** Presses a key while the server is away. */
  const pressWithoutServer = async (key: string) => {
    await expect.poll(isThere, later).toBe(true);
    secondProduct.restart();
    await expect.poll(isThere, { ...later, intervals: [20] }).toBe(false);
    await page.keyboard.press(key);
  };

  await openSession(page, demoClerk);
  await page.goto('/buyTicketBox');
  await expect(search).toBeFocused();
  await hydrated(page);
  await search.fill('hamlet');
  await search.press('Enter');
  await expect(page.getByLabel('Cantidad de entradas')).toBeFocused();
  await page.keyboard.press('2');
  await expect(page.getByRole('button', { name: 'Tomar los mejores lugares' })).toBeEnabled();

  await pressWithoutServer('F4');
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Continuar con la compra' })).toBeFocused(later);
  await expect(waiting).toBeHidden();
  await page.keyboard.press('F8');
  await expect(heading(page, 'Cobrar')).toBeVisible(later);
  await page.getByRole('checkbox', { name: /acepta/ }).check();

  await pressWithoutServer('F8');
  await expect(waiting).toBeVisible();
  await expect(heading(page, 'Venta hecha')).toBeVisible(later);
  const id = new URL(page.url()).searchParams.get('idProcesoDeCompra') ?? '';

  const paper = page.waitForEvent('download', later);
  await pressWithoutServer('F9');
  expect((await paper).suggestedFilename()).toMatch(/\.pdf$/);

  await pressWithoutServer('F2');
  await expect(search).toBeFocused(later);
  await expect(waiting).toBeHidden();

  expect([...keys].map(([call, sent]) => [call, sent.size])).toEqual([
    ['TomarGrupo', 1],
    ['CobrarEfectivo', 1],
    ['Imprimir', 1],
  ]);
  const { listaEntrada, nImpresiones, fTotal } = await ask(page, 'GET', `/v2/Boleteria/Venta/${id}`);
  expect([listaEntrada.length, nImpresiones]).toEqual([2, 1]);
  const { oAbierta } = await ask(page, 'GET', '/v2/Boleteria/Caja');
  expect([oAbierta.nVentas, oAbierta.fVentas]).toEqual([1, fTotal]);
});
