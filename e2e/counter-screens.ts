import type { Locator, Page } from '@playwright/test';
import type { KeysOf } from '../apps/storefront/app/box-office/keys-of.ts';
import { demoClerk, demoCustomer } from './customers.ts';
import { expect, hydrated } from './fixtures.ts';
import { ask, openSession } from './purchases.ts';

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar por obra, sala, día u hora' });

export interface Prepared {
  /** Performances of shows that the screens need. */
  readonly idOf: (show: string) => { idFuncion: number; h: string };
  /** Two sales that nobody has printed. */
  readonly soldId: string;
  readonly otherSoldId: string;
  /** Of whom places are reserved for. */
  readonly phone: string;
}

export interface CounterScreen {
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
const continues = (page: Page) => page.getByRole('complementary').getByRole('link', { name: 'Cobrar' });

/** Every screen that has the counter's frame: one that is added stands here too, because its keys are listed by the same names. */
export const screens: Readonly<Record<KeysOf, CounterScreen>> = {
  start: {
    async open(page) {
      await page.goto('/buyTicketBox');
      await expect(search(page)).toBeFocused();
      await hydrated(page);
      await search(page).fill('macbeth');
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
        'F6',
        async (page, press) => {
          await press();
          await expect(page.getByRole('radio').first()).toBeFocused();
          await expect(page.getByRole('radio').first()).toBeChecked();
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
          page.on('request', (request) => {
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
      [
        'F3',
        async (page, press) => {
          await press();
          await expect(accepts(page)).toBeChecked();
          await press();
          await expect(accepts(page)).not.toBeChecked();
        },
      ],
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
      [
        'F9',
        async (page, press) => {
          // A copy is made with a reason, among the sales.
          await press();
          await expect(page.getByRole('button', { name: 'Imprimir de nuevo', exact: true })).toBeVisible();
          await press();
          await expect(page.getByText('Escribí el motivo')).toBeVisible();
        },
      ],
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
export async function prepared(page: Page): Promise<Prepared> {
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
