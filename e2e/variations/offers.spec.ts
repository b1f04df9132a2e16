import type { Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { ask, logInAsNewcomer, take } from '../purchases.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const accept = (page: Page) => page.getByRole('button', { name: 'Aceptar estos lugares' });
const decline = (page: Page) => page.getByRole('button', { name: 'Prefiero que me devuelvan el dinero' });
const answersTo = /\/v2\/(proceso\/confirmacion\/|Proceso\/[\w-]+\/Oferta\/)/;

/**
 * A purchase of two, for which the server says that its payment came when two other places had gone: a journey cannot wait
 * until holds lapse and others buy. What the server makes of late money has tests of its own.
 */
async function withOffer(page: Page) {
  await logInAsNewcomer(page);
  const { purchaseId } = await take(page, { show: 'hamlet', quantity: 2 });
  const oProceso = await ask(page, 'GET', `/v2/Proceso/${purchaseId}`);
  const [{ idFuncion, listaPosicion }] = oProceso.listaFuncion;
  const moved = (place: { idPosicion: number; cAsiento: string }) => ({
    ...place,
    idPosicion: place.idPosicion + 200,
    cAsiento: `1${place.cAsiento}`,
  });
  const offerUntil = (end: number) => ({
    cResultado: 'OFRECIDO',
    fTotal: oProceso.oTotal.fTotal,
    oOferta: {
      dHasta: new Date(end).toISOString(),
      listaCambio: [{ idFuncion, listaPosicionElegida: listaPosicion.map(moved), listaPosicionOfrecida: listaPosicion }],
    },
    oProceso: { ...oProceso, cEtapa: 'OFRECIDO' },
  });
  const offered = offerUntil(Date.parse(oProceso.dServidor) + 86_400_000);
  const paid = {
    cResultado: 'APROBADO',
    fTotal: oProceso.oTotal.fTotal,
    idOperacion: purchaseId,
    oProceso: { ...oProceso, cEtapa: 'PAGADO' },
  };
  const refunded = { cResultado: 'DEVUELTO', oProceso: { ...oProceso, cEtapa: 'CANCELADO' } };
  const server = { now: offered as object, sent: [] as string[], fails: 0 };
  await page.route(answersTo, async (route) => {
    const call = new URL(route.request().url()).pathname.replace(purchaseId, ':id');
    server.sent.push(call);
    if (call.includes('/Oferta/') && server.fails-- > 0) return route.fulfill({ status: 503, body: '' });
    if (call.endsWith('/Aceptar')) server.now = paid;
    if (call.endsWith('/Rechazar')) server.now = refunded;
    await route.fulfill({ json: { nCode: 200, oData: server.now } });
  });
  const order = {
    idOperacion: purchaseId,
    idProcesoDeCompra: purchaseId,
    cEstado: 'OFRECIDA',
    listaEntrada: [],
    listaFuncion: [],
    oTotal: oProceso.oTotal,
    fPendiente: 0,
    fPagado: oProceso.oTotal.fTotal,
    oOferta: offered.oOferta,
    oProceso: offered.oProceso,
  };
  await page.route(/\/v2\/Historial2/, (route) => route.fulfill({ json: { nCode: 200, oData: { Lista: [order] } } }));
  return { purchaseId, server, offerUntil, refunded, oProceso };
}

test('a buyer who paid too late finds the offer in Mis compras, sees which places stand for which, and accepts them; an answer that does not arrive is shown as failed, and can be sent again @phone', async ({
  page,
}) => {
  const { purchaseId, server } = await withOffer(page);
  await page.goto('/myOrders');
  await expect(page.getByText('Otros lugares para vos')).toBeVisible();
  await expect(page.getByText(/Te guardamos otros iguales hasta (las|el) .+: aceptalos o te devolvemos el dinero/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Ver los lugares y responder: / }).click();

  await expect(page).toHaveURL(`/payConfirm?idProcesoDeCompra=${purchaseId}`);
  await expect(heading(page, 'Te guardamos otros lugares')).toBeFocused();
  await expect(page.getByText(/^Son tuyos hasta (las|el) /)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tus lugares ahora' }).getByText(/^En lugar de Fila .+ · Asiento 1/)).toHaveCount(2);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);

  // The answer carries a key, so the page itself gives it three times.
  server.fails = 3;
  await accept(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No pudimos guardar tu respuesta' })).toBeVisible();
  await expectAccessible(page);
  server.sent.length = 0;
  await accept(page).dblclick();
  await expect(heading(page, /Tu compra está paga/)).toBeFocused();
  expect(server.sent.filter((call) => call.includes('/Oferta/'))).toEqual(['/v2/Proceso/:id/Oferta/Aceptar']);
});

test('the buy page leads to the offer; a buyer who wants the money confirms it once more, with the keyboard too; an offer that ends while its page is open shows that the money goes back', {
  tag: '@once',
}, async ({ page }) => {
  const { purchaseId, server, offerUntil, refunded, oProceso } = await withOffer(page);
  await page.route(new RegExp(`/v2/Proceso/${purchaseId}$`), (route) =>
    route.fulfill({ json: { nCode: 200, oData: { ...oProceso, cEtapa: 'OFRECIDO' } } }),
  );
  await page.goto(`/BuyTicket/${purchaseId}`);
  await expect(page).toHaveURL(`/payConfirm?idProcesoDeCompra=${purchaseId}`);
  await expect(accept(page)).toBeVisible();
  await expect(heading(page, 'Te guardamos otros lugares')).toBeFocused();
  await decline(page).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '¿Te devolvemos el dinero?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(decline(page)).toBeFocused();
  expect(server.sent.filter((call) => call.includes('/Oferta/'))).toEqual([]);

  // After the dialog's close event.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Sí, devolvémelo' }).click();
  await expect(heading(page, 'Te devolvimos el dinero')).toBeFocused();

  server.now = offerUntil(Date.now() + limit(3000));
  await page.reload();
  await expect(heading(page, 'Te guardamos otros lugares')).toBeVisible();
  server.now = refunded;
  await expect(heading(page, 'Te devolvimos el dinero')).toBeVisible();
});
