import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { heading, tickets } from '../orders.ts';
import { payOff } from '../paid.ts';
import { ask, logInAsNewcomer, take } from '../purchases.ts';

/** A paid order of two places of Hamlet. */
async function paidOrder(page: Page, delivery?: number) {
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  await payOff(page, taken, delivery ? { delivery } : {});
  return taken.purchaseId;
}

test('a PDF that fails shows an error, and the tickets stay; those to be collected at the box office show that and no code; another customer’s order is not found', {
  tag: '@once',
}, async ({ page, otherVisitor }) => {
  await logInAsNewcomer(page);
  const orderId = await paidOrder(page);
  await page.goto(`/myOrders/${orderId}`);
  await page.route(/\/Entradas\//, (route) => route.fulfill({ json: { nCode: 503, cError: 'busy', oData: { nSegundos: 1 } } }));
  await page.getByRole('button', { name: 'Descargar PDF', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No pudimos armar el PDF' })).toBeVisible();
  await expect(tickets(page)).toHaveCount(2);
  // Its number is for people; the id is for programs.
  await expect(page.getByText('Número de operación')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(orderId);

  const toCollect = await paidOrder(page, 2);
  await page.goto(`/myOrders/${toCollect}`);
  await expect(page.getByText('Retirala en la boletería con tu documento y el número de operación.')).toHaveCount(2);
  await expect(page.locator('[data-code]')).toHaveCount(0);
  // The bill, which may be there already, has a PDF of its own.
  await expect(page.getByRole('button', { name: /^Descargar PDF( \(|$)/ })).toHaveCount(0);
  await expectAccessible(page);

  await logInAsNewcomer(otherVisitor);
  await otherVisitor.goto(`/myOrders/${orderId}`);
  await expect(heading(otherVisitor, 'No encontramos esta compra')).toBeVisible();
  await expect(otherVisitor.getByText(orderId)).toBeHidden();
  await expectAccessible(otherVisitor);
});

test('an order that is unpaid or refunded shows its state and has no code; an unknown state is shown as the server names it (EN-113); a long order says which of its tickets these are, and leads to the others part by part', {
  tag: '@once',
}, async ({ page }) => {
  test.slow();
  await logInAsNewcomer(page);
  const { purchaseId } = await take(page, { show: 'hamlet', quantity: 1 });
  const oProceso = await ask(page, 'GET', `/v2/Proceso/${purchaseId}`);
  const order = {
    idOperacion: purchaseId,
    idProcesoDeCompra: purchaseId,
    listaEntrada: [],
    listaFuncion: [],
    oTotal: oProceso.oTotal,
    fPendiente: 0,
    fPagado: 0,
    oProceso,
  };
  const states = {
    PENDIENTE: ['Tu pago todavía se está verificando', 'Ver cómo está el pago'],
    EN_DEVOLUCION: ['Te estamos devolviendo el dinero', 'Ver cómo está la devolución'],
    DEVUELTA: ['Te devolvimos el dinero', ''],
  };
  for (const [cEstado, [title = '', step = '']] of Object.entries(states)) {
    await page.route(/\/v2\/Operacion\//, (route) => route.fulfill({ json: { nCode: 200, oData: { ...order, cEstado } } }));
    await page.goto(`/myOrders/${purchaseId}`);
    await expect(page.getByText(title)).toBeVisible();
    if (step) await expect(page.getByRole('link', { name: step })).toHaveAttribute('href', `/payConfirm?idProcesoDeCompra=${purchaseId}`);
    await expect(page.locator('[data-code]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /PDF|calendario/ })).toHaveCount(0);
    await expectAccessible(page);
  }
  await page.unrouteAll();

  const orderId = await paidOrder(page);
  const oData = await ask(page, 'GET', `/v2/Operacion/${orderId}`);
  const changed = { ...oData, cEstado: 'EN_CAMBIO' };
  await page.route(/\/v2\/(Operacion|Historial2)/, (route) =>
    route.fulfill({ json: { nCode: 200, oData: route.request().url().includes('Historial2') ? { Lista: [changed] } : changed } }),
  );
  await page.goto('/myOrders');
  await expect(page.getByText('EN_CAMBIO')).toBeVisible();
  await page.getByRole('link', { name: 'Ver la compra: Hamlet' }).click();
  await expect(heading(page, 'Hamlet')).toBeFocused();
  await expect(page.getByText('EN_CAMBIO')).toBeVisible();
  await page.unrouteAll();

  // The shop sells no such order today; older ones are answered in parts.
  await page.route(/\/v2\/Operacion\/[\w-]+(\?|$)/, async (route) => {
    const nParte = Number(new URL(route.request().url()).searchParams.get('nParte') ?? 1);
    await route.fulfill({
      json: { nCode: 200, oData: { ...oData, oParte: { nParte, nPartes: 3, nCantidadEntradas: 95, nTamano: 40 } } },
    });
  });
  await page.reload();
  const parts = page.getByRole('navigation', { name: 'Entradas 1–40 de 95' });
  await expect(parts.getByRole('link')).toHaveText(['1–40', '41–80', '81–95']);
  await expect(page.getByRole('button', { name: 'Descargar PDF (1–40)' })).toBeVisible();
  await expectAccessible(page);
  const asked = page.waitForRequest(/\/v2\/Operacion\/[\w-]+\?nParte=3$/);
  await parts.getByRole('link', { name: 'Ver las entradas 81–95' }).click();
  await asked;
  await expect(
    page.getByRole('navigation', { name: 'Entradas 81–95 de 95' }).getByRole('link', { name: 'Ver las entradas 81–95' }),
  ).toHaveAttribute('aria-current', 'page');
});

test('valid tickets come before void ones, which are folded, and each refund says how much went back, when and to where', async ({
  page,
}) => {
  await logInAsNewcomer(page);
  const orderId = await paidOrder(page);
  const oData = await ask(page, 'GET', `/v2/Operacion/${orderId}`);
  const [first, ...others] = oData.listaEntrada;
  const { cCodigo: _, ...voided } = first;
  const half = first.fPrecioFinal;
  const order = {
    ...oData,
    ...{ listaEntrada: [{ ...voided, cEstado: 'ANULADA' }, ...others], fDevuelto: half, fPagado: oData.fPagado - half },
    listaDevolucion: [
      { fTotal: half - 100, dFecha: '2026-11-29T17:22:00Z', cDestino: 'MEDIO_DE_PAGO' },
      { fTotal: 100, dFecha: '2026-11-30T17:22:00Z', cDestino: 'SALDO', lEnCurso: 'S' },
    ],
  };
  await page.route(/\/v2\/Operacion\/[\w-]+$/, (route) => route.fulfill({ json: { nCode: 200, oData: order } }));
  await page.goto(`/myOrders/${orderId}`);
  await expect(tickets(page)).toHaveCount(1);
  await expect(tickets(page).first()).toHaveAttribute('data-state', 'valid');
  const folded = page.getByText('1 entrada anulada');
  await expect(page.getByText('Con esta entrada ya no se puede ingresar.')).toBeHidden();
  await folded.click();
  await expect(page.getByText('Con esta entrada ya no se puede ingresar.')).toBeVisible();
  const facts = page.getByRole('region', { name: 'Detalle de la compra' });
  await expect(facts).toContainText('El 29 de noviembre de 2026, al mismo medio de pago: Visa terminada en');
  await expect(facts).toContainText('En camino desde el 30 de noviembre de 2026, como saldo en tu cuenta');
  await expect(page.locator('[role=status] [role=status]')).toHaveCount(0);
  await expectAccessible(page);
});
