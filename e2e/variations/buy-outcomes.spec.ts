import type { Page } from '@playwright/test';
import { logInButton } from '../customers.ts';
import { lookedAt } from '../device-clock.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { clock, timer } from '../purchase-bar.ts';
import { ask, buyAddress, logInAsNewcomer, take } from '../purchases.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Replaces the server's answer about the purchase's payment; counts how often it was asked. */
async function outcomeIs(
  page: Page,
  purchaseId: string,
  outcome: string | null,
  message?: string,
  change = (purchase: object) => purchase,
  more = {},
) {
  const oProceso = change(await ask(page, 'GET', `/v2/Proceso/${purchaseId}`));
  const asked = { times: 0 };
  await page.route(/\/v2\/proceso\/confirmacion\/|\/Confirmar3DS$/, async (route) => {
    asked.times++;
    if (outcome === null) return route.fulfill({ status: 503, body: '' });
    const oData = { cResultado: outcome, oProceso, ...(message && { cMensaje: message }), ...more };
    await route.fulfill({ json: { nCode: 200, oData } });
  });
  return asked;
}

/** The same for a page that was asked about another outcome before. */
async function nowIs(page: Page, purchaseId: string, outcome: string, more = {}) {
  await page.unrouteAll();
  return { asked: await outcomeIs(page, purchaseId, outcome, undefined, undefined, more) };
}

async function withPurchase(page: Page) {
  await logInAsNewcomer(page);
  return take(page, { show: 'hamlet', quantity: 1 });
}

test('without an answer the verification is shown as delayed, with a retry and the way to Mis compras (PO-007, PO-008, SC-008) @phone', async ({
  page,
}) => {
  const { purchaseId } = await withPurchase(page);
  const asked = await outcomeIs(page, purchaseId, null);
  await page.goto(`/payConfirm?idProcesoDeCompra=${purchaseId}`);
  await expect(heading(page, 'Estamos verificando tu pago')).toBeVisible();
  await expect(heading(page, 'La verificación está demorada')).toBeVisible();
  expect(asked.times).toBe(5);
  await expect(page.locator('[data-msg="delays verifying the purchase"]')).toContainText('Mis compras');
  await expectAccessible(page);

  await page.unrouteAll();
  await outcomeIs(page, purchaseId, 'PENDIENTE');
  await page.getByRole('button', { name: 'Verificar de nuevo' }).click();
  await expect(heading(page, 'Tu pago está pendiente de confirmación')).toBeVisible();
});

test('after the five attempts the page goes on asking by itself, ever less often, not while it is hidden, and keeps its retry (PO-007, PO-011, PO-013) @phone', async ({
  page,
}) => {
  test.slow();
  await page.clock.install();
  const { purchaseId } = await withPurchase(page);
  for (const [outcome, title] of [
    [null, 'La verificación está demorada'],
    ['PROCESANDO', 'Tu pago se está procesando'],
  ] as const)
    await test.step(title, async () => {
      const asked = await outcomeIs(page, purchaseId, outcome);
      await page.goto(`/payConfirm?idProcesoDeCompra=${purchaseId}`);
      await expect(async () => {
        await page.clock.runFor(1000);
        await expect(heading(page, title)).toBeVisible({ timeout: 1000 });
      }).toPass();
      const retry = page.getByRole('button', { name: 'Verificar de nuevo' });
      await expect(retry).toBeVisible();
      const before = asked.times;
      await page.clock.runFor(16_000);
      await expect.poll(() => asked.times).toBeGreaterThan(before);
      // At first every 5 to 15 s, later every 30 to 40 s.
      await page.clock.runFor(60_000);
      const later = asked.times;
      await page.clock.runFor(60_000);
      expect(asked.times - later).toBeLessThanOrEqual(3);

      await lookedAt(page, false);
      const hidden = asked.times;
      await page.clock.runFor(120_000);
      expect(asked.times).toBe(hidden);
      await retry.focus();
      await nowIs(page, purchaseId, 'RECHAZADO');
      await lookedAt(page, true);
      await expect(page.getByRole('status').filter({ hasText: 'El pago no se hizo' })).toHaveCount(1);
      await expect(heading(page, 'El pago no se hizo')).not.toBeFocused();
      await expect(page.getByRole('link', { name: 'Volver a pagar' })).toBeVisible();
      await expectAccessible(page);
      await page.unrouteAll();
    });
});

