import type { Page, Route } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { demoClerk } from '../customers.ts';
import { expect, hydrated, looksRight, test } from '../fixtures.ts';
import { onPhone } from '../on-phone.ts';
import { paidOrder } from '../paid.ts';
import { ask, buyAddress, logInAsNewcomer, openSession, organiser, take } from '../purchases.ts';

const main = (page: Page) => page.getByRole('main');
const billsOf = (page: Page) => page.getByRole('region', { name: 'Comprobantes' });
const billOf = (page: Page) => billsOf(page).getByRole('listitem').filter({ hasText: 'Factura' });
const receiver = (page: Page) => page.getByRole('region', { name: 'Factura' });
const save = (page: Page) => receiver(page).getByRole('button', { name: 'Guardar' });
const SMALLEST = { widths: [320] };

/** An organiser's page of the office, logged in without the screens of it. */
async function inOffice(page: Page) {
  await openSession(page, organiser);
  await page.evaluate(() => localStorage.setItem('butaca.office', localStorage.getItem('butaca.session') ?? ''));
}

/** A paid order, once its bill is drafted, which is soon after the payment; its authorisation may still be on its way. */
async function billedOrder(page: Page): Promise<{ orderId: string }> {
  const order = await paidOrder(page);
  const bills = async () => (await ask(page, 'GET', `/v2/Operacion/${order.orderId}`)).listaComprobante?.length ?? 0;
  await expect.poll(bills).toBe(1);
  return order;
}

/** An order that was just paid, once the tax office has authorised so many of its bills. */
async function withBills(page: Page, orderId: string, count = 1) {
  const authorised = async () => {
    const { listaComprobante = [] } = await ask(page, 'GET', `/v2/Operacion/${orderId}`);
    return listaComprobante.filter(({ cEstado }: { cEstado: string }) => cEstado === 'AUTORIZADO').length;
  };
  await expect.poll(authorised).toBe(count);
  await page.goto(`/myOrders/${orderId}`);
  await expect(billsOf(page).getByRole('button', { name: /^Descargar PDF/ })).toHaveCount(count);
}

/** Changes the bills of what the server answers of an order; `null` leaves it none. */
const changeBills =
  (change: (bills: Record<string, unknown>[]) => Record<string, unknown>[] | null) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch();
    const body = await response.json();
    for (const order of body.oData.Lista ?? [body.oData]) order.listaComprobante = change(order.listaComprobante ?? []) ?? undefined;
    await route.fulfill({ response, json: body });
  };
const ofOrders = /\/v2\/(Historial2|Operacion\/[\w-]{22})(\?.*)?$/;

const refusal = (nCode: number, cError: string, oData: object = {}) => ({ json: { nCode, cError, oData } });

