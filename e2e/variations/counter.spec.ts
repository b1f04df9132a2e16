import type { Locator, Page } from '@playwright/test';
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
  await expect(page.getByRole('button', { name: 'Imprimir', exact: true })).toBeFocused();
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
  /** Two sales that nobody has printed. */
  readonly soldId: string;
  readonly otherSoldId: string;
  /** Of whom places are reserved for. */
  readonly phone: string;
}

interface CounterScreen {
  readonly open: (page: Page, prepared: Prepared) => Promise<void>;
  /** What each listed key does, in an order in which they can be pressed one after the other. */
  readonly keys: readonly (readonly [key: string, doesIt: (page: Page, press: () => Promise<void>) => Promise<unknown>])[];
}

const takePlaces = async (page: Page, purchaseId: string, { idFuncion }: { idFuncion: number }) =>
  (
    await ask(page, 'POST', `/v2/Proceso/${purchaseId}/Posiciones/${purchaseId === '0' ? 'TomarGrupo' : 'Tomar'}`, {
      idFuncion,
      ctProceso: 'BOX',
      listaSector: [{ nCantidad: 1 }],
    })
  ).oProceso;

const focuses = (control: (page: Page) => Locator) => async (page: Page, press: () => Promise<void>) => {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await press();
  await expect(control(page)).toBeFocused();
};
const downloads = async (page: Page, press: () => Promise<void>) => {
  const paper = page.waitForEvent('download');
  await press();
  expect((await paper).suggestedFilename()).toMatch(/\.pdf$/);
};
const startsASale = async (page: Page, press: () => Promise<void>) => {
  await press();
  await expect(search(page)).toBeVisible();
};
const received = (page: Page) => page.getByLabel('Recibido');
const accepts = (page: Page) => page.getByRole('checkbox', { name: /acepta/ });
const continues = (page: Page) => page.getByRole('complementary').getByRole('link', { name: 'Continuar con la compra' });

/** Every screen that has the counter's frame: one that is added stands here too, because its keys are listed by the same names. */
const screens: Readonly<Record<KeysOf, CounterScreen>> = {
  start: {
    async open(page) {
      await page.goto('/buyTicketBox');
      await expect(search(page)).toBeFocused();
      await hydrated(page);
      await search(page).fill('hamlet');
    },
    keys: [
      [
        '↓',
        async (page, press) => {
          await press();
          await expect(page.locator('a:focus')).toHaveCount(1);
        },
      ],
      [
        '↑',
        async (page, press) => {
          await press();
          await expect(search(page)).toBeFocused();
        },
      ],
      [
        'Enter',
        async (page, press) => {
          await press();
          await expect(page.getByLabel('Cantidad de entradas')).toBeVisible();
        },
      ],
    ],
  },
  places: {
    async open(page, { idOf }) {
      const { idFuncion, h } = idOf('Macbeth');
      await page.goto(`/buyTicketBox?idFuncion=${idFuncion}&h=${h}`);
      await expect(page.getByRole('button', { name: 'Tomar los mejores lugares' })).toBeEnabled();
    },
    keys: [
      [
        '0–9',
        async (page, press) => {
          await expect(page.getByLabel('Cantidad de entradas')).toBeFocused();
          await press();
          await expect(page.getByLabel('Cantidad de entradas')).toHaveValue('2');
        },
      ],
      [
        'Enter',
        async (page, press) => {
          await press();
          await expect(continues(page)).toBeFocused();
        },
      ],
      [
        'F4',
        async (page, press) => {
          await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
          let asked = false;
          page.once('request', (request) => {
            asked ||= /Tomar/.test(request.url());
          });
          // A press right after another take counts as the same one.
          const isAsked = async () => {
            if (!asked) await press();
            return asked;
          };
          await expect.poll(isAsked, { intervals: [300] }).toBe(true);
          // The answer moves the focus, which the next key must not meet.
          await expect(continues(page)).toBeFocused();
        },
      ],
      ['F7', focuses((page) => page.getByLabel('Nombre'))],
      [
        'F8',
        async (page, press) => {
          await press();
          await expect(heading(page, 'Cobrar')).toBeVisible();
        },
      ],
      ['F2', startsASale],
    ],
  },
  sale: {
    async open(page, { idOf }) {
      const { idProcesoDeCompra } = await takePlaces(page, '0', idOf('Carmen'));
      await takePlaces(page, idProcesoDeCompra, idOf('Marea Alta'));
      await page.goto(`/buyTicketBox?idProcesoDeCompra=${idProcesoDeCompra}`);
      await expect(received(page)).toBeFocused();
      await hydrated(page);
    },
    keys: [
      [
        '0–9',
        async (page, press) => {
          await press();
          await expect(received(page)).toHaveValue('2');
          await received(page).fill('');
        },
      ],
      [
        'Enter',
        async (page, press) => {
          await press();
          await expect(accepts(page)).toBeFocused();
        },
      ],
      ['F8', focuses(accepts)],
      ['F7', focuses((page) => page.getByLabel('Tarjeta', { exact: true }).and(page.locator('select')))],
      ['F6', focuses(received)],
      ['F4', focuses((page) => page.getByLabel('Número de documento'))],
      ['F9', focuses((page) => page.getByLabel('Código de promoción'))],
      ['F10', focuses((page) => page.getByLabel('Precio de cada entrada'))],
      ['F2', startsASale],
    ],
  },
  sold: {
    async open(page, { soldId }) {
      await page.goto(`/buyTicketBox?idProcesoDeCompra=${soldId}`);
      await expect(page.getByRole('button', { name: 'Imprimir', exact: true })).toBeFocused();
    },
    keys: [
      ['Enter', downloads],
      ['F9', downloads],
      ['F2', startsASale],
    ],
  },
  over: {
    async open(page) {
      await page.goto(`/buyTicketBox?idProcesoDeCompra=${'A'.repeat(22)}`);
      await expect(heading(page, 'No encontramos lo que buscás')).toBeVisible();
      await hydrated(page);
    },
    keys: [['F2', startsASale]],
  },
  sales: {
    async open(page, { otherSoldId }) {
      await page.goto(`/boleteria/ventas?idOperacion=${otherSoldId}`);
      await expect(page.getByRole('region', { name: /^Operación/ })).toBeVisible();
      await hydrated(page);
    },
    keys: [
      [
        'F10',
        async (page, press) => {
          await press();
          await expect(page.getByText('Escribí el motivo')).toBeVisible();
        },
      ],
      [
        'F6',
        async (page, press) => {
          await press();
          await expect(page.getByRole('dialog', { name: 'Cambiar lugares' })).toBeVisible();
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toBeHidden();
        },
      ],
      ['F9', downloads],
      [
        'Enter',
        async (page, press) => {
          const find = page.getByRole('searchbox', { name: 'Buscar una venta' });
          await find.fill('nadie');
          await find.focus();
          await press();
          await expect(page).toHaveURL(/cBuscar=nadie/);
        },
      ],
      ['F2', startsASale],
    ],
  },
  drawer: {
    async open(page) {
      await page.goto('/boleteria/caja');
      await expect(heading(page, 'Caja')).toBeVisible();
      await hydrated(page);
    },
    keys: [
      ['F6', focuses((page) => page.getByLabel('Importe que ingresa'))],
      [
        '0–9',
        async (page, press) => {
          await press();
          await expect(page.getByLabel('Importe que ingresa')).toHaveValue('2');
        },
      ],
      [
        'Enter',
        async (page, press) => {
          await press();
          await expect(page.getByText('Escribí el motivo')).toBeVisible();
          await page.getByRole('button', { name: 'Dejarlo' }).click();
        },
      ],
      ['F7', focuses((page) => page.getByLabel('Importe que se retira'))],
      ['F2', startsASale],
    ],
  },
  bookings: {
    async open(page, { phone }) {
      await page.goto('/myBookingsBox');
      await hydrated(page);
      // The first one that is shown is this journey's own.
      await page.getByRole('main').getByRole('searchbox').fill(phone);
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    },
    keys: [
      [
        'F10',
        async (page, press) => {
          await press();
          await expect(page.getByRole('button', { name: 'Sí, cancelarla' })).toBeVisible();
        },
      ],
      [
        'F8',
        async (page, press) => {
          await press();
          await expect(heading(page, 'Cobrar')).toBeVisible();
        },
      ],
      ['F2', startsASale],
    ],
  },
  'not-a-counter': {
    async open(page) {
      await openSession(page, demoCustomer);
      await page.goto('/boleteria/caja');
      await expect(heading(page, 'Esta pantalla es de la boletería')).toBeVisible();
    },
    keys: [],
  },
};