test('every outcome of a payment has its own text and its next step (PO-004, PO-005, PO-006)', { tag: '@once' }, async ({ page }) => {
  const { purchaseId } = await withPurchase(page);
  const main = page.getByRole('main');
  const shows = async (outcome: string, title: string, step: string) => {
    await expect(heading(page, title), outcome).toBeVisible();
    await expect(main.getByText(step, { exact: true }), outcome).toBeVisible();
  };
  const verified = {
    PENDIENTE: 'Tu pago está pendiente de confirmación',
    PROCESANDO: 'Tu pago se está procesando',
    OTRA_COSA: 'La verificación está demorada',
  };
  await page.clock.install();
  for (const [outcome, title] of Object.entries(verified)) {
    const { asked } = await nowIs(page, purchaseId, outcome);
    if (outcome === 'PENDIENTE') await page.goto(`/payConfirmPool?idProcesoDeCompra=${purchaseId}`);
    else await main.getByRole('button', { name: 'Verificar de nuevo' }).click();
    // What is not an end is asked about five times, a second apart.
    for (let time = 1; outcome !== 'PENDIENTE' && time <= 5; time++) {
      await expect.poll(() => asked.times, outcome).toBe(time);
      await page.clock.runFor(1000);
    }
    await shows(outcome, title, 'Verificar de nuevo');
  }
  const ends = {
    CANCELADO: ['El pago se canceló', 'Volver a pagar'],
    RECHAZADO: ['El pago no se hizo', 'Volver a pagar'],
    TARDIO: ['Tu pago llegó tarde', 'Mis compras'],
    DEVUELTO: ['Te devolvimos el dinero', 'Mis compras'],
  };
  for (const [outcome, [title = '', step = '']] of Object.entries(ends)) {
    await nowIs(page, purchaseId, outcome);
    // The page is left and comes back, without another document.
    await main.getByRole('link', { name: 'Mis compras' }).click();
    await expect(heading(page, 'Mis compras')).toBeVisible();
    await page.goBack();
    await shows(outcome, title, step);
  }
});

test('what went back, and what is not to be paid any more, is said with its amount and leads to the order', { tag: '@once' }, async ({
  page,
}) => {
  const { purchaseId } = await withPurchase(page);
  const main = page.getByRole('main');
  const shown = async (outcome: string, more: object, title: string, text: string | RegExp) => {
    await nowIs(page, purchaseId, outcome, more);
    await page.goto(`/payConfirm?idProcesoDeCompra=${purchaseId}`);
    await expect(heading(page, title)).toBeFocused();
    await expect(main.getByText(text)).toBeVisible();
  };
  const paid = { fTotal: 23000, idOperacion: purchaseId, cNumeroOperacion: '7KM-4PX-9TH' };
  await shown('DEVUELTO', { ...paid, fDevuelto: 23000 }, 'Te devolvimos el dinero', /^Te devolvimos \$\s23\.000\./);
  await expect(main.getByRole('link', { name: 'Ver la compra' })).toHaveAttribute('href', `/myOrders/${purchaseId}`);
  await expectAccessible(page);
  await shown(
    'DEVUELTO',
    { ...paid, fDevuelto: 23000, lEnCurso: 'S' },
    'Te estamos devolviendo el dinero',
    /^Te estamos devolviendo \$\s23\.000\./,
  );
  await shown('APROBADO', { ...paid, fDevuelto: 11500, cEntrega: 'PUNTO_DE_VENTA' }, '¡Listo! Tu compra está paga', 'Te devolvimos');
  await expect(main.getByText(/Tus entradas se retiran en el punto de venta/)).toBeVisible();
  const card = { cMarca: 'visa', cUltimosCuatro: '4905' };
  const cards = [
    { ...card, cResultado: 'DEVUELTO', fTotal: 11500 },
    { ...card, cUltimosCuatro: '1111', cResultado: 'RECHAZADO', fTotal: 11500 },
  ];
  await shown(
    'RECHAZADO',
    { listaTarjeta: cards },
    'El pago no se hizo',
    /terminada en 4905: se habían cobrado \$\s11\.500 y te los devolvimos\./,
  );
  await expect(main.getByText(/terminada en 1111: no se te cobró nada\./)).toBeVisible();
  const slip = {
    lPuedeFaltarPagar: 'S',
    cUrlCupon: 'https://pagos.example/cupon/7',
    dLugaresHasta: new Date(Date.now() + 3_600_000).toISOString(),
  };
  await shown('PENDIENTE', slip, 'Tu pago está pendiente de confirmación', /pagá con los datos que te dieron: tenés hasta/);
  await expect(main.getByRole('link', { name: 'Ver los datos para pagar' })).toHaveAttribute('href', slip.cUrlCupon);
  await shown('PENDIENTE', { lPuedeFaltarPagar: 'S', lFuncionCancelada: 'S' }, 'La función se canceló', /^No pagues: /);
  await expect(main.getByText(/Guardamos tus lugares/)).toHaveCount(0);
  await expectAccessible(page);
});

