import type { Page } from '@playwright/test';
import type { KeysOf } from '../../apps/storefront/app/box-office/keys-of.ts';
import { demoClerk, demoCustomer } from '../customers.ts';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';
import { ask, openSession } from '../purchases.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar por obra, sala u hora' });
const keys = (page: Page) => page.getByRole('complementary', { name: 'Teclas' });

/** The counter's first screen, with its keys working. */
async function atTheCounter(page: Page) {
  await openSession(page, demoClerk);
  await page.goto('/buyTicketBox');
  await expect(search(page)).toBeFocused();
  await hydrated(page);
}

/** Presses keys and counts them. */
function keyboardOf(page: Page) {
  let pressed = 0;
  return {
    count: () => pressed,
    async press(...names: readonly string[]) {
      for (const name of names) await page.keyboard.press(name);
      pressed += names.length;
    },
  };
}

/** At the payment of places that were taken with the keyboard. */
async function selling(page: Page, { show, quantity }: { show: string; quantity: number }) {
  await atTheCounter(page);
  await search(page).fill(show);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Cantidad de entradas')).toBeFocused();
  await page.keyboard.press(String(quantity));
  await expect(page.getByRole('button', { name: 'Tomar los mejores lugares' })).toBeEnabled();
  await page.keyboard.press('F4');
  const goOn = page.getByRole('complementary').getByRole('link', { name: 'Continuar con la compra' });
  await expect(goOn).toBeFocused();
  await page.keyboard.press('F8');
  await expect(heading(page, 'Cobrar')).toBeVisible();
}

