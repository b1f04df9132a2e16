import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { ownDeviceClock, setDeviceClock } from '../device-clock.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { logInAsNewcomer } from '../purchases.ts';
import { DRAW_PAGE, type FakeHost, PERFORMANCE, playQueueHost, SIMPLE_PAGE, WAITING_PAGE } from './queue-host.ts';

const NEXT_URL = `/funcion/${PERFORMANCE}?h=abc`;
const before = (page: Page) => page.locator('#figure');
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name });
const turn = (page: Page) => page.getByRole('dialog', { name: 'Es tu turno' });

async function open(page: Page, prepare: (host: FakeHost) => void = () => {}, address = WAITING_PAGE): Promise<FakeHost> {
  const host = await playQueueHost(page.context());
  prepare(host);
  await page.goto(address);
  return host;
}

/** Whoever comes here is met by the storefront's seat selection, which is not what these journeys are about. */
async function stubEntrance(page: Page) {
  await page.route('**/funcion/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Adentro</title>' }));
}

test('a visitor joins on arrival, sees who is before them, moves up, and reads of a pause and the last ticket (SC-014, CA-024)', async ({
  page,
}) => {
  const host = await open(page, (fake) => fake.peopleBefore(1248));
  await expect(before(page)).toHaveText('1.248');
  await expect(heading(page, 'Faltan entre 5 y 9 minutos')).toBeVisible();
  await expect(page).toHaveTitle('1.248 antes que vos · Los caminos de la noche');
  await expect(page.getByText('Los precios y los cargos son los del momento en que te sumaste.')).toBeVisible();
  host.peopleBefore(624);
  await expect(before(page)).toHaveText('624');
  const progress = page.getByRole('progressbar', { name: 'Avance de la fila' });
  await expect(progress).toHaveAttribute('aria-valuetext', 'Ya avanzó el 50 % de la fila que tenías adelante');
  await expect(page.locator('#status')).toContainText('Vas por la mitad de la fila.');
  expect(host.asked.joins).toBe(1);

  host.change({ phase: 'paused', message: { es: 'Revisamos el sonido.' } });
  await expect(heading(page, 'La fila está en pausa')).toBeVisible();
  await expect(page.getByText('Revisamos el sonido.')).toBeVisible();
  host.change({ phase: 'active' });
  await expect(page.locator('#status')).toContainText('La fila vuelve a moverse.');
  host.change({ phase: 'sold_out', stock: 'out' });
  await expect(heading(page, 'Se agotaron las entradas')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver la cartelera' })).toHaveAttribute('href', '/');
});

test('a browser that is asked for work does it and joins (CA-024); before the draw it counts down, and then everybody sees their place', async ({
  page,
}) => {
  const host = await open(page, (fake) => {
    fake.obstacle = 'work';
    fake.change({ phase: 'pre', drawn: null, startsAt: Date.now() + 754_000 });
  });
  await expect(heading(page, 'Ya estás en el sorteo')).toBeVisible();
  expect(host.asked.joins).toBe(2);
  await expect(before(page)).toHaveText(/^12:[0-3]\d$/);
  host.peopleBefore(700, { phase: 'active' });
  await expect(before(page)).toHaveText('700');
  await expect(page.locator('#status')).toContainText('Ya se sorteó. Tu lugar es el 5.200.');
});

test('the turn is a dialog with the focus, which waits: only a press goes in, to the page the visitor came for (CA-028)', async ({
  page,
}) => {
  await stubEntrance(page);
  const host = await open(page, (fake) => fake.peopleBefore(3), `${WAITING_PAGE}&nextUrl=${encodeURIComponent(NEXT_URL)}`);
  await expect(before(page)).toHaveText('3');
  host.peopleBefore(-1);
  await expect(turn(page)).toBeVisible();
  await expect(turn(page).getByRole('heading', { name: 'Es tu turno' })).toBeFocused();
  await expect(turn(page).locator('#turn-figure')).toHaveText(/^(10:00|9:5\d)$/);
  await expect(page).toHaveTitle('Es tu turno · Los caminos de la noche');
  expect(host.asked.turns).toBe(0);
  // Closed, it is still the visitor's turn.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  host.redirectUrl = '';
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Todavía no es tu turno' })).toBeVisible();
  host.redirectUrl = '/otra';
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(new RegExp(`/funcion/${PERFORMANCE}\\?h=abc$`));
});

const MINUTE_MS = 60_000;

test('a device whose clock jumps moves neither the countdown to the draw nor the time of a turn, and logs nobody out', async ({
  page,
  context,
}) => {
  await ownDeviceClock(context);
  const { email } = await logInAsNewcomer(page);
  // It asks seldom, so that what is shown meanwhile is the page's own.
  const host = await open(page, (fake) =>
    fake.change({ phase: 'pre', drawn: null, startsAt: Date.now() + 754_000, askAgain: [[null, 60]] }),
  );
  await expect(before(page)).toHaveText(/^12:[0-3]\d$/);
  const keepsTime = async (figure: () => Promise<string | null>, about: RegExp) => {
    for (const minutes of [15, -10, 12 * 60]) {
      await setDeviceClock(page, minutes);
      const shown = await figure();
      await expect.poll(figure).not.toBe(shown);
      expect(await figure(), `${minutes} minutes ahead`).toMatch(about);
    }
  };
  await keepsTime(() => before(page).textContent(), /^1[12]:\d\d$/);
  await page.reload();
  await expect(before(page)).toHaveText(/^1[12]:\d\d$/);
  await expect(page.locator('#account-text')).toContainText(email);

  host.peopleBefore(-1, { phase: 'active', askAgain: [[null, 1]] });
  await page.reload();
  await expect(turn(page)).toBeVisible();
  await keepsTime(() => turn(page).locator('#turn-figure').textContent(), /^(10:00|9:\d\d)$/);
  await expect(turn(page)).toBeVisible();
  expect(host.asked.joins).toBe(3);
});

test('a device that slept while its elapsed time stood still asks at once when it wakes, and shows what time it is', async ({
  page,
  context,
}) => {
  await ownDeviceClock(context);
  const startsAt = Date.now() + 754_000;
  const host = await open(page, (fake) => fake.change({ phase: 'pre', drawn: null, startsAt, askAgain: [[null, 600]] }));
  await expect(before(page)).toHaveText(/^12:[0-3]\d$/);
  const { documents } = host.asked;
  host.aheadMs = 10 * MINUTE_MS;
  await setDeviceClock(page, 10);
  await expect(before(page)).toHaveText(/^2:[0-3]\d$/);
  expect(host.asked.documents).toBe(documents + 1);

  host.peopleBefore(-1, { phase: 'active' });
  host.aheadMs = 25 * MINUTE_MS;
  await setDeviceClock(page, 25);
  await expect(turn(page)).toBeVisible();
});

test('an address of another site in nextUrl is not followed', async ({ page }) => {
  await stubEntrance(page);
  await open(page, (fake) => fake.peopleBefore(-1), `${WAITING_PAGE}&nextUrl=${encodeURIComponent('//evil.example/')}`);
  await turn(page).getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(new RegExp(`/funcion/${PERFORMANCE}$`));
});

test('a turn that passed gives a new place at the end, and says so', async ({ page }) => {
  const host = await open(page, (fake) => fake.peopleBefore(-1));
  await expect(turn(page)).toBeVisible();
  host.number = 6000;
  host.isTurnOver = true;
  host.change({ lanes: { ...host.room.lanes, general: { issued: 6001, serving: 5300, lapsed: 5200 } } });
  await expect(before(page)).toHaveText('700');
  await expect(turn(page)).toBeHidden();
  await expect(page.locator('#lines')).toContainText('Tu turno pasó sin que entraras.');
});

test('a reload keeps the number, and a second tab reads what the first one asks for', async ({ page, context }) => {
  const host = await open(page, (fake) => {
    fake.peopleBefore(40);
    fake.change({ askAgain: [[null, 3]] });
  });
  await expect(before(page)).toHaveText('40');
  await page.reload();
  await expect(before(page)).toHaveText('40');
  expect(host.number).toBe(5199);

  const second = await context.newPage();
  let asked = 0;
  second.on('request', (request) => {
    if (request.url().endsWith(`/cola/${PERFORMANCE}.json`)) asked += 1;
  });
  await second.goto(WAITING_PAGE);
  await expect(before(second)).toHaveText('40');
  host.peopleBefore(30);
  await expect(before(second)).toHaveText('30');
  host.peopleBefore(20);
  await expect(before(second)).toHaveText('20');
  expect(asked).toBe(0);

  // The one that asked is closed; the other one takes over.
  await page.close();
  host.peopleBefore(10);
  await expect(before(second)).toHaveText('10');
  expect(asked).toBeGreaterThan(0);
  await second.close();
});

test('without a network the last state stays, and the page comes back by itself; leaving asks once more, joining undoes it (CA-026)', async ({
  page,
}) => {
  const host = await open(page, (fake) => fake.peopleBefore(46));
  await expect(before(page)).toHaveText('46');
  host.isDown = true;
  await expect(page.getByText('Sin conexión.')).toBeVisible();
  await expect(before(page)).toHaveText('46');
  host.isDown = false;
  host.peopleBefore(45);
  await expect(before(page)).toHaveText('45');
  await expect(page.getByText('Sin conexión.')).toBeHidden();

  await page.getByRole('button', { name: 'Dejar la fila' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quedarme' }).click();
  expect(host.asked.leaves).toBe(0);
  await page.getByRole('button', { name: 'Dejar la fila' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sí, dejarla' }).click();
  await expect(heading(page, 'Dejaste la fila')).toBeFocused();
  expect(host.asked.leaves).toBe(1);
  await page.getByRole('button', { name: 'Volver a la fila' }).click();
  await expect(before(page)).toHaveText('45');
});

test('a log-in that is needed, or only saves time, leads back to the same place; a wrong code changes nothing', async ({ page }) => {
  const host = await open(page, (fake) => {
    fake.obstacle = 'login';
    fake.change({ takesCodes: true });
  });
  await expect(heading(page, 'Para esta fila hace falta tu cuenta')).toBeVisible();
  const back = `/login?nextUrl=${encodeURIComponent(WAITING_PAGE)}`;
  await expect(page.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute('href', back);
  host.obstacle = null;
  host.peopleBefore(46);
  await page.reload();
  await expect(before(page)).toHaveText('46');
  await expect(page.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute('href', back);
  await page.getByRole('textbox', { name: 'Código' }).fill('NADA');
  await page.getByRole('button', { name: 'Usar el código' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Ese código no es válido.' })).toBeVisible();
  await expect(before(page)).toHaveText('46');
});

test('sound and notification are off until they are asked for', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['notifications'], { origin: baseURL ?? '' });
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    class Shown extends EventTarget {
      static requestPermission = async () => 'granted';
      constructor(title: string) {
        super();
        shown.push(title);
      }
    }
    Object.assign(window, { Notification: Shown });
  });
  const host = await open(page, (fake) => fake.peopleBefore(2));
  const toggle = page.getByRole('button', { name: 'Con una notificación' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: 'Con un sonido' })).toHaveAttribute('aria-pressed', 'false');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  host.peopleBefore(-1);
  await expect(turn(page)).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual(['Es tu turno']);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a page that reloads itself shows the place, and its buttons join, go in and leave (SC-014)', async ({ page }) => {
    const host = await open(page, (fake) => fake.peopleBefore(1248), WAITING_PAGE);
    await page.getByRole('link', { name: 'versión simple de la fila' }).click();
    await expect(page).toHaveURL(new RegExp(`${SIMPLE_PAGE}$`));
    await page.getByRole('button', { name: 'Sumarme a la fila' }).click();
    await expect(before(page)).toHaveText('1.248');
    await expect(heading(page, 'Faltan entre 5 y 9 minutos')).toBeVisible();
    expect(await page.locator('meta[http-equiv="refresh"]').getAttribute('content')).toBe('30');
    await expect(page.locator('script')).toHaveCount(0);
    host.peopleBefore(-1);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Entrar' })).toHaveAttribute('value', 'entrar');
    await page.getByRole('button', { name: 'Dejar la fila' }).click();
    await expect(page.getByRole('button', { name: 'Sumarme a la fila' })).toBeVisible();
  });
});

test('the draw is repeated in the browser, with the visitor’s own number; a false secret is found', async ({ page }) => {
  const host = await open(page, (fake) => fake.peopleBefore(46));
  await expect(before(page)).toHaveText('46');
  await page.goto(DRAW_PAGE);
  await expect(heading(page, 'Todo coincide')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'La huella es la misma que guardó tu navegador' })).toContainText('Sí');
  await expect(page.getByText(/^A tu número 5\.200 le tocó el lugar [\d.]+ de 5\.200\.$/)).toBeVisible();
  await expectAccessible(page);
  host.change({ commitment: 'ab'.repeat(32) });
  await page.reload();
  await expect(heading(page, 'Algo no coincide')).toBeVisible();
});

