import type { Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { demoClerk } from '../customers.ts';
import { expect, hydrated } from '../fixtures.ts';
import { ask, openSession } from '../purchases.ts';
import { withEveryMethod as test } from './products.ts';

const BACK_WITHIN_MS = limit(60_000);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('the counter sells although the server is restarted under it: it says that it reconnects, and sells once', async ({
  page,
  secondProduct,
}) => {
  await openSession(page, demoClerk);
  const { Lista } = await ask(page, 'GET', '/v2/Boleteria/Funciones');
  const { idFuncion } = Lista.find(({ cEstado }: Record<string, string>) => cEstado === 'EN_VENTA');
  const { oProceso } = await ask(page, 'POST', '/v2/Proceso/0/Posiciones/TomarGrupo', {
    idFuncion,
    ctProceso: 'BOX',
    listaSector: [{ nCantidad: 2 }],
  });
  const id = oProceso.idProcesoDeCompra;
  await page.goto(`/buyTicketBox?idProcesoDeCompra=${id}`);
  await expect(heading(page, 'Cobrar')).toBeVisible();
  await hydrated(page);
  await page.getByRole('checkbox').check();

  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (/CobrarEfectivo$/.test(request.url())) keys.push(request.headers()['idempotency-key']);
  });
  // Through the browser's own connections: those that are open are served until the server ends.
  const isThere = () =>
    page.evaluate(() =>
      fetch('/readyz', { cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
    );
  secondProduct.restart();
  await expect.poll(isThere, { timeout: BACK_WITHIN_MS, intervals: [20] }).toBe(false);
  await page.keyboard.press('F8');
  await expect(page.getByText('reconectando').first()).toBeVisible();
  await expect(heading(page, 'Venta hecha')).toBeVisible({ timeout: BACK_WITHIN_MS });

  // However often it was sent until the server was back.
  expect(new Set(keys).size).toBe(1);
  expect((await ask(page, 'GET', `/v2/Operacion/${id}`)).listaEntrada).toHaveLength(2);
  const { oAbierta } = await ask(page, 'GET', '/v2/Boleteria/Caja');
  expect([oAbierta.nVentas, oAbierta.fVentas]).toEqual([1, oProceso.oTotal.fTotal]);
});