test('a paid order has its bill, at first without its authorisation, then to download; what is refunded has a credit note (EN-118, EN-119, EN-120) @phone', async ({
  page,
  otherVisitor: office,
}) => {
  const { orderId } = await billedOrder(page);
  await page.route(
    ofOrders,
    changeBills(([bill]) => [{ idComprobante: bill?.idComprobante, ctComprobante: 'FACTURA', cEstado: 'PENDIENTE', fTotal: bill?.fTotal }]),
  );
  await page.goto(`/myOrders/${orderId}`);
  await expect(billOf(page).getByText('En trámite ante ARCA')).toBeVisible();
  await expect(billOf(page).getByText(/Te llega por correo/)).toBeVisible();
  await expect(billsOf(page).getByRole('button')).toHaveCount(0);
  await looksRight(page, SMALLEST);
  await page.unroute(ofOrders);

  await withBills(page, orderId);
  const { listaComprobante } = await ask(page, 'GET', `/v2/Operacion/${orderId}`);
  const [{ nComprobante, cCAE }] = listaComprobante;
  const title = billOf(page).getByRole('heading', { level: 3 });
  await expect(title).toHaveText(`Factura B 00005-${String(nComprobante).padStart(8, '0')}`);
  await expect(billOf(page).getByText('Punto de venta')).toBeVisible();
  await expect(billOf(page).getByText(cCAE)).toBeVisible();
  await expect(billOf(page).getByText(/^vence el /)).toBeVisible();
  const reference = (await title.innerText()).replace(/\s+/g, ' ').replace('Factura ', '');
  const download = billsOf(page).getByRole('button', { name: 'Descargar PDF' });
  await page.route('**/v2/Operacion/*/Comprobante/*', (route) => route.abort());
  await download.click();
  await expect(billsOf(page).getByRole('alert')).toContainText('No pudimos traer el PDF');
  await looksRight(page, SMALLEST);
  await page.unroute('**/v2/Operacion/*/Comprobante/*');
  const file = page.waitForEvent('download');
  await download.click();
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
  await expect(billsOf(page).getByRole('alert')).toHaveCount(0);

  await refundOne(office, orderId);
  await withBills(page, orderId, 2);
  await expect(billsOf(page).getByRole('heading', { level: 3 })).toHaveText([/^Factura B 00005-/, /^Nota de crédito B 00005-/]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await looksRight(page, SMALLEST);
  await page.goto('/myOrders');
  await expect(main(page).getByText(`Factura ${reference}`)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await looksRight(page, SMALLEST);
});

async function refundOne(office: Page, orderId: string) {
  await openSession(office, organiser);
  const order = `/v2/Oficina/Operacion/${orderId}`;
  const { listaEntrada } = await ask(office, 'GET', order);
  const asked = { aEntrada: [listaEntrada[0].oEntrada.idEntrada], cMedio: 'ORIGINAL' };
  const { fDevuelve } = await ask(office, 'POST', `${order}/Devolucion/Calcular`, asked);
  await ask(office, 'POST', `${order}/Devolucion`, { ...asked, fDevuelve, cMotivo: 'Lo pidió por correo' });
}

/** The buy screen of two places, with its disclosure closed. */
async function atCheckout(page: Page) {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  await page.goto(buyAddress(taken));
  await expect(receiver(page).getByText('Consumidor final, sin datos')).toBeVisible();
  await hydrated(page);
  return taken;
}

const opened = async (page: Page) => {
  await receiver(page).getByText('A nombre de quién va la factura').click();
  await expect(receiver(page).getByLabel('Condición ante el IVA')).toBeVisible();
};

async function typeCompany(page: Page, number: string) {
  await receiver(page).getByLabel('Condición ante el IVA').selectOption('Responsable inscripto');
  await receiver(page).getByLabel('Número', { exact: true }).fill(number);
  await receiver(page).getByLabel('Nombre o razón social').fill('Teatro del Puente S.R.L.');
}

test('whom the bill goes to is told on the buy screen: a wrong CUIT says so, what is saved is there after a reload, and can be removed', {
  tag: '@once',
}, async ({ page }) => {
  await atCheckout(page);
  await expect(receiver(page).getByLabel('Número', { exact: true })).toHaveCount(0);
  await opened(page);
  await typeCompany(page, '30-71123456-7');
  await expect(receiver(page).getByLabel('Documento').locator('option')).toHaveText(['CUIT']);
  await save(page).click();
  const number = receiver(page).getByLabel('Número', { exact: true });
  await expect(number).toBeFocused();
  await expect(number).toHaveAccessibleDescription(/Revisá el número: el dígito verificador no coincide$/);
  await looksRight(page, SMALLEST);
  await onPhone(page, () => looksRight(page, SMALLEST));
  await number.fill('30-71123456-6');
  await expect(number).toHaveAccessibleDescription('');
  await number.press('Enter');
  await expect(receiver(page).getByRole('status')).toHaveText('Guardado: la factura va a salir con estos datos.');
  await expect(receiver(page).locator('summary')).toBeFocused();
  await expect(number).toHaveCount(0);
  await looksRight(page, SMALLEST);

  await page.reload();
  await expect(receiver(page).getByText('CUIT 30-71123456-6')).toBeVisible();
  await expect(receiver(page).getByText('Teatro del Puente S.R.L.')).toBeVisible();
  await hydrated(page);
  await opened(page);
  await expect(number).toHaveValue('30711234566');
  await receiver(page).getByRole('button', { name: 'Quitar los datos' }).click();
  await expect(receiver(page).getByText('Consumidor final, sin datos')).toBeVisible();
});

test('a payment that needs a name opens the form; what the server refuses stands at its field; what was typed and not saved is on the bill', {
  tag: '@once',
}, async ({ page }) => {
  const { purchaseId } = await atCheckout(page);
  await page.route('**/v2/Proceso/*/Cobrar', (route) =>
    route.fulfill(refusal(620, 'bill_receiver_needed', { fIdentificadoDesde: 10_000_000 })),
  );
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(receiver(page).getByLabel('Condición ante el IVA')).toBeFocused();
  await expect(receiver(page).getByText(/Desde \$\s10\.000\.000, la ley pide/)).toBeVisible();
  await looksRight(page, SMALLEST);
  await page.unroute('**/v2/Proceso/*/Cobrar');

  await typeCompany(page, '30-71123456-6');
  const own = /\/v2\/Proceso\/[\w-]{22}\/Comprobante$/;
  await page.route(own, (route) =>
    route.fulfill(refusal(400, 'invalid_input', { listaCampo: [{ cCampo: 'oReceptor.cNombre', cMotivo: 'invalid' }] })),
  );
  await save(page).click();
  const name = receiver(page).getByLabel('Nombre o razón social');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/El nombre tiene caracteres que no van$/);
  await expect(name).toHaveValue('Teatro del Puente S.R.L.');
  await page.unroute(own);
  await page.route(own, (route) => route.abort());
  await save(page).click();
  await expect(receiver(page).getByRole('alert')).toContainText('No pudimos guardarlo');
  await expect(name).toHaveValue('Teatro del Puente S.R.L.');
  await page.unroute(own);

  const number = receiver(page).getByLabel('Número', { exact: true });
  await number.fill('30-71123456-7');
  await payButton(page).click();
  // Nothing is paid with a bill for a CUIT that there is not.
  await expect(number).toBeFocused();
  await number.fill('30-71123456-6');
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${purchaseId}`);
  await withBills(page, purchaseId);
  await expect(billOf(page).getByRole('heading', { level: 3 })).toHaveText(/^Factura A 00005-\d{8}$/);
});

/** At the payment of a counter, whose limit is below its price. */
async function sellingAboveTheLimit(page: Page) {
  await page.route(/\/v2\/Proceso\/[\w-]{22}\/Comprobante$/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, oData: { ...body.oData, fIdentificadoDesde: 1000 } } });
  });
  await openSession(page, demoClerk);
  const { Lista } = await ask(page, 'GET', '/v2/Boleteria/Funciones');
  const { idFuncion } = Lista.find(
    ({ cEstado, cEspectaculoCartelNombre }: Record<string, string>) => cEstado === 'EN_VENTA' && cEspectaculoCartelNombre === 'Hamlet',
  );
  const { oProceso } = await ask(page, 'POST', '/v2/Proceso/0/Posiciones/TomarGrupo', {
    ...{ idFuncion, ctProceso: 'BOX' },
    listaSector: [{ nCantidad: 2 }],
  });
  await page.goto(`/buyTicketBox?idProcesoDeCompra=${oProceso.idProcesoDeCompra}`);
  await expect(page.getByLabel('Recibido')).toBeFocused();
}

test('above the limit of the law the counter asks for a name, and sells with it', { tag: '@desktop' }, async ({ page }) => {
  await sellingAboveTheLimit(page);
  await expect(receiver(page).getByText(/Desde \$\s1\.000, la ley pide/)).toBeVisible();
  await looksRight(page, SMALLEST);
  await page.getByRole('checkbox', { name: /acepta/ }).check();
  await page.route('**/CobrarEfectivo', (route) => route.fulfill(refusal(620, 'bill_receiver_needed', { fIdentificadoDesde: 1000 })));
  await page.keyboard.press('F8');
  await expect(receiver(page).getByLabel('Condición ante el IVA')).toBeFocused();
  await page.unroute('**/CobrarEfectivo');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('30.123.456');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Julia Paredes');
  await page.keyboard.press('Enter');
  await expect(receiver(page).getByText('DNI 30123456')).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByRole('heading', { level: 1, name: 'Venta hecha' })).toBeVisible();
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const refused = (bill: Record<string, unknown>) => ({
  ...{ idComprobante: bill.idComprobante, ctComprobante: 'FACTURA', cEstado: 'RECHAZADO', fTotal: bill.fTotal, nIntentos: 1 },
  ...{ dPedido: minutesAgo(26), cReceptor: 'Consumidor final, DNI 12345678' },
  listaProblema: [
    { cCodigo: '10015', cMensaje: 'El número de documento no se encuentra en los padrones de AFIP.', cCampo: 'documentNumber' },
  ],
});

test('staff see what the tax office refused, and ask again with a reason and another receiver @once', async ({ page: office }) => {
  const { orderId } = await billedOrder(office);
  await inOffice(office);
  const path = `/v2/Oficina/Operacion/${orderId}`;
  let isAskedAgain = false;
  await office.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    if (!isAskedAgain) body.oData.listaComprobante = body.oData.listaComprobante.map(refused);
    await route.fulfill({ response, json: body });
  });
  await office.goto(`/oficina/operaciones?operacion=${orderId}`);
  const bills = office.getByRole('region', { name: 'Comprobantes' });
  await expect(bills.getByText('Rechazado', { exact: true })).toBeVisible();
  await expect(bills.getByText(/^ARCA 10015: El número de documento/)).toBeVisible();
  await looksRight(office, SMALLEST);

  await bills.getByRole('button', { name: 'Pedir de nuevo' }).click();
  const dialog = office.getByRole('dialog', { name: 'Pedir de nuevo' });
  await expect(dialog.getByRole('checkbox', { name: 'Cambiar a nombre de quién va' })).toBeChecked();
  await dialog.getByLabel('Condición ante el IVA').selectOption('Monotributo');
  await dialog.getByLabel('Número', { exact: true }).fill('20-26756539-4');
  await dialog.getByRole('button', { name: 'Pedir a ARCA' }).click();
  await expect(dialog.getByText('Revisá el número: el dígito verificador no coincide')).toBeVisible();
  await expect(dialog.getByText('Escribí el nombre')).toBeVisible();
  await expect(dialog.getByText('Escribí el motivo')).toBeVisible();
  await looksRight(office, SMALLEST);
  await dialog.getByLabel('Número', { exact: true }).fill('20-26756539-3');
  await dialog.getByLabel('Nombre o razón social').fill('Bruno Salas');
  await dialog.getByLabel('Motivo').fill('Nos mandó su CUIT');

  const sent = office.waitForRequest(/\/Reintentar$/);
  await office.route(/\/Reintentar$/, async (route) => {
    isAskedAgain = true;
    const [bill] = (await ask(office, 'GET', path)).listaComprobante;
    await route.fulfill({ json: { nCode: 200, oData: { ...bill, cEstado: 'PENDIENTE' } } });
  });
  await dialog.getByRole('button', { name: 'Pedir a ARCA' }).click();
  expect((await sent).postDataJSON()).toEqual({
    cMotivo: 'Nos mandó su CUIT',
    oReceptor: { ctCondicion: 'MONOTRIBUTO', cTipoDeDocumento: 'CUIT', cDocumento: '20-26756539-3', cNombre: 'Bruno Salas' },
  });
  expect((await sent).headers()['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  await expect(dialog).toBeHidden();
  await expect(office.getByText('Listo: se lo pedimos de nuevo a ARCA.')).toBeVisible();
  await expect(bills.getByText('Autorizado', { exact: true })).toBeVisible();
  await expect(bills.getByText(/^CAE \d{14}, vence el /)).toBeVisible();
  const file = office.waitForEvent('download');
  await bills.getByRole('button', { name: /^Descargar PDF/ }).click();
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
});

test('the page of bills lists what needs a person, the refused ones first, with their orders @once', async ({ page: office }) => {
  const bill = refused({ idComprobante: 'B'.repeat(22), fTotal: 38_500 });
  const items = [
    { idOperacion: 'A'.repeat(22), cNumeroOperacion: '7KM-4PX-9TH', oComprobante: bill },
    {
      ...{ idOperacion: 'C'.repeat(22), cNumeroOperacion: '3QF-8ZW-2RD' },
      oComprobante: {
        ...{ idComprobante: 'D'.repeat(22), ctComprobante: 'NOTA_DE_CREDITO', cEstado: 'PENDIENTE', fTotal: 19_250, nIntentos: 7 },
        ...{ dPedido: minutesAgo(180), dProximoIntento: minutesAgo(-5) },
        listaProblema: [{ cCodigo: '', cMensaje: 'ARCA no contesta' }],
      },
    },
  ];
  let answer: object = { Lista: items.toReversed(), nPendientes: 3, nRechazados: 1 };
  await office.route('**/v2/Oficina/Comprobantes', (route) => route.fulfill({ json: { nCode: 200, oData: answer } }));
  await inOffice(office);
  await office.goto('/oficina');
  await office.getByRole('navigation', { name: 'Pantallas' }).getByRole('link', { name: 'Comprobantes' }).click();
  await expect(office.getByRole('heading', { level: 1, name: 'Comprobantes' })).toBeFocused();
  await expect(office.getByRole('heading', { level: 2 })).toHaveText(['Rechazados por ARCA', 'Esperan hace más de diez minutos']);
  await expect(main(office).getByRole('listitem').first()).toContainText('ARCA 10015: El número de documento');
  await expect(main(office).getByText('hace 26 min')).toBeVisible();
  await expect(main(office).getByText('hace 3 h')).toBeVisible();
  await expect(main(office).getByRole('link', { name: 'Operación 7KM-4PX-9TH' })).toHaveAttribute(
    'href',
    `/oficina/operaciones?operacion=${'A'.repeat(22)}`,
  );
  await looksRight(office, SMALLEST);
  answer = { Lista: [], nPendientes: 0, nRechazados: 0 };
  await office.reload();
  await expect(main(office).getByText('No hay comprobantes que necesiten a alguien.')).toBeVisible();
  await looksRight(office, SMALLEST);
});