test('four tickets for cash, printed, and the next customer: at most twelve keys, and no pointer', { tag: '@desktop' }, async ({
  page,
}) => {
  await atTheCounter(page);
  const { press, count } = keyboardOf(page);
  // What the clerk types to find the show is part of the count.
  await press('h', 'a', 'm');
  await press('Enter');
  const quantity = page.getByLabel('Cantidad de entradas');
  await expect(quantity).toBeFocused();
  await press('4');
  await expect(quantity).toHaveValue('4');
  await expect(page.getByRole('button', { name: 'Tomar los mejores lugares' })).toBeEnabled();
  await expect(keys(page).getByText('Tomar los lugares')).toBeVisible();
  await press('Enter');
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Continuar con la compra' })).toBeFocused();
  await expectAccessible(page);
  await press('F8');
  await expect(page.getByLabel('Recibido')).toBeFocused();
  await expect(page.getByRole('region', { name: 'Entradas' }).getByRole('listitem')).toHaveCount(4);
  await press('F8');
  // Not without the terms (C-14).
  await expect(page.getByRole('checkbox')).toBeFocused();
  await press('Space', 'F8');
  await expect(heading(page, 'Venta hecha')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeFocused();
  await expectAccessible(page);
  const paper = page.waitForEvent('download');
  await press('Enter');
  expect((await paper).suggestedFilename()).toMatch(/\.pdf$/);
  await press('F2');
  await expect(search(page)).toBeFocused();
  expect(count()).toBeLessThanOrEqual(12);
});

interface Prepared {
  /** Performances of shows that the screens need. */
  readonly idOf: (show: string) => { idFuncion: number; h: string };
  /** A sale that nobody has printed. */
  readonly soldId: string;
}

const takePlaces = async (page: Page, { idFuncion }: { idFuncion: number }) =>
  (
    await ask(page, 'POST', '/v2/Proceso/0/Posiciones/TomarGrupo', {
      idFuncion,
      ctProceso: 'BOX',
      listaSector: [{ nCantidad: 1 }],
    })
  ).oProceso;

/** Every screen that has the counter's frame: one that is added stands here too, because its keys are listed by the same names. */
const screens: Readonly<Record<KeysOf, (page: Page, prepared: Prepared) => Promise<void>>> = {
  async start(page) {
    await page.goto('/buyTicketBox');
    await expect(search(page)).toBeFocused();
  },
  async places(page, { idOf }) {
    const { idFuncion, h } = idOf('Macbeth');
    await page.goto(`/buyTicketBox?idFuncion=${idFuncion}&h=${h}`);
    await expect(page.getByRole('button', { name: 'Tomar los mejores lugares' })).toBeEnabled();
  },
  async sale(page, { idOf }) {
    const { idProcesoDeCompra } = await takePlaces(page, idOf('Carmen'));
    await page.goto(`/buyTicketBox?idProcesoDeCompra=${idProcesoDeCompra}`);
    await expect(page.getByLabel('Recibido')).toBeFocused();
  },
  async sold(page, { soldId }) {
    await page.goto(`/buyTicketBox?idProcesoDeCompra=${soldId}`);
    await expect(page.getByRole('button', { name: 'Imprimir' })).toBeFocused();
  },
  async over(page) {
    await page.goto(`/buyTicketBox?idProcesoDeCompra=${'A'.repeat(22)}`);
    await expect(heading(page, 'No encontramos lo que buscás')).toBeVisible();
  },
  async sales(page, { soldId }) {
    await page.goto(`/boleteria/ventas?idOperacion=${soldId}`);
    await expect(page.getByRole('region', { name: /^Operación/ })).toBeVisible();
  },
  async drawer(page) {
    await page.goto('/boleteria/caja');
    await expect(heading(page, 'Caja')).toBeVisible();
  },
  async bookings(page) {
    await page.goto('/myBookingsBox');
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  },
  async 'not-a-counter'(page) {
    await openSession(page, demoCustomer);
    await page.goto('/boleteria/caja');
    await expect(heading(page, 'Esta pantalla es de la boletería')).toBeVisible();
  },
};

/** A clerk who has reserved for somebody, and has just sold for cash. */
async function prepared(page: Page): Promise<Prepared> {
  await openSession(page, demoClerk);
  const { Lista } = await ask(page, 'GET', '/v2/Boleteria/Funciones');
  const idOf = (show: string) =>
    Lista.find(
      ({ cEstado, cEspectaculoCartelNombre }: Record<string, string>) => cEstado === 'EN_VENTA' && cEspectaculoCartelNombre === show,
    );
  const reserved = await takePlaces(page, idOf('Macbeth'));
  const forWhom = { lAceptaCondiciones: 'S', cNombre: 'Elena Ruiz', cTelefono: '11 5555 0199' };
  await ask(page, 'POST', `/v2/Proceso/${reserved.idProcesoDeCompra}/Reservar`, forWhom);
  const { idProcesoDeCompra: soldId, oTotal } = await takePlaces(page, idOf('Hamlet'));
  await ask(page, 'POST', `/v2/Proceso/${soldId}/CobrarEfectivo`, { fTotal: oTotal.fTotal, lAceptaTerminos: 'S' });
  return { idOf, soldId };
}

test('the counter has nothing of the shop around it, and lists its keys, on every screen', async ({ page, isMobile }) => {
  test.slow();
  const ready = await prepared(page);
  for (const [name, open] of Object.entries(screens)) {
    await test.step(name, async () => {
      await open(page, ready);
      await expect(page.getByRole('banner')).toHaveCount(1);
      await expect(page.getByRole('navigation', { name: 'Boletería' })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Categorías' })).toHaveCount(0);
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
      if (isMobile || name === 'not-a-counter') await expect(keys(page)).toBeHidden();
      else await expect(keys(page)).toBeVisible();
      expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
      // The others have journeys of their own, which do.
      if (['start', 'over', 'bookings'].includes(name)) await expectAccessible(page);
    });
  }
});

test('digits set the quantity and nothing else does; a held key takes once', { tag: '@desktop' }, async ({ page }) => {
  await atTheCounter(page);
  await search(page).fill('hamlet');
  await search(page).press('Enter');
  const quantity = page.getByLabel('Cantidad de entradas');
  await expect(quantity).toBeFocused();
  await page.keyboard.press('x');
  await expect(quantity).toHaveValue('');
  await page.keyboard.press('9');
  await page.keyboard.press('9');
  // No more than one purchase may have.
  await expect(quantity).toHaveValue('10');
  await page.keyboard.press('Backspace');
  await expect(quantity).toHaveValue('1');
  await expect(page.getByRole('button', { name: 'Tomar los mejores lugares' })).toBeEnabled();
  const taken: string[] = [];
  page.on('request', (request) => /Tomar/.test(request.url()) && request.method() === 'POST' && taken.push(request.url()));
  await page.keyboard.down('F4');
  await page.keyboard.down('F4');
  await page.keyboard.up('F4');
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Continuar con la compra' })).toBeFocused();
  expect(taken).toHaveLength(1);
});

test('a sale whose answers are lost is sent again under its key, says so, and is made once', { tag: '@desktop' }, async ({ page }) => {
  await selling(page, { show: 'hamlet', quantity: 1 });
  const sent: (string | null)[] = [];
  await page.route(/CobrarEfectivo$/, async (route) => {
    sent.push(await route.request().headerValue('idempotency-key'));
    // The first is lost on the way, the second reached the server and its answer is lost.
    if (sent.length === 1) return route.abort('connectionrefused');
    if (sent.length === 2) {
      await route.fetch();
      return route.abort('connectionreset');
    }
    return route.continue();
  });
  await page.getByRole('checkbox').check();
  await page.keyboard.press('F8');
  await expect(page.getByText('Sin respuesta del servidor')).toBeVisible();
  await expect(heading(page, 'Venta hecha')).toBeVisible();
  expect(new Set(sent).size).toBe(1);
  expect(sent.length).toBeGreaterThanOrEqual(3);
  const purchaseId = new URL(page.url()).searchParams.get('idProcesoDeCompra');
  const { listaEntrada } = await ask(page, 'GET', `/v2/Operacion/${purchaseId}`);
  expect(listaEntrada).toHaveLength(1);
});

const accountMenu = async (page: Page) => {
  await page.getByRole('banner').getByRole('button', { name: 'Bruno' }).click();
  return page
    .getByRole('list')
    .filter({ has: page.getByRole('button', { name: 'Cerrar sesión' }) })
    .getByRole('listitem');
};

test('during a sale at the counter the account has no own data, no phones and no addresses (RO-020, RO-021, RO-022)', {
  tag: '@once',
}, async ({ page }) => {
  await selling(page, { show: 'hamlet', quantity: 1 });
  const entries = await accountMenu(page);
  await expect(entries.filter({ hasText: 'Reservas' })).toHaveCount(1);
  for (const hidden of ['Mis datos', 'Mis teléfonos', 'Mis domicilios']) await expect(entries.filter({ hasText: hidden })).toHaveCount(0);
});

test('during a sale at the counter the account has only its bookings and the way out, and no password to change (RO-023, TB-034)', {
  tag: '@once',
}, async ({ page }) => {
  await selling(page, { show: 'hamlet', quantity: 1 });
  await expect(await accountMenu(page)).toHaveText(['Reservas', 'Cerrar sesión']);
});

test('a counter reserves for a name and a phone, finds the reservation again and is paid for it (R-046) @once', async ({ page }) => {
  await page.goto('/myBookingsBox');
  await expect(page).toHaveURL(/\/login\?nextUrl=%2FmyBookingsBox/);
  await atTheCounter(page);
  await search(page).fill('macbeth');
  await search(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Tomar los mejores lugares' })).toBeEnabled();
  await page.getByRole('button', { name: 'Tomar los mejores lugares' }).click();
  await expect(page.getByRole('button', { name: 'Reservar y pagar después' })).toBeVisible();
  await page.getByRole('button', { name: 'Reservar y pagar después' }).click();
  const phone = `11 5555 ${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;
  await page.getByLabel('Acepto las condiciones de la reserva').check();
  await page.getByRole('button', { name: 'Reservar', exact: true }).click();
  await expect(page.getByText('Completá nombre y teléfono')).toBeVisible();
  await page.getByLabel('Nombre').fill('Elena Ruiz');
  await page.getByLabel('Teléfono').fill(phone);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reservar', exact: true }).click();

  await expect(page).toHaveURL(/\/myBookingsBox$/);
  await page.getByRole('main').getByRole('searchbox').fill(phone);
  const booking = page.getByRole('listitem').filter({ hasText: phone });
  await expect(booking).toHaveCount(1);
  await expect(booking).toContainText('Elena Ruiz');
  await expect(booking).toContainText('Reservada');
  await booking.getByRole('button', { name: 'Pagar la reserva de Macbeth' }).click();
  await expect(heading(page, 'Cobrar')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /^Cobrar \$/ }).click();
  await expect(heading(page, 'Venta hecha')).toBeVisible();
  await page.goto('/myBookingsBox');
  await page.getByRole('main').getByRole('searchbox').fill(phone);
  await expect(booking).toContainText('Pagada');
});