/** A clerk who has reserved for somebody, and has just sold twice for cash. */
async function prepared(page: Page): Promise<Prepared> {
  await openSession(page, demoClerk);
  const { Lista } = await ask(page, 'GET', '/v2/Boleteria/Funciones');
  const idOf = (show: string) =>
    Lista.find(
      ({ cEstado, cEspectaculoCartelNombre }: Record<string, string>) => cEstado === 'EN_VENTA' && cEspectaculoCartelNombre === show,
    );
  const phone = `11 5555 ${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`;
  const reserved = await takePlaces(page, '0', idOf('Macbeth'));
  const forWhom = { lAceptaCondiciones: 'S', cNombre: 'Elena Ruiz', cTelefono: phone };
  await ask(page, 'POST', `/v2/Proceso/${reserved.idProcesoDeCompra}/Reservar`, forWhom);
  const sold = async (): Promise<string> => {
    const { idProcesoDeCompra: id, oTotal } = await takePlaces(page, '0', idOf('Hamlet'));
    await ask(page, 'POST', `/v2/Proceso/${id}/CobrarEfectivo`, { fTotal: oTotal.fTotal, lAceptaTerminos: 'S' });
    return id;
  };
  return { idOf, soldId: await sold(), otherSoldId: await sold(), phone };
}

test('the counter has nothing of the shop around it, and lists its keys, on every screen', async ({ page, isMobile }) => {
  test.slow();
  const ready = await prepared(page);
  for (const [name, { open, keys: listed }] of Object.entries(screens)) {
    await test.step(name, async () => {
      await open(page, ready);
      await expect(page.getByRole('banner')).toHaveCount(1);
      await expect(page.getByRole('navigation', { name: 'Boletería' })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Categorías' })).toHaveCount(0);
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
      if (isMobile || listed.length === 0) await expect(keys(page)).toBeHidden();
      else await expect(keys(page)).toBeVisible();
      expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
      // The others have journeys of their own, which do.
      if (['start', 'over', 'bookings'].includes(name)) await expectAccessible(page);
    });
  }
});

test('every key that a screen of the counter lists does something there', { tag: '@desktop' }, async ({ page }) => {
  test.slow();
  const ready = await prepared(page);
  for (const [name, { open, keys: pressed }] of Object.entries(screens)) {
    await test.step(name, async () => {
      await open(page, ready);
      const at = page.url();
      const listed = await keys(page).locator('kbd').allTextContents();
      expect(pressed.map(([key]) => key).toSorted()).toEqual([...new Set(listed)].toSorted());
      for (const [key, doesIt] of pressed) {
        if (page.url() !== at) await open(page, ready);
        const code = { '0–9': '2', '↓': 'ArrowDown', '↑': 'ArrowUp' }[key] ?? key;
        await test.step(key, () => doesIt(page, () => page.keyboard.press(code)));
      }
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