const states: Readonly<Record<string, (host: FakeHost) => void>> = {
  'before the draw': (host) =>
    host.change({ phase: 'pre', drawn: null, startsAt: Date.now() + 754_000, takesCodes: true, message: { es: 'Hola.' } }),
  'in line': (host) => host.peopleBefore(245_199, { accessibleLane: true }),
  paused: (host) => host.peopleBefore(312, { phase: 'paused' }),
  'one’s turn': (host) => host.peopleBefore(-1),
  'sold out': (host) => host.change({ phase: 'sold_out' }),
  closed: (host) => host.change({ phase: 'closed' }),
  refused: (host) => {
    host.obstacle = 'login';
  },
};

test('each state of the room is accessible in light and dark, at 320 px and with text of twice the size (SC-014)', async ({ page }) => {
  const wide = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const [state, prepare] of Object.entries(states))
    await test.step(state, async () => {
      await page.setViewportSize(wide);
      const host = await open(page, prepare);
      await expect.poll(() => host.asked.joins).toBeGreaterThan(0);
      await expect(page.locator('#stage')).not.toHaveAttribute('data-screen', 'joining');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, forcedColors: 'none' });
        await expectAccessible(page);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
      await expectAccessible(page, { ownColours: false });
      // The next state meets a visitor who was never here; a page that stays would ask the product itself for its room.
      await page.goto('/robots.txt');
      await page.evaluate(() => localStorage.clear());
      await page.context().unrouteAll({ behavior: 'ignoreErrors' });
    });
});

test('page, styles and script together are less than 30 kB', async ({ page }) => {
  const html = page.waitForResponse((response) => response.url().endsWith(WAITING_PAGE));
  await open(page);
  const assets = join(import.meta.dirname, '../../apps/waiting-room/build/assets');
  const text = await (await html).text();
  // Files of earlier builds stay beside those that the page loads.
  const files = (await readdir(assets)).filter((name) => /\.(js|css)$/.test(name) && text.includes(name));
  expect(files.length).toBeGreaterThan(1);
  const bytes = [Buffer.from(text), ...(await Promise.all(files.map((name) => readFile(join(assets, name)))))];
  const sizes = bytes.map((each) => brotliCompressSync(each).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(30_000);
});
