import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../../scripts/ports.ts';
import { limit } from '../../scripts/test/limits.ts';
import { environment } from '../config.ts';
import { expect, expectAccessible, hydrated, test } from '../fixtures.ts';
import { chosenPlaces } from '../hall.ts';
import { ask, logInAsNewcomer, openSession, organiser } from '../purchases.ts';

const SHOW = '/landing/macbeth';

const turn = (page: Page) => page.getByRole('dialog', { name: 'Es tu turno' });
const enter = (page: Page) => turn(page).getByRole('button', { name: 'Entrar' });

/** A page in a room that is paused asks every half minute: its clock goes on until it has heard of its turn. */
const isCalled = (visitor: Page) =>
  expect
    .poll(
      async () => {
        await visitor.clock.fastForward(30_000);
        return turn(visitor).isVisible();
      },
      { intervals: [1000] },
    )
    .toBe(true);

async function takeBest(page: Page) {
  await page.waitForURL(({ pathname }) => pathname.startsWith('/funcion/'));
  await hydrated(page);
  await page.getByRole('tab', { name: 'Mejores lugares' }).click();
  await page.getByRole('button', { name: /^Tomar / }).click();
}

test('two visitors wait, are called one after the other, and the one who enters takes places; the other may not yet (GE-018, SC-014)', async ({
  page,
  otherVisitor,
  browser,
  baseURL,
}) => {
  test.setTimeout(limit(180_000));
  const office = await browser.newPage({ ...(baseURL ? { baseURL } : {}) });
  await openSession(office, organiser);
  await logInAsNewcomer(page);
  await logInAsNewcomer(otherVisitor);
  await page.goto(SHOW);
  const address = (await page.locator('main a[href^="/funcion/"]').first().getAttribute('href')) ?? '';
  const performanceId = Number(new URL(address, 'https://butaca.example').searchParams.get('idFuncion'));
  const room = `/v2/Oficina/Fila/${performanceId}`;
  // One visitor inside at a time.
  await ask(office, 'POST', `${room}/Abrir`, {
    nPorMinuto: 600,
    nMaximoAdentro: 1,
    oMensaje: { cEs: 'Gracias por esperar.' },
  });
  await ask(office, 'POST', room, { cAccion: 'PAUSAR' });

  for (const visitor of [page, otherVisitor]) {
    await visitor.clock.install();
    await visitor.goto(address, { waitUntil: 'commit' });
    await expect(visitor).toHaveURL(new RegExp(`/fila\\?qid=${performanceId}&nextUrl=`));
    await expect(visitor.getByText('Gracias por esperar.')).toBeVisible();
    await expect(visitor.getByText('Te sumaste', { exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  await ask(office, 'POST', room, { cAccion: 'REANUDAR' });
  await isCalled(page);
  await expect(turn(otherVisitor)).toBeHidden();
  await enter(page).click();
  await expect(page).toHaveURL(new RegExp(`^${baseURL}${address.replace(/[?]/g, '\\?')}$`));
  await takeBest(page);
  await expect(chosenPlaces(page)).toHaveCount(2);

  // Without their turn the other visitor gets nowhere, whatever address they type, and keeps their place in the line.
  await otherVisitor.goto(address, { waitUntil: 'commit' });
  await expect(otherVisitor).toHaveURL(new RegExp(`/fila\\?qid=${performanceId}`));
  await expect(otherVisitor.getByText('Te sumaste', { exact: true })).toBeVisible();
  await expect(turn(otherVisitor)).toBeHidden();

  // The first one's purchase ends, which leaves the room to the second.
  const { idProcesoDeCompra } = await page.evaluate(() => JSON.parse(localStorage.getItem('butaca.purchase') ?? '{}'));
  await ask(page, 'POST', `/v2/Proceso/${idProcesoDeCompra}/invalidar`, {});
  await page.reload();
  await isCalled(otherVisitor);
  await enter(otherVisitor).click();
  await takeBest(otherVisitor);
  await expect(chosenPlaces(otherVisitor)).toHaveCount(2);

  await ask(office, 'POST', room, { cAccion: 'CERRAR' });
  await office.close();
});

/** `npm run queue` beside the product of the journeys, on its database. */
async function queueHostAlone(publicOrigin: string) {
  const { DATA_DIR: data = '', ...rest } = environment();
  const [, , , databasePort] = (await readFile(join(data, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const password = await readFile(join(data, 'postgres.password'), 'utf8');
  const port = String(await freePort());
  const queue = spawn(process.execPath, [join(import.meta.dirname, '../../apps/api/src/queue.ts')], {
    env: {
      ...rest,
      PORT: port,
      PUBLIC_ORIGIN: publicOrigin,
      DATABASE_URL: `postgres://butaca:${password}@127.0.0.1:${databasePort}/butaca`,
      BRAND: rest.BRAND || 'butaca',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => queue.once('exit', resolve));
  // A test that fails does not leave it running.
  process.once('exit', () => queue.kill('SIGKILL'));
  const origin = `http://localhost:${port}`;
  await expect.poll(() => fetch(`${origin}/readyz`).then(({ status }) => status, String), { timeout: limit(60_000) }).toBe(200);
  return {
    origin,
    stop: () => {
      queue.kill('SIGTERM');
      return ended;
    },
  };
}

test('a queue host in a process of its own lets a visitor wait and go in, and sells nothing itself', async ({ page, browser, baseURL }) => {
  test.setTimeout(limit(180_000));
  const origin = baseURL ?? '';
  const queue = await queueHostAlone(origin);
  const office = await browser.newPage({ baseURL: origin });
  await openSession(office, organiser);
  await logInAsNewcomer(page);
  await page.goto(SHOW);
  const address = (await page.locator('main a[href^="/funcion/"]').last().getAttribute('href')) ?? '';
  const performanceId = Number(new URL(address, 'https://butaca.example').searchParams.get('idFuncion'));
  const room = `/v2/Oficina/Fila/${performanceId}`;
  await ask(office, 'POST', `${room}/Abrir`, { nPorMinuto: 600 });
  await ask(office, 'POST', room, { cAccion: 'PAUSAR' });

  // As a load balancer shares one host out: what a crowd asks for goes to the queue host, the rest to the product.
  const asked = new Set<string>();
  await page.route(/^[^?#]*\/(cola|fila)(\/|\?|$)/, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    asked.add(pathname);
    await route.fulfill({ response: await route.fetch({ url: `${queue.origin}${pathname}${search}`, maxRedirects: 0 }) });
  });
  await page.clock.install();
  // The queue host hears a moment later that the room is open; until then it sends nobody there.
  await expect(async () => {
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page).toHaveURL(new RegExp(`^${origin}/fila\\?qid=${performanceId}&nextUrl=`), { timeout: limit(10_000) });
  }).toPass();
  await expect(page.getByText('Te sumaste', { exact: true })).toBeVisible();
  await ask(office, 'POST', room, { cAccion: 'REANUDAR' });
  await isCalled(page);
  await enter(page).click();
  await expect(page).toHaveURL(`${origin}${address}`);
  await takeBest(page);
  await expect(chosenPlaces(page)).toHaveCount(2);
  expect([...asked]).toEqual(expect.arrayContaining(['/fila', '/cola/turn', `/cola/${performanceId}`]));

  for (const path of ['/', '/v2/Cartelera', '/oficina']) expect((await fetch(`${queue.origin}${path}`)).status).toBe(404);
  await ask(office, 'POST', room, { cAccion: 'CERRAR' });
  await office.close();
  expect(await queue.stop()).toBe(0);
});

/** Somebody else's page with a form that sends itself. */
async function formOfAnotherSite(action: string, field: readonly [string, string]) {
  const [name, value] = field;
  const server = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="es"><title>Otro sitio</title><form method="post" action="${action}"><input type="hidden" name="${name}" value="${value}"></form><script>document.forms[0].submit()</script></html>`,
      ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

test.describe('with a page of another site', () => {
  test.use({ elsewhere: /^http:\/\/127\.0\.0\.1:\d+\// });

  test('a form there that sends itself leaves a visitor’s number alone', async ({ page, browser, baseURL }) => {
    const office = await browser.newPage({ ...(baseURL ? { baseURL } : {}) });
    await openSession(office, organiser);
    await office.goto('/landing/letras-de-madera');
    const address = (await office.locator('main a[href^="/funcion/"]').first().getAttribute('href')) ?? '';
    const performanceId = Number(new URL(address, 'https://butaca.example').searchParams.get('idFuncion'));
    const room = `/v2/Oficina/Fila/${performanceId}`;
    await ask(office, 'POST', `${room}/Abrir`, { nPorMinuto: 600 });
    await ask(office, 'POST', room, { cAccion: 'PAUSAR' });

    const simple = `${baseURL}/fila/${performanceId}/simple`;
    const number = async () => (await page.context().cookies(simple)).find(({ name }) => name === `fila_${performanceId}`)?.value;
    await page.goto(simple);
    await page.getByRole('button', { name: 'Sumarme a la fila' }).click();
    await expect(page.getByText('Te sumaste', { exact: true })).toBeVisible();
    const kept = await number();
    for (const action of ['dejar', 'sumar']) {
      const site = await formOfAnotherSite(simple, ['accion', action]);
      await page.goto(site.address, { waitUntil: 'commit' });
      await expect(page.getByText('Este pedido vino de una página de otro sitio')).toBeVisible();
      site.close();
      expect(await number()).toBe(kept);
    }
    await page.goto(simple);
    await expect(page.getByText('Te sumaste', { exact: true })).toBeVisible();
    await ask(office, 'POST', room, { cAccion: 'CERRAR' });
    await office.close();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor joins by a button, sees where they stand, and enters by another one (SC-014)', async ({ page, otherVisitor: office }) => {
    await openSession(office, organiser);
    await office.goto('/landing/letras-de-madera');
    const address = (await office.locator('main a[href^="/funcion/"]').last().getAttribute('href')) ?? '';
    const performanceId = Number(new URL(address, 'https://butaca.example').searchParams.get('idFuncion'));
    const room = `/v2/Oficina/Fila/${performanceId}`;
    await ask(office, 'POST', `${room}/Abrir`, { nPorMinuto: 600 });
    await ask(office, 'POST', room, { cAccion: 'PAUSAR' });

    await page.goto(`/fila/${performanceId}/simple?nextUrl=${encodeURIComponent('/landing/letras-de-madera')}`);
    await page.getByRole('button', { name: 'Sumarme a la fila' }).click();
    await expect(page.getByText('Te sumaste', { exact: true })).toBeVisible();
    await ask(office, 'POST', room, { cAccion: 'REANUDAR' });
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page).toHaveURL(/\/landing\/letras-de-madera$/);
    await ask(office, 'POST', room, { cAccion: 'CERRAR' });
  });
});
