import { expect, expectAccessible, test } from '../fixtures.ts';
import { buy, heading, tickets } from '../orders.ts';
import { ask, logInAsNewcomer, take } from '../purchases.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a PDF that fails shows an error, and the tickets stay', { tag: '@once' }, async ({ page }) => {
  const { orderId } = await buy(page, { quantity: 1 });
  await page.goto(`/myOrders/${orderId}`);
  await page.route(/\/Entradas\//, (route) => route.fulfill({ json: { nCode: 503, cError: 'busy', oData: { nSegundos: 1 } } }));
  await page.getByRole('button', { name: 'Descargar PDF', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No pudimos armar el PDF' })).toBeVisible();
  await expect(tickets(page)).toHaveCount(1);
});

test('tickets to be collected at the box office show that and no code', { tag: '@once' }, async ({ page }) => {
  const { orderId } = await buy(page, { atBoxOffice: true });
  await page.goto(`/myOrders/${orderId}`);
  await expect(page.getByText('Retirala en la boletería con tu documento y el número de operación.')).toHaveCount(2);
  await expect(page.locator('[data-code]')).toHaveCount(0);
  // The bill, which may be there already, has a PDF of its own.
  await expect(page.getByRole('button', { name: /^Descargar PDF( \(|$)|80 mm/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('another customer’s order is not found', { tag: '@once' }, async ({ page, otherVisitor }) => {
  const { orderId } = await buy(page, { quantity: 1 });
  await logInAsNewcomer(otherVisitor);
  await otherVisitor.goto(`/myOrders/${orderId}`);
  await expect(heading(otherVisitor, 'No encontramos esta compra')).toBeVisible();
  await expect(otherVisitor.getByText(orderId)).toBeHidden();
  await expectAccessible(otherVisitor);
});

test('an order that is unpaid or refunded shows its state and has no code', { tag: '@once' }, async ({ page }) => {
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
});

test('an unknown state is shown as the server names it (EN-113)', { tag: '@once' }, async ({ page }) => {
  const { orderId } = await buy(page, { quantity: 1 });
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
});

test('a long order says which of its tickets these are, and leads to the others part by part', { tag: '@once' }, async ({ page }) => {
  await buy(page);
  // The shop sells no such order today; older ones are answered in parts.
  await page.route(/\/v2\/Operacion\/[\w-]+(\?|$)/, async (route) => {
    const url = route.request().url();
    const answer = await (await route.fetch({ url: url.split('?')[0] ?? url })).json();
    const nParte = Number(new URL(url).searchParams.get('nParte') ?? 1);
    await route.fulfill({
      json: { ...answer, oData: { ...answer.oData, oParte: { nParte, nPartes: 3, nCantidadEntradas: 95, nTamano: 40 } } },
    });
  });
  await page.getByRole('link', { name: 'Ver mis entradas' }).click();
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