test('places that others took while a declined payment was under way are named, with what can still be paid', { tag: '@once' }, async ({
  page,
}) => {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  const { listaFuncion, oTotal } = await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}`);
  const [{ listaPosicion }] = listaFuncion;
  const nameOf = ({ cFila, cAsiento }: { cFila: string; cAsiento: string }) => new RegExp(`Fila ${cFila}.*Asiento ${cAsiento}$`);
  const open = async () => {
    await page.goto(buyAddress(taken));
    await expect(heading(page, 'Completá tu compra')).toBeVisible();
  };

  await open();
  await outcomeIs(page, taken.purchaseId, 'RECHAZADO', undefined, (purchase) => ({
    ...purchase,
    oTotal: { ...oTotal, fTotal: 17360 },
    listaFuncion: [{ ...listaFuncion[0], listaPosicion: listaPosicion.slice(1) }],
  }));
  await page.goto(`/payConfirm?idProcesoDeCompra=${taken.purchaseId}`);
  await expect(heading(page, 'El pago no se hizo')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem')).toHaveCount(1);
  await expect(main.getByRole('listitem')).toHaveText(nameOf(listaPosicion[0]));
  await expect(main).toContainText('El nuevo total es $ 17.360');
  await expect(page.getByRole('link', { name: 'Volver a pagar' })).toBeVisible();
  await expectAccessible(page);

  // With nothing left the purchase is over, and other places can be chosen.
  await page.unrouteAll();
  await open();
  await outcomeIs(page, taken.purchaseId, 'RECHAZADO', undefined, (purchase) => ({ ...purchase, cEtapa: 'CANCELADO', listaFuncion: [] }));
  await page.goto(`/payConfirm?idProcesoDeCompra=${taken.purchaseId}`);
  await expect(heading(page, 'El pago no se hizo')).toBeVisible();
  await expect(main.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Volver a pagar' })).toBeHidden();
  await page.getByRole('link', { name: 'Elegir otros lugares' }).click();
  await expect(page).toHaveURL(/idFuncion=/);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the card’s message is shown as plain text, even when it holds markup; the completed view is of paid purchases alone (PO-003, ER-014, R-040)', {
  tag: '@once',
}, async ({ page }) => {
  const { purchaseId } = await withPurchase(page);
  await outcomeIs(page, purchaseId, 'RECHAZADO', 'Fondos <b>insuficientes</b>');
  await page.goto(`/payError?idProcesoDeCompra=${purchaseId}`);
  await expect(heading(page, 'Hubo un problema al hacer el pago')).toBeVisible();
  await expect(page.getByText('Fondos <b>insuficientes</b>')).toBeVisible();
  await page.getByRole('link', { name: 'Volver a pagar' }).click();
  await expect(page).toHaveURL(`/BuyTicket/${purchaseId}`);
  await expect(heading(page, 'Completá tu compra')).toBeVisible();
  await page.unrouteAll();
  await page.goto(`/BuyTicket/ok/${purchaseId}`);
  await expect(page).toHaveURL(`/payConfirm?idProcesoDeCompra=${purchaseId}`);
  await expect(heading(page, 'Esta compra no se pagó')).toBeVisible();
});

test('every return page asks the server, with the id of its address or that of the running purchase (R-055, R-057, R-058)', {
  tag: '@once',
}, async ({ page }) => {
  const taken = await withPurchase(page);
  await page.goto(buyAddress(taken));
  await expect(heading(page, 'Completá tu compra')).toBeVisible();
  await outcomeIs(page, taken.purchaseId, 'PENDIENTE');
  // That all of them are one screen, in any letter case, is a test of the routes.
  for (const address of [`/bancard/finish/${taken.purchaseId}`, '/apay/cobro/finalizar']) {
    const asked = page.waitForRequest((request) => request.url().endsWith(`/confirmacion/${taken.purchaseId}`));
    await page.goto(address);
    await asked;
    await expect(heading(page, 'Tu pago está pendiente de confirmación'), address).toBeVisible();
  }
  const asked = page.waitForRequest((request) => request.url().endsWith(`/v2/Proceso/${taken.purchaseId}/card/Bancard/Confirmar3DS`));
  await page.goto(`/bancard/finish3ds/${taken.purchaseId}`);
  expect((await asked).method()).toBe('POST');
  await expect(heading(page, 'Tu pago está pendiente de confirmación')).toBeVisible();
});

test('the pages after a payment say of a purchase that was never paid that it was not, and lead back to it (R-058)', {
  tag: '@once',
}, async ({ page }) => {
  const taken = await withPurchase(page);
  for (const address of [`/bancard/finish3ds/${taken.purchaseId}`, `/payConfirm?idProcesoDeCompra=${taken.purchaseId}`]) {
    await page.goto(address);
    await expect(heading(page, 'Esta compra no se pagó'), address).toBeVisible();
    await expect(page.getByText('No empezó ningún pago: no se te cobró nada.')).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole('main').getByRole('link', { name: 'Pagar' }).click();
  await expect(heading(page, 'Completá tu compra')).toBeVisible();
});

test('the buy page is found by its query and by its path with the same clock, after a reload too, and without an id it is the billboard (R-038, R-039, PT-011)', {
  tag: '@once',
}, async ({ page }) => {
  const taken = await withPurchase(page);
  for (const address of [`/buyticket/${taken.purchaseId}`, buyAddress(taken)]) {
    await page.goto(address);
    await expect(heading(page, 'Completá tu compra'), address).toBeVisible();
  }
  await expect(clock(page)).toBeVisible();
  const { dMaxima } = await timer(page);
  await page.reload();
  await expect(clock(page)).toBeVisible();
  await expect.poll(() => timer(page)).toMatchObject({ dMaxima, cUltimaSituacion: 'REUSA PROCESO' });
  // What is no id at all is a test of the addresses.
  await page.goto(`/BuyTicket/${'x'.repeat(22)}`);
  await expect(page).toHaveURL('/');
  await page.goto('/buyTicket');
  await expect(page).toHaveURL('/');
});

test('a visitor is asked to log in and comes back; another customer’s purchase is not found (RO-014, RO-015, RO-016)', {
  tag: '@once',
}, async ({ page, otherVisitor }) => {
  for (const address of [`/BuyTicket/${'x'.repeat(22)}`, '/myOrders', `/payConfirm?idProcesoDeCompra=${'x'.repeat(22)}`]) {
    await page.goto(address);
    await expect(logInButton(page)).toBeVisible();
    await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('nextUrl') === address);
  }
  const { purchaseId } = await withPurchase(otherVisitor);
  await logInAsNewcomer(page);
  await page.goto(`/BuyTicket/${purchaseId}`);
  await expect(page).toHaveURL('/');
  await page.goto(`/payConfirm?idProcesoDeCompra=${purchaseId}`);
  await expect(heading(page, 'No encontramos esta compra')).toBeVisible();
});
